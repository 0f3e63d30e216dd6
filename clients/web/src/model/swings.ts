/** Where a game turned: of an analysis the choices after which the chance to win went furthest up or down. */
import type { AnalysedChoice, Analysis, GameOffer, Table } from "galaxytables-client";
import type { Message } from "@bufbuild/protobuf";
import type { Fact, Prompt } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
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

/** A choice that turned the game, with its question and the table as they stood: what was chosen, what a bot would have. */
export interface Turn extends Swing {
  /** Which bot says so. */
  readonly bot: string;
  /** The round in which it was made, as far as the log tells. */
  readonly round: number;
  readonly prompt: Prompt;
  readonly view?: Message;
  readonly picks: readonly string[];
  readonly best: readonly string[];
}

/** The choices of an analysis that turned the game, with their questions as they stood. */
export async function turningPoints(analysis: Analysis, past: Past): Promise<Turn[]> {
  const rounds = past.rounds();
  const found: Turn[] = [];
  for (const swing of swings(analysis)) {
    const choice = analysis.choices.find(({ atEvent }) => Number(atEvent) === swing.event);
    const asked = choice && (await past.askedAt(swing.event, choice.promptId));
    if (!asked) continue;
    const round = rounds.findLast(({ event }) => event <= swing.event)?.round ?? 1;
    found.push({ ...swing, ...asked, bot: analysis.bot, round, picks: choice.picks, best: choice.best?.picks ?? [] });
  }
  return found;
}

/** A choice, with the chance to win (of 100) when it was made and when the next one was asked for. */
export interface Swing {
  readonly event: number;
  readonly before: number;
  readonly after: number;
  /** The bot would have chosen something else. */
  readonly otherwise: boolean;
  /** What it expects of its own choice, and of what was chosen where it looked at that. */
  readonly bestExpected: Expected;
  readonly chosenExpected?: Expected;
}

/** What a choice gave away of the chance to win, of 100, as far as the bot looked at it. */
export function costOf({ otherwise, bestExpected, chosenExpected }: Swing): number {
  return otherwise && chosenExpected ? Math.max(0, bestExpected.win - chosenExpected.win) : 0;
}

/** How much a moment decided: what the choice gave away, or how far the chance went until the next one. */
const weightOf = (swing: Swing) => Math.max(costOf(swing), Math.abs(swing.after - swing.before));

/** The moments that decided most, in the order of the game; none of less than `least`. */
export function swings(analysis: Analysis, most = 3, least = 5): Swing[] {
  const found = analysis.choices.flatMap((choice) => {
    const best = expected(choice.best?.facts ?? []);
    return best ? [swing(choice, best)] : [];
  });
  return found
    .filter((swing) => weightOf(swing) >= least)
    .sort((a, b) => weightOf(b) - weightOf(a))
    .slice(0, most)
    .sort((a, b) => a.event - b.event);
}

function swing({ atEvent, picks, best, nextWinPercent, chosenFacts }: AnalysedChoice, bestExpected: Expected): Swing {
  const chosen = [...picks].sort().join(" ");
  const wanted = [...(best?.picks ?? [])].sort().join(" ");
  const chosenExpected = expected(chosenFacts);
  return {
    event: Number(atEvent),
    before: bestExpected.win,
    after: nextWinPercent,
    otherwise: chosen !== wanted,
    bestExpected,
    ...(chosenExpected && { chosenExpected }),
  };
}

function expected(facts: readonly Fact[]): Expected | undefined {
  const number = (wanted: string) => {
    const value = facts.find(({ name }) => name === wanted)?.value;
    return value?.case === "number" ? Number(value.value) : undefined;
  };
  const win = number("win_percent");
  return win === undefined ? undefined : { win, tables: number("tables") ?? 0 };
}
