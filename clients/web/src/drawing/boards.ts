/** Where things lie on the boards of Beyond the Sun, in hundredths of a board's width and height. */
import type { Fact } from "galaxy-tables-sdk/gen/galaxy/rules/v1/game_pb";
import { type Catalogue, componentsOf, groupsOf, numberOf, numbersOf } from "../model/catalogue.js";

export interface Spot {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

/** A line between two things on a board. */
export interface Link {
  readonly from: Spot;
  readonly to: Spot;
}

export function spotOf(id: string, facts: readonly Fact[]): Spot {
  return { id, x: numberOf(facts, "x") ?? 50, y: numberOf(facts, "y") ?? 50 };
}

/** Where the slots of the technology board lie. */
export function slotSpots(ids: readonly string[], catalogue: Catalogue): ReadonlyMap<string, Spot> {
  return new Map(ids.map((id) => [id, spotOf(id, catalogue.get(id)?.facts ?? [])]));
}

/** From each slot's prerequisites to the slot. */
export function prerequisites(spots: ReadonlyMap<string, Spot>, catalogue: Catalogue): Link[] {
  return [...spots.values()].flatMap((to) =>
    componentsOf(catalogue.get(to.id)?.facts ?? [], "prerequisites").flatMap((id) => {
      const from = spots.get(id);
      return from ? [{ from, to }] : [];
    }),
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

/** The lanes between locations that have a place on the board. */
export function lanesOf(
  lanes: readonly { readonly start: string; readonly end: string }[],
  spots: ReadonlyMap<string, Spot>,
): Link[] {
  return lanes.flatMap(({ start, end }) => {
    const [from, to] = [spots.get(start), spots.get(end)];
    return from && to ? [{ from, to }] : [];
  });
}
