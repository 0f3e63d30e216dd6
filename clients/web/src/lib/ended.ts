/** The games whose end the player has seen in this browser, or has put away. */
import { PerTable } from "./perTable.js";

const ended = new PerTable<true>("galaxytables.ended", 200);

export const hasSeenEnd = (table: string): boolean => ended.get(table) ?? false;

export function noteEnd(table: string): void {
  if (!hasSeenEnd(table)) ended.set(table, true);
}
