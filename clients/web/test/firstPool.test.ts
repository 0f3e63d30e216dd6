import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { LeaderboardPlaceSchema, RatingPoolSchema, RatingSpeed, SeatsKind } from "galaxytables-client";
import { expect, test } from "vitest";
import { busiest, ownPool, readChosen } from "../src/model/firstPool.js";

const pool = (game: string, seats = SeatsKind.TWO) =>
  create(RatingPoolSchema, { game, seats, speed: RatingSpeed.LIVE });
const played = (at: number, ...of: Parameters<typeof pool>) => ({ pool: pool(...of), finished: timestampFromMs(at) });
const rated = (games: number, ...of: Parameters<typeof pool>) => ({ game: of[0], pool: pool(...of), games });
const chosen = (at: number, game: string) => ({ game, seats: SeatsKind.TWO, speed: RatingSpeed.LIVE, at });

test("the leaderboard that was turned to comes first, until another game is played", () => {
  const known = { chosen: chosen(5, "beyond"), played: [played(4, "jump")], ratings: [rated(9, "race")] };
  expect(ownPool(known)?.game).toBe("beyond");
  expect(ownPool({ ...known, played: [played(6, "jump", SeatsKind.MORE)] })).toMatchObject({
    game: "jump",
    seats: SeatsKind.MORE,
  });
});

test("else that of the last game, else that of most games, and of one game only where it is named", () => {
  const ratings = [rated(2, "race"), rated(9, "roll"), rated(3, "roll", SeatsKind.MORE)];
  expect(ownPool({ chosen: undefined, played: [played(1, "jump")], ratings })?.game).toBe("jump");
  expect(ownPool({ chosen: undefined, played: [], ratings })?.game).toBe("roll");
  expect(ownPool({ chosen: chosen(5, "roll"), played: [played(1, "jump")], ratings }, "race")?.game).toBe("race");
  expect(ownPool({ chosen: undefined, played: [], ratings: [] })).toBeUndefined();
});

test("who has played nothing sees the game with most games, not the first of the alphabet", () => {
  const places = (...games: number[]) =>
    games.map((count) => create(LeaderboardPlaceSchema, { rating: { games: count } }));
  expect(
    busiest(
      new Map([
        ["beyond", places(1)],
        ["jump", places(3, 4)],
        ["race", places(6)],
      ]),
    ),
  ).toBe("jump");
  expect(
    busiest(
      new Map([
        ["beyond", []],
        ["jump", []],
      ]),
    ),
  ).toBe("beyond");
});

test("what was kept otherwise is forgotten", () => {
  expect(readChosen(JSON.stringify(chosen(5, "jump")))).toEqual(chosen(5, "jump"));
  for (const kept of [null, "", "{", "null", "3", JSON.stringify({ game: "jump" })])
    expect(readChosen(kept)).toBeUndefined();
});
