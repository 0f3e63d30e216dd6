// The calls of `galaxytables.rules.v1.RulesService`, as functions from request to response. None keeps anything.
import { COMPONENTS, PACK, checkPack, words as wordsIn } from './catalogue.js';
import { chanceKey } from './chance.js';
import * as rules from './game.js';
import { LEAST_SEATS, MOST_SEATS, SPECS, checkOptions, optionForm, readOptions } from './options.js';
import { FORM, decode, digestOf, encode, gameAt } from './positions.js';
import { Refusal } from './refusal.js';
import { VIEW_TYPE, anyView, eventMessage, facts, promptMessage } from './wire.js';

export const GAME = 'liars_dice';
export const RULES_VERSION = 1;
const OTHERWISE = { kind: 'not_asked', facts: [] };
// Why a lobby may end a game before its rules do.
const CLOSING = [
  'END_REASON_STALLED', 'END_REASON_RESIGNED', 'END_REASON_CLOCKED_OUT', 'END_REASON_ABANDONED',
  'END_REASON_CLOSED_BY_OPERATOR',
];

export function describe() {
  return {
    game: GAME,
    title: 'Liar\'s Dice',
    rules_version: RULES_VERSION,
    rules_versions: [RULES_VERSION],
    least_seats: LEAST_SEATS,
    most_seats: MOST_SEATS,
    options: SPECS,
    pack_digest: PACK,
    pack_digests: [PACK],
    view_type: VIEW_TYPE,
    sources: { sourced: COMPONENTS.length },
    position_form: FORM,
  };
}

export function checkOptionsCall({ options, seats, form }) {
  const read = readOptions(options);
  if (form) return optionForm(read, seats);
  checkOptions(read, seats);
  return { options: read };
}

export function newGame(request) {
  const { game, events } = begin(request);
  return {
    standing: standingOf(game), events, views: viewsAfter(game, request),
    pack_digest: PACK, rules_version: RULES_VERSION, options: game.options,
  };
}

export function apply(request) {
  const game = gameAt(request.position);
  const { seat, prompt_id: promptId, picks } = request.choice ?? { seat: 0, prompt_id: '', picks: [] };
  const events = answer(game, openPrompt(game, seat, promptId), picks);
  return { standing: standingOf(game), events, views: viewsAfter(game, request), hidden: rules.inSecret(game) && !events.length };
}

export function undo(request) {
  const game = gameAt(request.position);
  const { seat } = request;
  if (!rules.undoableSeats(game).includes(seat)) {
    const reason = !rules.isOver(game) && game.chose.includes(seat) ? 'UNDO_REFUSED' : 'NOTHING_TO_UNDO';
    throw new Refusal(reason, `seat ${seat} can take nothing back`, { seat });
  }
  const hidden = rules.inSecret(game);
  const withdrawn = rules.undo(game, seat);
  const reopened = rules.prompts(game).find((prompt) => prompt.seat === seat);
  return {
    standing: standingOf(game), prompt_id: reopened.id, withdrawn_events: withdrawn,
    views: viewsAfter(game, request), hidden,
  };
}

export function close({ position, reason, viewers }) {
  const game = gameAt(position);
  end(game, reason);
  return { standing: standingOf(game), views: viewsOf(game, viewers) };
}

export function view({ position, viewers }) {
  return { views: viewsOf(gameAt(position), viewers) };
}

export function explain({ position, seat, prompt_id: promptId }) {
  const game = gameAt(position);
  const prompt = openPrompt(game, seat, promptId);
  const bars = rules.barred(game, prompt).map(({ targets, reason }) => {
    return { targets, reason: { ...reason, facts: facts(reason.facts) } };
  });
  return { bars, otherwise: { ...OTHERWISE, paragraph: prompt.paragraph } };
}

export function words({ language, pack_digest: digest }) {
  checkPack(digest);
  return wordsIn(language || 'en');
}

export function components({ pack_digest: digest }) {
  checkPack(digest);
  return { pack_digest: PACK, components: COMPONENTS };
}

