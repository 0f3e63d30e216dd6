import { create } from "@bufbuild/protobuf";
import { GameOfferSchema, OpenSeekSchema, RatingTerms, type Store, TimePresetSchema } from "galaxytables-client";
import { describe, expect, test } from "vitest";
import { keepSought, seatsOf, type Sought, soughtFirst, tablesOf, wishOf } from "../src/model/seeking.js";

const offer = (game: string, leastSeats: number, mostSeats: number, ...bots: string[]) =>
  create(GameOfferSchema, {
    description: { game, leastSeats, mostSeats, options: [{ name: "mats", values: ["basic", "advanced"] }] },
    bots,
  });
const OFFERS = [offer("jump", 2, 4, "easy"), offer("beyond", 2, 4, "easy", "normal"), offer("crowd", 1, 9)];
const TIMES = ["live_quick", "live", "slow"].map((name) => create(TimePresetSchema, { name, live: name !== "slow" }));

function storing(kept?: string): Store {
  let value = kept ?? null;
  return { getItem: () => value, setItem: (_, text) => void (value = text), removeItem: () => void (value = null) };
}

const sought: Sought = {
  games: { jump: { preset: "standard", seats: [2, 3] }, beyond: { preset: "everything", seats: [2] } },
  time: "live_quick",
  rating: RatingTerms.CASUAL,
  maxDifference: 150,
  botsAfter: 60,
};

test("seats of a ticket are two to six", () => {
  expect(OFFERS.map(seatsOf)).toEqual([
    [2, 3, 4],
    [2, 3, 4],
    [2, 3, 4, 5, 6],
  ]);
});

describe("the form", () => {
  test("says at first what it said last", () => {
    const store = storing();
    keepSought(sought, store);
    expect(soughtFirst(OFFERS, TIMES, [], store)).toEqual(sought);
  });

  test("leaves out what is offered no more", () => {
    const store = storing();
    keepSought({ ...sought, games: { gone: { preset: "standard", seats: [2] }, jump: { preset: "standard", seats: [2, 9] } }, time: "gone", botsAfter: 7 }, store); // prettier-ignore
    const first = soughtFirst(OFFERS, TIMES, [], store);
    expect(first.games).toEqual({ jump: { preset: "standard", seats: [2] } });
    expect([first.time, first.botsAfter]).toEqual(["live", 20]);
  });

  test.each([undefined, "{", "3", "null"])("is the shortest game where %j was kept, with bots in the end", (kept) => {
    const first = soughtFirst(OFFERS.toReversed(), TIMES, [], storing(kept));
    expect(first.games).toEqual({ jump: { preset: "standard", seats: [2] } });
    expect([first.time, first.rating, first.botsAfter]).toEqual(["live", RatingTerms.RATED, 20]);
  });

  test("is what somebody looks for now, with as many seats, but not what they wait for over days", () => {
    const seek = (game: string, slow: boolean) => create(OpenSeekSchema, { slow, offer: { game, seats: [3, 4, 9] } });
    const first = soughtFirst(OFFERS, TIMES, [seek("crowd", true), seek("beyond", false)], storing());
    expect(first.games).toEqual({ beyond: { preset: "standard", seats: [3, 4] } });
  });
});

describe("what is wished", () => {
  test("is each game with its seats and preset, and the first one's bot", () => {
    expect(tablesOf(sought)).toBe(3);
    const common = { time: "live_quick", rating: RatingTerms.CASUAL };
    expect(wishOf(sought, OFFERS, true)).toEqual({
      games: [
        { game: "jump", seats: [2, 3], options: {}, ...common },
        { game: "beyond", seats: [2], options: { mats: "advanced" }, ...common },
      ],
      maxDifference: 150,
      bot: "easy",
      botsAfter: 60,
    });
  });

  test("has no bots over days, and none where nobody wants them", () => {
    expect(wishOf(sought, OFFERS, false)).toMatchObject({ bot: "", botsAfter: 0 });
    expect(wishOf({ ...sought, botsAfter: 0 }, OFFERS, true)).toMatchObject({ bot: "", botsAfter: 0 });
  });
});
