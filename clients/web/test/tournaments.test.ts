import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { durationFromMs, timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  MyTableSchema,
  TableState,
  TournamentAttendance,
  TournamentEntrantSchema,
  TournamentPairingSchema,
  TournamentRoundSchema,
  TournamentSchema,
  TournamentStandingSchema,
  TournamentState,
  TournamentTermsSchema,
  TournamentTieBreak,
  type FollowedTournament,
} from "galaxytables-client";
import { describe, expect, test } from "vitest";
import { cellOf, csvOf, fitsTrf, signOf, trfOf } from "../src/model/tournamentFiles.js";
import { keepSeenNews, newsOf, readSeenNews } from "../src/model/tournamentNews.js";
import {
  doable,
  featuredFirst,
  lengthInMs,
  roundsOf,
  swapped,
  termsOf,
  TOURNAMENT_PRESETS,
  waitingPlace,
} from "../src/model/tournaments.js";

const MINUTE = 60_000;
const terms = (init: MessageInitShape<typeof TournamentTermsSchema>) =>
  create(TournamentTermsSchema, { seats: 2, ...init });
const entrant = (number: number, attendance = TournamentAttendance.REGISTERED, name = `P${number}`) =>
  create(TournamentEntrantSchema, { number, attendance, rating: 1000 + number, player: { id: name, name } });
const pairing = (
  number: number,
  entrants: number[],
  ...games: { ranks?: number[]; forfeits?: number[]; tableId?: string }[]
) => create(TournamentPairingSchema, { number, entrants, games });

describe("what a reader can do", () => {
  const tournament = (state: TournamentState, init: MessageInitShape<typeof TournamentSchema> = {}) =>
    create(TournamentSchema, {
      state,
      nextStart: timestampFromMs(100 * MINUTE),
      ...init,
      terms: terms({ schedule: { checkIn: durationFromMs(10 * MINUTE) }, limits: { lastLateRound: 2 } }),
    });
  const open = tournament(TournamentState.REGISTRATION);

  test("before the start is to register once, and to check in while that is open", () => {
    expect(doable(open, undefined, 0)).toEqual({ register: true, checkIn: false, withdraw: false });
    expect(doable(open, entrant(0), 89 * MINUTE)).toEqual({ register: false, checkIn: false, withdraw: true });
    expect(doable(open, entrant(0), 90 * MINUTE).checkIn).toBe(true);
    const there = create(TournamentEntrantSchema, { ...entrant(0), checkedIn: true });
    expect(doable(open, there, 95 * MINUTE).checkIn).toBe(false);
  });

  test("later is to join until the last round for that, and to come back", () => {
    const running = (roundCount: number) => tournament(TournamentState.RUNNING, { roundCount });
    expect([2, 3].map((round) => doable(running(round), undefined, 0).register)).toEqual([true, false]);
    const gone = doable(running(1), entrant(0, TournamentAttendance.NO_SHOW), 0);
    expect(gone).toEqual({ register: false, checkIn: true, withdraw: false });
    expect(doable(running(1), entrant(0, TournamentAttendance.WITHDRAWN), 0).checkIn).toBe(false);
  });

  test("in the end is nothing", () => {
    const over = tournament(TournamentState.FINISHED);
    expect(Object.values(doable(over, entrant(0, TournamentAttendance.PLAYING), 0))).toEqual([false, false, false]);
  });

  test("on the waiting list is to wait behind those who came before", () => {
    const waiting = [1, 3, 4].map((number) => entrant(number, TournamentAttendance.WAITING));
    expect(waiting.map((own) => waitingPlace([entrant(0), ...waiting], own))).toEqual([1, 2, 3]);
    expect(waitingPlace([entrant(0)], entrant(0))).toBe(0);
  });
});

