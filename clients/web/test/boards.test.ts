import { create } from "@bufbuild/protobuf";
import { type Fact, FactSchema } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { ComponentSchema } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { expect, test } from "vitest";
import { inLevels, locationSpots, prerequisites, untangled } from "../src/drawing/boards.js";

const number = (name: string, value: number) =>
  create(FactSchema, { name, value: { case: "number", value: BigInt(value) } });
const numbers = (name: string, ...values: number[]) =>
  create(FactSchema, { name, value: { case: "numbers", value: { numbers: values.map(BigInt) } } });
const needs = (...ids: string[]) =>
  create(FactSchema, { name: "prerequisites", value: { case: "components", value: { ids } } });
const catalogue = (all: Record<string, Fact[]>) =>
  new Map(Object.entries(all).map(([id, facts]) => [id, create(ComponentSchema, { id, facts })]));

test("slots are joined to what has to be researched before", () => {
  const cards = catalogue({ I1: [], II1: [needs("I1", "not here")] });
  expect(prerequisites(["I1", "II1"], cards)).toEqual([{ from: "I1", to: "II1" }]);
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
});

test("levels are what lies equally far from the left, from the top down", () => {
  const spots = [
    { id: "low", x: 30, y: 75 },
    { id: "far", x: 80, y: 50 },
    { id: "high", x: 30, y: 25 },
  ];
  expect(inLevels(spots)).toEqual([["high", "low"], ["far"]]);
});

test("no lane of the boards leads behind a third place", () => {
  const lanes = (text: string) =>
    text.split(" ").map((lane) => {
      const [start = "", end = ""] = lane.split("-");
      return { start, end };
    });
  const board = lanes("SOL-A1 SOL-A2 SOL-Y1 A1-Y1 A2-Y1 A1-Y2 A2-Y3 Y2-B1 Y3-B2 Y1-B1 Y1-B2 B1-DEEP B2-DEEP");
  const sorted = untangled([["SOL"], ["A1", "A2", "Y1"], ["Y2", "Y3", "B1", "B2"], ["DEEP"]], board);
  expect(sorted).toEqual([["SOL"], ["A1", "Y1", "A2"], ["Y2", "B1", "B2", "Y3"], ["DEEP"]]);
});
