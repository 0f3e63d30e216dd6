import { describe, expect, it, test } from "vitest";
import { ClockFace } from "../src/model/clock.js";
import { KnownTable } from "../src/model/knownTable.js";
import { thinking } from "../src/model/thinking.js";
import { update } from "./builders.js";

describe("a bot that thinks", () => {
  it("is seen to by dots and eyes that change each second, and told in seconds from the second one on", () => {
    const seen = [0, 999, 1_000, 2_000, 3_500].map((time) => thinking(time, false));
    expect(seen.map(({ lit }) => lit)).toEqual([0, 0, 1, 2, 0]);
    expect(seen.map(({ aside }) => aside)).toEqual([-1, -1, 0, 1, -1]);
    expect(seen.map(({ seconds }) => seconds)).toEqual([undefined, undefined, undefined, 2, 3]);
  });

  it("stands still where no motion is wanted, and the time is told all the same", () => {
    for (const time of [0, 1_000, 2_000, 9_000]) {
      const { lit, aside, seconds } = thinking(time, true);
      expect([lit, aside, seconds]).toEqual([undefined, 0, time < 2_000 ? undefined : time / 1_000]);
    }
  });

  it("has thought for no time where the clock that is asked is behind", () => {
    expect(thinking(-500, false)).toEqual({ lit: 0, aside: -1, seconds: undefined });
  });
});

test("a table waits for a seat since it first was seen to, through all questions of a turn", () => {
  const known = new KnownTable(new ClockFace());
  known.take(update({ version: 1n, waitingFor: [1, 2] }), 100);
  known.take(update({ version: 2n, waitingFor: [2] }), 200);
  expect([1, 2].map((seat) => known.askedSince(seat))).toEqual([undefined, 100]);
  known.take(update({ version: 3n, waitingFor: [1, 2] }), 300);
  expect([1, 2].map((seat) => known.askedSince(seat))).toEqual([300, 100]);
  known.take(update({ version: 2n, waitingFor: [3] }), 400);
  expect(known.askedSince(3)).toBeUndefined();
  expect(known.copy().askedSince(1)).toBe(300);
});
