/** What others wait for as the lobby shows it, and the wish that answers it. */
import { toJson } from "@bufbuild/protobuf";
import { TimestampSchema } from "@bufbuild/protobuf/wkt";
import { type OpenSeek, type TicketOffer, TicketOfferSchema, TimeControlSchema } from "galaxytables-client";
import type { Wish } from "./ticket.js";

/** A name of a seek that stays while others come and go. */
export const keyOf = ({ offer, since }: OpenSeek): string =>
  JSON.stringify([offer && toJson(TicketOfferSchema, offer), since && toJson(TimestampSchema, since)]);

/** What a player waits for who answers a seek: just that. */
export function answerTo({ game, seats, options, timeControl, rating }: TicketOffer): Wish {
  const control = timeControl && toJson(TimeControlSchema, timeControl);
  return {
    games: [{ game, seats, options, time: "", ...(control && { control }), rating }],
    maxDifference: 0,
    bot: "",
    botsAfter: 0,
  };
}
