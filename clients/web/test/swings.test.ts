import { create } from "@bufbuild/protobuf";
import { AnalysisSchema, ListGamesResponseSchema, TableSchema } from "galaxytables-client";
import { describe, expect, test } from "vitest";
import { costOf, isAnalysed, swings } from "../src/model/swings.js";

const number = (name: string, value: number) => ({ name, value: { case: "number", value: BigInt(value) } as const });

function choice(event: number, before: number | undefined, after: number, picks: string[], best: string[]) {
  const facts = before === undefined ? [] : [number("win_percent", before)];
  return { atEvent: BigInt(event), picks, best: { picks: best, facts }, nextWinPercent: after };
}

function analysed(...choices: ReturnType<typeof choice>[]) {
  return create(AnalysisSchema, { bot: "best", choices });
}

describe("swings", () => {
  test("are the largest ones in the order of the game, with whether the bot would have done otherwise", () => {
    const found = swings(
      analysed(
        choice(3, 50, 52, ["a"], ["a"]),
        choice(9, 52, 70, ["a", "b"], ["b", "a"]),
        choice(12, 70, 30, ["a"], ["c"]),
        choice(20, 30, 40, ["a"], ["a"]),
      ),
      2,
    );
    expect(found).toEqual([
      { event: 9, before: 52, after: 70, otherwise: false, bestExpected: { win: 52, tables: 0 } },
      { event: 12, before: 70, after: 30, otherwise: true, bestExpected: { win: 70, tables: 0 } },
    ]);
  });

  test("tell what is expected of both answers, where the bot looked at what was chosen", () => {
    const chosenFacts = [number("win_percent", 41), number("tables", 5)];
    const facts = [number("win_percent", 60), number("tables", 20)];
    const [found] = swings(
      create(AnalysisSchema, {
        choices: [{ atEvent: 3n, picks: ["a"], best: { picks: ["b"], facts }, nextWinPercent: 30, chosenFacts }],
      }),
    );
    expect(found?.bestExpected).toEqual({ win: 60, tables: 20 });
    expect(found?.chosenExpected).toEqual({ win: 41, tables: 5 });
  });

  test("are also choices that gave much away though the chance came back", () => {
    const chosenFacts = [number("win_percent", 20)];
    const facts = [number("win_percent", 60)];
    const given = { atEvent: 3n, picks: ["a"], best: { picks: ["b"], facts }, nextWinPercent: 60, chosenFacts };
    const [found] = swings(create(AnalysisSchema, { choices: [given] }));
    expect(found && costOf(found)).toBe(40);
    expect(swings(create(AnalysisSchema, { choices: [{ ...given, picks: ["b"] }] }))).toEqual([]);
    const [unknown] = swings(analysed(choice(3, 60, 20, ["a"], ["b"])));
    expect(unknown && costOf(unknown)).toBe(0);
  });

  test("are three at most, unless more are wanted", () => {
    const choices = [1, 2, 3, 4].map((event) => choice(event, 50, 50 + 10 * event, [], []));
    expect(swings(analysed(...choices)).map(({ event }) => event)).toEqual([2, 3, 4]);
  });

  test("are none where the chance hardly moved, or is not told", () => {
    expect(swings(analysed(choice(3, 50, 53, [], []), choice(4, undefined, 100, [], [])))).toEqual([]);
  });
});

test.each([
  ["jump", 2, {}, true],
  ["jump", 3, {}, false],
  ["roll", 2, {}, false],
  ["race", 2, { orb: "off" }, true],
  ["race", 2, { orb: "on" }, false],
  ["unknown", 2, {}, false],
])("where a game of %s at %i seats with %j turned is offered: %s", (game, seats, options, offered) => {
  const { games } = create(ListGamesResponseSchema, {
    games: [
      { description: { game: "jump" }, analysedSeats: [2] },
      { description: { game: "race" }, analysedSeats: [2], unanalysedOptions: { orb: "on" } },
      { description: { game: "roll" } },
    ],
  });
  const table = create(TableSchema, { game, options, seats: Array.from({ length: seats }, () => ({})) });
  expect(isAnalysed(games, table)).toBe(offered);
});
