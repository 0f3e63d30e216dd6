/** Who has left an open table, or was sent away, while the reader looked at it. */
import type { Table } from "galaxytables-client";

/** The names of people other than the reader who were at a table before and are not now. */
export function departed(before: Table, now: Table, reader: string): readonly string[] {
  const people = ({ seats }: Table) =>
    seats.flatMap(({ occupant }) => (occupant.case === "player" ? occupant.value : []));
  const left = new Set(people(now).map(({ id }) => id));
  return people(before).flatMap(({ id, name }) => (id === reader || left.has(id) ? [] : name));
}
