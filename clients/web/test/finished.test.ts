import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { type FinishedGame, UnratedReason, Words } from "galaxytables-client";
import { FinishedGameSchema } from "galaxytables-client/gen/galaxytables/lobby/v1/archive_pb";
import { EndReason } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { describe, expect, test } from "vitest";
import { endedBy, isLeftLesson, outcomeFor, unseen } from "../src/model/finished.js";
import { say } from "./builders.js";

const words = new Words("en", []);

const DAY = 86_400_000;
const NOW = 100 * DAY;

const ended = (init: MessageInitShape<typeof FinishedGameSchema> = {}): FinishedGame =>
  create(FinishedGameSchema, {
    tableId: "t",
    finished: timestampFromMs(NOW - DAY),
    seats: [
      { number: 0, who: { who: { case: "player", value: { id: "a", name: "Ada" } } }, score: { rank: 2, total: 7 } },
      { number: 1, who: { who: { case: "bot", value: "greedy" } }, score: { rank: 1, total: 9 } },
    ],
    ...init,
  });

describe("a game that is over", () => {
  test("is told by place for who played, and not for others", () => {
    expect(outcomeFor("a", ended(), say)).toEqual({ won: false, text: "profile-has-lost" });
    expect(outcomeFor("b", ended(), say)).toBeUndefined();
  });

  test("tells what it made of the rating, where it counted", () => {
    const rated = ended();
    const [own] = rated.seats;
    Object.assign(own ?? {}, { before: { value: 1300 }, after: { value: 1375 } });
    expect(outcomeFor("a", rated, say)?.text).toBe("profile-result profile-has-lost +75");
  });

  test.each([
    ["level", { total: 9, rank: 2 }, false, EndReason.PLAYED_OUT, "result-tie-break Ada 4 3"],
    ["behind", { total: 7, rank: 2 }, false, EndReason.PLAYED_OUT, ""],
    ["left", { total: 12, rank: 2 }, true, EndReason.PLAYED_OUT, "result-left Ada"],
    ["out of time", { total: 12, rank: 2 }, true, EndReason.CLOCKED_OUT, "result-by-clocked-out Ada"],
    ["of a later server", { total: 7, rank: 2 }, false, 99 as EndReason, ""],
  ])("tells why the places are as they are: %s", (_, score, resigned, endReason, told) => {
    const game = ended({ endReason });
    const [ada, bot] = game.seats;
    Object.assign(ada ?? {}, { resigned, score });
    Object.assign(bot ?? {}, { score: { seat: 1, total: 9, rank: 1, tieBreaks: [4], parts: [] } });
    Object.assign(ada?.score ?? {}, { seat: 0, parts: [], tieBreaks: [3] });
    expect(endedBy(game, say, words)).toBe(told);
  });

  test("is news until it was seen, for two weeks, unless it was a lesson", () => {
    const games = [
      ended({ tableId: "new" }),
      ended({ tableId: "seen" }),
      ended({ tableId: "old", finished: timestampFromMs(NOW - 15 * DAY) }),
      ended({ tableId: "lesson", unrated: UnratedReason.INTRODUCTION }),
    ];
    const found = unseen(games, (table) => table === "seen", NOW);
    expect(found.map(({ tableId }) => tableId)).toEqual(["new"]);
  });

  test.each([
    [UnratedReason.INTRODUCTION, EndReason.RESIGNED, true],
    [UnratedReason.INTRODUCTION, EndReason.PLAYED_OUT, false],
    [UnratedReason.UNSPECIFIED, EndReason.RESIGNED, false],
  ])("is a lesson that was left: %i %i %s", (unrated, endReason, left) => {
    expect(isLeftLesson(ended({ unrated, endReason }))).toBe(left);
  });
});
