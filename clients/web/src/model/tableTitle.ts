/** What a table is called in lists: as somebody has named it, else by its game and people. */
import type { Table } from "galaxytables-client";
import type { People } from "./people.js";
import type { Say } from "./wording.js";

/** So many are named; of more the first. */
const MOST = 2;

/** The game, and with whom: the people and bots who sit there, the reader only where nobody else does. */
export function titleOf(
  table: Table,
  game: string,
  people: People,
  say: Say,
  listed: (names: string[]) => string,
): string {
  if (table.named) return table.name;
  const seats = table.seats.filter(({ occupant }) => occupant.case !== undefined).map(({ number }) => number);
  const others = seats.filter((seat) => seat !== people.own);
  const names = (others.length ? others : seats).map(people.name);
  if (!names.length) return game;
  const [first = ""] = names;
  const who = names.length > MOST ? say("table-people", { who: first, more: names.length - 1 }) : listed(names);
  return say(others.length < seats.length && others.length ? "table-with" : "table-of", { game, who });
}
