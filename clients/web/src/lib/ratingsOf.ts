/** Ratings of people as lists show them: asked for once, and again after a while. */
import type { GameRating, Lobby } from "galaxytables-client";
import { localTime } from "../model/clock.js";

const FRESH_MS = 60_000;
const known = new Map<string, { readonly at: number; readonly ratings: Promise<readonly GameRating[]> }>();

/** Somebody's ratings. Rejects where nobody answers, and then asks anew the next time. */
export function ratingsOf(lobby: Lobby, playerId: string): Promise<readonly GameRating[]> {
  const kept = known.get(playerId);
  if (kept && localTime() - kept.at < FRESH_MS) return kept.ratings;
  const ratings = lobby.archive.listRatings({ playerId }).then((answer) => answer.ratings);
  known.set(playerId, { at: localTime(), ratings });
  ratings.catch(() => known.delete(playerId));
  return ratings;
}
