import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import {
  type FollowedTournament,
  NotFoundError,
  tournamentAfter,
  TournamentChangesSchema,
  Tournaments,
  TournamentService,
} from "../src/index.js";
import { Code } from "@connectrpc/connect";
import { away, lobby, refusal } from "./server.js";

type Changes = MessageInitShape<typeof TournamentChangesSchema>;

const after = (...all: Changes[]) =>
  all.reduce<FollowedTournament | undefined>(
    (before, changes) => tournamentAfter(before, create(TournamentChangesSchema, changes)),
    undefined,
  );
const round = (number: number, pairingCount: number) => ({ number, pairingCount });
const BEGUN = {
  whole: true,
  tournament: { id: "t", roundCount: 1 },
  entrants: [{ number: 0 }, { number: 1 }],
  standings: [
    { entrant: 1, rank: 2 },
    { entrant: 0, rank: 1 },
  ],
  round: round(1, 2),
  pairings: [
    { number: 0, entrants: [0, 1] },
    { number: 1, entrants: [2, 3] },
  ],
};

describe("a tournament after changes", () => {
  test("has what was sent before, with the changes in the places of the same numbers", () => {
    const then = after(BEGUN, { entrants: [{ number: 1, checkedIn: true }], standings: [{ entrant: 1, rank: 1 }] });
    expect([...then!.entrants.values()].map(({ checkedIn }) => checkedIn)).toEqual([false, true]);
    expect(then!.standings.map(({ entrant, rank }) => [entrant, rank])).toEqual([
      [0, 1],
      [1, 1],
    ]);
    expect(then!.pairings.size).toBe(2);
  });

  test("forgets everything for what is whole", () => {
    const then = after(BEGUN, { whole: true, tournament: { id: "t" }, entrants: [{ number: 0 }] });
    expect([then!.entrants.size, then!.standings.length, then!.pairings.size, then!.round]).toEqual([
      1,
      0,
      0,
      undefined,
    ]);
  });

  test("forgets the pairings of the round before, and those that a shorter round has not", () => {
    const next = after(BEGUN, {
      tournament: { id: "t", roundCount: 2 },
      round: round(2, 1),
      pairings: [{ number: 0, entrants: [3, 0] }],
    });
    expect([...next!.pairings.values()].map(({ entrants }) => entrants)).toEqual([[3, 0]]);
    expect([...after(BEGUN, { round: round(1, 1) })!.pairings.keys()]).toEqual([0]);
  });

  test("has no round after the only one was taken back", () => {
    const then = after(BEGUN, { tournament: { id: "t", roundCount: 0 } });
    expect([then!.round, then!.pairings.size]).toEqual([undefined, 0]);
  });

  test("has the groups of a league one after the other", () => {
    const standings = [
      { entrant: 0, rank: 1, group: 1 },
      { entrant: 1, rank: 2, group: 0 },
      { entrant: 2, rank: 1, group: 0 },
    ];
    expect(after({ ...BEGUN, standings })!.standings.map(({ entrant }) => entrant)).toEqual([2, 1, 0]);
  });
});

describe("following a tournament", () => {
  test("goes on anew over a lost connection, until there is no such tournament", async () => {
    let [opened, pulses] = [0, 0];
    const there = lobby(({ rpc }) => {
      rpc(TournamentService.method.watchTournament, async function* ({ tournamentId }) {
        opened += 1;
        if (opened > 2) throw refusal(Code.NotFound, "TOURNAMENT_NOT_FOUND", { tournament: tournamentId });
        yield { now: { seconds: 5n } };
        yield { changes: { whole: true, tournament: { id: tournamentId, version: BigInt(opened) } } };
        throw away();
      });
    });
    const seen: bigint[] = [];
    const followed = async () => {
      for await (const { tournament } of new Tournaments(there).watch("t", { onPulse: () => (pulses += 1) }))
        seen.push(tournament.version);
    };
    await expect(followed()).rejects.toBeInstanceOf(NotFoundError);
    expect([seen, pulses]).toEqual([[1n, 2n], 2]);
  });

  test("every call is there", async () => {
    const there = lobby(({ rpc }) => {
      rpc(TournamentService.method.registerForTournament, ({ tournamentId }) => ({
        tournament: { id: tournamentId },
        entrant: { number: 3 },
      }));
    });
    const { entrant } = await new Tournaments(there).calls.registerForTournament({ tournamentId: "t" });
    expect(entrant?.number).toBe(3);
  });
});
