/** At which tables of this browser which kinds of questions are passed on. */
import { PerTable } from "./perTable.js";

const passes = new PerTable<readonly string[]>("galaxytables.passes");

export const passesAt = (table: string): readonly string[] => passes.get(table) ?? [];

export function notePasses(table: string, kinds: readonly string[]): void {
  passes.set(table, kinds.length ? kinds : undefined);
}
