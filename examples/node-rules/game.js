// Liar's Dice, by the paragraphs of README.md: what a game is, what is asked, what an answer leads to.
//
// A game is plain data, so that it is its own position. `tell` is called with what happens.
import { below } from './chance.js';

export const FACES = 6;
const DOUBT = 'doubt';

/** A new game, rolled and ready to be played. */
export function newGame(seats, options, key, tell) {
  const game = {
    options,
    chance: { key, draws: 0 },
    dice: Array.from({ length: seats }, () => Array(Number(options.dice)).fill(0)),
    round: 0,
    turn: 0, // who bids or doubts
    bids: 0, // in this round
    bid: null, // the one that stands: { seat, count, face }
    count: 0, // of the bid that is being made; 0 while none is
    again: null, // what each seat rolls again, as indices of its dice; null outside that part of the round
    chose: [], // seats that have chosen in this round what cannot be taken back any more
    out: Array(seats).fill(0), // the round in which a seat lost its last die
    last: null, // what was bid, found and shown at the end of the last round
    end: '',
  };
  game.turn = below(game.chance, seats);
  beginRound(game, tell);
  return game;
}

export const inSecret = (game) => game.again !== null && !isOver(game);
export const isOver = (game) => game.end !== '';
export const diceOnTable = (game) => game.dice.flat().length;
const stillIn = (game) => [...game.dice.keys()].filter((seat) => game.dice[seat].length > 0);

/** Everybody rolls in secret (L2.1). */
function beginRound(game, tell) {
  Object.assign(game, { round: game.round + 1, bids: 0, bid: null, count: 0, chose: [], again: null });
  tell({ kind: 'round', facts: { round: game.round, first: { seat: game.turn } } });
  for (const seat of stillIn(game)) {
    game.dice[seat] = game.dice[seat].map(() => roll(game));
    tell({ kind: 'rolled', seat, facts: { dice: game.dice[seat].length }, own: { faces: [...game.dice[seat]] } });
  }
  if (game.options.second_roll === 'on') game.again = {};
}

const roll = (game) => 1 + below(game.chance, FACES);

/** Those dice that were set aside are rolled again, once all have chosen (L2.2). */
function rollAgain(game, tell) {
  for (const seat of stillIn(game)) {
    const faces = game.again[seat].map((die) => {
      game.dice[seat][die] = roll(game);
      return game.dice[seat][die];
    });
    tell({ kind: 'rolled_again', seat, facts: { dice: faces.length }, own: { faces: [...game.dice[seat]] } });
  }
  game.again = null;
  game.chose = stillIn(game);
}

// What is asked.

/** Every open prompt, seat by seat. */
export function prompts(game) {
  if (isOver(game)) return [];
  if (game.again) return stillIn(game).filter((seat) => !game.again[seat]).map((seat) => askAgain(game, seat));
  return [game.count ? askFace(game) : askCount(game)];
}

function askAgain(game, seat) {
  const options = game.dice[seat].map((face, die) => {
    return { id: String(die), component: 'die', targets: [{ piece: pieceOf(seat, die) }], facts: { face } };
  });
  return {
    id: `${game.round}.again.${seat}`, seat, kind: 'roll.again', paragraph: 'L2.2', options,
    least: 0, most: options.length, default_picks: [], facts: { dice: options.length },
  };
}

function askCount(game) {
  const { bid } = game;
  const numbers = range(1, diceOnTable(game)).filter((count) => !whyNotCount(game, count));
  const options = numbers.map((count) => ({ id: String(count), targets: [{ number: count }] }));
  if (bid) options.unshift({ id: DOUBT, targets: [{ action: DOUBT }] });
  const facts = { dice: diceOnTable(game), ...(bid && { bidder: { seat: bid.seat }, count: bid.count, face: bid.face }) };
  return {
    id: `${game.round}.${game.bids}.${game.turn}`, seat: game.turn, kind: 'bid.count', paragraph: 'L3.2', options,
    least: 1, most: 1, default_picks: [options[0].id], facts,
  };
}

function askFace(game) {
  const faces = range(1, FACES).filter((face) => !whyNotFace(game, face));
  const options = faces.map((face) => ({ id: String(face), targets: [{ number: face }] }));
  return {
    id: `${game.round}.${game.bids}.${game.turn}.face`, seat: game.turn, kind: 'bid.face', paragraph: 'L3.2', options,
    least: 1, most: 1, default_picks: [options[0].id], facts: { count: game.count },
  };
}

const isHigher = (bid, count, face) => !bid || count > bid.count || (count === bid.count && face > bid.face);

function whyNotCount(game, count) {
  const { bid } = game;
  return isHigher(bid, count, FACES) ? undefined : { kind: 'too_low', facts: { count: bid.count, face: bid.face } };
}

function whyNotFace(game, face) {
  const { bid, count } = game;
  return isHigher(bid, count, face) ? undefined : { kind: 'too_low', facts: { count: bid.count, face: bid.face } };
}

