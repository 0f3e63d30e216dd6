/** Tournaments: what a reader can do in one, how long one lasts, and what its figures are called. */
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { durationFromMs, durationMs, timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import {
  RatingTerms,
  type TimePreset,
  type Tournament,
  TournamentAttendance,
  type TournamentEntrant,
  TournamentLeavers,
  type TournamentPairing,
  TournamentState,
  type TournamentTerms,
  TournamentTermsSchema,
  TournamentTieBreak,
} from "galaxytables-client";

export type FormatName = "swiss" | "roundRobin" | "knockout" | "arena" | "league";

const MINUTE = 60_000;
/** Without a game's own figure, a game lasts so many minutes. */
const USUAL_MINUTES = 20;

/** The end of the names of messages about a tie-break. */
export const TIE_NAMES: Readonly<Record<number, string>> = {
  [TournamentTieBreak.BUCHHOLZ]: "buchholz",
  [TournamentTieBreak.BUCHHOLZ_CUT_1]: "buchholz-cut",
  [TournamentTieBreak.SONNEBORN_BERGER]: "sonneborn-berger",
  [TournamentTieBreak.DIRECT_ENCOUNTER]: "direct-encounter",
  [TournamentTieBreak.GAME_POINTS]: "game-points",
  [TournamentTieBreak.WINS]: "wins",
};

export const formatOf = (terms: TournamentTerms | undefined): FormatName => terms?.format.case ?? "swiss";

/** What a reader can do in a tournament now. */
export interface Doable {
  readonly register: boolean;
  readonly checkIn: boolean;
  readonly withdraw: boolean;
}

/** When check-in opens, in milliseconds; undefined where there is none. */
export function checkInOpens({ terms, nextStart }: Tournament): number | undefined {
  const before = terms?.schedule?.checkIn ? durationMs(terms.schedule.checkIn) : 0;
  return before && nextStart ? timestampMs(nextStart) - before : undefined;
}

/** What a reader can do, by their entry if they have one. */
export function doable(tournament: Tournament, own: TournamentEntrant | undefined, now: number): Doable {
  const { state, terms, roundCount } = tournament;
  const attends = own?.attendance;
  const open =
    state === TournamentState.REGISTRATION ||
    (state === TournamentState.RUNNING && roundCount <= (terms?.limits?.lastLateRound ?? 0));
  const opens = checkInOpens(tournament);
  const there =
    state === TournamentState.REGISTRATION
      ? opens !== undefined && now >= opens && own !== undefined && !own.checkedIn
      : state === TournamentState.RUNNING &&
        (attends === TournamentAttendance.NO_SHOW || attends === TournamentAttendance.REPLACED);
  const over = state === TournamentState.FINISHED || state === TournamentState.CANCELLED;
  const left = attends === TournamentAttendance.WITHDRAWN || attends === TournamentAttendance.NO_SHOW;
  return { register: open && !own, checkIn: there, withdraw: own !== undefined && !over && !left };
}

/** A reader's place on the waiting list, from 1; 0 for none. */
export function waitingPlace(entrants: Iterable<TournamentEntrant>, own: TournamentEntrant | undefined): number {
  if (own?.attendance !== TournamentAttendance.WAITING) return 0;
  const waiting = [...entrants].filter(({ attendance }) => attendance === TournamentAttendance.WAITING);
  return waiting.filter(({ number }) => number <= own.number).length;
}

/** How many rounds a tournament of so many entrants has; 1 for an arena. */
export function roundsOf({ format, seats }: TournamentTerms, entrants: number): number {
  switch (format.case) {
    case "swiss":
      return format.value.rounds;
    case "roundRobin": {
      const each = entrants + (entrants % 2) - 1;
      if (seats === 2) return Math.max(1, each) * (format.value.cycles || 1);
      return format.value.rounds || Math.max(1, Math.ceil((entrants - 1) / (seats - 1)));
    }
    case "knockout":
      return Math.max(1, Math.ceil(Math.log2(Math.max(2, entrants))));
    case "league":
      return format.value.seasons;
    default:
      return 1;
  }
}

/**
 * How long a tournament lasts about, in milliseconds, for a game that takes so many minutes; undefined where nobody can say: a
 * slow game without a limit for its rounds.
 */
export function lengthInMs(
  terms: TournamentTerms,
  entrants: number,
  { minutes = USUAL_MINUTES, slow = false }: { minutes?: number; slow?: boolean } = {},
): number | undefined {
  if (terms.format.case === "arena") return terms.format.value.duration ? durationMs(terms.format.value.duration) : 0;
  const limit = terms.schedule?.maxRound ? durationMs(terms.schedule.maxRound) : 0;
  const games = terms.format.case === "knockout" ? Math.ceil(((terms.format.value.bestOf || 1) + 1) / 2) : 1;
  if (slow && !limit) return undefined;
  const round = slow ? limit : Math.min(limit || Infinity, games * minutes * MINUTE);
  const interval = terms.schedule?.interval ? durationMs(terms.schedule.interval) : 0;
  const rounds = roundsOf(terms, entrants);
  return rounds * round + (rounds - 1) * interval;
}

/** What an organiser fills in, in the units of the form. */
export interface TournamentDraft {
  readonly name: string;
  readonly game: string;
  /** Options that differ from their defaults. */
  readonly options: Readonly<Record<string, string>>;
  readonly seats: number;
  readonly format: FormatName;
  /** Swiss: rounds. Knock-out: best of so many games. Arena: minutes. League: seasons. Round robin: cycles. */
  readonly count: number;
  /** The name of a ready-made time control; empty for no clock. */
  readonly time: string;
  readonly rated: boolean;
  /** When it starts, in milliseconds. */
  readonly starts: number;
  /** Minutes. 0 for none. */
  readonly checkIn: number;
  readonly maxRound: number;
  readonly interval: number;
  /** 0 for no limit. */
  readonly maxEntrants: number;
  readonly minRating: number;
  readonly maxRating: number;
  /** Days. */
  readonly minAge: number;
  readonly lastLateRound: number;
  readonly invitedOnly: boolean;
  readonly sharedDeal: boolean;
  /** The bot that replaces those who leave; empty for none. */
  readonly bot: string;
}

type PresetDraft = Pick<
  TournamentDraft,
  "format" | "count" | "time" | "checkIn" | "maxRound" | "interval" | "maxEntrants"
>;

/** A few good ways to hold a tournament. */
export const TOURNAMENT_PRESETS: Readonly<Record<FormatName, PresetDraft>> = {
  swiss: { format: "swiss", count: 4, time: "live_quick", checkIn: 10, maxRound: 60, interval: 2, maxEntrants: 0 },
  roundRobin: { format: "roundRobin", count: 1, time: "live", checkIn: 10, maxRound: 60, interval: 2, maxEntrants: 8 },
  knockout: { format: "knockout", count: 3, time: "live", checkIn: 10, maxRound: 120, interval: 5, maxEntrants: 16 },
  arena: { format: "arena", count: 60, time: "live_quick", checkIn: 0, maxRound: 0, interval: 0, maxEntrants: 0 },
  league: { format: "league", count: 3, time: "slow", checkIn: 0, maxRound: 40_320, interval: 2_880, maxEntrants: 0 },
};

/** What a group of a league has. */
const LEAGUE = { groupSize: 6, promoted: 1, relegated: 1 } as const;

function formatTerms({ format, count }: TournamentDraft): MessageInitShape<typeof TournamentTermsSchema>["format"] {
  switch (format) {
    case "swiss":
      return { case: format, value: { rounds: count } };
    case "roundRobin":
      return { case: format, value: { cycles: count } };
    case "knockout":
      return { case: format, value: { bestOf: count, thirdPlace: true } };
    case "arena":
      return { case: format, value: { duration: durationFromMs(count * MINUTE) } };
    case "league":
      return { case: format, value: { seasons: count, ...LEAGUE } };
  }
}

/** The terms of what an organiser has filled in. */
export function termsOf(draft: TournamentDraft, times: readonly TimePreset[]): TournamentTerms {
  const minutes = (count: number) => (count ? durationFromMs(count * MINUTE) : undefined);
  const time = times.find(({ name }) => name === draft.time);
  return create(TournamentTermsSchema, {
    name: draft.name.trim(),
    game: draft.game,
    options: { ...draft.options },
    seats: draft.seats,
    format: formatTerms(draft),
    schedule: {
      starts: timestampFromMs(draft.starts),
      checkIn: minutes(draft.checkIn),
      maxRound: minutes(draft.maxRound),
      interval: minutes(draft.interval),
    },
    timeControl: time?.control,
    rating: draft.rated ? RatingTerms.RATED : RatingTerms.CASUAL,
    sharedDeal: draft.sharedDeal,
    leavers: draft.bot ? TournamentLeavers.BOT : TournamentLeavers.EMPTY,
    bot: draft.bot,
    limits: {
      maxEntrants: draft.maxEntrants,
      ...(draft.minRating && { minRating: draft.minRating }),
      ...(draft.maxRating && { maxRating: draft.maxRating }),
      minAccountAge: minutes(draft.minAge * 24 * 60),
      invitedOnly: draft.invitedOnly,
      lastLateRound: draft.lastLateRound,
    },
  });
}

/** A figure as it is written: halves and thirds to two places at most. */
export function figureText(value: number, language: string): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value);
}

