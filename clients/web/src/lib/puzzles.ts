/** The puzzles that were solved in this browser. */
import { store } from "./store.js";

const KEY = "galaxytables.puzzles.solved";

type Solved = Readonly<Record<string, readonly string[]>>;

function kept(): Solved {
  try {
    return (JSON.parse(store.getItem(KEY) ?? "null") as Solved | null) ?? {};
  } catch {
    return {};
  }
}

export const solvedOf = (game: string): ReadonlySet<string> => new Set(kept()[game] ?? []);

export function noteSolved(game: string, id: string): void {
  store.setItem(KEY, JSON.stringify({ ...kept(), [game]: [...new Set([...solvedOf(game), id])] }));
}
