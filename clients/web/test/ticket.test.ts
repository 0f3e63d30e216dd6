import { create } from "@bufbuild/protobuf";
import { GameOfferSchema, GameWaitSchema, RatingTerms, type Store, TimeControlSchema } from "galaxytables-client";
import { describe, expect, test } from "vitest";
import {
  keepTicket,
  type KeptTicket,
  TICKET,
  termsOf,
  ticketFrom,
  usualWish,
  waitsOf,
  wishLike,
} from "../src/model/ticket.js";
import { seated, table } from "./builders.js";

const offer = (leastSeats: number, mostSeats: number) =>
  create(GameOfferSchema, { description: { game: "race", leastSeats, mostSeats } });
const wish = usualWish(offer(2, 6), { bot: "normal", rated: true });
const ticket: KeptTicket = { player: "Ada", wish, requestId: "r", ticketId: "", since: 1, tableId: "" };

describe("what *Play now* waits for", () => {
  test.each([
    [2, 6, [2, 3, 4]],
    [2, 2, [2]],
    [3, 5, [3, 4]],
    [5, 6, [5]],
    [1, 3, [2, 3]],
  ])("is tables of a game for %i to %i with %j seats", (least, most, seats) => {
    expect(usualWish(offer(least, most), { bot: "", rated: true }).games[0]?.seats).toEqual(seats);
  });

  test("is rated and has bots as was chosen", () => {
    expect(termsOf(wish)).toMatchObject({
      offers: [{ game: "race", options: {}, preset: "live", rating: RatingTerms.RATED }],
      bot: "normal",
      botsAfter: { seconds: 20n },
    });
    const alone = termsOf(usualWish(offer(2, 4), { bot: "", rated: false }));
    expect(alone.offers?.[0]?.rating).toBe(RatingTerms.CASUAL);
    expect(alone).not.toHaveProperty("botsAfter");
  });
});

describe("a ticket that is kept", () => {
  test("is found again by its player alone", () => {
    const kept = new Map<string, string>();
    const store: Store = {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    };
    keepTicket(ticket, store);
    expect(ticketFrom(store.getItem(TICKET), "Ada")).toEqual(ticket);
    expect(ticketFrom(store.getItem(TICKET), "Bo")).toBeUndefined();
    keepTicket(undefined, store);
    expect(ticketFrom(store.getItem(TICKET), "Ada")).toBeUndefined();
  });

  test.each([null, "", "{", "3", '{"player":"Ada"}', '{"player":"Ada","requestId":"r","wish":{"games":[]}}'])(
    "is none where %j was kept",
    (text) => expect(ticketFrom(text, "Ada")).toBeUndefined(),
  );
});

test("who plays a game again with others waits for the same table, by a clock that a ticket may have", () => {
  const clock = create(TimeControlSchema, {
    control: { case: "perMove", value: { seconds: 9n } },
    successor: "easy",
  });
  const played = table({ game: "race", seats: [seated(0, "Ada"), seated(1, "Bo")], options: { goals: "on" } });
  const [timed] = termsOf(wishLike({ ...played, timeControl: clock })).offers ?? [];
  expect(timed).toMatchObject({ game: "race", seats: [2], options: { goals: "on" }, timeControl: { successor: "" } });
  expect(timed?.timeControl?.control).toEqual(clock.control);
  expect(termsOf(wishLike(played)).offers?.[0]).toMatchObject({ preset: "live" });
});

test("who waits for several numbers of seats counts once, and the shortest usual wait is told; slow games are others", () => {
  const wait = (game: string, seats: number, waiting: number, seconds?: bigint, slow = false) =>
    create(GameWaitSchema, { game, seats, slow, waiting, ...(seconds && { expectedWait: { seconds, nanos: 5e8 } }) });
  const waits = [
    wait("race", 2, 3, 40n),
    wait("race", 3, 2, 20n),
    wait("race", 2, 9, 1n, true),
    wait("jump", 2, 7, 5n),
  ];
  expect(waitsOf(waits, "race")).toEqual({ waiting: 3, usual: 20_500 });
  expect(waitsOf(waits, "race", true).waiting).toBe(9);
  expect(waitsOf(waits, "roll")).toEqual({ waiting: 0, usual: undefined });
});
