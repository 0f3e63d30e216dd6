import { create } from "@bufbuild/protobuf";
import { type Fact, FactSchema } from "galaxy-tables-sdk/gen/galaxy/rules/v1/game_pb";
import { ComponentSchema } from "galaxy-tables-sdk/gen/galaxy/rules/v1/rules_pb";
import { expect, test } from "vitest";
import { lanesOf, locationSpots, prerequisites, slotSpots } from "../src/drawing/boards.js";

const number = (name: string, value: number) =>
  create(FactSchema, { name, value: { case: "number", value: BigInt(value) } });
const numbers = (name: string, ...values: number[]) =>
  create(FactSchema, { name, value: { case: "numbers", value: { numbers: values.map(BigInt) } } });
const needs = (...ids: string[]) =>
  create(FactSchema, { name: "prerequisites", value: { case: "components", value: { ids } } });
const catalogue = (all: Record<string, Fact[]>) =>
  new Map(Object.entries(all).map(([id, facts]) => [id, create(ComponentSchema, { id, facts })]));

test("slots are joined to what has to be researched before", () => {
  const cards = catalogue({
    I1: [number("x", 12), number("y", 10)],
    II1: [number("x", 37), number("y", 20), needs("I1", "not here")],
  });
  const spots = slotSpots(["I1", "II1"], cards);
  expect(prerequisites(spots, cards)).toEqual([{ from: { id: "I1", x: 12, y: 10 }, to: { id: "II1", x: 37, y: 20 } }]);
});

test("locations lie as on the side of the board for so many players", () => {
  const side = (players: number[], x: number) => ({ facts: [numbers("players", ...players), number("x", x)] });
  const sides = create(FactSchema, {
    name: "sides",
    value: { case: "groups", value: { groups: [side([2, 3], 30), side([4], 37)] } },
  });
  const cards = catalogue({ A1: [sides], SOL: [sides], added: [] });
  const spots = locationSpots(["A1", "SOL", "added"], 4, cards);
  expect(spots.get("A1")).toEqual({ id: "A1", x: 37, y: 50 });
  expect(spots.has("added")).toBe(false);
  expect(
    lanesOf(
      [
        { start: "SOL", end: "A1" },
        { start: "A1", end: "added" },
      ],
      spots,
    ),
  ).toHaveLength(1);
});
