/** Records that a player broke with a game: held against their own games before it, at tables like this one. */
import { EndReason } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import type { FinishedGame, FinishedSeat } from "galaxytables-client/gen/galaxytables/lobby/v1/archive_pb";
import { samePool } from "./rated.js";

/** A best of all games so far, and what it was before. */
export interface BrokenRecord {
  readonly kind: "points" | "margin" | "rounds" | "streak" | "rating" | "source";
  readonly value: number;
  readonly before: number;
  /** The source of points, where it is one's record. */
  readonly source?: string;
}

/** What a player's own games say of the last one. */
export interface Standing {
  readonly broken: readonly BrokenRecord[];
  /** Games at tables like this one, this one among them, that were played out. */
  readonly games: number;
  /** The most points in any of them. */
  readonly best: number;
}

/** So many wins in a row are no chance any more. */
const MIN_STREAK = 3;
/** So many games make a best one of a source of points. */
const MIN_GAMES = 3;
const MAX_RECORDS = 4;

interface Own {
  readonly game: FinishedGame;
  readonly seat: FinishedSeat;
}

/** How a game stands among a player's finished games of its kind, which may be in any order; none where it is not there. */
export function standingAmong(games: readonly FinishedGame[], tableId: string, playerId: string): Standing | undefined {
  const own = games
    .flatMap((game): Own[] => {
      const seat = game.seats.find(({ who }) => who?.who.case === "player" && who.who.value.id === playerId);
      return seat ? [{ game, seat }] : [];
    })
    .sort((a, b) => finishedAt(a.game) - finishedAt(b.game));
  const at = own.findIndex(({ game }) => game.tableId === tableId);
  const now = own[at];
  if (!now || !playedOut(now)) return undefined;
  const before = own.slice(0, at);
  const alike = before.filter((each) => playedOut(each) && isAlike(each.game, now.game));
  const best = Math.max(...[...alike, now].map(pointsOf));
  const found = [
    ...highest("points", alike, now, pointsOf),
    ...(wins(now) ? highest("margin", alike.filter(wins), now, marginOf) : []),
    ...streak(before, now),
    ...fewestRounds(alike.filter(wins), now),
    ...rating(before, now),
    ...(alike.length + 1 >= MIN_GAMES ? sources(alike, now) : []),
  ];
  return { broken: found.slice(0, MAX_RECORDS), games: alike.length + 1, best };
}

const finishedAt = ({ finished }: FinishedGame) => Number(finished?.seconds ?? 0n) * 1e3 + (finished?.nanos ?? 0) / 1e6;
const pointsOf = ({ seat }: Own) => seat.score?.total ?? 0;
const wins = ({ seat }: Own) => seat.score?.rank === 1 && !seat.resigned;

function playedOut({ game, seat }: Own): boolean {
  return !seat.resigned && [EndReason.UNSPECIFIED, EndReason.PLAYED_OUT].includes(game.endReason);
}

/** The same number of players under the same options. */
function isAlike(one: FinishedGame, other: FinishedGame): boolean {
  const names = new Set([...Object.keys(one.options), ...Object.keys(other.options)]);
  return (
    one.seats.length === other.seats.length && [...names].every((name) => one.options[name] === other.options[name])
  );
}

/** How far ahead of all others. */
function marginOf({ game, seat }: Own): number {
  const others = game.seats.filter(({ number }) => number !== seat.number).map(({ score }) => score?.total ?? 0);
  return (seat.score?.total ?? 0) - Math.max(...others);
}

function highest(
  kind: "points" | "margin",
  before: readonly Own[],
  now: Own,
  of: (own: Own) => number,
): BrokenRecord[] {
  const most = Math.max(...before.map(of));
  return before.length && of(now) > most ? [{ kind, value: of(now), before: most }] : [];
}

function fewestRounds(before: readonly Own[], now: Own): BrokenRecord[] {
  const least = Math.min(...before.map(({ game }) => game.rounds).filter((rounds) => rounds > 0));
  const { rounds } = now.game;
  return wins(now) && rounds > 0 && rounds < least && Number.isFinite(least)
    ? [{ kind: "rounds", value: rounds, before: least }]
    : [];
}

/** Wins in a row at this game, up to this one. */
function streak(before: readonly Own[], now: Own): BrokenRecord[] {
  let [run, longest] = [0, 0];
  for (const each of before) {
    run = wins(each) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  const value = wins(now) ? run + 1 : 0;
  return value >= MIN_STREAK && value > longest ? [{ kind: "streak", value, before: longest }] : [];
}

function rating(before: readonly Own[], now: Own): BrokenRecord[] {
  const earlier = before
    .filter(({ game }) => samePool(game.pool, now.game.pool))
    .flatMap(({ seat }) => (seat.after ? [seat.after.value] : []));
  const value = now.seat.after?.value;
  const most = Math.max(...earlier);
  return earlier.length && value !== undefined && value > most ? [{ kind: "rating", value, before: most }] : [];
}

function sources(before: readonly Own[], now: Own): BrokenRecord[] {
  const from = ({ seat }: Own, source: string) => seat.score?.parts.find((part) => part.source === source)?.points ?? 0;
  return (now.seat.score?.parts ?? []).flatMap(({ source, points }): BrokenRecord[] => {
    const most = Math.max(...before.map((each) => from(each, source)));
    return points > most ? [{ kind: "source", value: points, before: most, source }] : [];
  });
}
