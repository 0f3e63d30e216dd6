import { Code } from "@connectrpc/connect";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Missing, PlayService, TableService, TableState, Unavailable } from "../src/index.js";
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

  test("throws what will not pass", async () => {
    const there = lobby(({ rpc }) => {
      rpc(PlayService.method.watchTable, async function* () {
        throw refusal(Code.NotFound, "TABLE_NOT_FOUND");
      });
    });
    await expect(there.watchTable("t").next()).rejects.toBeInstanceOf(Missing);
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

  test("takes a stream that is silent for a minute as broken, and one after sleep at once", async () => {
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
    await vi.advanceTimersByTimeAsync(59_000);
    expect([opened, errors.length, pulses]).toEqual([1, 0, [5000]]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect([opened, errors[0] instanceof Unavailable]).toEqual([2, true]);
    there.wake();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(opened).toBe(2);
    there.wake();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(opened).toBe(3);
    expect((await watch).value).toMatchObject({ state: TableState.CLOSED });
  });
});

test("watching all tables says when the list begins anew", async () => {
  let opened = 0;
  const there = lobby(({ rpc }) => {
    rpc(TableService.method.watchTables, async function* () {
      opened += 1;
      yield { content: { case: "table", value: { id: `of ${opened}` } } };
      yield { content: { case: "caughtUp", value: true } };
      if (opened === 1) throw away();
      throw refusal(Code.NotFound, "TABLE_NOT_FOUND");
    });
  });
  const told: unknown[] = [];
  const watch = async () => {
    for await (const each of there.watchTables()) told.push("entry" in each ? each.entry.id : Object.keys(each)[0]);
  };
  await expect(watch()).rejects.toBeInstanceOf(Missing);
  expect(told).toEqual(["restarted", "of 1", "caughtUp", "restarted", "of 2", "caughtUp"]);
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
