import { Code } from "@connectrpc/connect";
import { create } from "@bufbuild/protobuf";
import { type Lobby, TableState, TimeControlSchema, UnavailableError, ConflictError } from "galaxytables-client";
import { describe, expect, test } from "vitest";
import { candidates, joinFirst } from "../src/model/playNow.js";
import { bot, free, seated, table } from "./builders.js";

const perMove = (seconds: bigint) => create(TimeControlSchema, { control: { case: "perMove", value: { seconds } } });
const waiting = (id: string, init: Parameters<typeof table>[0] = {}) =>
  table({
    id,
    game: "jump",
    state: TableState.OPEN,
    host: "Bo",
    seats: [seated(0, "Bo"), free(1)],
    ...init,
  });

describe("a table to sit down at now", () => {
  const ids = (...tables: ReturnType<typeof table>[]) =>
    candidates(tables, "jump", new Map(tables.map(({ id }) => [id, new Set([0])]))).map(({ id }) => id);

  test("is one of the game where its host waits", () => {
    expect(ids(waiting("first"), waiting("of another game", { game: "race" }), waiting("next"))).toEqual([
      "first",
      "next",
    ]);
  });

  test.each([
    ["stands still", { stranded: true }],
    ["is played over days", { timeControl: perMove(86_400n) }],
    ["its host has left to bots", { seats: [bot(0, "easy"), free(1)] }],
  ])("is none that %s", (_, init) => expect(ids(waiting("t", init))).toEqual([]));

  test("is none whose host is gone, whoever else is there", () => {
    const gone = waiting("t", { seats: [seated(0, "Bo"), seated(1, "Cy"), free(2)] });
    expect(candidates([gone], "jump", new Map([["t", new Set([1])]]))).toEqual([]);
    expect(candidates([gone], "jump", new Map())).toEqual([]);
  });

  test("may have a clock for a game at one sitting", () => {
    expect(ids(waiting("t", { timeControl: perMove(45n) }))).toEqual(["t"]);
  });
});

describe("to join", () => {
  const entropy = new Uint8Array(32);
  const lobby = (answers: Record<string, Error | undefined>, asked: string[] = []) => ({
    asked,
    lobby: {
      tables: {
        joinTable: ({ tableId }: { tableId: string }) => {
          asked.push(tableId);
          const refused = answers[tableId];
          return refused ? Promise.reject(refused) : Promise.resolve({});
        },
      },
    } as unknown as Lobby,
  });
  const taken = new ConflictError(Code.FailedPrecondition, "", "SEAT_TAKEN");

  test("takes the next table where somebody was faster", async () => {
    const { lobby: there, asked } = lobby({ a: taken });
    expect(await joinFirst(there, [table({ id: "a" }), table({ id: "b" }), table({ id: "c" })], entropy)).toBe("b");
    expect(asked).toEqual(["a", "b"]);
  });

  test("says why there is no seat, and waits for nobody else without being asked", async () => {
    const blocked = new ConflictError(Code.FailedPrecondition, "", "YOU_BLOCKED");
    const both = lobby({ a: taken, b: blocked }).lobby;
    await expect(joinFirst(both, [table({ id: "a" }), table({ id: "b" })], entropy)).rejects.toBe(blocked);
  });

  test("says so where the server is away", async () => {
    const away = new UnavailableError(Code.Unavailable, "");
    await expect(joinFirst(lobby({ a: away }).lobby, [table({ id: "a" })], entropy)).rejects.toBe(away);
  });
});
