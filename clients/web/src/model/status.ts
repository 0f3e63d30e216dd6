/** How a table stands, in a sentence: the same wherever the page says it. */
import { TableState } from "galaxytables-client";
import type { KnownTable } from "./knownTable.js";
import type { Say } from "./wording.js";

/** Whose turn it is, or why it is nobody's; `listed` writes the names of seats one after the other. */
export function standing(now: KnownTable, say: Say, listed: (seats: readonly number[]) => string): string {
  if (now.stage === TableState.FINISHED) return say("turn-over");
  if (now.stranded) return say("turn-stranded");
  if (now.paused) return say("turn-paused");
  if (now.open.length) return say("turn-yours");
  const others = now.waitingFor.filter((seat) => seat !== now.viewer);
  return others.length ? say("turn-waiting", { who: listed(others) }) : "";
}
