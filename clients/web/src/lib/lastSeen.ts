/** Up to which event the player has seen the tables of this browser. */
import { PerTable } from "./perTable.js";

const seen = new PerTable<number>("galaxytables.seen", 100);

export const lastSeenAt = (table: string): number | undefined => seen.get(table);

export function noteSeen(table: string, event: number): void {
  if (seen.get(table) !== event) seen.set(table, event);
}
