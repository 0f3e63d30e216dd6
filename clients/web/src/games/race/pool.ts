/** The pool of victory points. */
import type { Say } from "../../model/wording.js";

/** What is left in the pool: the last round may pay out more than it held, with chips from the box. */
export function poolWords(chips: number, say: Say): string {
  return chips < 0 ? say("race-pool-overdrawn", { chips: -chips }) : say("race-pool", { chips });
}
