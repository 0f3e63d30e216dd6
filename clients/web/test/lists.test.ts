import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { CrowdSchema, MyTableSchema, type Seat, SeatSchema, TableState } from "galaxytables-client";
import { describe, expect, test } from "vitest";
import { spoken } from "../src/model/clock.js";
import { departed } from "../src/model/departed.js";
import { People } from "../src/model/people.js";
import { byTurn, folded, joinable, OwnTables, peopleAt, watchable } from "../src/model/tableList.js";
import { preferred, wording } from "../src/model/wording.js";
import { bot, free, say, seated, table } from "./builders.js";

const open = (id: string, seats: MessageInitShape<typeof SeatSchema>[]) => table({ id, state: TableState.OPEN, seats });

describe("the list of tables", () => {
  test("of the player is kept over a lost connection until it is told anew", () => {
    const list = new OwnTables("Ada");
    const entry = (id: string, state = TableState.OPEN) => ({
      entry: create(MyTableSchema, { table: table({ id, state }), seat: 0 }),
    });
    const ids = () => list.now.map((each) => each.table?.id);
    list.take(entry("a"));
    list.take(entry("b"));
    list.take({ caughtUp: true });
    list.take({ restarted: true });
    list.take(entry("b"));
    expect(ids()).toEqual(["a", "b"]);
    list.take({ caughtUp: true });
    expect(ids()).toEqual(["b"]);
    list.take(entry("b", TableState.FINISHED));
    expect(ids()).toEqual([]);
  });

  test("of those at one tells who has gone, but for the reader", () => {
    const before = open("a", [seated(0, "Ada"), seated(1, "Bo"), seated(2, "Cy")]);
    const now = open("a", [free(0), seated(1, "Cy"), bot(2, "greedy")]);
    expect(departed(before, now, "Ada")).toEqual(["Bo"]);
    expect(departed(now, before, "Ada")).toEqual([]);
  });

  test("of the player leaves out those that the player has left, or was sent away from", () => {
    const list = new OwnTables("Ada");
    const entry = (host: string, seat?: number) => ({
      entry: create(MyTableSchema, { table: table({ id: host, host, state: TableState.OPEN }), seat }),
    });
    const hosts = () => list.now.map((each) => each.table?.host);
    for (const [host, seat] of [
      ["Ada", 0],
      ["Bo", 1],
    ] as const)
      list.take(entry(host, seat));
    expect(hosts()).toEqual(["Ada", "Bo"]);
    for (const host of ["Ada", "Bo"]) list.take(entry(host));
    expect(hosts()).toEqual(["Ada"]);
  });

  test("folds tables of one host and game, and leaves out live ones that their host left long ago", () => {
    const MINUTE = 60_000;
    const hosted = (id: string, host: string, minutes: number, more = {}) =>
      table({ id, host, state: TableState.OPEN, seats: [seated(0, host), free(1)], created: timestampFromMs(minutes * MINUTE), ...more }); // prettier-ignore
    const days = { timeControl: { control: { case: "perMove", value: { seconds: 86_400n } } } } as const;
    const tables = [
      hosted("first", "Bo", 60),
      hosted("second", "Bo", 59),
      hosted("left", "Cy", 49),
      hosted("slow", "Cy", 1, { ...days, game: "race" }),
      hosted("unknown", "Dai", 1),
    ];
    const present = new Map([
      ["first", new Set([0])],
      ["second", new Set<number>()],
      ["left", new Set<number>()],
      ["slow", new Set<number>()],
    ]);
    expect(folded(tables, present, 60 * MINUTE).map(({ table: { id }, more }) => [id, more])).toEqual([
      ["first", 1],
      ["slow", 0],
      ["unknown", 0],
    ]);
  });

  test("offers tables at which the server has a seat for the player, the fullest first", () => {
    const tables = [
      open("emptier", [seated(0, "Bo"), free(1), free(2)]),
      open("full", [seated(0, "Bo"), bot(1, "greedy")]),
      open("mine", [seated(0, "Ada"), free(1)]),
      open("fuller", [seated(0, "Bo"), free(1)]),
      table({ id: "running", state: TableState.RUNNING, seats: [free(0)] }),
    ];
    expect(joinable(tables, ["emptier", "full", "fuller", "running"]).map(({ id }) => id)).toEqual([
      "fuller",
      "emptier",
    ]);
    expect(watchable(tables, []).map(({ id }) => id)).toEqual(["running"]);
  });

  test("has the player's turns first, those with least time before others", () => {
    const mine = (id: string, yourTurn: boolean, seconds?: bigint) =>
      create(MyTableSchema, {
        table: table({ id, state: TableState.RUNNING }),
        yourTurn,
        deadline: seconds === undefined ? undefined : { seconds },
      });
    const sorted = byTurn([
      mine("idle", false),
      mine("late", true, 9n),
      mine("no clock", true),
      mine("soon", true, 2n),
    ]);
    expect(sorted.map((entry) => entry.table?.id)).toEqual(["soon", "late", "no clock", "idle"]);
  });
});

