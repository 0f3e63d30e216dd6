/** Whether a game counts for the ratings, in words; and how ratings are shown, everywhere alike. */
import type { Say } from "./wording.js";
import type { FinishedGame } from "galaxytables-client/gen/galaxytables/lobby/v1/archive_pb";
import {
  messageId,
  type GameRating,
  type Rating,
  type RatingPool,
  RatingSpeed,
  RatingTerms,
  SeatsKind,
  UnratedReason,
  type Words,
} from "galaxytables-client";

/** Whether a game counts, and why not, in the lobby's words. */
export function ratedWords(unrated: UnratedReason, terms: RatingTerms, words: Words): string {
  if (unrated === UnratedReason.UNSPECIFIED)
    return words.message(terms === RatingTerms.STRICT ? "rated-strict" : "rated");
  return reasonWords(unrated, words);
}

/** Why a game does not count. Reasons were not always kept, and a later server may have more of them. */
function reasonWords(unrated: UnratedReason, words: Words): string {
  const reason = (UnratedReason[unrated] ?? "").toLowerCase();
  return words.message(messageId("unrated", reason)) || words.message("unrated");
}

/** What is known of a game and the ratings: it counts, it does not, the archive does not say yet, or never will. */
export type RatedState = "rated" | "unrated" | "pending" | "unknown";

/** A game that is over, as the archive has it; undefined until then, and none where it never says. */
export type Archived = Pick<FinishedGame, "rated" | "unrated"> | undefined | null;

/** Why an archived game is not rated, in the lobby's words; nothing of one that is. */
export function unratedWords({ rated, unrated }: NonNullable<Archived>, words: Words): string {
  return rated ? "" : reasonWords(unrated, words);
}

/** Whether a game that is over is rated: the table knows some of the reasons against it, the archive all of them. */
export function ratedState(unrated: UnratedReason, archived: Archived): RatedState {
  if (archived) return archived.rated ? "rated" : "unrated";
  if (unrated !== UnratedReason.UNSPECIFIED) return "unrated";
  return archived === null ? "unknown" : "pending";
}

/** The same in words, with the reason. */
export function endWords(unrated: UnratedReason, terms: RatingTerms, archived: Archived, words: Words): string {
  const state = ratedState(unrated, archived);
  if (state === "pending" || state === "unknown") return words.message(messageId("rating", state));
  return (archived && unratedWords(archived, words)) || ratedWords(unrated, terms, words);
}

/** The rating at a game that says most: that of the pool with most games; of all games, where none is named. */
export const mostPlayed = <Of extends Pick<GameRating, "game" | "games">>(
  ratings: readonly Of[],
  game = "",
): Of | undefined =>
  ratings
    .filter((each) => !game || each.game === game)
    .reduce<Of | undefined>((most, each) => (most && most.games >= each.games ? most : each), undefined);

/** A newcomer's rating. */
export const START = 1_000;
/** With fewer rated games a rating is provisional. */
export const FIRST_GAMES = 10;

/** Somebody's rating: the number that leaderboards go by. */
export function ratingText(rating: Pick<Rating, "value"> | undefined): string {
  return (rating?.value ?? START).toFixed(0).replace("-", "−");
}

/** Why a rating is provisional, in words: too few games so far, or too little known otherwise. */
export function provisionalText({ games }: Pick<GameRating, "games">, say: Say): string {
  return games < FIRST_GAMES
    ? say("ratings-provisional-games", { games, of: FIRST_GAMES })
    : say("ratings-provisional");
}

/** Which games a rating is of: all that were played alike. */
export type Pool = Pick<RatingPool, "game" | "seats" | "speed">;

/** Whether two pools are the same; none is the same as none. */
export const samePool = (one: Pool | undefined, other: Pool | undefined): boolean =>
  one !== undefined && one.game === other?.game && one.seats === other.seats && one.speed === other.speed;

/** The words of a pool's kind of seats and speed, of those that it is told by. */
export const poolWords = ({ seats, speed }: Pool): ["pool-two" | "pool-more", "pool-live" | "pool-slow"] => [
  seats === SeatsKind.MORE ? "pool-more" : "pool-two",
  speed === RatingSpeed.SLOW ? "pool-slow" : "pool-live",
];

/** What a game made of the rating of a seat, as it is shown. */
export interface RatingChange {
  readonly seat: number;
  readonly before: string;
  readonly after: string;
  readonly change: string;
}

/** What a game made of the rating of each seat; none where the game is not rated. */
export function ratingChanges(game: Pick<FinishedGame, "seats"> | undefined): RatingChange[] {
  return (game?.seats ?? []).flatMap(({ number, before, after }) => {
    if (!after) return [];
    const change = changeText(before, after);
    return [{ seat: number, before: ratingText(before), after: ratingText(after), change }];
  });
}

/** By how much a game changed a rating. */
export function changeText(before: Pick<Rating, "value"> | undefined, after: Pick<Rating, "value">): string {
  const change = after.value - (before?.value ?? START);
  return `${change < 0 ? "−" : "+"}${Math.abs(change).toFixed(0)}`;
}

/** What a rating comes of: the most likely skill, and how uncertain that is. */
export function skillText(rating: Rating | undefined): string {
  return `${(rating?.mean ?? 0).toFixed(0)} ± ${(rating?.deviation ?? 0).toFixed(0)}`;
}