/** Whether all games of a pairing that were begun have a result, and there is one. */
export const isOver = ({ games }: TournamentPairing): boolean =>
  games.length > 0 && games.every(({ ranks }) => ranks.length > 0);

/** The tables at which a pairing's games are played now. */
export const tablesInPlay = ({ games }: TournamentPairing): string[] =>
  games.flatMap(({ tableId, ranks }) => (tableId && !ranks.length ? [tableId] : []));

/** The pairings in play, that of the best-placed entrants first. */
export function featuredFirst(
  pairings: Iterable<TournamentPairing>,
  rankOf: (entrant: number) => number,
): TournamentPairing[] {
  const best = ({ entrants }: TournamentPairing) =>
    entrants.reduce((sum, each) => sum + rankOf(each), 0) / Math.max(1, entrants.length);
  return [...pairings]
    .filter((each) => tablesInPlay(each).length)
    .sort((one, other) => best(one) - best(other) || one.number - other.number);
}

/** A round's tables and byes after two entrants have changed places. */
export function swapped(
  pairings: readonly TournamentPairing[],
  byes: readonly number[],
  one: number,
  other: number,
): { tables: { entrants: number[]; group: number }[]; byes: number[] } {
  const instead = (number: number) => (number === one ? other : number === other ? one : number);
  return {
    tables: pairings.map(({ entrants, group }) => ({ entrants: entrants.map(instead), group })),
    byes: byes.map(instead),
  };
}