describe("how long a tournament lasts", () => {
  const swiss = { case: "swiss", value: { rounds: 5 } } as const;

  test.each([
    ["a Swiss", terms({ format: swiss }), 16, 5],
    ["a round robin of eight", terms({ format: { case: "roundRobin", value: {} } }), 8, 7],
    [
      "a round robin of seven, each with a bye, twice",
      terms({ format: { case: "roundRobin", value: { cycles: 2 } } }),
      7,
      14,
    ],
    ["tables of four", terms({ seats: 4, format: { case: "roundRobin", value: {} } }), 13, 4],
    ["a bracket of nine", terms({ format: { case: "knockout", value: { bestOf: 3 } } }), 9, 4],
  ] as const)("in rounds: %s", (_, of, entrants, rounds) => expect(roundsOf(of, entrants)).toBe(rounds));

  test("in time: rounds, none longer than its limit, and what is between them", () => {
    const of = (maxRound: number) =>
      terms({
        format: swiss,
        schedule: { maxRound: durationFromMs(maxRound * MINUTE), interval: durationFromMs(2 * MINUTE) },
      });
    expect(lengthInMs(of(60), 16, { minutes: 30 })).toBe((5 * 30 + 4 * 2) * MINUTE);
    expect(lengthInMs(of(20), 16, { minutes: 30 })).toBe((5 * 20 + 4 * 2) * MINUTE);
  });

  test("of slow games cannot be said without a limit", () => {
    expect(lengthInMs(terms({ format: swiss }), 16, { slow: true })).toBeUndefined();
  });
});

test("a draft becomes terms: what is none is left out, and a bot that replaces is named", () => {
  const draft = {
    ...{
      name: " Cup ",
      game: "race",
      options: {},
      seats: 2,
      rated: true,
      starts: MINUTE,
      minRating: 0,
      maxRating: 1500,
    },
    ...{ minAge: 0, lastLateRound: 0, invitedOnly: false, sharedDeal: false, bot: "easy" },
    ...TOURNAMENT_PRESETS.knockout,
  };
  const { name, format, limits, schedule, bot, leavers } = termsOf(draft, []);
  expect([name, format.case, limits?.minRating, limits?.maxRating, bot, leavers]).toEqual([
    "Cup",
    "knockout",
    undefined,
    1500,
    "easy",
    2,
  ]);
  expect(schedule?.checkIn?.seconds).toBe(600n);
  expect(termsOf({ ...draft, checkIn: 0, bot: "" }, []).schedule?.checkIn).toBeUndefined();
});

test("tables in play come by the places of those who sit there", () => {
  const all = [
    pairing(0, [0, 1], { tableId: "a" }),
    pairing(1, [2, 3], { tableId: "b" }),
    pairing(2, [4, 5], { tableId: "c", ranks: [1, 2] }),
  ];
  expect(featuredFirst(all, (each) => 6 - each).map(({ number }) => number)).toEqual([1, 0]);
});

test("two who change places do so at tables and in byes", () => {
  expect(swapped([pairing(0, [0, 1]), pairing(1, [2, 3])], [4], 1, 4)).toEqual({
    tables: [
      { entrants: [0, 4], group: 0 },
      { entrants: [2, 3], group: 0 },
    ],
    byes: [1],
  });
});

