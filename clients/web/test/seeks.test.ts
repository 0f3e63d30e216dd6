import { create } from "@bufbuild/protobuf";
import { durationMs, timestampFromMs } from "@bufbuild/protobuf/wkt";
import { OpenSeekSchema, RatingTerms, TicketOfferSchema, type TicketOffer } from "galaxytables-client";
import { expect, test } from "vitest";
import { answerTo, freshFirst, waitedFor } from "../src/model/seeks.js";
import { termsOf } from "../src/model/ticket.js";

const offer = (seats: number[], seconds = 45n, options: Record<string, string> = { goals: "on" }): TicketOffer =>
  create(TicketOfferSchema, {
    game: "race",
    seats,
    options,
    timeControl: { control: { case: "perMove", value: { seconds } } },
    rating: RatingTerms.RATED,
  });

test("who answers waits for just that, also once it was kept as text", () => {
  const kept = JSON.parse(JSON.stringify(answerTo(offer([2, 3])))) as ReturnType<typeof answerTo>;
  const { offers, bot } = termsOf(kept);
  expect(create(TicketOfferSchema, offers?.[0])).toEqual(offer([2, 3]));
  expect(bot).toBeUndefined();
});

test.each([
  [59, undefined, false],
  [119, 60, false],
  [301, 300, true],
  [41 * 60 + 31, 41 * 60, true],
  [3 * 3600 + 1, 3 * 3600, true],
  [90_000, 86_400, true],
])("who has waited for %i seconds is told in round figures, and calmly once that is long", (seconds, told, long) => {
  const waited = waitedFor(create(OpenSeekSchema, { since: timestampFromMs(0) }), seconds * 1_000);
  expect([waited.time && durationMs(waited.time) / 1_000, waited.long]).toEqual([told, long]);
});

test("who has just come stands before who waits long", () => {
  const since = [5, 9, 7].map((each) => create(OpenSeekSchema, { since: timestampFromMs(each) }));
  expect(freshFirst(since).map(({ since }) => Number(since?.nanos) / 1e6)).toEqual([9, 7, 5]);
});
