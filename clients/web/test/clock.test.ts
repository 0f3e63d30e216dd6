import { create } from "@bufbuild/protobuf";
import { type SeatClock, SeatClockSchema } from "galaxytables-client/gen/galaxytables/lobby/v1/play_pb";
import { describe, expect, test } from "vitest";
import { ClockFace } from "../src/model/clock.js";

const HOUR = 3_600_000;
const seconds = (value: number) => ({ seconds: BigInt(value) });

function face(...clocks: Omit<SeatClock, "$typeName" | "misses">[]): ClockFace {
  const made = new ClockFace();
  made.take(clocks.map((clock) => create(SeatClockSchema, clock)));
  return made;
}

describe("clocks", () => {
  test("run in the server's time", () => {
    const clocks = face(
      { seat: 0, deadline: seconds(160) } as SeatClock,
      { seat: 1, remaining: seconds(30) } as SeatClock,
    );
    clocks.learn(100_000, 1_000_000);
    expect(clocks.left(0, 1_010_000)).toEqual({ own: 50_000, bank: 0 });
    expect(clocks.left(1, 2_000_000)).toEqual({ own: 30_000, bank: 0 });
    expect(clocks.left(2, 0)).toBeUndefined();
  });

  test.each([HOUR, -HOUR])("are right with the next message after the local clock went by %d ms", (by) => {
    const clocks = face({ seat: 0, deadline: seconds(160) } as SeatClock);
    for (let second = 0; second < 20; second += 1) clocks.learn(100_000 + second * 1_000, second * 1_000);
    clocks.learn(120_000, 20_000 + by);
    expect(clocks.left(0, 20_000 + by)).toEqual({ own: 40_000, bank: 0 });
  });

  test("go by the message that the network delayed least, of those that came of late", () => {
    const clocks = face({ seat: 0, deadline: seconds(160) } as SeatClock);
    for (const delay of [40, 1_500, 300]) clocks.learn(100_000, delay);
    expect(clocks.left(0, 0)).toEqual({ own: 60_040, bank: 0 });
    // The local clock is fast by a second in the time of ten messages.
    for (let message = 1; message <= 10; message += 1) clocks.learn(100_000, 40 + message * 100);
    expect(clocks.left(0, 1_040)?.own).toBe(60_000 - 700);
  });

  test("show the bank beside the time for the choice, standing and running alike", () => {
    const clocks = face(
      { seat: 0, remaining: seconds(20), bank: seconds(180) } as SeatClock,
      { seat: 1, remaining: seconds(20), bank: seconds(180), deadline: seconds(300) } as SeatClock,
    );
    clocks.learn(100_000, 0);
    expect(clocks.left(0, 5_000)).toEqual({ own: 20_000, bank: 180_000 });
    expect(clocks.left(1, 0)).toEqual({ own: 20_000, bank: 180_000 });
    expect(clocks.left(1, 19_000)).toEqual({ own: 1_000, bank: 180_000 });
    expect(clocks.left(1, 30_000)).toEqual({ own: 0, bank: 170_000 });
    expect(clocks.left(1, 300_000)).toEqual({ own: 0, bank: 0 });
  });

  test("offer vacation where the table has some, and a way back from it", () => {
    const clocks = face(
      { seat: 0, remaining: seconds(20) } as SeatClock,
      { seat: 1, remaining: seconds(20), vacation: seconds(86_400) } as SeatClock,
      { seat: 2, remaining: seconds(20), vacation: seconds(86_400), awayUntil: seconds(90_000) } as SeatClock,
    );
    expect([0, 1, 2, 3].map((seat) => clocks.mayLeave(seat))).toEqual([false, true, true, false]);
    expect([0, 1, 2, 3].map((seat) => clocks.away(seat))).toEqual([false, false, true, false]);
  });
});
