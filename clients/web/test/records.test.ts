import { create } from "@bufbuild/protobuf";
import { RatingSpeed, SeatsKind } from "galaxytables-client";
import { FinishedGameSchema } from "galaxytables-client/gen/galaxytables/lobby/v1/archive_pb";
import { EndReason } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { describe, expect, test } from "vitest";
import { standingAmong } from "../src/model/records.js";

interface Init {
  readonly rounds?: number;
  readonly options?: Record<string, string>;
  readonly endReason?: EndReason;
  readonly resigned?: boolean;
  readonly rating?: number;
  readonly speed?: RatingSpeed;
  readonly chips?: number;
}

/** A game of `me` against another, of which both had so many points; the id says when it was over. */
function game(id: number, own: number, other: number, init: Init = {}) {
  const { rounds = 9, options = {}, endReason = EndReason.PLAYED_OUT, resigned = false, rating, chips = 0 } = init;
  const { speed = RatingSpeed.LIVE } = init;
  const parts = [
    { source: "chips", points: chips },
    { source: "cards", points: own - chips },
  ];
  return create(FinishedGameSchema, {
    tableId: String(id),
    finished: { seconds: BigInt(id) },
    options,
    rounds,
    endReason,
    ...(rating !== undefined && { pool: { game: "race", seats: SeatsKind.TWO, speed } }),
    seats: [
      {
        number: 0,
        resigned,
        who: { who: { case: "player", value: { id: "me" } } },
        score: { seat: 0, total: own, rank: own >= other ? 1 : 2, parts },
        ...(rating !== undefined && { after: { value: rating } }),
      },
      {
        number: 1,
        who: { who: { case: "bot", value: "easy" } },
        score: { seat: 1, total: other, rank: other >= own ? 1 : 2 },
      },
    ],
  });
}

const broken = (games: ReturnType<typeof game>[], id: number) =>
  standingAmong(games, String(id), "me")?.broken.map(({ kind, value, before, source }) =>
    [kind, value, before, source ?? ""].join(" ").trim(),
  );

describe("records", () => {
  test("are held against earlier games alone, in whatever order they come", () => {
    const games = [game(3, 40, 39), game(1, 20, 30), game(2, 25, 30), game(4, 90, 1)];
    expect(broken(games, 3)).toEqual(["points 40 25", "source 40 25 cards"]);
    expect(standingAmong(games, "3", "me")).toMatchObject({ games: 3, best: 40 });
  });

  test("of leads and rounds are those of wins", () => {
    expect(broken([game(1, 50, 40, { rounds: 9 }), game(2, 50, 30, { rounds: 8 })], 2)).toEqual([
      "margin 20 10",
      "rounds 8 9",
    ]);
    expect(broken([game(1, 50, 40), game(2, 45, 60, { rounds: 2 })], 2)).toEqual([]);
  });

  test("are none at a first game, nor where a best is reached once more", () => {
    expect(standingAmong([game(1, 20, 10)], "1", "me")).toEqual({ broken: [], games: 1, best: 20 });
    expect(broken([game(1, 20, 10), game(2, 20, 10)], 2)).toEqual([]);
  });

  test("are held against games with the same options that were played out", () => {
    const others = [
      game(1, 99, 1, { options: { expansion: "storm" } }),
      game(2, 99, 1, { endReason: EndReason.RESIGNED }),
      game(3, 99, 1, { resigned: true }),
      game(4, 10, 5, { rounds: 3 }),
    ];
    expect(broken([...others, game(5, 12, 8)], 5)).toEqual(["points 12 10"]);
    expect(standingAmong([...others, game(5, 12, 8, { resigned: true })], "5", "me")).toBeUndefined();
  });

  test("of wins in a row count from three on, and end with a loss", () => {
    const won = (id: number) => game(id, 20, 10);
    expect(broken([won(1), won(2), won(3)], 2)).toEqual([]);
    expect(broken([won(1), won(2), won(3)], 3)).toEqual(["streak 3 2"]);
    expect(broken([won(1), won(2), won(3), game(4, 1, 2), won(5), won(6), won(7)], 7)).toEqual([]);
  });

  test("of ratings are told where games were rated before", () => {
    const rated = (id: number, rating: number, speed = RatingSpeed.LIVE) => game(id, 1, 2, { rating, speed });
    expect(broken([rated(1, 3), rated(2, 5)], 2)).toEqual(["rating 5 3"]);
    expect(broken([rated(1, 3), rated(2, 2)], 2)).toEqual([]);
    expect(broken([rated(1, 3, RatingSpeed.SLOW), rated(2, 5)], 2)).toEqual([]);
    expect(broken([game(1, 1, 2), rated(2, 5)], 2)).toEqual([]);
  });

  test("of sources are told from the third game on", () => {
    const chips = (id: number, chips: number) => game(id, 20, 30, { chips });
    expect(broken([chips(1, 3), chips(2, 8)], 2)).toEqual([]);
    expect(broken([chips(1, 3), chips(2, 4), chips(3, 8)], 3)).toEqual(["source 8 4 chips"]);
  });
});
