/** The puzzles that were solved in this browser, and those that were answered wrongly. */
import type { PuzzleState } from "../model/puzzles.js";
import { store } from "./store.js";

const [SOLVED, FAILED] = ["galaxytables.puzzles.solved", "galaxytables.puzzles.failed"];

type Kept = Readonly<Record<string, readonly string[]>>;

function kept(key: string): Kept {
  try {
    return (JSON.parse(store.getItem(key) ?? "null") as Kept | null) ?? {};
  } catch {
    return {};
  }
}

const keptOf = (key: string, game: string): ReadonlySet<string> => new Set(kept(key)[game] ?? []);

export const solvedOf = (game: string): ReadonlySet<string> => keptOf(SOLVED, game);

/** How each puzzle of a game stands: solved, once it was, else failed or new. */
export function statesOf(game: string): (id: string) => PuzzleState {
  const [solved, failed] = [solvedOf(game), keptOf(FAILED, game)];
  return (id) => (solved.has(id) ? "solved" : failed.has(id) ? "failed" : "new");
}

export function noteAnswered(game: string, id: string, solved: boolean): void {
  const key = solved ? SOLVED : FAILED;
  store.setItem(key, JSON.stringify({ ...kept(key), [game]: [...new Set([...keptOf(key, game), id])] }));
}
