/** What marked options cost and bring together: only figures that can be added, under words of the page. */
import type { Answer } from "./answer.js";
import type { Say } from "./wording.js";

/** Figures that can be added up. */
export const ADDED = [
  "cards",
  "cost",
  "credits",
  "discard",
  "military",
  "pay",
  "prestige",
  "saving",
  "spend",
  "strength",
  "vp",
] as const;

export interface Sum {
  name: string;
  sum: number;
}

/** The sums of the figures that the marked options have; none while nothing is marked or only one may be. */
export function sums(answer: Answer, say: Say): Sum[] {
  if (answer.prompt.most === 1 || answer.options.length === 0) return [];
  return ADDED.flatMap((figure) => {
    const sum = answer.sum(figure);
    return sum === undefined ? [] : [{ name: say(`sum-${figure}`), sum }];
  });
}
