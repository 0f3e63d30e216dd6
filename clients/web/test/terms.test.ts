import { create } from "@bufbuild/protobuf";
import { durationFromMs } from "@bufbuild/protobuf/wkt";
import { TableState, TimeControlSchema } from "galaxytables-client";
import { describe, expect, test } from "vitest";
import { KnownTable } from "../src/model/knownTable.js";
import { standing } from "../src/model/status.js";
import { changedTerms, lengthOf, timeLines } from "../src/model/terms.js";
import { free, prompt, say, table, update } from "./builders.js";

const seconds = (count: number) => durationFromMs(count * 1000);
const perMove = (count: number) =>
  create(TimeControlSchema, { control: { case: "perMove", value: seconds(count) }, bank: seconds(600) });

describe("terms", () => {
  test("say lengths of time in the reader's language", () => {
    expect(lengthOf(seconds(5), "en")).toBe("5 seconds");
    expect(lengthOf(seconds(129_600), "en")).toBe("1 day 12 hours");
    expect(lengthOf(seconds(180), "ja")).toBe("3分");
  });

  test("say each part of a time control, and that there is none", () => {
    expect(timeLines(undefined, say, "en")).toEqual(["new-time-none"]);
    expect(timeLines(create(TimeControlSchema), say, "en")).toEqual(["new-time-none"]);
    expect(timeLines(perMove(45), say, "en")).toEqual(["time-per-move 45 seconds", "time-bank 10 minutes"]);
    const budget = { initial: seconds(1200), increment: seconds(10), cap: seconds(1800) };
    const control = { control: { case: "budget" as const, value: budget }, vacation: seconds(86_400) };
    expect(timeLines(create(TimeControlSchema, { ...control, missesBeforeHandover: 2 }), say, "en")).toEqual([
      "time-budget 20 minutes",
      "time-increment 10 seconds",
      "time-cap 30 minutes",
      "time-vacation 1 day",
      "time-misses 2",
    ]);
  });

  test("that the host has changed are named with what they were, those alone", () => {
    const before = table({ name: "A", seats: [free(0)], options: { a: "on", b: "1" }, timeControl: perMove(86_400) });
    const after = table({ name: "A", seats: [free(0)], options: { a: "off", b: "1" }, timeControl: perMove(5) });
    expect(changedTerms(before, before, undefined, say, "en")).toEqual([]);
    expect(changedTerms(before, after, undefined, say, "en")).toEqual([
      {
        name: "new-time",
        before: "time-per-move 1 day · time-bank 10 minutes",
        after: "time-per-move 5 seconds · time-bank 10 minutes",
      },
      { name: "a", before: "option-on", after: "option-off" },
    ]);
  });
});

describe("how a table stands", () => {
  const told = (init: Parameters<typeof update>[0]) => {
    const known = new KnownTable();
    known.take(update({ viewer: 0, state: TableState.RUNNING, ...init }), 0);
    return standing(known, say, (seats) => seats.join("+"));
  };

  test("is said without anybody where nobody is waited for", () => {
    expect(told({ waitingFor: [0, 1, 2], prompts: [prompt()] })).toBe("turn-yours");
    expect(told({ waitingFor: [1, 2] })).toBe("turn-waiting 1+2");
    expect(told({ paused: { seconds: 1n } })).toBe("turn-paused");
    expect(told({ stranded: true })).toBe("turn-stranded");
    expect(told({ waitingFor: [] })).toBe("");
    expect(told({ state: TableState.FINISHED })).toBe("turn-over");
  });
});
