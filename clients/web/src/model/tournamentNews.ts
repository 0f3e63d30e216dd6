/** What is new in a player's tournaments, for notices on whatever page they look at. */
import { timestampMs } from "@bufbuild/protobuf/wkt";
import {
  type MyTable,
  type Store,
  TableState,
  type Tournament,
  TournamentAttendance,
  type TournamentEntrant,
  TournamentState,
} from "galaxytables-client";
import { checkInOpens } from "./tournaments.js";

const KEY = "galaxytables.tournament-news";
/** What ended longer ago is no news. */
const NEWS_MS = 3_600_000;
const MAX_KEPT = 50;

export interface TournamentNews {
  /** The same for the same event. */
  readonly key: string;
  readonly kind: "check-in" | "round" | "finished" | "cancelled";
  readonly tournament: Tournament;
  /** Of a round: the player's table. */
  readonly tableId: string;
}

/** A player's tournament with their entry, if they have one. */
export interface OwnTournament {
  readonly tournament: Tournament;
  readonly own: TournamentEntrant | undefined;
}

/** What is new at a time, the table that waits first. */
export function newsOf(all: readonly OwnTournament[], tables: readonly MyTable[], now: number): TournamentNews[] {
  const found = all.flatMap(({ tournament, own }): TournamentNews[] => {
    const { id, state, roundCount, ended } = tournament;
    const news = (kind: TournamentNews["kind"], tableId = "") => [
      { key: `${id} ${kind} ${tableId || roundCount}`, kind, tournament, tableId },
    ];
    if (!own) return [];
    if (state === TournamentState.REGISTRATION) {
      const opens = checkInOpens(tournament);
      const asked = own.attendance === TournamentAttendance.REGISTERED && !own.checkedIn;
      return asked && opens !== undefined && now >= opens ? news("check-in") : [];
    }
    if (state === TournamentState.RUNNING)
      return tables.flatMap(({ table }) =>
        table?.state === TableState.RUNNING && table.tournament === id ? news("round", table.id) : [],
      );
    if (!ended || now - timestampMs(ended) > NEWS_MS) return [];
    return news(state === TournamentState.FINISHED ? "finished" : "cancelled");
  });
  return found.sort((one, other) => Number(other.kind === "round") - Number(one.kind === "round"));
}

/** The keys of news that the player has put away. */
export function readSeenNews(store: Store): string[] {
  try {
    const kept: unknown = JSON.parse(store.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}

/** Put news away, in this browser. */
export function keepSeenNews(seen: readonly string[], store: Store): void {
  store.setItem(KEY, JSON.stringify(seen.slice(-MAX_KEPT)));
}
