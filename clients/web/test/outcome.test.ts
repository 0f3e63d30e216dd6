import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { create } from "@bufbuild/protobuf";
import { SeatScoreSchema } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { describe, expect, test } from "vitest";
import { countedUp, outcomeOf, ranked, sourcesOf, tonesOf } from "../src/model/outcome.js";

function score(seat: number, rank: number, parts: Readonly<Record<string, number>>, tieBreaks: number[] = []) {
  const told = Object.entries(parts).map(([source, points]) => ({ source, points }));
  const total = told.reduce((sum, { points }) => sum + points, 0);
  return create(SeatScoreSchema, { seat, rank, total, parts: told, tieBreaks });
}

describe("a game's outcome", () => {
  test("tells who is ahead of whom, and of which sources that comes", () => {
    const scores = [
      score(0, 3, { cards: 3 }),
      score(1, 1, { cards: 17, chips: 2, goals: 4 }),
      score(2, 2, { cards: 11, chips: 3, goals: 4 }),
    ];
    expect(outcomeOf(scores)).toEqual({
      winners: [1],
      next: 2,
      by: 5,
      leads: [
        { source: "cards", points: 6 },
        { source: "chips", points: -1 },
      ],
    });
    expect(ranked(scores).map(({ seat }) => seat)).toEqual([1, 2, 0]);
  });

  test("tells what broke a tie: the first number in which they differ", () => {
    const scores = [score(0, 2, { cards: 9 }, [4, 1]), score(1, 1, { chips: 9 }, [4, 3])];
    expect(outcomeOf(scores)).toMatchObject({ winners: [1], by: 0, tieBreak: [3, 1] });
  });

  test("names nobody behind where a victory is shared, or nobody else played", () => {
    const both = outcomeOf([score(0, 1, { cards: 9 }), score(1, 1, { chips: 9 })]);
    expect(both).toEqual({ winners: [0, 1], by: 0, leads: [] });
    expect(outcomeOf([score(0, 1, { cards: 9 })])).toEqual({ winners: [0], by: 0, leads: [] });
    expect(outcomeOf([]).winners).toEqual([]);
  });
});

describe("points that are counted up", () => {
  const own = score(0, 1, { cards: 10, events: -2, goals: 4 });
  const sources = sourcesOf([own]);
  const counted = (upTo: number) => [...countedUp(own, sources, upTo).values()];

  test("come one source after the other", () => {
    expect(counted(0)).toEqual([0, -0, 0]);
    expect(counted(0.5)).toEqual([5, -0, 0]);
    expect(counted(1.5)).toEqual([10, -1, 0]);
    expect(counted(2.5)).toEqual([10, -2, 2]);
    expect(counted(Infinity)).toEqual([10, -2, 4]);
  });
});

const PALETTE = readFileSync(fileURLToPath(new URL("../src/palette.css", import.meta.url)), "utf8");

test.each([
  ["race", "words"],
  ["roll", "play"],
  ["jump", "play"],
  ["beyond", "play"],
])("all sources of points of %s have colours that differ", (game, file) => {
  const words = new URL(`../../../services/${game}/galaxytables_${game}/words/en/${file}.ftl`, import.meta.url);
  const sources = [...readFileSync(fileURLToPath(words), "utf8").matchAll(/^score-(\S+) =/gm)].map(
    ([, name]) => name ?? "",
  );
  expect(sources.length).toBeGreaterThan(3);
  for (const written of [sources, sources.map((source) => source.replaceAll("-", "_"))]) {
    const tones = [...tonesOf(written).values()];
    const colours = tones.map((tone) => new RegExp(`--source-${tone}: (.*);`).exec(PALETTE)?.[1]);
    expect(colours).not.toContain(undefined);
    expect(new Set(colours).size).toBe(sources.length);
  }
});

test("what is scored for a kind of worlds has the colour of the kind, whatever comes before it", () => {
  expect([...tonesOf(["developments", "novelty_worlds", "alien_worlds"])]).toEqual([
    ["novelty_worlds", 1],
    ["alien_worlds", 2],
    ["developments", 3],
  ]);
});
