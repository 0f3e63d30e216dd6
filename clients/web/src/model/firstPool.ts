/** Which leaderboard a reader sees first. */
import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { FinishedGame, GameRating, LeaderboardPlace, RatingSpeed, SeatsKind } from "galaxytables-client";
import type { Pool } from "./rated.js";

/** A leaderboard that the reader turned to, and when, in milliseconds. */
export interface ChosenPool extends Pool {
  readonly at: number;
}

/** What is known of the reader and of others; games latest first. */
export interface Known {
  readonly chosen: ChosenPool | undefined;
  readonly played: readonly Pick<FinishedGame, "pool" | "finished">[];
  readonly ratings: readonly Pick<GameRating, "game" | "pool" | "games">[];
}

/** The one that the reader turned to, or of a game that they played since; else of most of their games. */
export function ownPool({ chosen, played, ratings }: Known, game = ""): Pool | undefined {
  const fits = (pool: Pool | undefined) => pool !== undefined && (!game || pool.game === game);
  const last = played.find(({ pool }) => fits(pool));
  if (chosen && fits(chosen) && chosen.at >= (last?.finished ? timestampMs(last.finished) : 0)) return chosen;
  const [most] = ratings.filter(({ pool }) => fits(pool)).toSorted((one, other) => other.games - one.games);
  return last?.pool ?? most?.pool;
}

/** The game whose leaderboard tells of most games; the first of several. */
export function busiest(boards: ReadonlyMap<string, readonly LeaderboardPlace[]>): string {
  const games = [...boards].map(([game, places]) => ({
    game,
    count: places.reduce((sum, { rating }) => sum + (rating?.games ?? 0), 0),
  }));
  return games.toSorted((one, other) => other.count - one.count)[0]?.game ?? "";
}

/** A choice as it was kept; none where nothing fits. */
export function readChosen(kept: string | null): ChosenPool | undefined {
  try {
    const { game, seats, speed, at } = JSON.parse(kept ?? "null") as Record<string, unknown>;
    if (typeof game !== "string" || [seats, speed, at].some((each) => typeof each !== "number")) return undefined;
    return { game, seats: seats as SeatsKind, speed: speed as RatingSpeed, at: at as number };
  } catch {
    return undefined;
  }
}
