import { create } from "@bufbuild/protobuf";
import { RatingTerms, TicketOfferSchema, type TicketOffer } from "galaxytables-client";
import { expect, test } from "vitest";
import { answerTo } from "../src/model/seeks.js";
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
