/** Games that are over, as their players read them. */
import { timestampMs } from "@bufbuild/protobuf/wkt";
import { type FinishedGame, UnratedReason, type Words } from "galaxytables-client";
import { EndReason } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import { outcomeOf } from "./outcome.js";
import { finishedName } from "./people.js";
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
  const place = { rank: own.score.rank, of: game.seats.length };
  const ended = won ? say("profile-has-won") : place.of === 2 ? say("profile-has-lost") : say("profile-place", place);
  const change = ratingChanges(game).find(({ seat }) => seat === own.number)?.change;
  return { won, text: change ? say("profile-result", { ended, change }) : ended };
}

/** Why the places are not those of the points, or the game was not played out; nothing where neither is so. */
export function endedBy({ seats, endReason }: FinishedGame, say: Say, words: Words): string {
  const left = words.listed(seats.flatMap((seat) => (seat.resigned ? [finishedName(seat, say, words)] : [])));
  if (endReason !== EndReason.UNSPECIFIED && endReason !== EndReason.PLAYED_OUT) return endWhy(endReason, left, say);
  if (left) return say("result-left", { who: left });
  const { next, tieBreak } = outcomeOf(seats.flatMap(({ score }) => score ?? []));
  const level = seats.find(({ number }) => number === next);
  if (!level || !tieBreak) return "";
  const [own, other] = tieBreak;
  return say("result-tie-break", { who: finishedName(level, say, words), own, other });
}

/** Why a game was not played out, in words: by whom, where somebody left. A later server may know more reasons. */
export function endWhy(reason: EndReason, who: string, say: Say): string {
  const name = EndReason[reason]?.toLowerCase().replaceAll("_", "-");
  return name ? say(`result-by-${name}`, { who }) : "";
}

/** The games that have ended of late and that the player has not seen ending, in the order given. */
export function unseen(games: readonly FinishedGame[], seen: (table: string) => boolean, now: number): FinishedGame[] {
  return games.filter(
    ({ tableId, finished, unrated }) =>
      unrated !== UnratedReason.INTRODUCTION && finished && now - timestampMs(finished) < NEWS_MS && !seen(tableId),
  );
}
