import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { RatingSpeed, SeatsKind } from "galaxytables-client";
import { FinishedGameSchema, FinishedSeatSchema } from "galaxytables-client/gen/galaxytables/lobby/v1/archive_pb";
import { describe, expect, test } from "vitest";
import { lastOpponents, lastResults, ratingSteps, stepText } from "../src/model/career.js";

type Seat = MessageInitShape<typeof FinishedSeatSchema>;
const person = (name: string, rank: number, rated: [number, number] | undefined = undefined): Seat => ({
  who: { who: { case: "player", value: { id: name, name: name.toUpperCase() } } },
  score: { rank },
  ...(rated && { before: { value: rated[0] }, after: { value: rated[1] } }),
});
const bot = (rank: number): Seat => ({ who: { who: { case: "bot", value: "normal" } }, score: { rank } });
const pool = (game: string, seats: number) => ({
  game,
  seats: seats > 2 ? SeatsKind.MORE : SeatsKind.TWO,
  speed: RatingSpeed.LIVE,
});
const played = (tableId: string, game: string, ...seats: Seat[]) =>
  create(FinishedGameSchema, {
    tableId,
    game,
    pool: pool(game, seats.length),
    seats: seats.map((seat, number) => ({ number, ...seat })),
  });

/** The latest first, as the archive lists them. */
const GAMES = [
  played("4", "race", person("cy", 1), person("ann", 2, [1075, 1038])),
  played("3", "jump", person("ann", 1, [1000, 1090]), bot(2)),
  played("2", "race", person("ann", 1, [1000, 1120]), person("bo", 2), person("cy", 3)),
  played("1", "race", person("ann", 1, [1000, 1075]), person("bo", 2)),
];

describe("a player's career", () => {
  test("has the rating after each rated game of a pool, and where it began", () => {
    expect(ratingSteps("ann", pool("race", 2), GAMES).map(stepText)).toEqual(["1000", "1075 (+75)", "1038 (−37)"]);
    expect(ratingSteps("bo", pool("race", 2), GAMES)).toEqual([]);
  });

  test("has the last results of a pool, the latest last", () => {
    expect(lastResults("ann", pool("race", 2), GAMES, 2)).toEqual([
      { tableId: "1", rank: 1, of: 2 },
      { tableId: "4", rank: 2, of: 2 },
    ]);
    expect(lastResults("ann", pool("race", 3), GAMES)).toEqual([{ tableId: "2", rank: 1, of: 3 }]);
  });

  test("has the people met last, and how often one was ahead of them, but no bots", () => {
    expect(lastOpponents("ann", GAMES)).toEqual([
      { id: "cy", name: "CY", games: 2, ahead: 1 },
      { id: "bo", name: "BO", games: 2, ahead: 2 },
    ]);
    expect(lastOpponents("ann", GAMES, 1).map(({ id }) => id)).toEqual(["cy"]);
  });
});
