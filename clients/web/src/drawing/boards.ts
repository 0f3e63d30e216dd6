/** Where things lie on the boards of Beyond the Sun, in hundredths of a board's width and height. */
import type { Fact } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { type Catalogue, componentsOf, groupsOf, numberOf, numbersOf } from "../model/catalogue.js";

export interface Spot {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

/** A line between two things on a board. */
export interface Link {
  readonly from: string;
  readonly to: string;
}

export function spotOf(id: string, facts: readonly Fact[]): Spot {
  return { id, x: numberOf(facts, "x") ?? 50, y: numberOf(facts, "y") ?? 50 };
}

/** Where the slots of the technology board lie. */
export function slotSpots(ids: readonly string[], catalogue: Catalogue): ReadonlyMap<string, Spot> {
  return new Map(ids.map((id) => [id, spotOf(id, catalogue.get(id)?.facts ?? [])]));
}

/** From each slot's prerequisites to the slot. */
export function prerequisites(ids: readonly string[], catalogue: Catalogue): Link[] {
  return ids.flatMap((to) =>
    componentsOf(catalogue.get(to)?.facts ?? [], "prerequisites").flatMap((from) =>
      ids.includes(from) ? [{ from, to }] : [],
    ),
  );
}

/** Where the locations lie: the board has a side for each number of players. */
export function locationSpots(
  ids: readonly string[],
  players: number,
  catalogue: Catalogue,
): ReadonlyMap<string, Spot> {
  return new Map(
    ids.flatMap((id) => {
      const sides = groupsOf(catalogue.get(id)?.facts ?? [], "sides");
      const side = sides.find((facts) => numbersOf(facts, "players").includes(players));
      return side ? [[id, spotOf(id, side)] as const] : [];
    }),
  );
}

/** Where a box lies, in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A box with what lies in it: the disc that stands for it, and all that is read. */
export interface FullBox extends Box {
  readonly disc: Box;
  readonly read: readonly Box[];
}

export function middle(box: Box | undefined): { readonly x: number; readonly y: number } | undefined {
  return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** What lies equally far from the left, from the top down. */
export function inLevels(spots: readonly Spot[]): string[][] {
  const levels = new Map<number, Spot[]>();
  for (const spot of spots) levels.set(spot.x, [...(levels.get(spot.x) ?? []), spot]);
  return [...levels.entries()]
    .sort(([one], [other]) => one - other)
    .map(([, level]) => level.sort((one, other) => one.y - other.y).map(({ id }) => id));
}

interface Lane {
  readonly start: string;
  readonly end: string;
}

/** Levels with their places in the order in which the lanes are shortest: none then leads behind a third place. */
export function untangled(levels: readonly (readonly string[])[], lanes: readonly Lane[]): string[][] {
  let sorted = levels.map((level) => [...level]);
  // Each level follows from those beside it, so that once there and once back is enough.
  for (const index of [...levels.keys(), ...[...levels.keys()].reverse()]) {
    const tried = orders(sorted[index] ?? []).map((level) => sorted.with(index, level));
    sorted = tried.reduce((best, other) => (length(other, lanes) < length(best, lanes) - 1e-9 ? other : best), sorted);
  }
  return sorted;
}

/** How far all lanes lead up or down; within a level a step counts as more the longer it is. */
function length(levels: readonly (readonly string[])[], lanes: readonly Lane[]): number {
  const spots = new Map(
    levels.flatMap((level, number) =>
      level.map((id, index) => [id, { number, index, y: (index + 0.5) / level.length }] as const),
    ),
  );
  return lanes.reduce((sum, { start, end }) => {
    const [from, to] = [spots.get(start), spots.get(end)];
    if (!from || !to) return sum;
    return sum + (from.number === to.number ? 2 * (Math.abs(from.index - to.index) - 1) : Math.abs(from.y - to.y));
  }, 0);
}

/** All orders of a few things; of many the one that they are in. */
function orders(items: readonly string[]): string[][] {
  if (items.length < 2 || items.length > 6) return [[...items]];
  return items.flatMap((item, index) => orders(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}
