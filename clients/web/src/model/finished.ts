/** Games that are over, as their players read them. */
import { timestampMs } from "@bufbuild/protobuf/wkt";
import { type FinishedGame, UnratedReason } from "galaxytables-client";
import { EndReason } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { ratingChanges } from "./rated.js";
import type { Say } from "./wording.js";

/** For so long the end of a game is news. */
const NEWS_MS = 14 * 86_400_000;

export type FinishedSeat = FinishedGame["seats"][number];

export const isOf = (player: string, { who }: FinishedSeat): boolean =>
  who?.who.case === "player" && who.who.value.id === player;

/** A lesson that was left is no game that was lost. */
export const isLeftLesson = ({ unrated, endReason }: FinishedGame): boolean =>
  unrated === UnratedReason.INTRODUCTION && endReason === EndReason.RESIGNED;

/** How a game ended for a player, and what it made of their rating; nothing for who did not play. */
export function outcomeFor(player: string, game: FinishedGame, say: Say): { won: boolean; text: string } | undefined {
  const own = game.seats.find((seat) => isOf(player, seat));
  if (!own?.score) return undefined;
  const won = own.score.rank === 1;
  const ended = won ? say("profile-has-won") : say("profile-place", { rank: own.score.rank, of: game.seats.length });
  const change = ratingChanges(game).find(({ seat }) => seat === own.number)?.change;
  return { won, text: change ? say("profile-result", { ended, change }) : ended };
}

/** The games that have ended of late and that the player has not seen ending, in the order given. */
export function unseen(games: readonly FinishedGame[], seen: (table: string) => boolean, now: number): FinishedGame[] {
  return games.filter(
    ({ tableId, finished, unrated }) =>
      unrated !== UnratedReason.INTRODUCTION && finished && now - timestampMs(finished) < NEWS_MS && !seen(tableId),
  );
}
