/** The tables of this browser at which questions are explained, and how far their introductions were followed. */
import { PerTable } from "./perTable.js";
import { store } from "./store.js";

const KEY = "galaxytables.lessons";
const followed = new PerTable<number>("galaxytables.lessons.followed");
const MOST = 20;

function kept<T>(key: string, none: T): T {
  try {
    return (JSON.parse(store.getItem(key) ?? "null") as T | null) ?? none;
  } catch {
    return none;
  }
}

const all = (): string[] => kept(KEY, []);

const FIRST = "galaxytables.lessons.first";

/** Whether a table is a first game after a lesson, at which a few questions come with a tip. */
export const firstAt = (table: string): boolean => kept<string[]>(FIRST, []).includes(table);

export function playFirst(table: string): void {
  store.setItem(FIRST, JSON.stringify([...kept<string[]>(FIRST, []), table].slice(-MOST)));
}

const OPENED = "galaxytables.lessons.opened";

/** Whether the opening hand of a game is explained at a table: at the first one of this browser. */
export function opensAt(game: string, table: string): boolean {
  const told = kept<Record<string, string>>(OPENED, {});
  if (!(game in told)) store.setItem(OPENED, JSON.stringify({ ...told, [game]: table }));
  return (told[game] ?? table) === table;
}

export function playFirstNoMore(table: string): void {
  store.setItem(FIRST, JSON.stringify(kept<string[]>(FIRST, []).filter((each) => each !== table)));
}

export const learnsAt = (table: string): boolean => all().includes(table);

export function learnAt(table: string): void {
  store.setItem(KEY, JSON.stringify([...all(), table].slice(-MOST)));
}

export function learnNoMoreAt(table: string): void {
  store.setItem(KEY, JSON.stringify(all().filter((each) => each !== table)));
}

/** How many steps of a table's introduction were answered as suggested. */
export const followedAt = (table: string): number => followed.get(table) ?? 0;

export function noteFollowed(table: string, steps: number): void {
  followed.set(table, steps);
}