/** What a rule keeps from being an option of a prompt, and why. */
export function barred(game, prompt) {
  const bars = [];
  const bar = (target, why) => why && bars.push({ targets: [target], reason: { ...why, paragraph: 'L3.2' } });
  if (prompt.kind === 'bid.count') {
    if (!game.bid) bar({ action: DOUBT }, { kind: 'no_bid', facts: {} });
    for (const count of range(1, diceOnTable(game))) bar({ number: count }, whyNotCount(game, count));
  }
  if (prompt.kind === 'bid.face') {
    for (const face of range(1, FACES)) bar({ number: face }, whyNotFace(game, face));
  }
  return bars;
}

// What an answer leads to.

/** Plays an answer that the bounds of its prompt allow. */
export function answer(game, prompt, picks, tell) {
  if (prompt.kind === 'roll.again') {
    game.again[prompt.seat] = picks.map(Number).sort((one, other) => one - other);
    if (stillIn(game).every((seat) => game.again[seat])) rollAgain(game, tell);
  } else if (picks[0] === DOUBT) {
    doubt(game, tell);
  } else if (prompt.kind === 'bid.count') {
    game.count = Number(picks[0]);
    tell({ kind: 'counts', seat: game.turn, facts: { count: game.count } });
  } else {
    game.bid = { seat: game.turn, count: game.count, face: Number(picks[0]) };
    tell({ kind: 'bid', seat: game.turn, facts: { count: game.count, face: game.bid.face } });
    if (!game.chose.includes(game.turn)) game.chose.push(game.turn);
    Object.assign(game, { count: 0, bids: game.bids + 1, turn: seatAfter(game, game.turn) });
  }
}

function seatAfter(game, seat) {
  const seats = game.dice.length;
  return range(1, seats).map((steps) => (seat + steps) % seats).find((next) => game.dice[next].length > 0);
}

/** All cups are lifted; who was wrong loses dice (L4). */
function doubt(game, tell) {
  const { bid, turn: doubter } = game;
  tell({ kind: 'doubted', seat: doubter, facts: { bidder: { seat: bid.seat }, count: bid.count, face: bid.face } });
  for (const seat of stillIn(game)) tell({ kind: 'shown', seat, facts: { faces: [...game.dice[seat]] } });
  const counts = (face) => face === bid.face || (face === 1 && game.options.ones_wild === 'on');
  const found = game.dice.flat().filter(counts).length;
  const loser = found >= bid.count ? doubter : bid.seat;
  const off = game.options.loses === 'difference' ? Math.max(1, Math.abs(found - bid.count)) : 1;
  const lost = Math.min(off, game.dice[loser].length);
  game.last = { bid, found, dice: game.dice.map((dice) => [...dice]) };
  game.dice[loser].splice(game.dice[loser].length - lost);
  const left = game.dice[loser].length;
  tell({ kind: 'lost', seat: loser, facts: { found, dice: lost, left } });
  if (left === 0) game.out[loser] = game.round;
  game.turn = left ? loser : seatAfter(game, loser);
  if (stillIn(game).length > 1) {
    beginRound(game, tell);
  } else {
    game.end = 'END_REASON_PLAYED_OUT';
    tell({ kind: 'won', seat: game.turn, facts: { dice: game.dice[game.turn].length } });
  }
}

// What can be taken back: what to roll again, until all have chosen; a number, until its face is chosen.

export function undoableSeats(game) {
  if (isOver(game)) return [];
  if (game.again) return Object.keys(game.again).map(Number);
  return game.count ? [game.turn] : [];
}

/** Takes a choice back; says how many of the last events did not happen. */
export function undo(game, seat) {
  const withdrawn = game.again ? 0 : 1;
  if (game.again) delete game.again[seat];
  else game.count = 0;
  return withdrawn;
}

// What is seen, and what it is worth.

export const pieceOf = (seat, die) => `die:${seat}:${die}`;

/** What a seat may see, or a spectator (`undefined`): nothing here depends on what others hold or set aside. */
export function view(game, viewer) {
  const own = game.dice[viewer] ?? [];
  const isAside = (die) => Boolean(game.again?.[viewer]?.includes(die));
  const next = isOver(game) || game.again ? null : game.turn;
  return {
    round: game.round,
    part: isOver(game) ? 'over' : game.again ? 'roll' : 'bid',
    players: game.dice.map((dice, seat) => ({ seat, dice: dice.length, next: seat === next || null })),
    bid: game.bid,
    begun: game.count || null,
    own: own.map((face, die) => ({ id: pieceOf(viewer, die), face, again: isAside(die) || null })),
    last_bid: game.last && game.last.bid,
    found: game.last && game.last.found,
    shown: game.last ? game.last.dice.map((faces, seat) => ({ seat, faces })).filter(({ faces }) => faces.length) : [],
  };
}

/** The dice that are left (L5.2), the winner first; of those without, who lost the last one later. */
export function scores(game) {
  const results = game.dice.map((dice, seat) => {
    const points = dice.length;
    return { seat, total: points, parts: [{ source: 'dice', points }], tie_breaks: [game.out[seat]] };
  });
  const isBetter = (one, other) => one.total - other.total || one.tie_breaks[0] - other.tie_breaks[0];
  return results.map((result) => {
    return { ...result, rank: 1 + results.filter((other) => isBetter(other, result) > 0).length };
  });
}

function range(least, most) {
  return Array.from({ length: most - least + 1 }, (_, index) => least + index);
}
