import { Code } from "@connectrpc/connect";
import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { GameOfferSchema, type Lobby, TableState, TimeControlSchema, Unavailable, Untimely } from "galaxytables-client";
import { describe, expect, test } from "vitest";
import { choicesFor } from "../src/model/choices.js";
import { candidates, playNow } from "../src/model/playNow.js";
import { openChosen, TableForm } from "../src/model/tableForm.js";
import { bot, free, seated, table } from "./builders.js";

const NOW = Date.UTC(2026, 10, 29, 12);
const MINUTE = 60_000;
const perMove = (seconds: bigint) => create(TimeControlSchema, { control: { case: "perMove", value: { seconds } } });
const waiting = (id: string, init: Parameters<typeof table>[0] = {}) =>
  table({
    id,
    game: "jump",
    state: TableState.OPEN,
    host: "Bo",
    seats: [seated(0, "Bo"), free(1)],
    created: timestampFromMs(NOW - MINUTE),
    ...init,
  });

describe("a table to sit down at now", () => {
  const ids = (...tables: ReturnType<typeof table>[]) => candidates(tables, "Ada", "jump", NOW).map(({ id }) => id);

  test("is one of the game where its host waits, the fullest first", () => {
    const empty = waiting("emptier", { seats: [seated(0, "Bo"), free(1), free(2)] });
    expect(ids(empty, waiting("fuller"), waiting("of another game", { game: "race" }))).toEqual(["fuller", "emptier"]);
  });

  test.each([
    ["I was sent away from", { sentAway: true }],
    ["stands still", { stranded: true }],
    ["is played over days", { timeControl: perMove(86_400n) }],
    ["its host has left to bots", { seats: [bot(0, "easy"), free(1)] }],
    ["was opened an hour ago", { created: timestampFromMs(NOW - 60 * MINUTE) }],
    ["is full", { seats: [seated(0, "Bo"), bot(1, "easy")] }],
    ["is my own", { host: "Ada", seats: [seated(0, "Ada"), free(1)] }],
  ])("is none that %s", (_, init) => expect(ids(waiting("t", init))).toEqual([]));

  test("may have a clock for a game at one sitting", () => {
    expect(ids(waiting("t", { timeControl: perMove(45n) }))).toEqual(["t"]);
  });
});

describe("play now", () => {
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
  const taken = new Untimely(Code.FailedPrecondition, "", "SEAT_TAKEN");
  const open = () => Promise.resolve("own");

  test("takes the next table where somebody was faster", async () => {
    const { lobby: there, asked } = lobby({ a: taken });
    expect(await playNow(there, [table({ id: "a" }), table({ id: "b" }), table({ id: "c" })], entropy, open)).toBe("b");
    expect(asked).toEqual(["a", "b"]);
  });

  test("opens a table where nobody waits any more", async () => {
    expect(await playNow(lobby({ a: taken }).lobby, [table({ id: "a" })], entropy, open)).toBe("own");
  });

  test("says so where the server is away, and opens none", async () => {
    const away = new Unavailable(Code.Unavailable, "");
    await expect(playNow(lobby({ a: away }).lobby, [table({ id: "a" })], entropy, open)).rejects.toBe(away);
  });
});

describe("a table opened as it was chosen before", () => {
  const offer = create(GameOfferSchema, { description: { game: "jump", leastSeats: 2, mostSeats: 4 }, bots: ["easy"] });
  const chosen = { ...choicesFor(offer, [], new Map() as never), seats: 4, options: { hands: "preset" }, bot: "easy" };
  const lobbyRefusing = (reason: string) => {
    const created: { seats: number; options: object }[] = [];
    const createTable = (request: { seats: number; options: object }) => {
      created.push(request);
      return created.length === 1 && reason
        ? Promise.reject(new Untimely(Code.InvalidArgument, "", reason))
        : Promise.resolve({ table: { id: "t" } });
    };
    const done = () => Promise.resolve({});
    const tables = { createTable, addBot: done, startTable: done };
    return { created, form: new TableForm({ tables } as unknown as Lobby, offer, []) };
  };

  test("has its options", async () => {
    const { created, form } = lobbyRefusing("");
    expect(await openChosen(form, chosen)).toBe("t");
    expect(created).toMatchObject([{ seats: 4, options: { hands: "preset" } }]);
  });

  test("is as usual where those are not offered any more", async () => {
    const { created, form } = lobbyRefusing("OPTIONS_CONFLICT");
    expect(await openChosen(form, chosen)).toBe("t");
    expect(created[1]).toMatchObject({ seats: 2, options: {} });
  });

  test("is refused for any other reason", async () => {
    const { form } = lobbyRefusing("INVALID_NAME");
    await expect(openChosen(form, chosen)).rejects.toMatchObject({ reason: "INVALID_NAME" });
  });
});
