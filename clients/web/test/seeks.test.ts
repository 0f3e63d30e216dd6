import { create } from "@bufbuild/protobuf";
import { OpenSeekSchema, RatingTerms, TicketOfferSchema, TicketSchema, type TicketOffer } from "galaxytables-client";
import { expect, test } from "vitest";
import { answerTo, othersSeeks } from "../src/model/seeks.js";
import { termsOf } from "../src/model/ticket.js";

const offer = (seats: number[], seconds = 45n, options: Record<string, string> = { goals: "on" }): TicketOffer =>
  create(TicketOfferSchema, {
    game: "race",
    seats,
    options,
    timeControl: { control: { case: "perMove", value: { seconds } } },
    rating: RatingTerms.RATED,
  });
const seek = (seats: number[], seconds?: bigint, options?: Record<string, string>) =>
  create(OpenSeekSchema, { offer: offer(seats, seconds, options), waiting: 1 });

test("what the player waits for already is not shown as what others wait for", () => {
  const ticket = create(TicketSchema, { terms: { offers: [offer([2]), offer([3])] } });
  const others = [seek([4]), seek([2], 60n), seek([2], 45n, { goals: "off" })];
  expect(othersSeeks([seek([2, 3]), seek([3, 4]), ...others], [ticket])).toEqual(others);
  expect(othersSeeks([seek([2, 3])], [])).toHaveLength(1);
});

test("who answers waits for just that, also once it was kept as text", () => {
  const kept = JSON.parse(JSON.stringify(answerTo(offer([2, 3])))) as ReturnType<typeof answerTo>;
  const { offers, bot } = termsOf(kept);
  expect(create(TicketOfferSchema, offers?.[0])).toEqual(offer([2, 3]));
  expect(bot).toBeUndefined();
});
