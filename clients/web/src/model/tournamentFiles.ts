/** A tournament as files: crosstable, CSV, JSON, and TRF, which programs for pairing read. */
import { toJson } from "@bufbuild/protobuf";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import {
  type FollowedTournament,
  type TournamentPairing,
  TournamentPairingSchema,
  type TournamentRound,
  TournamentRoundSchema,
  TournamentSchema,
  TournamentStandingSchema,
  TournamentEntrantSchema,
} from "galaxytables-client";
import { formatOf } from "./tournaments.js";

/** A round with all its pairings. */
export interface WholeRound {
  readonly round: TournamentRound;
  readonly pairings: readonly TournamentPairing[];
}

/** What an entrant did in a round: whom they met, and their place at each game's table. */
export interface Cell {
  readonly opponents: readonly number[];
  /** Their seat in the pairing, from 0. */
  readonly seat: number;
  /** Their place of each game that is over. */
  readonly ranks: readonly number[];
  /** Whether somebody else had the same place, game by game. */
  readonly shared: readonly boolean[];
  readonly bye: boolean;
  /** They did not come. */
  readonly forfeit: boolean;
}

/** What an entrant did in a round; undefined where they did not play. */
export function cellOf({ round, pairings }: WholeRound, entrant: number): Cell[] {
  if (round.byes.includes(entrant))
    return [{ opponents: [], seat: 0, ranks: [], shared: [], bye: true, forfeit: false }];
  return pairings
    .filter(({ entrants }) => entrants.includes(entrant))
    .map(({ entrants, games }) => {
      const seat = entrants.indexOf(entrant);
      const over = games.filter(({ ranks }) => ranks.length);
      return {
        opponents: entrants.filter((each) => each !== entrant),
        seat,
        ranks: over.map(({ ranks }) => ranks[seat] ?? 0),
        shared: over.map(({ ranks }) => ranks.filter((rank) => rank === ranks[seat]).length > 1),
        bye: false,
        forfeit: games.some(({ forfeits }) => forfeits.includes(seat)),
      };
    });
}

/** A result as a crosstable writes it: `+` won, `=` shared, `-` lost; with more seats the place. */
export function signOf({ opponents, ranks, shared, forfeit }: Cell): string {
  if (forfeit) return "–";
  return ranks
    .map((rank, game) => {
      if (opponents.length > 1) return `${rank}${shared[game] ? "=" : ""}`;
      if (shared[game]) return "=";
      return rank === 1 ? "+" : "−";
    })
    .join("");
}

const quoted = (text: string | number): string =>
  typeof text === "number" || !/[",\n;]/.test(text) ? String(text) : `"${text.replaceAll('"', '""')}"`;

/** What a spreadsheet would read as a formula stands behind an apostrophe. */
const inert = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** The standings as a table of values parted by commas. */
export function csvOf(
  { standings, entrants }: FollowedTournament,
  ties: readonly string[],
  kinds: readonly number[],
): string {
  const head = ["rank", "player", "rating", "points", ...ties];
  const rows = standings.map(({ rank, entrant, points, ties: own }) => {
    const who = entrants.get(entrant);
    const figures = kinds.map((kind) => own.find((tie) => tie.kind === kind)?.figure?.value ?? "");
    return [rank, inert(who?.player?.name ?? ""), who?.rating ?? "", points?.value ?? "", ...figures];
  });
  return [head, ...rows].map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

/** All of a tournament, in the JSON of its messages. */
export function jsonOf({ tournament, entrants, standings }: FollowedTournament, rounds: readonly WholeRound[]): string {
  const all = {
    tournament: toJson(TournamentSchema, tournament),
    entrants: [...entrants.values()].map((each) => toJson(TournamentEntrantSchema, each)),
    standings: standings.map((each) => toJson(TournamentStandingSchema, each)),
    rounds: rounds.map(({ round, pairings }) => ({
      round: toJson(TournamentRoundSchema, round),
      pairings: pairings.map((each) => toJson(TournamentPairingSchema, each)),
    })),
  };
  return `${JSON.stringify(all, undefined, 2)}\n`;
}

/** Whether a tournament can be written as TRF: two seats, one game a pairing, in rounds. */
export const fitsTrf = ({ tournament: { terms } }: FollowedTournament): boolean =>
  terms?.seats === 2 &&
  (formatOf(terms) === "swiss" ||
    formatOf(terms) === "roundRobin" ||
    (terms.format.case === "knockout" && terms.format.value.bestOf <= 1));

const NO_OPPONENT = "0000";

function trfCell(cell: Cell | undefined): string {
  if (!cell) return `  ${NO_OPPONENT} - Z`;
  if (cell.bye) return `  ${NO_OPPONENT} - U`;
  const opponent = String((cell.opponents[0] ?? 0) + 1).padStart(4);
  const [rank, shared] = [cell.ranks[0], cell.shared[0]];
  if (rank === undefined) return `  ${opponent} ${cell.seat ? "b" : "w"}  `;
  if (cell.forfeit) return `  ${opponent} - -`;
  return `  ${opponent} ${cell.seat ? "b" : "w"} ${shared ? "=" : rank === 1 ? "1" : "0"}`;
}

/** A tournament as a FIDE tournament report file (TRF16). The first seat is white. */
export function trfOf({ tournament, entrants, standings }: FollowedTournament, rounds: readonly WholeRound[]): string {
  const day = (time: Parameters<typeof timestampDate>[0] | undefined) =>
    time ? timestampDate(time).toISOString().slice(0, 10).replaceAll("-", "/") : "";
  const places = new Map(standings.map((each) => [each.entrant, each]));
  const players = [...entrants.values()]
    .filter(({ number }) => places.has(number))
    .map(({ number, player, rating }) => {
      const place = places.get(number);
      const start = `001 ${String(number + 1).padStart(4)}      ${(player?.name ?? "").slice(0, 33).padEnd(33)}`;
      const rated = ` ${String(Math.max(0, Math.min(9_999, rating))).padStart(4)}${" ".repeat(28)}`;
      const points = `${(place?.points?.value ?? 0).toFixed(1).padStart(4)} ${String(place?.rank ?? 0).padStart(4)}`;
      return `${start}${rated}${points}${rounds.map((each) => trfCell(cellOf(each, number)[0])).join("")}`;
    });
  return [
    `012 ${tournament.terms?.name ?? ""}`,
    `042 ${day(tournament.started)}`,
    `052 ${day(tournament.ended)}`,
    `062 ${players.length}`,
    `092 ${formatOf(tournament.terms) === "swiss" ? "Individual: Swiss-System" : "Individual: Round-Robin"}`,
    `XXR ${rounds.length}`,
    ...players,
    "",
  ].join("\r\n");
}
