import { create } from "@bufbuild/protobuf";
import { FactSchema } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { ArtifactSeries, OrbCellKind, OrbViewSchema } from "galaxytables-client/gen/galaxytables/race/v1/orb_pb";
import { expect, test } from "vitest";
import { bounds, gridOf, gridOfCard, placeOf } from "../src/drawing/orb.js";

const word = (name: string, value: string) => create(FactSchema, { name, value: { case: "word", value } });
const number = (name: string, value: number) =>
  create(FactSchema, { name, value: { case: "number", value: BigInt(value) } });
const groups = (name: string, all: ReturnType<typeof word>[][]) =>
  create(FactSchema, { name, value: { case: "groups", value: { groups: all.map((facts) => ({ facts })) } } });

test("an edge that two squares tell of is drawn once", () => {
  const grid = gridOf(
    create(OrbViewSchema, {
      cells: [
        { id: "c:0:0", column: 0, row: 0, kind: OrbCellKind.PLAIN, east: 4 },
        { id: "c:1:0", column: 1, row: 0, kind: OrbCellKind.PLAIN, west: 4, south: -1 },
      ],
    }),
  );
  expect(grid.edges).toEqual([
    { from: [1, 0], to: [1, 1], strength: 4 },
    { from: [1, 1], to: [2, 1], strength: undefined },
  ]);
});

test("where an artifact was taken its place is still seen", () => {
  const cells = [
    { id: "c:0:0", kind: OrbCellKind.ARTIFACT_B, artifact: ArtifactSeries.B },
    { id: "c:0:1", row: 1, kind: OrbCellKind.BREEDING_TUBE },
    { id: "c:0:2", row: 2, kind: OrbCellKind.JUMP_TUBE },
  ];
  const { squares } = gridOf(create(OrbViewSchema, { cells }));
  expect(squares.map(({ kind, series, full }) => [kind, series, full])).toEqual([
    ["plain", "B", true],
    ["breeding", "A", false],
    ["tube", "", false],
  ]);
});

test("a card in the hand is drawn from what is printed on it", () => {
  const at = (column: number, row: number) => [number("column", column), number("row", row)];
  const grid = gridOfCard([
    groups("cells", [
      [...at(0, 0), word("kind", "artifact_a")],
      [...at(0, 1), word("kind", "feeding_station")],
    ]),
    groups("edges", [
      [...at(0, 0), word("side", "north"), word("kind", "wall")],
      [...at(0, 1), word("side", "west"), word("kind", "barrier"), number("strength", 5)],
    ]),
  ]);
  expect(grid.squares.map(({ kind, series }) => [kind, series])).toEqual([
    ["plain", "A"],
    ["station", ""],
  ]);
  expect(grid.edges).toEqual([
    { from: [0, 0], to: [1, 0], strength: undefined },
    { from: [0, 1], to: [0, 2], strength: 5 },
  ]);
});

test("places beside the map widen it", () => {
  expect(placeOf("c:-2:3")).toEqual({ id: "c:-2:3", column: -2, row: 3 });
  expect(bounds([placeOf("c:-2:3"), placeOf("c:1:4")])).toEqual([-2, 3, 4, 2]);
});
