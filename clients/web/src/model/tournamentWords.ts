/** What pages of tournaments say alike. */
import { durationFromMs, durationMs, timestampDate, timestampMs } from "@bufbuild/protobuf/wkt";
import { type Tournament, TournamentState, type TournamentTerms } from "galaxytables-client";
import { formatOf } from "./tournaments.js";
import { lengthOf } from "./terms.js";
import type { Language, Say } from "./wording.js";

const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;

/** The kind of a tournament, with its size: `Swiss, 5 rounds`. */
export function formatWords(terms: TournamentTerms, say: Say): string {
  const { format } = terms;
  const kind = formatOf(terms);
  switch (format.case) {
    case "swiss":
      return say(`tournament-format-${kind}`, { rounds: format.value.rounds });
    case "roundRobin":
      return say(`tournament-format-${kind}`, { cycles: format.value.cycles || 1 });
    case "knockout":
      return say(`tournament-format-${kind}`, { games: format.value.bestOf || 1 });
    case "arena":
      return say(`tournament-format-${kind}`, {
        minutes: Math.round((format.value.duration ? durationMs(format.value.duration) : 0) / MINUTE_MS),
      });
    default:
      return say(`tournament-format-${kind}`, { seasons: format.case === "league" ? format.value.seasons : 1 });
  }
}

/** A length of time in whole minutes, or days. */
export const roughly = (milliseconds: number, language: Language): string => {
  const unit = milliseconds >= 2 * DAY_MS ? DAY_MS : MINUTE_MS;
  return lengthOf(durationFromMs(Math.max(1, Math.round(milliseconds / unit)) * unit), language);
};

/** When a tournament starts, or how far it has come. */
export function startWords(tournament: Tournament, now: number, say: Say, language: Language): string {
  const { state, nextStart, roundCount, paused, terms } = tournament;
  if (paused) return say("tournament-paused");
  if (state === TournamentState.RUNNING)
    return formatOf(terms) === "arena" ? say("tournament-state-2") : say("tournament-in-round", { round: roundCount });
  if (state !== TournamentState.REGISTRATION || !nextStart) return say(`tournament-state-${state}`);
  const left = timestampMs(nextStart) - now;
  if (left < MINUTE_MS) return say("tournament-starts-now");
  if (left < DAY_MS) return say("tournament-starts-in", { time: roughly(left, language) });
  const date = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  return date.format(timestampDate(nextStart));
}
