/** Tournaments: their calls, and one followed from change to change. A page that shows none need not load them. */
import type { Client } from "@connectrpc/connect";
import { timestampMs } from "@bufbuild/protobuf/wkt";
import {
  type Tournament,
  type TournamentChanges,
  type TournamentEntrant,
  type TournamentPairing,
  type TournamentRound,
  TournamentService,
  type TournamentStanding,
} from "./gen/galaxytables/lobby/v1/tournaments_pb.js";
import type { Lobby } from "./lobby.js";
import type { Following } from "./resuming.js";

/** A tournament at one moment. */
export interface FollowedTournament {
  readonly tournament: Tournament;
  /** By number. */
  readonly entrants: ReadonlyMap<number, TournamentEntrant>;
  /** The order, the best first; a league's group by group. Empty before the start. */
  readonly standings: readonly TournamentStanding[];
  /** The last round; none before one is paired. */
  readonly round: TournamentRound | undefined;
  /** Those of the last round, by number; of an arena those that were in play when it was first read, and all since. */
  readonly pairings: ReadonlyMap<number, TournamentPairing>;
}

/** How a tournament is followed. */
export interface TournamentFollowing extends Following {
  /** A message came, which carried the server's time in milliseconds. */
  readonly onPulse?: (now: number) => void;
}

/** The tournament after some changes. Nothing is known before the first ones, which have all of it. */
export function tournamentAfter(
  before: FollowedTournament | undefined,
  changes: TournamentChanges,
): FollowedTournament | undefined {
  const known = changes.whole ? undefined : before;
  const tournament = changes.tournament ?? known?.tournament;
  if (!tournament) return undefined;
  const entrants = new Map(known?.entrants);
  for (const entrant of changes.entrants) entrants.set(entrant.number, entrant);
  const places = new Map(known?.standings.map((each) => [each.entrant, each]));
  for (const standing of changes.standings) places.set(standing.entrant, standing);
  const round = tournament.roundCount ? (changes.round ?? known?.round) : undefined;
  const pairings = new Map(round && round.number === known?.round?.number ? known.pairings : []);
  for (const pairing of changes.pairings) pairings.set(pairing.number, pairing);
  for (const number of pairings.keys()) if (number >= (round?.pairingCount ?? 0)) pairings.delete(number);
  const standings = [...places.values()].sort(
    (one, other) => one.group - other.group || one.rank - other.rank || one.entrant - other.entrant,
  );
  return { tournament, entrants, standings, round, pairings };
}

/** Tournaments through a lobby. `calls` has every call of `TournamentService`. */
export class Tournaments {
  readonly calls: Client<typeof TournamentService>;

  constructor(private readonly lobby: Lobby) {
    this.calls = lobby.client(TournamentService);
  }

  /**
   * Follow a tournament: as it is, then whenever it has changed, at most every two seconds.
   *
   * After a lost connection it comes anew. Throws TOURNAMENT_NOT_FOUND, also when it is not to be seen any more.
   */
  async *watch(
    tournamentId: string,
    following: TournamentFollowing = {},
  ): AsyncGenerator<FollowedTournament, void, undefined> {
    const open = (signal: AbortSignal) => this.calls.watchTournament({ tournamentId }, { signal });
    let last: FollowedTournament | undefined;
    for await (const { changes, now } of this.lobby.resumed(open, following)) {
      if (now) following.onPulse?.(timestampMs(now));
      if (!changes) continue;
      last = tournamentAfter(last, changes);
      if (last) yield last;
    }
  }
}
