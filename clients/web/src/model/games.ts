import type { GameOffer } from "galaxytables-client";

/** What a player wants to know of a game before playing it; our own estimates, for a table of experienced people. */
export interface GameFacts {
  readonly minutes: readonly [least: number, most: number];
  /** How much there is to learn: 1 for light to 5 for heavy. */
  readonly weight: number;
}

const FACTS: Readonly<Record<string, GameFacts>> = {
  jump: { minutes: [10, 20], weight: 2 },
  race: { minutes: [20, 45], weight: 3 },
  roll: { minutes: [30, 45], weight: 3 },
  beyond: { minutes: [60, 120], weight: 4 },
};

/** The facts of a game; undefined for one that the page does not know. */
export const factsOf = (game: string): GameFacts | undefined => FACTS[game];

const length = ({ description }: GameOffer): number =>
  factsOf(description?.game ?? "")?.minutes[0] ?? Number.MAX_SAFE_INTEGER;

/** The games in the order in which somebody who has chosen none would begin. */
export const shortestFirst = (offers: readonly GameOffer[]): GameOffer[] =>
  [...offers].sort((one, other) => length(one) - length(other));
