import { create } from "@bufbuild/protobuf";
import { AnalysisSchema, ListGamesResponseSchema } from "galaxytables-client";
import { describe, expect, test } from "vitest";
import { isAnalysed, swings } from "../src/model/swings.js";

function choice(event: number, before: number | undefined, after: number, picks: string[], best: string[]) {
  const value = { case: "number", value: BigInt(before ?? 0) } as const;
  const facts = before === undefined ? [] : [{ name: "win_percent", value }];
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
      { event: 9, before: 52, after: 70, otherwise: false },
      { event: 12, before: 70, after: 30, otherwise: true },
    ]);
  });

  test("are none where the chance hardly moved, or is not told", () => {
    expect(swings(analysed(choice(3, 50, 53, [], []), choice(4, undefined, 100, [], [])))).toEqual([]);
  });
});

test.each([
  ["jump", 2, true],
  ["jump", 3, false],
  ["roll", 2, false],
  ["unknown", 2, false],
])("where a game of %s at %i seats turned is offered: %s", (game, seats, offered) => {
  const { games } = create(ListGamesResponseSchema, {
    games: [{ description: { game: "jump" }, analysedSeats: [2] }, { description: { game: "roll" } }],
  });
  expect(isAnalysed(games, game, seats)).toBe(offered);
});
