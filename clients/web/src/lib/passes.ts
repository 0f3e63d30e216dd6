/** At which tables of this browser which kinds of questions are passed on. */
import { store } from "./store.js";

const KEY = "galaxytables.passes";
const MOST = 20;

function all(): Record<string, readonly string[]> {
  try {
    return JSON.parse(store.getItem(KEY) ?? "{}") as Record<string, readonly string[]>;
  } catch {
    return {};
  }
}

export const passesAt = (table: string): readonly string[] => all()[table] ?? [];

export function notePasses(table: string, kinds: readonly string[]): void {
  const others = Object.entries(all()).filter(([each]) => each !== table);
  const own = kinds.length ? [[table, kinds] as const] : [];
  store.setItem(KEY, JSON.stringify(Object.fromEntries([...others.slice(1 - MOST), ...own])));
}
