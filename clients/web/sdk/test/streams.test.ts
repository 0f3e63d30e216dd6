import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  ServerError,
  Guest,
  NotFoundError,
  type PlatformStatus,
  PlayerService,
  PlayService,
  type TableChangesSchema,
  TableService,
  TableState,
  UnavailableError,
} from "../src/index.js";
import { PromptSchema } from "../src/gen/galaxytables/rules/v1/game_pb.js";
import { away, lobby, refusal } from "./server.js";

const event = (number: bigint) => ({ number });

afterEach(() => vi.useRealTimers());

describe("watching a table", () => {
  test("goes on after the last event and message over lost connections, to the end", async () => {
    const asked: [bigint, bigint][] = [];
    const { lost, numbers } = { lost: [] as number[], numbers: [] as bigint[] };
    const there = lobby(({ rpc }) => {
      rpc(PlayService.method.watchTable, async function* ({ fromEvent, fromMessage }) {
        asked.push([fromEvent, fromMessage]);
        if (asked.length === 2) throw away();
        for (let number = fromEvent; number < fromEvent + 2n; number += 1n)
          yield { update: { events: [event(number)], lastEvent: number, lastMessage: number * 10n } };
        if (asked.length === 3)
          yield { update: { state: TableState.FINISHED, lastEvent: fromEvent + 1n, lastMessage: 0n } };
        else throw away();
      });
    });
    for await (const update of there.watchTable("t", { onLost: ({ attempt }) => lost.push(attempt) }))
      numbers.push(...update.events.map(({ number }) => number));
    expect(numbers).toEqual([1n, 2n, 3n, 4n]);
    expect(asked).toEqual([
      [1n, 0n],
      [3n, 21n],
      [3n, 21n],
    ]);
    expect(lost).toEqual([0, 1]);
  });

  test("makes views whole again that come as patches", async () => {
    const view = { typeUrl: "type.googleapis.com/galaxytables.jump.v1.JumpView", value: Uint8Array.of(1, 2, 3, 4) };
    const patch = (head: number, middle: number[], tail: number) => ({
      update: { viewPatch: { head, middle: Uint8Array.from(middle), tail } },
    });
    const there = lobby(({ rpc }) => {
      rpc(PlayService.method.watchTable, async function* ({ viewPatches }) {
        if (!viewPatches) return;
        yield { update: { view } };
        yield patch(1, [7, 8, 9], 2);
        yield { update: {} };
        yield patch(0, [], 1);
        yield patch(2, [], 0);
      });
    });
    const seen: (number[] | undefined)[] = [];
    const watched = async () => {
      for await (const update of there.watchTable("t", { views: true })) {
        expect(update.viewPatch).toBeUndefined();
        seen.push(update.view && [...update.view.value]);
      }
    };
    await expect(watched()).rejects.toBeInstanceOf(ServerError);
    expect(seen).toEqual([[1, 2, 3, 4], [1, 7, 8, 9, 3, 4], undefined, [4]]);
  });

  test("goes on at once with the next token when it ends with its own, and nobody is told of a loss", async () => {
    const [tokens, lost] = [[] as (string | null)[], [] as unknown[]];
    const expires = { seconds: BigInt(Math.floor(Date.now() / 1000) + 900), nanos: 0 };
    const there = lobby(({ rpc }) => {
      rpc(PlayerService.method.createGuest, () => ({ token: "first", refreshToken: "first", expires }));
      rpc(PlayerService.method.refresh, () => ({ token: "second", refreshToken: "second", expires }));
      rpc(PlayService.method.watchTable, async function* ({ fromEvent }, { requestHeader }) {
        tokens.push(requestHeader.get("authorization"));
        if (fromEvent === 2n) yield { update: { state: TableState.FINISHED, lastEvent: 2n } };
        else {
          yield { update: { lastEvent: 1n } };
          throw refusal(Code.Unauthenticated, "TOKEN_EXPIRED");
        }
      });
    }, new Guest("Ada"));
    const seen: bigint[] = [];
    for await (const { lastEvent } of there.watchTable("t", { onLost: (told) => lost.push(told) }))
      seen.push(lastEvent);
    expect([seen, tokens, lost]).toEqual([[1n, 2n], ["Bearer first", "Bearer second"], []]);
  });

  test("throws what will not pass", async () => {
    const there = lobby(({ rpc }) => {
      rpc(PlayService.method.watchTable, async function* () {
        throw refusal(Code.NotFound, "TABLE_NOT_FOUND");
      });
    });
    await expect(there.watchTable("t").next()).rejects.toBeInstanceOf(NotFoundError);
  });

  test("ends with its signal, and so does the call", async () => {
    const stop = new AbortController();
    let over = false;
    const there = lobby(({ rpc }) => {
      rpc(PlayService.method.watchTable, async function* (_, { signal }) {
        signal.addEventListener("abort", () => (over = true));
        yield { update: { lastEvent: 1n } };
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      });
    });
    const seen: bigint[] = [];
    for await (const update of there.watchTable("t", { signal: stop.signal })) {
      seen.push(update.lastEvent);
      stop.abort();
    }
    expect(seen).toEqual([1n]);
    await vi.waitFor(() => expect(over).toBe(true));
  });

  test("takes a stream that is silent for 35 seconds as broken, and one after sleep at once", async () => {
    vi.useFakeTimers();
    const errors: unknown[] = [];
    let opened = 0;
    const there = lobby(({ rpc }) => {
      rpc(PlayService.method.watchTable, async function* (_, { signal }) {
        opened += 1;
        if (opened === 1) yield { now: { seconds: 5n, nanos: 0 } };
        if (opened === 3) yield { update: { state: TableState.CLOSED } };
        else await new Promise((resolve) => signal.addEventListener("abort", resolve));
      });
    });
    const pulses: number[] = [];
    const onLost = ({ error }: { error: unknown }) => errors.push(error);
    const watch = there.watchTable("t", { onLost, onPulse: (now) => pulses.push(now) }).next();
    await vi.advanceTimersByTimeAsync(34_000);
    expect([opened, errors.length, pulses]).toEqual([1, 0, [5000]]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect([opened, errors[0] instanceof UnavailableError]).toEqual([2, true]);
    there.wake();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(opened).toBe(2);
    there.wake();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(opened).toBe(3);
    expect((await watch).value).toMatchObject({ state: TableState.CLOSED });
  });

  test("takes a stream as broken once the network is lost, though it is silent as before", async () => {
    vi.useFakeTimers();
    let opened = 0;
    const there = lobby(({ rpc }) => {
      rpc(PlayService.method.watchTable, async function* (_, { signal }) {
        opened += 1;
        yield { now: { seconds: 5n, nanos: 0 } };
        if (opened === 2) yield { update: { state: TableState.CLOSED } };
        else await new Promise((resolve) => signal.addEventListener("abort", resolve));
      });
    });
    let lost = 0;
    const watch = there.watchTable("t", { onLost: () => (lost += 1) }).next();
    await vi.advanceTimersByTimeAsync(100);
    there.lose();
    await vi.advanceTimersByTimeAsync(1_000);
    expect([opened, lost]).toEqual([2, 1]);
    expect((await watch).value).toMatchObject({ state: TableState.CLOSED });
  });
});

test("watching one's own tables says when they begin anew", async () => {
  let opened = 0;
  const there = lobby(({ rpc }) => {
    rpc(TableService.method.watchMyTables, async function* () {
      opened += 1;
      const table = { table: { id: `of ${opened}` } };
      yield { content: { case: "table", value: table }, now: { seconds: BigInt(opened) } };
      yield { content: { case: "caughtUp", value: true } };
      if (opened === 1) throw away();
      throw refusal(Code.NotFound, "TABLE_NOT_FOUND");
    });
  });
  const told: unknown[] = [];
  const pulses: number[] = [];
  const watch = async () => {
    for await (const each of there.watchMyTables({ onPulse: (now) => pulses.push(now) }))
      told.push("entry" in each ? each.entry.table?.id : Object.keys(each)[0]);
  };
  await expect(watch()).rejects.toBeInstanceOf(NotFoundError);
  expect(told).toEqual(["restarted", "of 1", "caughtUp", "restarted", "of 2", "caughtUp"]);
  expect(pulses).toEqual([1_000, 2_000]);
});

test("the list of tables follows its changes, and comes anew after a lost connection", async () => {
  let opened = 0;
  const [open, over] = [{ state: TableState.OPEN }, { state: TableState.FINISHED }];
  const there = lobby(({ rpc }) => {
    rpc(TableService.method.watchTables, async function* ({ game }) {
      opened += 1;
      expect(game).toBe("jump");
      const changes = (value: MessageInitShape<typeof TableChangesSchema>) => ({
        content: { case: "changes" as const, value },
        now: { seconds: BigInt(opened) },
      });
      if (opened === 2) {
        yield changes({ whole: true, tables: [{ id: "d", ...open }] });
        throw refusal(Code.NotFound, "UNKNOWN_GAME");
      }
      const tables = ["a", "b", "c"].map((id) => ({ id, ...open }));
      const present = tables.map(({ id }) => ({ tableId: id, seats: [0] }));
      yield changes({ whole: true, tables, present, crowd: { people: 3 } });
      yield { now: { seconds: 1n } };
      yield changes({ tables: [{ id: "a", ...over }], removedTableIds: ["b"] });
      yield changes({ tables: [{ id: "c", ...open }] });
      throw away();
    });
  });
  const seen: unknown[] = [];
  const pulses: number[] = [];
  const watch = async () => {
    for await (const list of there.watchTables("jump", { onPulse: (now) => pulses.push(now) }))
      seen.push([[...list.tables.keys()], [...list.ended.keys()], [...list.present.keys()], list.crowd.people]);
  };
  await expect(watch()).rejects.toBeInstanceOf(NotFoundError);
  expect(seen).toEqual([
    [["a", "b", "c"], [], ["a", "b", "c"], 3],
    [["c"], ["a"], ["c"], 3],
    [["c"], [], [], 3],
    [["d"], [], [], 3],
  ]);
  expect(pulses).toEqual([1_000, 1_000, 1_000, 1_000, 2_000]);
});

test("a seat gives each prompt once, and again when its answer was taken back", async () => {
  const prompt = (id: string) => ({ id, options: [{ id: "a" }], most: 1 });
  const there = lobby(({ rpc }) => {
    rpc(PlayService.method.submitChoice, () => ({ version: 2n }));
    rpc(PlayService.method.watchTable, async function* () {
      yield { update: { version: 1n, prompts: [prompt("1")] } };
      yield { update: { version: 1n, prompts: [prompt("1")] } };
      yield { update: { version: 3n, prompts: [prompt("2")] } };
      yield { update: { version: 4n, prompts: [prompt("1")] } };
      yield { update: { version: 5n, state: TableState.FINISHED } };
    });
  });
  const seat = there.seat("t");
  const asked: string[] = [];
  for await (const each of seat.prompts()) {
    asked.push(each.id);
    if (each.id === "1") await seat.answer(each, ["a"]);
  }
  expect(asked).toEqual(["1", "2", "1"]);
  expect(seat.last?.state).toBe(TableState.FINISHED);
});

test("a prompt comes with the view of that moment", async () => {
  const view = (round: number) => ({
    typeUrl: "type.googleapis.com/galaxytables.test.View",
    value: Uint8Array.of(round),
  });
  const there = lobby(({ rpc }) => {
    rpc(PlayService.method.submitChoice, () => ({ version: 1n }));
    rpc(PlayService.method.watchTable, async function* ({ views }) {
      const shown = (round: number) => (views ? { view: view(round) } : {});
      yield { update: { version: 1n, prompts: [{ id: "1", options: [{ id: "a" }] }], ...shown(1) } };
      yield { update: { version: 2n, prompts: [{ id: "2", options: [{ id: "a" }] }], ...shown(2) } };
      yield { update: { version: 3n, state: TableState.FINISHED } };
    });
  });
  const seen: unknown[] = [];
  const seat = there.seat("t");
  for await (const { id } of seat.prompts()) seen.push([id, ...(seat.view?.value ?? [])]);
  expect(seen).toEqual([
    ["1", 1],
    ["2", 2],
  ]);
  const blind = there.seat("t");
  for await (const { id } of blind.prompts({ views: false })) seen.push([id, blind.view]);
  expect(seen.slice(2)).toEqual([
    ["1", undefined],
    ["2", undefined],
  ]);
});

test("an answer is an option, its id, or an array of these; anything else is a TypeError", async () => {
  const asked: string[][] = [];
  const there = lobby(({ rpc }) => {
    rpc(PlayService.method.submitChoice, ({ picks }) => {
      asked.push(picks);
      return { version: 1n };
    });
  });
  const prompt = create(PromptSchema, { id: "1", options: [{ id: "12" }, { id: "b" }] });
  const [first, second] = prompt.options;
  for (const picks of ["12", first!, [first!, "b"], [first!, second!], []]) await there.seat("t").answer(prompt, picks);
  expect(asked).toEqual([["12"], ["12"], ["12", "b"], ["12", "b"], []]);
  for (const wrong of [12, null, undefined, [12], [["12"]], {}])
    await expect(there.seat("t").answer(prompt, wrong as never)).rejects.toBeInstanceOf(TypeError);
  expect(asked.length).toBe(5);
});

test("every stream of tables tells how the platform is", async () => {
  const status = (announcementId: string) => ({
    content: { case: "platform" as const, value: { announcements: [{ announcementId }] } },
  });
  const there = lobby(({ rpc }) => {
    rpc(TableService.method.watchMyTables, async function* () {
      yield status("mine");
      throw refusal(Code.NotFound, "TABLE_NOT_FOUND");
    });
    rpc(TableService.method.watchTables, async function* () {
      yield status("list");
      yield status("list again");
      throw refusal(Code.NotFound, "UNKNOWN_GAME");
    });
  });
  const told: string[] = [];
  const onPlatform = ({ announcements }: PlatformStatus) =>
    told.push(...announcements.map(({ announcementId }) => announcementId));
  for (const stream of [there.watchMyTables({ onPlatform }), there.watchTables("", { onPlatform })])
    await expect(
      (async () => {
        for await (const each of stream) expect(each).toEqual({ restarted: true });
      })(),
    ).rejects.toBeInstanceOf(NotFoundError);
  expect(told).toEqual(["mine", "list", "list again"]);
});
