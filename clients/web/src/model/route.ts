/** What an address within the page shows. */
import { decoded, tableName } from "./invitation.js";

/** Pages of the reader, of which there is one each. */
const OWN = [
  "account",
  "notifications",
  "people",
  "decisions",
  "conduct",
  "seek",
  "lessons",
  "watch",
  "tournaments",
  "new-tournament",
] as const;
const NAMED = [
  "table",
  "replay",
  "player",
  "new",
  "learn",
  "differences",
  "rules",
  "puzzles",
  "ratings",
  "report",
  "challenge",
  "report-player",
  "tournament",
] as const;
/** Where links in e-mails lead, each with a token. */
const LINKS = ["confirm-email", "stop-email"] as const;

export interface Route {
  readonly kind: "lobby" | "nothing" | (typeof OWN | typeof NAMED | typeof LINKS)[number];
  /** A table, a player, a game, a tournament or a token; empty for all of them. */
  readonly name: string;
  /** One of the puzzles of a game; none for all of them. */
  readonly puzzle?: string;
}

const NOTHING: Route = { kind: "nothing", name: "" };

/** The route of the part of an address after `#`. */
export function routeOf(path: string): Route {
  const [first = "", word = "", part = "", ...more] = path.split("/");
  const puzzle = word === "puzzles" ? decoded(more.shift() ?? "") : undefined;
  if (first || more.some((each) => each)) return NOTHING;
  if (!word) return part ? NOTHING : { kind: "lobby", name: "" };
  const own = OWN.find((each) => each === word);
  if (own) return part || more.length ? NOTHING : { kind: own, name: "" };
  const kind = [...NAMED, ...LINKS].find((each) => each === word);
  const name = decoded(part)?.trim();
  if (!kind || name === undefined || (!name && kind !== "ratings")) return NOTHING;
  if (puzzle) return { kind, name, puzzle };
  return { kind, name: kind === "table" || kind === "replay" || kind === "report" ? tableName(name) : name };
}

/** The part after `#` that stands for a path of its own: links to games that are shared have one, which messengers read. */
export function hashOf(path: string): string {
  return path.startsWith("/replay/") ? `#${path}` : "";
}
