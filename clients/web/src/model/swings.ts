/** Where a game turned: of an analysis the choices that gave most of the chance to win away. */
import type { AnalysedChoice, Analysis, GameOffer, Table } from "galaxytables-client";
import type { Message } from "@bufbuild/protobuf";
import type { Fact, Prompt } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import type { IntroductionStep } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import type { Past } from "./past.js";

/** Whether a bot can say where the game of a table turned. */
export function isAnalysed(
  offers: readonly GameOffer[],
  { game, seats, options }: Pick<Table, "game" | "seats" | "options">,
): boolean {
  const offer = offers.find(({ description }) => description?.game === game);
  if (!offer?.analysedSeats.includes(seats.length)) return false;
  return Object.entries(offer.unanalysedOptions).every(([option, value]) => options[option] !== value);
}

/** What a bot expects of an answer. */
export interface Expected {
  /** The chance to win, of 100. */
  readonly win: number;
  /** At how many tables that the seat could believe in it was tried; 0 where that is not told. */
  readonly tables: number;
}

/** A choice that gave something away, with its question and the table as they stood: what was chosen, what a bot would have. */
export interface Turn extends Swing {
  /** Which bot says so. */
  readonly bot: string;
  readonly prompt: Prompt;
  readonly view?: Message;
  readonly picks: readonly string[];
  readonly best: readonly string[];
}

/** The choices of an analysis that turned the game, with their questions as they stood; none that a lesson dictated. */
export async function turningPoints(
  analysis: Analysis,
  past: Past,
  dictated: readonly IntroductionStep[] = [],
): Promise<Turn[]> {
  const rounds = past.rounds();
  const roundOf = (event: number) => rounds.findLast((round) => round.event <= event)?.round ?? 1;
  const found: Turn[] = [];
  for (const swing of swings(analysis, roundOf, dictated)) {
    const choice = analysis.choices.find(({ atEvent }) => Number(atEvent) === swing.event);
    const asked = choice && (await past.askedAt(swing.event, choice.promptId));
    if (!asked) continue;
    found.push({ ...swing, ...asked, bot: analysis.bot, picks: choice.picks, best: choice.best?.picks ?? [] });
  }
  return found;
}

/** A choice instead of which the bot would have chosen something else. */
export interface Swing {
  readonly event: number;
  /** The round in which it was made. */
  readonly round: number;
  /** What the bot expects of its own choice, and of what was chosen where it looked at that. */
  readonly bestExpected: Expected;
  readonly chosenExpected?: Expected;
  /** The chance to win, of 100, with the bot's choice, and with that of the player: until their next one, if the bot did not look at it. */
  readonly before: number;
  readonly after: number;
}

/** What a choice gave away of the chance to win, of 100. */
export const costOf = ({ before, after }: Pick<Swing, "before" | "after">) => Math.max(0, before - after);

/**
 * The choices that gave most away, in the order of the game: one of each round at most, and none of less than `least`.
 *
 * Where the bot did not look at what was chosen, what the chance lost until the next choice counts.
 */
export function swings(
  analysis: Analysis,
  roundOf: (event: number) => number,
  dictated: readonly IntroductionStep[] = [],
  most = 3,
  least = 5,
): Swing[] {
  const worst = new Map<number, Swing>();
  for (const choice of analysis.choices) {
    const bestExpected = expected(choice.best?.facts ?? []);
    if (!bestExpected) continue;
    const agreed = same(choice.picks, choice.best?.picks ?? []);
    if (agreed || choice.payment || dictated.some((step) => follows(choice, step))) continue;
    const event = Number(choice.atEvent);
    const round = roundOf(event);
    const chosenExpected = expected(choice.chosenFacts);
    const [before, after] = [bestExpected.win, chosenExpected?.win ?? choice.nextWinPercent];
    const swing = { event, round, before, after, bestExpected, ...(chosenExpected && { chosenExpected }) };
    const known = worst.get(round);
    if (costOf(swing) >= least && (!known || costOf(swing) > costOf(known))) worst.set(round, swing);
  }
  return [...worst.values()]
    .sort((a, b) => costOf(b) - costOf(a))
    .slice(0, most)
    .sort((a, b) => a.event - b.event);
}

/** Whether a choice is what a lesson suggested. */
function follows({ promptId, kind, picks }: AnalysedChoice, step: IntroductionStep): boolean {
  return step.promptId === promptId && step.kind === kind && same(step.picks, picks);
}

function same(some: readonly string[], others: readonly string[]): boolean {
  return [...some].sort().join(" ") === [...others].sort().join(" ");
}

function expected(facts: readonly Fact[]): Expected | undefined {
  const number = (wanted: string) => {
    const value = facts.find(({ name }) => name === wanted)?.value;
    return value?.case === "number" ? Number(value.value) : undefined;
  };
  const win = number("win_percent");
  return win === undefined ? undefined : { win, tables: number("tables") ?? 0 };
}
