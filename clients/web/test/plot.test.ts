import { create } from "@bufbuild/protobuf";
import { JumpViewSchema } from "galaxytables-client/gen/galaxytables/jump/v1/jump_pb";
import { RollViewSchema } from "galaxytables-client/gen/galaxytables/roll/v1/roll_pb";
import { expect, test } from "vitest";
import { labelled, nearest, plot, rounds, ticksOf } from "../src/drawing/plot.js";
import { seriesOf, tells } from "../src/model/standings.js";

test("ticks are round numbers, about five of them", () => {
  expect(ticksOf(0, 50)).toEqual([0, 10, 20, 30, 40, 50]);
  expect(ticksOf(-3, 4)).toEqual([-2, 0, 2, 4]);
  expect(ticksOf(17, 33)).toEqual([20, 25, 30]);
});

test("points by round come from the positions", () => {
  const at = (...points: number[]) => create(JumpViewSchema, { empires: points.map((vp, seat) => ({ seat, vp })) });
  const series = seriesOf([at(1, 0), at(4, 9)]);
  expect([...series]).toEqual([
    [0, [1, 4]],
    [1, [0, 9]],
  ]);
  const { lines } = rounds(series, 200, 100);
  expect(lines[1]?.dots.map(({ y }) => y)).toEqual([90, 10]);
});

test("each round has its column, which is found by what is nearest, and labels that do not touch", () => {
  const { columns, lines } = rounds(new Map([[0, [1, 2, 3]]]), 252, 100);
  expect(columns).toEqual([42, 142, 242]);
  expect(lines[0]?.dots.map(({ x }) => x)).toEqual(columns);
  expect([0, 91, 93, 500].map((x) => nearest(columns, x))).toEqual([0, 0, 1, 2]);
  expect(nearest([], 5)).toBe(-1);
  expect([99, 100, 101, 250].map((least) => labelled(columns, least))).toEqual([1, 1, 2, 3]);
  expect(labelled([42], 30)).toBe(1);
});

test("points of Roll are summed over their sources", () => {
  const score = { chips: 3, developments: 4, worlds: 5, bonuses: 1 };
  const view = create(RollViewSchema, { empires: [{ seat: 2, score }] });
  expect([2, 1, 0].map((begun) => tells(view, begun))).toEqual([true, false, false]);
  expect(seriesOf([view]).get(2)).toEqual([13]);
});

test("a rating is drawn from game to game, from its least to its most", () => {
  const { dots, ticks, line } = plot([0, 3, -1], 300, 100);
  expect(dots.map(({ y }) => y)).toEqual([70, 10, 90]);
  expect(ticks.map(({ value }) => value)).toContain(0);
  expect(line.match(/[ML]/g)).toEqual(["M", "L", "L"]);
});
