/** Whether a game counts for the ratings, in words; and how ratings are shown, everywhere alike. */
import { messageId, type Rating, RatingTerms, UnratedReason, type Words } from "galaxy-tables-sdk";

/** Whether a game counts, and why not, in the lobby's words. */
export function ratedWords(unrated: UnratedReason, terms: RatingTerms, words: Words): string {
  if (unrated === UnratedReason.UNSPECIFIED)
    return words.message(terms === RatingTerms.STRICT ? "rated-strict" : "rated");
  const reason = (UnratedReason[unrated] ?? "").toLowerCase();
  return words.message(messageId("unrated", reason)) || words.message("unrated");
}

/** Somebody's rating: the number that leaderboards go by. */
export function ratingText(rating: Rating | undefined): string {
  return (rating?.value ?? 0).toFixed(1);
}

/** What a rating comes of: the most likely skill, and how uncertain that is. */
export function skillText(rating: Rating | undefined): string {
  return `${(rating?.mean ?? 0).toFixed(1)} ± ${(rating?.deviation ?? 0).toFixed(1)}`;
}
