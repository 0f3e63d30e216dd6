/** The form in which a player says all that they would play. */
import { type GameOffer, type OpenSeek, RatingTerms, type Store, type TimePreset } from "galaxytables-client";
import { usualBot } from "./bots.js";
import { shortestFirst } from "./games.js";
import { PRESETS, type PresetName, presetsOf } from "./presets.js";
import type { Wish } from "./ticket.js";

const KEY = "galaxytables.seek";
/** A ticket waits for so many kinds of tables at most: each number of seats is one. */
export const MAX_TABLES = 8;
/** A table of a ticket has so many seats. */
const MAX_SEATS = 6;
/** The largest differences of skill that can be asked for; 0 for any. */
export const DIFFERENCES = [0, 300, 150, 60] as const;
/** After how many seconds bots may come; 0 for never. */
export const BOTS_AFTER = [0, 10, 20, 60, 300] as const;

const USUAL_BOTS_AFTER = 20;

/** What of a game would do. */
export interface SoughtGame {
  readonly preset: PresetName;
  readonly seats: readonly number[];
}

/** All that a player would play. */
export interface Sought {
  readonly games: Readonly<Record<string, SoughtGame>>;
  /** The name of a ready-made time control. */
  readonly time: string;
  readonly rating: RatingTerms;
  readonly maxDifference: number;
  readonly botsAfter: number;
}

/** The numbers of seats that can be asked for at a game. */
export function seatsOf({ description }: GameOffer): number[] {
  const [least, most] = [Math.max(2, description?.leastSeats ?? 2), Math.min(MAX_SEATS, description?.mostSeats ?? 2)];
  return Array.from({ length: Math.max(0, most - least + 1) }, (_, more) => least + more);
}

/** A game for somebody who has looked for none: the one that others look for now, else the shortest, for as few as play it. */
function usualGame(offers: readonly GameOffer[], seeks: readonly OpenSeek[]): Sought["games"] {
  const nameOf = ({ description }: GameOffer) => description?.game ?? "";
  const looked = offers.find((offer) => seeks.some((seek) => !seek.slow && seek.offer?.game === nameOf(offer)));
  const first = looked ?? shortestFirst(offers)[0];
  if (!first) return {};
  const theirs = seeks.find(({ slow, offer }) => !slow && offer?.game === nameOf(first))?.offer?.seats ?? [];
  const seats = seatsOf(first);
  const shared = seats.filter((count) => theirs.includes(count));
  return { [nameOf(first)]: { preset: "standard", seats: shared.length ? shared : seats.slice(0, 1) } };
}

/** What the form says at first: what it said last as far as that is still offered; it can be sent as it is. */
export function soughtFirst(
  offers: readonly GameOffer[],
  times: readonly TimePreset[],
  seeks: readonly OpenSeek[],
  store: Store,
): Sought {
  const kept = keptSought(store);
  const games = offers.flatMap((offer) => {
    const game = offer.description?.game ?? "";
    const own = kept.games?.[game];
    const seats = seatsOf(offer).filter((count) => own?.seats?.includes(count));
    const preset = PRESETS.find((name) => name === own?.preset) ?? "standard";
    return own && seats.length ? [[game, { preset, seats }] as const] : [];
  });
  return {
    games: games.length ? Object.fromEntries(games) : usualGame(offers, seeks),
    time: times.find(({ name }) => name === kept.time)?.name ?? times.find(({ name }) => name === "live")?.name ?? "",
    rating: kept.rating ?? RatingTerms.RATED,
    maxDifference: DIFFERENCES.find((each) => each === kept.maxDifference) ?? 0,
    botsAfter: BOTS_AFTER.find((each) => each === kept.botsAfter) ?? USUAL_BOTS_AFTER,
  };
}

function keptSought(store: Store): Partial<Sought> {
  try {
    const kept: unknown = JSON.parse(store.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Partial<Sought>) : {};
  } catch {
    return {};
  }
}

/** Keep what the form says. */
export function keepSought(sought: Sought, store: Store): void {
  store.setItem(KEY, JSON.stringify(sought));
}

/** How many kinds of tables that is. */
export const tablesOf = ({ games }: Sought): number =>
  Object.values(games).reduce((sum, { seats }) => sum + seats.length, 0);

/** The wish that the form says; bots are those of the first game, and none sit at tables over days. */
export function wishOf(sought: Sought, offers: readonly GameOffer[], live: boolean): Wish {
  const chosen = offers.flatMap((offer) => {
    const own = sought.games[offer.description?.game ?? ""];
    return own?.seats.length ? [{ offer, own }] : [];
  });
  const bot = live && sought.botsAfter ? usualBot(chosen[0]?.offer.bots ?? []) : "";
  return {
    games: chosen.map(({ offer: { description, bots }, own }) => ({
      game: description?.game ?? "",
      seats: own.seats,
      options:
        presetsOf(description?.game ?? "", description?.options ?? [], bots).find(({ name }) => name === own.preset)
          ?.options ?? {},
      time: sought.time,
      rating: sought.rating,
    })),
    maxDifference: sought.maxDifference,
    bot,
    botsAfter: bot ? sought.botsAfter : 0,
  };
}
