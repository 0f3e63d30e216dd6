/** What a player waits to play, as this browser keeps it: over a reload, and for all its tabs. */
import { fromJson, type JsonValue, type MessageInitShape, toJson } from "@bufbuild/protobuf";
import {
  type GameOffer,
  type GameWait,
  RatingTerms,
  type Store,
  type Table,
  type TicketTermsSchema,
  TimeControlSchema,
} from "galaxytables-client";
import type { Opponent } from "./opponent.js";

export const TICKET = "galaxytables.ticket";
/** *Play now* is for up to so many seats. */
const USUAL_SEATS = 4;
/** The clock of *Play now*. */
const USUAL_TIME = "live";
/** After so many seconds *Play now* has bots on the free seats. */
export const BOTS_AFTER = 20;

/** Tables of one game that would do. */
export interface WishedGame {
  readonly game: string;
  readonly seats: readonly number[];
  readonly options: Readonly<Record<string, string>>;
  /** The name of a ready-made time control. */
  readonly time: string;
  /** Any other time control, in place of that. */
  readonly control?: JsonValue;
  readonly rating: RatingTerms;
}

/** What a player would play, and with whom. */
export interface Wish {
  readonly games: readonly WishedGame[];
  /** The largest difference of skill; 0 for any. */
  readonly maxDifference: number;
  /** The bot that takes the free seats after so many seconds; empty for none. */
  readonly bot: string;
  readonly botsAfter: number;
}

/** A live ticket that this browser holds. */
export interface KeptTicket {
  /** Whose it is. */
  readonly player: string;
  readonly wish: Wish;
  /** Names the request that makes it, so that a repeat makes no second one. */
  readonly requestId: string;
  /** Empty until the server has said it. */
  readonly ticketId: string;
  /** When it was made, in milliseconds of the server's time. */
  readonly since: number;
  /** The table that it got; empty while it waits. */
  readonly tableId: string;
}

/** The terms of a ticket. */
export function termsOf({ games, maxDifference, bot, botsAfter }: Wish): MessageInitShape<typeof TicketTermsSchema> {
  return {
    offers: games.map(({ game, seats, options, time, control, rating }) => ({
      game,
      seats: [...seats],
      options: { ...options },
      ...(control === undefined ? { preset: time } : { timeControl: fromJson(TimeControlSchema, control) }),
      rating,
    })),
    maxDifference,
    ...(bot && { bot, botsAfter: { seconds: BigInt(botsAfter) } }),
  };
}

/** What *Play now* waits for: the game as its box has it, with a clock, and bots where nobody comes. */
export function usualWish({ description }: GameOffer, { bot, rated }: Opponent): Wish {
  const [least, most] = [Math.max(2, description?.leastSeats ?? 2), description?.mostSeats ?? 2];
  const usual = Math.max(least, Math.min(most, USUAL_SEATS));
  return {
    games: [
      {
        game: description?.game ?? "",
        seats: Array.from({ length: usual - least + 1 }, (_, more) => least + more),
        options: {},
        time: USUAL_TIME,
        rating: rated ? RatingTerms.RATED : RatingTerms.CASUAL,
      },
    ],
    maxDifference: 0,
    bot,
    botsAfter: bot ? BOTS_AFTER : 0,
  };
}

/** The game of a table, with others: by its clock, or by the usual one where it had none. */
export function wishLike({ game, seats, options, timeControl, rating }: Table): Wish {
  const clock = timeControl?.control.case && toJson(TimeControlSchema, { ...timeControl, successor: "" });
  return {
    games: [{ game, seats: [seats.length], options, time: USUAL_TIME, ...(clock && { control: clock }), rating }],
    maxDifference: 0,
    bot: "",
    botsAfter: 0,
  };
}

/** The ticket that was kept as this text; undefined where that is none of this player. */
export function ticketFrom(text: string | null, player: string): KeptTicket | undefined {
  try {
    const kept = JSON.parse(text ?? "null") as KeptTicket | null;
    return kept && kept.player === player && kept.requestId && kept.wish.games.length ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Keep a ticket, or none. */
export function keepTicket(ticket: KeptTicket | undefined, store: Store): void {
  if (ticket) store.setItem(TICKET, JSON.stringify(ticket));
  else store.removeItem(TICKET);
}

/** How many others wait now to play a game at one sitting, and for how many milliseconds people waited of late, if anybody did. */
export interface Waits {
  readonly waiting: number;
  readonly usual: number | undefined;
}

/** How it is with a game, at one sitting or over days. Who waits for more than one number of seats is counted with each of them, so none is added. */
export function waitsOf(waits: readonly GameWait[], game: string, slow = false): Waits {
  const live = waits.filter((each) => each.game === game && each.slow === slow);
  const usual = live.flatMap(({ expectedWait: wait }) =>
    wait ? [Number(wait.seconds) * 1000 + wait.nanos / 1e6] : [],
  );
  return {
    waiting: Math.max(0, ...live.map(({ waiting }) => waiting)),
    usual: usual.length ? Math.min(...usual) : undefined,
  };
}
