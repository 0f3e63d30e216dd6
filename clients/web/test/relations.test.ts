import { create } from "@bufbuild/protobuf";
import { PlayerSchema, PresenceState, RelationSchema, TableSchema, TableState } from "galaxytables-client";
import { expect, test } from "vitest";
import { called, followed, challengeable, others, whereabouts } from "../src/model/relations.js";

const relation = (name: string, fields: object = {}) =>
  create(RelationSchema, { player: { id: name.toLowerCase(), name }, follows: true, ...fields });
const names = (relations: readonly { player?: { name: string } }[]) => relations.map(({ player }) => player?.name);

test("friends come first, and of each first who is here", () => {
  const known = [
    relation("Abe", { presence: PresenceState.AWAY, friend: true }),
    relation("Bea", { presence: PresenceState.AT_TABLE }),
    relation("Cy", { presence: PresenceState.ONLINE, friend: true }),
    relation("Dan", { presence: PresenceState.AT_TABLE, friend: true }),
    relation("Eve", { presence: PresenceState.AWAY }),
    relation("Fay", { follows: false, blocked: true }),
  ];
  expect(names(followed(known))).toEqual(["Dan", "Cy", "Abe", "Bea", "Eve"]);
  expect(followed(known).map(whereabouts)).toEqual(["table", "online", "away", "table", "away"]);
});

test("those who are kept away stand apart, and nobody who was let go", () => {
  const known = [
    relation("Abe", { muted: true }),
    relation("Bea", { follows: false, blocked: true }),
    relation("Cy", { follows: false, note: "slow" }),
    relation("Dan", { follows: false }),
  ];
  expect(names(others(known))).toEqual(["Bea", "Cy"]);
});

test("somebody is called by a name that only they have", () => {
  const known = ["Abe", "Bea", "bea"].map((name) => create(PlayerSchema, { id: name, name }));
  expect(called(" ABE ", known)?.id).toBe("Abe");
  expect(called("Bea", known)).toBeUndefined();
  expect(called("", known)).toBeUndefined();
});

test("one challenges to an open table with a free seat", () => {
  const taken = { number: 0, occupant: { case: "bot" as const, value: "greedy" } };
  const tables = [
    create(TableSchema, { id: "free", state: TableState.OPEN, seats: [taken, { number: 1 }] }),
    create(TableSchema, { id: "full", state: TableState.OPEN, seats: [taken] }),
    create(TableSchema, { id: "begun", state: TableState.RUNNING, seats: [{ number: 0 }] }),
  ];
  expect(challengeable(tables).map(({ id }) => id)).toEqual(["free"]);
});
