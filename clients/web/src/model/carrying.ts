/** Pieces that are carried to a place: by one answer, or by this one and the next where two questions ask for it. */
import type { Option } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { type Mark, placesOf } from "./answer.js";

type Marks = ReadonlyMap<string, readonly Mark[]>;

/** Pieces, with the ids of the place to which each is on its way: a later question will ask for that. */
export type Ahead = ReadonlyMap<string, readonly string[]>;

/** The option with which the way of a piece to a place begins: its own only one, else that of the place by itself. */
export function setOut(marks: Marks, piece: string, places: readonly string[]): Option | undefined {
  const own = firsts(marks, piece);
  if (own.length) return own.length === 1 ? own[0] : undefined;
  const there = places.flatMap((place) => firsts(marks, place)).filter((option) => placesOf(option).length === 1);
  return there.length === 1 ? there[0] : undefined;
}

/** The first piece on its way that a question takes on to its place, and the option that does so. */
export function arriving(marks: Marks, ahead: Ahead): { piece: string; option: Option } | undefined {
  for (const [piece, places] of ahead) {
    const option = firsts(marks, piece).find((each) => {
      const [, ...onto] = placesOf(each);
      return onto.some((place) => places.includes(place));
    });
    if (option) return { piece, option };
  }
  return undefined;
}

/** Where pieces go as things are marked: a marked option that acts upon a piece names its place, unless one lies ahead. */
export function going(marks: Marks, picks: readonly string[], ahead: Ahead): Ahead {
  const found = new Map<string, readonly string[]>();
  for (const [piece, there] of marks) {
    const option = there.find(({ option: each, first }) => first && picks.includes(each.id))?.option;
    const [, place, ...more] = option?.targets ?? [];
    if (place?.standsFor.case === "place" && !more.length) found.set(piece, [place.standsFor.value]);
  }
  // What is not marked any more stays; other questions say nothing of it.
  for (const [piece, places] of ahead)
    if (!marks.has(piece) || marks.get(piece)?.some(({ option }) => picks.includes(option.id)))
      found.set(piece, places);
  return found;
}

function firsts(marks: Marks, id: string): Option[] {
  return (marks.get(id) ?? []).filter(({ first }) => first).map(({ option }) => option);
}
