/** Clocks as a player reads them. */
import { durationMs, timestampMs } from "@bufbuild/protobuf/wkt";
import type { SeatClock, TimeControl } from "galaxytables-client";
import { ServerTime } from "./serverTime.js";

/** Milliseconds of the local clock that nobody sets: whether the device knows the time of day does not matter. */
export function localTime(): number {
  return performance.now();
}

/** What a seat has left, in milliseconds: its own time, and the bank that is used up after it. */
export interface TimeLeft {
  readonly own: number;
  readonly bank: number;
}

/** The seats' clocks, counted down in the server's time, which every update and heartbeat tells. */
export class ClockFace {
  /** How much time the table gives. */
  control?: TimeControl;
  private clocks = new Map<number, SeatClock>();
  private readonly time = new ServerTime();

  /** Set all clocks; none means that the table plays without. */
  take(clocks: readonly SeatClock[]): void {
    this.clocks = new Map(clocks.map((clock) => [clock.seat, clock]));
  }

  /** Learn the server's time, which a message of the local time `now` carried. */
  learn(server: number, now: number): void {
    this.time.learn(server, now);
  }

  /** The server's time at the local time `now`. */
  at(now: number): number {
    return this.time.at(now);
  }

  /** What a seat has left at the local time `now`; none without a clock. */
  left(seat: number, now: number): TimeLeft | undefined {
    const clock = this.clocks.get(seat);
    if (!clock) return undefined;
    const bank = clock.bank ? durationMs(clock.bank) : 0;
    if (!clock.deadline) return { own: clock.remaining ? Math.max(0, durationMs(clock.remaining)) : 0, bank };
    const all = Math.max(0, timestampMs(clock.deadline) - this.time.at(now));
    return { own: Math.max(0, all - bank), bank: Math.min(all, bank) };
  }

  /** Whether the seat's time is running. */
  runs(seat: number): boolean {
    return this.clocks.get(seat)?.deadline !== undefined;
  }

  /** Whether the seat's player has vacation left. */
  mayLeave(seat: number): boolean {
    return this.clocks.get(seat)?.vacation !== undefined;
  }

  /** Whether the seat's player is on vacation. */
  away(seat: number): boolean {
    return this.clocks.get(seat)?.awayUntil !== undefined;
  }
}

/** A time left: `0:07`, `12:30`, `3:05:00`; days are `2d 03:05`. */
export function spoken(milliseconds: number): string {
  const whole = Math.floor(milliseconds / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const [days, hours, minutes, seconds] = [
    Math.floor(whole / 86_400),
    Math.floor(whole / 3600) % 24,
    Math.floor(whole / 60) % 60,
    whole % 60,
  ];
  if (days) return `${days}d ${two(hours)}:${two(minutes)}`;
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
