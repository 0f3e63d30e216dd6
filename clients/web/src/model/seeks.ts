/** What others wait for as the lobby shows it, and the wish that answers it. */
import { toJson } from "@bufbuild/protobuf";
import { type Duration, durationFromMs, timestampMs, TimestampSchema } from "@bufbuild/protobuf/wkt";
import { type OpenSeek, type TicketOffer, TicketOfferSchema, TimeControlSchema } from "galaxytables-client";
import type { Wish } from "./ticket.js";

/** A name of a seek that stays while others come and go. */
export const keyOf = ({ offer, since }: OpenSeek): string =>
  JSON.stringify([offer && toJson(TicketOfferSchema, offer), since && toJson(TimestampSchema, since)]);

/** Who has waited for longer is not likely to be looking still. */
const FRESH_MS = 5 * 60_000;
const UNITS_MS = [86_400_000, 3_600_000, 60_000];

/** For how long somebody waits, in whole minutes, hours or days; none in the first minute. And whether that is long. */
export function waitedFor({ since }: OpenSeek, now: number): { time?: Duration; long: boolean } {
  const waited = since ? Math.max(0, now - timestampMs(since)) : 0;
  const unit = UNITS_MS.find((each) => waited >= each);
  return { ...(unit && { time: durationFromMs(waited - (waited % unit)) }), long: waited >= FRESH_MS };
}

/** Those first who have come last. */
export const freshFirst = (seeks: readonly OpenSeek[]): OpenSeek[] =>
  [...seeks].sort(
    (one, other) => (other.since ? timestampMs(other.since) : 0) - (one.since ? timestampMs(one.since) : 0),
  );

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
