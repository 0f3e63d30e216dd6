/** A piece that is dragged to a place: which option that is. */
import type { Option } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { type Mark, placesOf } from "./answer.js";

type Marks = ReadonlyMap<string, readonly Mark[]>;

/** Where a piece can be dropped: the places of its options; empty where it is an option by itself. */
export function goals(marks: Marks, piece: string): ReadonlySet<string> {
  const places = marks.get(piece)?.flatMap(({ option }) => placesOf(option)) ?? [];
  return new Set(places.filter((id) => id !== piece));
}

/** The option of a piece that is dropped at a place, or anywhere on the table where it is one by itself. */
export function dropped(marks: Marks, piece: string, places: readonly string[]): Option | undefined {
  const own = marks.get(piece)?.map(({ option }) => option) ?? [];
  for (const place of places) {
    const there = own.filter((option) => place !== piece && placesOf(option).includes(place));
    if (there.length === 1) return there[0];
  }
  const alone = own.filter((option) => placesOf(option).length === 1);
  return alone.length === 1 ? alone[0] : undefined;
}
