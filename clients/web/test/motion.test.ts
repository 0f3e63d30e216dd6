import { describe, expect, test } from "vitest";
import { type Box, gains, moves, rolled } from "../src/drawing/motion.js";
import { marksOf } from "../src/model/answer.js";
import { dropped, goals } from "../src/model/drag.js";
import { TurnCall } from "../src/model/turns.js";
import { prompt } from "./builders.js";

const at = (x: number, y: number): Box => ({ x, y, width: 10, height: 15 });
const lying = (boxes: Record<string, Box>) => new Map(Object.entries(boxes));

describe("what moved", () => {
  test("a piece that lies elsewhere has flown there", () => {
    expect(moves(lying({ card: at(0, 0), other: at(50, 0) }), lying({ card: at(0, 90), other: at(50, 2) }))).toEqual([
      { kind: "move", id: "card", from: at(0, 0), to: at(0, 90) },
    ]);
  });

  test("a piece comes and another one goes", () => {
    expect(moves(lying({ good: at(0, 0) }), lying({ card: at(9, 9) }))).toEqual([
      { kind: "enter", id: "card", to: at(9, 9) },
      { kind: "leave", id: "good", from: at(0, 0) },
    ]);
  });

  test("pieces that were shifted together stay", () => {
    const row = (y: number) => lying({ a: at(0, y), b: at(20, y), c: at(40, y) });
    expect(moves(row(0), row(30))).toEqual([]);
  });

  test("of a table set up anew nothing is told, nor of the first picture", () => {
    const many = (from: number) =>
      lying(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [from + i, at(i, 0)])));
    expect(moves(many(0), many(100))).toEqual([]);
    expect(moves(new Map(), many(0))).toEqual([]);
  });
});

describe("what rolled and what landed", () => {
  const die = (face: string, x = 0): Box => ({ ...at(x, 0), face });

  test("a die has rolled that shows another face, wherever it lies, and one that comes with a face", () => {
    const before = lying({ same: die("explore"), other: die("explore"), moved: die("settle"), cup: die("") });
    const after = { same: die("explore"), other: die("wild"), moved: die("settle", 90), cup: die("produce", 50) };
    expect(rolled(before, lying({ ...after, fresh: die("develop"), card: at(0, 0) }))).toEqual([
      "other",
      "cup",
      "fresh",
    ]);
  });

  test("a die that goes back into the cup, and all of the first picture, have not rolled", () => {
    expect(rolled(lying({ die: die("explore") }), lying({ die: die("", 80) }))).toEqual([]);
    expect(rolled(new Map(), lying({ die: die("explore") }))).toEqual([]);
  });

  test("points are gained where there are more than before, and by how many", () => {
    const before = new Map([
      ["0", 3],
      ["1", 7],
      ["2", 5],
    ]);
    const after = new Map([
      ["0", 8],
      ["1", 7],
      ["2", 4],
      ["3", 9],
    ]);
    expect(gains(before, after)).toEqual([["0", 5]]);
  });
});

describe("dragging", () => {
  const piece = (value: string) => ({ standsFor: { case: "piece" as const, value } });
  const place = (value: string) => ({ standsFor: { case: "place" as const, value } });
  const marks = marksOf(
    prompt({
      options: [
        { id: "1", targets: [piece("die"), place("settle")] },
        { id: "2", targets: [piece("die"), place("produce")] },
        { id: "3", targets: [piece("card")] },
      ],
    }),
  );

  test("a die is dropped at its phase", () => {
    expect([...goals(marks, "die")]).toEqual(["settle", "produce"]);
    expect(dropped(marks, "die", ["table", "produce"])?.id).toBe("2");
    expect(dropped(marks, "die", ["elsewhere"])).toBeUndefined();
  });

  test("a card that is an option by itself is dropped anywhere", () => {
    expect(dropped(marks, "card", [])?.id).toBe("3");
    expect(dropped(marks, "unknown", [])).toBeUndefined();
  });
});

test("a player is called to tables that begin to wait, not to those that did before", () => {
  const call = new TurnCall();
  const stand = (...waiting: string[]) =>
    ["a", "b"].map((table) => ({ table, name: table, version: 1, waiting: waiting.includes(table) }));
  const told = (...waiting: string[]) =>
    call.take(stand(...waiting)).map(({ table, waiting, known }) => [table, waiting, known]);
  // What stands so at the beginning is known.
  expect(told("a")).toEqual([
    ["a", true, true],
    ["b", false, true],
  ]);
  expect(told("a", "b")).toEqual([["b", true, false]]);
  expect(told()).toEqual([
    ["a", false, false],
    ["b", false, false],
  ]);
  expect(told("a")).toEqual([["a", true, false]]);
});
