/** Where a game turned: of an analysis the choices after which the chance to win went furthest up or down. */
import type { AnalysedChoice, Analysis, GameOffer } from "galaxytables-client";
import type { Prompt } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import type { Past } from "./past.js";

/** Whether a bot can say where a game of so many seats turned. */
export function isAnalysed(offers: readonly GameOffer[], game: string, seats: number): boolean {
  const offer = offers.find(({ description }) => description?.game === game);
  return offer?.analysedSeats.includes(seats) ?? false;
}

/** A choice that turned the game, with its question: what was chosen in it, and what a bot would have. */
export interface Turn extends Swing {
  /** The round in which it was made, as far as the log tells. */
  readonly round: number;
  readonly prompt: Prompt;
  readonly picks: readonly string[];
  readonly best: readonly string[];
}

/** The choices of an analysis that turned the game, with their questions as they stood. */
export async function turningPoints(analysis: Analysis, past: Past): Promise<Turn[]> {
  const rounds = past.rounds();
  const found: Turn[] = [];
  for (const swing of swings(analysis)) {
    const choice = analysis.choices.find(({ atEvent }) => Number(atEvent) === swing.event);
    const prompt = choice && (await past.promptAt(swing.event, choice.promptId));
    if (!prompt) continue;
    const round = rounds.findLast(({ event }) => event <= swing.event)?.round ?? 1;
    found.push({ ...swing, round, prompt, picks: choice.picks, best: choice.best?.picks ?? [] });
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
}

/** The largest swings, in the order of the game; none of less than `least`. */
export function swings(analysis: Analysis, most = 5, least = 5): Swing[] {
  const found = analysis.choices.flatMap((choice) => {
    const before = chance(choice);
    return before === undefined ? [] : [swing(choice, before)];
  });
  return found
    .filter(({ before, after }) => Math.abs(after - before) >= least)
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))
    .slice(0, most)
    .sort((a, b) => a.event - b.event);
}

function swing({ atEvent, picks, best, nextWinPercent }: AnalysedChoice, before: number): Swing {
  const chosen = [...picks].sort().join(" ");
  const wanted = [...(best?.picks ?? [])].sort().join(" ");
  return { event: Number(atEvent), before, after: nextWinPercent, otherwise: chosen !== wanted };
}

function chance({ best }: AnalysedChoice): number | undefined {
  const fact = best?.facts.find(({ name }) => name === "win_percent")?.value;
  return fact?.case === "number" ? Number(fact.value) : undefined;
}
