/** What a player's finished games tell: how ratings went, how each game ended, and against whom. */
import type { FinishedGame } from "galaxytables-client/gen/galaxytables/lobby/v1/archive_pb";
import { isOf } from "./finished.js";
import { changeText, type Pool, ratingText, samePool, START } from "./rated.js";

/** A rating after a game, and what the game made of it; of the first one where it stood before, without a change. */
export interface RatingStep {
  readonly value: number;
  readonly change: string;
}

/** The rating in one pool before and after each of these games, which are given latest first. */
export function ratingSteps(player: string, pool: Pool, games: readonly FinishedGame[]): RatingStep[] {
  const rated = games
    .filter((each) => samePool(each.pool, pool))
    .flatMap(({ seats }) => seats.filter((seat) => isOf(player, seat)))
    .flatMap(({ before, after }) => (after ? [{ before, after }] : []))
    .reverse();
  const [first] = rated;
  if (!first) return [];
  const steps = rated.map(({ before, after }) => ({ value: after.value, change: changeText(before, after) }));
  return [{ value: first.before?.value ?? START, change: "" }, ...steps];
}

/** A step in words. */
export const stepText = ({ value, change }: RatingStep): string => {
  const shown = ratingText({ value });
  return change ? `${shown} (${change})` : shown;
};

/** How a game ended for a player. */
export interface Result {
  readonly tableId: string;
  readonly rank: number;
  readonly of: number;
}

/** How the last games of one pool ended, the latest last. */
export function lastResults(player: string, pool: Pool, games: readonly FinishedGame[], most = 10): Result[] {
  return games
    .filter((each) => samePool(each.pool, pool))
    .flatMap(({ tableId, seats }) => {
      const rank = seats.find((seat) => isOf(player, seat))?.score?.rank;
      return rank ? [{ tableId, rank, of: seats.length }] : [];
    })
    .slice(0, most)
    .reverse();
}

/** Somebody whom a player met, in how many games, and in how many the player was ahead. */
export interface Met {
  readonly id: string;
  readonly name: string;
  readonly games: number;
  readonly ahead: number;
}

/** People whom a player met in these games, the last ones first. */
export function lastOpponents(player: string, games: readonly FinishedGame[], most = 6): Met[] {
  const met = new Map<string, Met>();
  for (const { seats } of games) {
    const own = seats.find((seat) => isOf(player, seat));
    if (!own) continue;
    for (const { who, score } of seats) {
      if (who?.who.case !== "player" || who.who.value.id === player) continue;
      const { id, name } = who.who.value;
      const ahead = own.score && score && own.score.rank < score.rank ? 1 : 0;
      const known = met.get(id) ?? { id, name, games: 0, ahead: 0 };
      met.set(id, { ...known, games: known.games + 1, ahead: known.ahead + ahead });
    }
  }
  return [...met.values()].slice(0, most);
}
