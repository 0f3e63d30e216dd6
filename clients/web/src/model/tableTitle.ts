/** What a table is called in lists: as somebody has named it, else by its game and people. */
import type { Table } from "galaxytables-client";
import type { People } from "./people.js";
import type { Say } from "./wording.js";

/** Names that tables get where nobody gives one, by the name of who opens it: the lobby's, and those of earlier pages. */
const GIVEN_BY_ITSELF = [
  (who: string) => `${who}'s table`,
  (who: string) => `${who}’s table`,
  (who: string) => `${who}のテーブル`,
];

/** So many are named; of more the first. */
const MOST = 2;

/** Whether a name is somebody's choice, at a table of these people. */
export const isChosen = (name: string, people: readonly string[]): boolean =>
  name !== "" && !people.some((who) => GIVEN_BY_ITSELF.some((given) => given(who) === name));

/** Whether somebody has named a table; who has opened it may have left or be called otherwise since, which looks like a name. */
export function isNamed({ name, seats }: Table): boolean {
  return isChosen(
    name,
    seats.flatMap(({ occupant }) => (occupant.case === "player" ? [occupant.value.name] : [])),
  );
}

/** The game, and with whom: the people and bots who sit there, the reader only where nobody else does. */
export function titleOf(
  table: Table,
  game: string,
  people: People,
  say: Say,
  listed: (names: string[]) => string,
): string {
  if (isNamed(table)) return table.name;
  const seats = table.seats.filter(({ occupant }) => occupant.case !== undefined).map(({ number }) => number);
  const others = seats.filter((seat) => seat !== people.own);
  const names = (others.length ? others : seats).map(people.name);
  if (!names.length) return game;
  const [first = ""] = names;
  const who = names.length > MOST ? say("table-people", { who: first, more: names.length - 1 }) : listed(names);
  return say(others.length < seats.length && others.length ? "table-with" : "table-of", { game, who });
}
