/** Where a game turned: of an analysis the choices after which the chance to win went furthest up or down. */
import type { AnalysedChoice, Analysis } from "galaxy-tables-sdk";

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