describe("a tournament as files", () => {
  const round = (number: number, pairings: ReturnType<typeof pairing>[], byes: number[] = []) => ({
    round: create(TournamentRoundSchema, { number, byes }),
    pairings,
  });
  const rounds = [
    round(1, [pairing(0, [0, 1], { ranks: [1, 2] })], [2]),
    round(2, [pairing(0, [2, 0], { ranks: [1, 1] })], [1]),
  ];
  const followed: FollowedTournament = {
    tournament: create(TournamentSchema, {
      terms: terms({ name: "Cup", format: { case: "swiss", value: { rounds: 2 } } }),
    }),
    entrants: new Map(
      [entrant(0, 3, "Ada"), entrant(1, 3, '=Bo "b"'), entrant(2, 3, "Cy")].map((each) => [each.number, each]),
    ),
    standings: [
      {
        rank: 1,
        entrant: 0,
        points: { value: 1.5 },
        ties: [{ kind: TournamentTieBreak.BUCHHOLZ, figure: { value: 2.5 } }],
      },
      { rank: 2, entrant: 2, points: { value: 1.5 } },
      { rank: 3, entrant: 1, points: { value: 1 } },
    ].map((each) => create(TournamentStandingSchema, each)),
    round: undefined,
    pairings: new Map(),
  };

  test("says by signs how each met whom", () => {
    const signs = [0, 1, 2].map((number) => rounds.map((each) => cellOf(each, number).map(signOf).join()));
    expect(signs).toEqual([
      ["+", "="],
      ["−", ""],
      ["", "="],
    ]);
    const four = round(1, [pairing(0, [0, 1, 2, 3], { ranks: [2, 2, 1, 4], forfeits: [3] })]);
    expect([0, 2, 3].map((number) => cellOf(four, number).map(signOf).join())).toEqual(["2=", "1", "–"]);
  });

  test("is a table for spreadsheets, in which no name is a formula", () => {
    expect(csvOf(followed, ["buchholz"], [TournamentTieBreak.BUCHHOLZ]).split("\r\n")).toEqual([
      "rank,player,rating,points,buchholz",
      "1,Ada,1000,1.5,2.5",
      "2,Cy,1002,1.5,",
      `3,"'=Bo ""b""",1001,1,`,
      "",
    ]);
  });

  test("is a report with the columns of TRF16", () => {
    const lines = trfOf(followed, rounds).split("\r\n");
    const ada = lines.find((line) => line.includes("Ada")) ?? "";
    const part = (first: number, last: number) => ada.slice(first - 1, last).trim();
    expect([part(1, 3), part(5, 8), part(15, 47), part(49, 52), part(81, 84), part(86, 89)]).toEqual([
      "001",
      "1",
      "Ada",
      "1000",
      "1.5",
      "1",
    ]);
    expect([part(92, 95), part(97, 97), part(99, 99)]).toEqual(["2", "w", "1"]);
    expect([part(102, 105), part(107, 107), part(109, 109)]).toEqual(["3", "b", "="]);
    expect(lines.find((line) => line.includes("Cy"))?.slice(91, 99)).toBe("0000 - U");
    expect(fitsTrf(followed)).toBe(true);
  });
});

describe("news of a player's tournaments", () => {
  const of = (state: TournamentState, init: MessageInitShape<typeof TournamentSchema> = {}) =>
    create(TournamentSchema, {
      id: "t",
      state,
      nextStart: timestampFromMs(100 * MINUTE),
      ...init,
      terms: terms({ name: "Cup", game: "race", schedule: { checkIn: durationFromMs(10 * MINUTE) } }),
    });
  const kinds = (tournament: ReturnType<typeof of>, own: ReturnType<typeof entrant> | undefined, now: number) =>
    newsOf([{ tournament, own }], [], now).map(({ kind }) => kind);

  test("are that check-in is open, for who is asked to", () => {
    const open = of(TournamentState.REGISTRATION);
    expect(kinds(open, entrant(0), 89 * MINUTE)).toEqual([]);
    expect(kinds(open, entrant(0), 91 * MINUTE)).toEqual(["check-in"]);
    expect(kinds(open, entrant(0, TournamentAttendance.WAITING), 91 * MINUTE)).toEqual([]);
    expect(kinds(open, undefined, 91 * MINUTE)).toEqual([]);
  });

  test("are each table at which a round is played, and no other table", () => {
    const table = (id: string, tournament: string, state = TableState.RUNNING) =>
      create(MyTableSchema, { table: { id, name: "Cup", tournament, game: "race", state } });
    const tables = [table("a", "t"), table("b", ""), table("c", "t", TableState.FINISHED)];
    const running = { tournament: of(TournamentState.RUNNING, { roundCount: 2 }), own: entrant(0, 3) };
    expect(newsOf([running], tables, 0).map(({ tableId }) => tableId)).toEqual(["a"]);
    expect(newsOf([{ ...running, own: undefined }], tables, 0)).toEqual([]);
  });

  test("are that it is over or cancelled, for an hour", () => {
    const ended = { ended: timestampFromMs(0) };
    expect(kinds(of(TournamentState.FINISHED, ended), entrant(0, 3), MINUTE)).toEqual(["finished"]);
    expect(kinds(of(TournamentState.CANCELLED, ended), entrant(0, 3), MINUTE)).toEqual(["cancelled"]);
    expect(kinds(of(TournamentState.FINISHED, ended), entrant(0, 3), 61 * MINUTE)).toEqual([]);
  });

  test("that were put away stay so, the latest fifty", () => {
    const items = new Map<string, string>();
    const store = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    };
    expect(readSeenNews(store)).toEqual([]);
    keepSeenNews(
      Array.from({ length: 60 }, (_, index) => `${index}`),
      store,
    );
    expect([readSeenNews(store).length, readSeenNews(store)[0]]).toEqual([50, "10"]);
  });
});
