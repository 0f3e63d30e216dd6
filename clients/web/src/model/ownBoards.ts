/**
 * Boards that games bring: a module of the game's package, served beside the page and loaded at tables of that game alone.
 *
 * docs/how-to/boards.md says what such a module is given.
 */
import type { JsonObject } from "@bufbuild/protobuf";

/** An option of the open question. */
export interface BoardOption {
  readonly id: string;
  readonly text: string;
  /** Ids of the pieces and places that it stands for. */
  readonly stands: readonly string[];
  readonly picked: boolean;
}

/** The question that is open for who looks. */
export interface BoardPrompt {
  readonly kind: string;
  readonly text: string;
  readonly least: number;
  readonly most: number;
  readonly options: readonly BoardOption[];
}

/** All that there is to draw. */
export interface BoardTable {
  /** The game's view as JSON, its fields named as in the proto or Struct. */
  readonly view: JsonObject;
  /** The seat that looks; none for a spectator. */
  readonly viewer?: number;
  readonly language: string;
  readonly prompt?: BoardPrompt;
}

/** What a board may ask and do. */
export interface BoardTools {
  /** Mark an option of the open question, or take its mark away. The person answers with the page's button. */
  pick(option: string): void;
  /** What a component, piece, place or word is called. */
  name(id: string): string;
  /** A message of the game's words; empty where there is none. */
  message(id: string, variables?: Record<string, string | number>): string;
  /** Who sits at a seat. */
  player(seat: number): string;
}

/** What the function that a module exports by default returns. */
export interface OwnBoard {
  /** Draw the table as it is now. */
  update(table: BoardTable): void;
  /** The table is left. */
  destroy?(): void;
}

export type MakeBoard = (place: ShadowRoot, tools: BoardTools) => OwnBoard;

type Load = (address: string) => Promise<unknown>;
type Fetch = (address: string) => Promise<Pick<Response, "ok" | "json">>;

/** Where the board of a game is; none if it brings none, or if that cannot be found out. */
export async function addressOf(game: string, get: Fetch): Promise<string | undefined> {
  try {
    const answer = await get("/boards.json");
    const known: unknown = answer.ok ? await answer.json() : {};
    const address = (known as Record<string, unknown>)[game];
    return typeof address === "string" ? address : undefined;
  } catch {
    return undefined;
  }
}

/** The function that a module exports; throws what loading it throws, and `TypeError` if it exports none. */
export async function makerAt(address: string, load: Load): Promise<MakeBoard> {
  const made = (await load(address)) as { default?: unknown };
  if (typeof made.default !== "function") throw new TypeError(`${address} exports no function by default`);
  return made.default as MakeBoard;
}