describe("how much goes on", () => {
  const crowd = create(CrowdSchema, { people: 1, games: [{ game: "jump", open: 0, running: 3, people: 4 }] });
  const listed = (...tables: ReturnType<typeof table>[]) => new Map(tables.map((each) => [each.id, each]));
  const open = table({ id: "open", state: TableState.OPEN, seats: [seated(0, "Bo"), seated(1, "Cy"), bot(2, "easy")] });

  test("is never less than what is seen: the player, and people at tables who are there", () => {
    const there = new Map([["open", new Set([0, 2])]]);
    expect(peopleAt({ crowd, tables: listed(open), present: there }, "Ada").people).toBe(2);
    expect(peopleAt({ crowd, tables: listed(open), present: there }, "Bo").people).toBe(1);
    expect(peopleAt({ crowd, tables: listed(), present: new Map() }, "Ada").people).toBe(1);
    const many = create(CrowdSchema, { people: 7 });
    expect(peopleAt({ crowd: many, tables: listed(open), present: there }, "Ada").people).toBe(7);
  });

  test("in play is what the list shows, unless it is too short for all", () => {
    const running = (id: string) => table({ id, state: TableState.RUNNING, seats: [] });
    expect(peopleAt({ crowd, tables: listed(open, running("a")), present: new Map() }, "").games).toBe(1);
    const full = listed(...Array.from({ length: 100 }, (_, index) => running(String(index))));
    const more = create(CrowdSchema, { games: [{ running: 120 }, { running: 10 }] });
    expect(peopleAt({ crowd: more, tables: full, present: new Map() }, "").games).toBe(130);
  });
});

test("tables in play are listed by age, the newest first", () => {
  const running = (id: string, seconds: bigint) => table({ id, state: TableState.RUNNING, created: { seconds } });
  const listed = watchable([running("old", 1n), running("new", 3n), running("between", 2n)], []);
  expect(listed.map(({ id }) => id)).toEqual(["new", "between", "old"]);
});

describe("people", () => {
  const seats = (...inits: MessageInitShape<typeof SeatSchema>[]): Seat[] =>
    inits.map((init) => create(SeatSchema, init));

  test("of one name get their seats' numbers", () => {
    const people = new People(seats(seated(0, "Ada"), bot(1, "greedy"), bot(2, "greedy"), free(3)), "Ada", say);
    expect([0, 1, 2, 3].map(people.name)).toEqual(["Ada", "bot-named greedy 2", "bot-named greedy 3", "people-seat 4"]);
    expect([people.own, people.isBot(1), people.isBot(0)]).toEqual([0, true, false]);
  });

  test("who are bots are called by whom they appear as, beside which their level stands", () => {
    const otter = { ...bot(1, "hard"), persona: "tin_otter" };
    const people = new People(seats(seated(0, "Ada"), otter, bot(2, "hard")), "Ada", say);
    expect([0, 1, 2].map(people.name)).toEqual(["Ada", "Tin Otter", "bot-named hard"]);
    expect([0, 1, 2].map((seat) => people.persona(seat))).toEqual(["", "tin_otter", ""]);
    expect([0, 1, 2].map((seat) => people.level(seat))).toEqual(["", "bot-named hard", ""]);
    expect([0, 1, 2].map((seat) => people.about(seat))).toEqual(["", "bot-named hard", "bot-named hard"]);
  });

  test("whose programs play for them are called by whose bot that is", () => {
    const people = new People(seats({ ...seated(0, "Ada"), automated: true }, seated(1, "Ada")), "Bo", say);
    expect([0, 1].map(people.name)).toEqual(["people-automated Ada", "Ada"]);
  });

  test("have no seat of their own once they resigned", () => {
    const people = new People(seats({ ...seated(0, "Ada"), resigned: true }), "Ada", say);
    expect([people.own, people.left(0)]).toEqual([undefined, true]);
  });
});

test.each([
  [7_000, "0:07"],
  [750_000, "12:30"],
  [11_100_000, "3:05:00"],
  [183_900_000, "2d 03:05"],
])("%i ms are %s", (milliseconds, said) => expect(spoken(milliseconds)).toBe(said));

test("the language is the browser's, where there are words in it", () => {
  expect(preferred(["de-DE", "ja-JP", "en"])).toBe("ja");
  expect(preferred(["de"])).toBe("en");
  expect(wording("en", ["seats = { $count } seats"])("seats", { count: 3 })).toBe("3 seats");
  expect(wording("en", [])("missing")).toBe("missing");
});
