import { create } from "@bufbuild/protobuf";
import { AnalysisSchema, ListGamesResponseSchema, TableSchema } from "galaxytables-client";
import { IntroductionStepSchema } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { describe, expect, test } from "vitest";
import { costOf, isAnalysed, swings } from "../src/model/swings.js";

const number = (name: string, value: number) => ({ name, value: { case: "number", value: BigInt(value) } as const });

interface Told {
  readonly event: number;
  readonly best: number;
  /** What the bot expects of what was chosen; it chose otherwise itself. */
  readonly chosen?: number;
  readonly after: number;
  readonly payment?: boolean;
  readonly agreed?: boolean;
}

function analysed(...told: Told[]) {
  const choices = told.map(({ event, best, chosen, after, payment = false, agreed }) => ({
    atEvent: BigInt(event),
    promptId: `${event}`,
    kind: "settle.place",
    payment,
    picks: agreed ? ["b", "a"] : ["a"],
    best: { picks: ["a", "b"], facts: [number("win_percent", best), number("tables", 20)] },
    nextWinPercent: after,
    chosenFacts: chosen === undefined ? [] : [number("win_percent", chosen), number("tables", 5)],
  }));
  return create(AnalysisSchema, { bot: "best", choices });
}

/** Ten events a round. */
const roundOf = (event: number) => Math.floor(event / 10) + 1;

describe("swings", () => {
  test("are the choices that gave most away, in order, each with the chances of both answers", () => {
    const found = swings(
      analysed(
        { event: 1, best: 50, chosen: 46, after: 50 },
        { event: 11, best: 50, chosen: 40, after: 45 },
        { event: 14, best: 45, chosen: 15, after: 70 },
        { event: 21, best: 70, chosen: 50, after: 90 },
        { event: 31, best: 90, chosen: 81, after: 100 },
      ),
      roundOf,
      [],
      2,
    );
    expect(found).toEqual([
      {
        event: 14,
        round: 2,
        before: 45,
        after: 15,
        bestExpected: { win: 45, tables: 20 },
        chosenExpected: { win: 15, tables: 5 },
      },
      {
        event: 21,
        round: 3,
        before: 70,
        after: 50,
        bestExpected: { win: 70, tables: 20 },
        chosenExpected: { win: 50, tables: 5 },
      },
    ]);
    expect(found.map(costOf)).toEqual([30, 20]);
  });

  test("are no choices with which the bot agrees, however far the chance went", () => {
    expect(swings(analysed({ event: 1, best: 83, after: 39, agreed: true }), roundOf)).toEqual([]);
  });

  test("are no payments: they carry out the choice before", () => {
    const told = { event: 1, best: 83, chosen: 20, after: 39 };
    expect(swings(analysed(told), roundOf)).toHaveLength(1);
    expect(swings(analysed({ ...told, payment: true }), roundOf)).toEqual([]);
  });

  test("are no choices that a lesson dictated, but those that were made otherwise", () => {
    const told = analysed({ event: 1, best: 83, chosen: 20, after: 39 });
    const step = (pick: string) =>
      create(IntroductionStepSchema, { promptId: "1", kind: "settle.place", picks: [pick] });
    expect(swings(told, roundOf, [step("a")])).toEqual([]);
    expect(swings(told, roundOf, [step("c")])).toHaveLength(1);
  });

  test("count what the chance lost where the bot did not look at what was chosen", () => {
    const [fell] = swings(analysed({ event: 1, best: 60, after: 20 }), roundOf);
    expect(fell).toMatchObject({ before: 60, after: 20 });
    expect(fell?.chosenExpected).toBeUndefined();
    expect(swings(analysed({ event: 1, best: 60, after: 80 }), roundOf)).toEqual([]);
  });

  test("are three at most, and none where little was given away", () => {
    const told = [1, 11, 21, 31].map((event) => ({ event, best: 50, chosen: 40 - event, after: 50 }));
    expect(swings(analysed(...told), roundOf).map(({ event }) => event)).toEqual([11, 21, 31]);
    expect(swings(analysed({ event: 1, best: 50, chosen: 46, after: 0 }), roundOf)).toEqual([]);
  });

  test("are none where no chance is told", () => {
    const choices = [{ atEvent: 4n, picks: ["a"], best: { picks: ["b"] }, nextWinPercent: 100 }];
    expect(swings(create(AnalysisSchema, { choices }), roundOf)).toEqual([]);
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
