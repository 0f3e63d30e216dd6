import { create } from "@bufbuild/protobuf";
import {
  OpenSeekSchema,
  PresenceState,
  type Relation,
  RelationSchema,
  type Table,
  TableSchema,
  TableState,
} from "galaxytables-client";
import { expect, test } from "vitest";
import { byDoing, doingOf } from "../src/model/doing.js";

const relation = (id: string, presence = PresenceState.ONLINE, more: Partial<Relation> = {}) =>
  create(RelationSchema, { player: { id, name: id }, presence, ...more } as never);
const table = (id: string, state: TableState, player: string, created = 0n): Table =>
  create(TableSchema, {
    id,
    state,
    created: { seconds: created },
    seats: [{ number: 1, occupant: { case: "player", value: { id: player, name: player } } }, { number: 2 }],
  });
const seek = (player: string, slow = false) =>
  create(OpenSeekSchema, { slow, waiting: 1, players: [{ id: player, name: player }] });
const NOTHING = { seeks: [], tables: [], offered: [] };

test("who looks for a game does that, also at a table; a game over days is no reason to join now", () => {
  const seen = { ...NOTHING, seeks: [seek("ada")], tables: [table("t", TableState.RUNNING, "ada")] };
  expect(doingOf(relation("ada", PresenceState.AT_TABLE), seen).kind).toBe("looks");
  expect(doingOf(relation("ada"), { ...NOTHING, seeks: [seek("ada", true)] }).kind).toBe("free");
});

test("somebody waits only at a table where the server has a seat for the reader", () => {
  const tables = [table("t", TableState.OPEN, "ada")];
  expect(doingOf(relation("ada"), { ...NOTHING, tables, offered: ["t"] }).kind).toBe("waits");
  expect(doingOf(relation("ada"), { ...NOTHING, tables }).kind).toBe("free");
});

test("somebody plays whose table is open before them: the newest; at a private one they are at a table", () => {
  const tables = [table("old", TableState.RUNNING, "ada", 1n), table("new", TableState.RUNNING, "ada", 2n)];
  expect(doingOf(relation("ada", PresenceState.AT_TABLE), { ...NOTHING, tables })).toMatchObject({
    kind: "plays",
    table: { id: "new" },
  });
  expect(doingOf(relation("ada"), { ...NOTHING, tables }).kind).toBe("free");
  expect(doingOf(relation("ada", PresenceState.AT_TABLE), NOTHING).kind).toBe("table");
});

test("of somebody who is away or hidden nothing is told", () => {
  const seen = { seeks: [seek("ada")], tables: [table("t", TableState.OPEN, "ada")], offered: ["t"] };
  for (const presence of [PresenceState.AWAY, PresenceState.UNSPECIFIED])
    expect(doingOf(relation("ada", presence), seen)).toEqual({ kind: "away" });
});

test("those come first who would play, and of them friends", () => {
  const seen = { seeks: [seek("dai")], tables: [table("t", TableState.OPEN, "cyd")], offered: ["t"] };
  const people = [
    relation("ada", PresenceState.AT_TABLE, { friend: true }),
    relation("bob"),
    relation("eve", PresenceState.ONLINE, { follows: true }),
    relation("cyd"),
    relation("dai"),
  ];
  expect(byDoing(people, seen).map(({ relation: { player } }) => player?.id)).toEqual([
    "dai",
    "cyd",
    "eve",
    "bob",
    "ada",
  ]);
});