export function replayTo(request) {
  const game = request.start ? begin(request.start).game : decode(request.position ?? Buffer.alloc(0));
  const positions = [];
  request.choices.forEach((choice, index) => {
    answerAnew(game, choice);
    if (request.every && (index + 1) % request.every === 0) positions.push(encode(game));
  });
  if (request.end_reason !== 'END_REASON_UNSPECIFIED' && !rules.isOver(game)) end(game, request.end_reason);
  return { standing: standingOf(game), views: viewsOf(game, request.viewers), positions };
}

/** A new game with what happened before anybody was asked. */
export function begin({ seats, options, seed, entropy, rules_version: version, pack_digest: digest }) {
  if (version !== 0) checkVersion(version);
  checkPack(digest);
  const read = readOptions(options);
  checkOptions(read, seats);
  const events = [];
  const game = rules.newGame(seats, read, chanceKey(seed, entropy, seats), (event) => events.push(eventMessage(event)));
  return { game, events };
}

export function checkVersion(version) {
  if (version !== RULES_VERSION) {
    throw new Refusal('UNKNOWN_RULES_VERSION', `version ${RULES_VERSION} is played here`, { version });
  }
}

/** Plays a choice whatever id its prompt had: a seat is asked one thing at a time. Gives what happened. */
export function answerAnew(game, { seat, picks }) {
  const prompt = rules.prompts(game).find((each) => each.seat === seat);
  return answer(game, prompt ?? openPrompt(game, seat, ''), picks);
}

export function end(game, reason) {
  if (rules.isOver(game)) throw gameOver();
  if (!CLOSING.includes(reason)) {
    throw new Refusal('INVALID_END_REASON', 'no game is ended for that', { given: reason });
  }
  game.end = reason;
}

const gameOver = () => new Refusal('GAME_OVER', 'the game is over');

function openPrompt(game, seat, id) {
  if (rules.isOver(game)) throw gameOver();
  const prompt = rules.prompts(game).find((each) => each.id === id);
  if (!prompt) throw new Refusal('PROMPT_CLOSED', 'no such prompt is open', { prompt: id });
  if (prompt.seat !== seat) throw new Refusal('NOT_YOUR_PROMPT', 'somebody else is asked', { seat, prompt: id });
  return prompt;
}

function answer(game, prompt, picks) {
  const { least, most, options } = prompt;
  if (picks.length < least || picks.length > most) {
    throw new Refusal('OUT_OF_BOUNDS', `${least} to ${most} picks are wanted`, { least, most, given: picks.length });
  }
  const wrong = picks.find((pick, index) => !options.some(({ id }) => id === pick) || picks.indexOf(pick) !== index);
  if (wrong !== undefined) throw new Refusal('UNKNOWN_OPTION', 'it is not on offer, or picked twice', { option: wrong });
  const events = [];
  rules.answer(game, prompt, picks, (event) => events.push(eventMessage(event)));
  return events;
}

function standingOf(game) {
  const position = encode(game);
  const over = rules.isOver(game);
  return {
    position, position_digest: digestOf(position), position_form: FORM,
    prompts: rules.prompts(game).map(promptMessage),
    undoable_seats: rules.undoableSeats(game),
    over, scores: over ? rules.scores(game) : [], end_reason: game.end || 'END_REASON_UNSPECIFIED',
  };
}

function viewsAfter(game, { viewers, viewers_if_asked: ifAsked }) {
  const asked = rules.prompts(game).map(({ seat }) => seat);
  return viewsOf(game, [...viewers, ...ifAsked.filter(({ seat }) => asked.includes(seat))]);
}

function viewsOf(game, viewers) {
  return viewers.map((viewer) => {
    const { seat } = viewer;
    if (seat !== undefined && seat >= game.dice.length) throw new Refusal('UNKNOWN_SEAT', 'nobody sits there', { seat });
    return { viewer, view: anyView(rules.view(game, seat)) };
  });
}
