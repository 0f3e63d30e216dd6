/** What somebody chose for a new table of a game, kept for the next one. */
import { type GameOffer, RatingTerms, type Store, type TimePreset } from "galaxytables-client";
import { usualBot } from "./bots.js";
import { DELAYS, RATINGS } from "./tableForm.js";

const KEY = "galaxytables.tables";

export interface Choices {
  readonly seats: number;
  readonly withBots: boolean;
  readonly bot: string;
  /** The name of a time control; empty for no clock. */
  readonly time: string;
  readonly isPrivate: boolean;
  readonly delay: number;
  readonly rating: RatingTerms;
  readonly options: Readonly<Record<string, string>>;
}

function all(store: Store): Record<string, Partial<Choices>> {
  try {
    const kept: unknown = JSON.parse(store.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, Partial<Choices>>) : {};
  } catch {
    return {};
  }
}

/** What is usual: the fewest seats, one bot on each of the others, no clock, and the game as its box has it. */
export function usualChoices(offer: GameOffer): Choices {
  return {
    seats: offer.description?.leastSeats ?? 2,
    withBots: offer.bots.length > 0,
    bot: usualBot(offer.bots),
    time: "",
    isPrivate: false,
    delay: 0,
    rating: RatingTerms.RATED,
    options: {},
  };
}

/**
 * What is chosen at first: what was chosen last as far as it is still offered, else what is usual. With whom is chosen
 * anew each time: nobody is to wait for people because they once did.
 */
export function choicesFor(offer: GameOffer, times: readonly TimePreset[], store: Store): Choices {
  const { description, bots } = offer;
  const kept = all(store)[description?.game ?? ""] ?? {};
  const usual = usualChoices(offer);
  const [least, most] = [description?.leastSeats ?? 2, description?.mostSeats ?? 2];
  const seats = Number.isInteger(kept.seats) ? (kept.seats ?? least) : least;
  const fits = (name: string, value: unknown) =>
    description?.options.some(
      (spec) =>
        spec.name === name &&
        typeof value === "string" &&
        (spec.values.length ? spec.values.includes(value) : /^(on|off|\d+)$/.test(value)),
    );
  return {
    ...usual,
    seats: Math.min(most, Math.max(least, seats)),
    bot: kept.bot && bots.includes(kept.bot) ? kept.bot : usual.bot,
    time: times.some(({ name }) => name === kept.time) ? (kept.time ?? "") : "",
    isPrivate: kept.isPrivate === true,
    delay: DELAYS.find((delay) => delay === kept.delay) ?? usual.delay,
    rating: RATINGS.find(({ terms }) => terms === kept.rating)?.terms ?? usual.rating,
    options: Object.fromEntries(Object.entries(kept.options ?? {}).filter(([name, value]) => fits(name, value))),
  };
}

/** Keep what was chosen for a game. */
export function keepChoices(game: string, choices: Choices, store: Store): void {
  store.setItem(KEY, JSON.stringify({ ...all(store), [game]: choices }));
}
