import { describe, expect, test } from "vitest";
import { Answer, idsOfSide, inSteps, marksOf, naming } from "../src/model/answer.js";
import { options, prompt, say } from "./builders.js";

const pay = (id: string, number: bigint) => ({
  id,
  facts: [{ name: "pay", value: { case: "number" as const, value: number } }],
});

describe("an answer", () => {
  test("to one question moves its mark", () => {
    const answer = new Answer(prompt({ options: options("a", "b") }));
    expect([answer.toggle("a"), answer.toggle("b"), answer.picks]).toEqual([true, true, ["b"]]);
    answer.toggle("b");
    expect([answer.picks, answer.complete, answer.missing]).toEqual([[], false, 1]);
  });

  test("holds its marks in their order, and no more than are wanted", () => {
    const answer = new Answer(prompt({ least: 2, most: 2, ordered: true, options: options("a", "b", "c") }));
    expect([answer.toggle("c"), answer.toggle("a"), answer.toggle("b"), answer.toggle("x")]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([answer.picks, answer.rank("a"), answer.rank("b"), answer.complete]).toEqual([["c", "a"], 2, 0, true]);
  });

  test("moves the mark of a piece that is acted upon once", () => {
    const sent = (id: string, die: string, place: string) => ({
      id,
      targets: [
        { standsFor: { case: "piece" as const, value: die } },
        { standsFor: { case: "place" as const, value: place } },
      ],
    });
    const both = [sent("a", "die:1", "strip:1"), sent("b", "die:1", "strip:2"), sent("c", "die:2", "strip:1")];
    const answer = new Answer(prompt({ least: 0, most: 2, oneEach: true, options: both }));
    expect([answer.toggle("a"), answer.toggle("c"), answer.toggle("b")]).toEqual([true, true, true]);
    expect(answer.picks).toEqual(["b", "c"]);
  });

  test("sums what the marked options cost", () => {
    const answer = new Answer(prompt({ most: 3, options: [pay("a", 2n), pay("b", 3n), { id: "c" }] }));
    ["a", "b", "c"].forEach((id) => answer.toggle(id));
    expect([answer.sum("pay"), answer.sum("military")]).toEqual([5, undefined]);
  });

  test.each([
    [1, 1, "question-choose 1"],
    [0, 1, "question-choose-one-or-none"],
    [2, 3, "question-choose-range 2 3"],
    [0, 2, "question-choose-up-to 2"],
    [0, 3, "question-choose-any"],
  ])("wants %i to %i", (least, most, wanted) => {
    expect(new Answer(prompt({ least, most, options: options("a", "b", "c") })).bounds(say)).toBe(wanted);
  });

  test("is kept where the question is the same", () => {
    const answer = new Answer(prompt({ options: options("a", "b") }));
    expect(answer.fits(prompt({ options: options("a", "b") }))).toBe(true);
    expect(answer.fits(prompt({ options: options("a") }))).toBe(false);
  });
});

test("options are marked at the pieces and places that they stand for", () => {
  const marks = marksOf(
    prompt({
      options: [
        {
          id: "a",
          targets: [{ standsFor: { case: "piece", value: "47" } }, { standsFor: { case: "place", value: "cell:1" } }],
        },
        { id: "b", targets: [{ standsFor: { case: "piece", value: "47" } }] },
        { id: "c", targets: [{ standsFor: { case: "action", value: "pass" } }] },
      ],
    }),
  );
  expect(marks.get("47")?.map(({ number, first }) => [number, first])).toEqual([
    [1, true],
    [2, true],
  ]);
  expect(marks.get("cell:1")?.map(({ number, first }) => [number, first])).toEqual([[1, false]]);
  expect([...marks.keys()]).toEqual(["47", "cell:1"]);
});

describe("where a piece is chosen, then where it goes", () => {
  const goes = (piece: string, place: string) => ({
    id: `${piece} ${place}`,
    targets: [
      { standsFor: { case: "piece" as const, value: piece } },
      { standsFor: { case: "place" as const, value: place } },
    ],
  });
  const moves = prompt({ options: [goes("s1", "A"), goes("s1", "B"), goes("s2", "B")] });
  const lit = (taken: string, picks: string[] = [], asked = moves) =>
    [...inSteps(marksOf(asked), asked, { taken, picks }).keys()].sort();

  test.each([
    ["", [], ["s1", "s2"]],
    ["s1", [], ["A", "B"]],
    ["s2", [], ["B"]],
    ["", ["s2 B"], ["B", "s1", "s2"]],
  ])("taken %j and marked %j light %j", (taken, picks, wanted) => {
    expect(lit(taken, picks)).toEqual(wanted);
  });

  test("all is lit where options are of another kind, or several are wanted", () => {
    const other = prompt({
      options: [goes("s1", "A"), { id: "x", targets: [{ standsFor: { case: "place", value: "C" } }] }],
    });
    expect(lit("s1", [], other)).toEqual(["A", "C", "s1"]);
    expect(lit("s1", [], prompt({ most: 2, options: moves.options }))).toEqual(["A", "B", "s1", "s2"]);
  });
});

describe("a start tile", () => {
  const start = (tile: string, development: string, world: string) => ({
    id: development,
    component: development,
    targets: [{ standsFor: { case: "piece" as const, value: tile } }],
    facts: [{ name: "world", value: { case: "component" as const, value: world } }],
  });
  const marks = marksOf(prompt({ options: [start("t1", "d1", "w2"), start("t2", "d2", "w1")] }));

  test.each([
    ["d1", "d1"],
    ["w2", "d1"],
    ["d2", "d2"],
    ["w1", "d2"],
  ])("is put up with the side %s where that side is clicked", (side, option) => {
    expect(marks.get(naming(side))?.map(({ option }) => option.id)).toEqual([option]);
  });

  test.each([
    ["t1", "d1", ["d1"]],
    ["t1", "w1", ["d2"]],
    ["t1", "other", []],
    ["t2", "d2", ["d2"]],
    ["t2", "w2", ["d1"]],
  ])("%s is clicked at its side %s: %j is marked", (tile, side, marked) => {
    const there = idsOfSide(tile, side, marks).flatMap((id) => marks.get(id) ?? []);
    expect(there.map(({ option }) => option.id)).toEqual(marked);
  });

  test("is itself meant where no option stands for its sides", () => {
    const tiles = marksOf(
      prompt({ options: [{ id: "t1", targets: [{ standsFor: { case: "piece", value: "t1" } }] }] }),
    );
    expect([idsOfSide("t1", "d1", tiles), idsOfSide("t3", "d3", tiles)]).toEqual([[], ["t3"]]);
  });
});
