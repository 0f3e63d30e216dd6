/** Clocks as a player reads them. */
import { durationMs, timestampMs } from "@bufbuild/protobuf/wkt";
import type { SeatClock } from "galaxy-tables-sdk";

/** The seats' clocks, counted down in the server's time, which every update and heartbeat tells. */
export class ClockFace {
  private clocks = new Map<number, SeatClock>();
  /** How far the local clock is ahead of the server's: the smallest difference seen, since the network only adds to it. */
  private ahead?: number;

  /** Set all clocks; none means that the table plays without. */
  take(clocks: readonly SeatClock[]): void {
    this.clocks = new Map(clocks.map((clock) => [clock.seat, clock]));
  }

  /** Learn the server's time, which a message of the local time `now` carried. */
  learn(server: number, now: number): void {
    this.ahead = Math.min(this.ahead ?? Infinity, now - server);
  }

  /** The milliseconds that a seat has left, never below 0; none without a clock. */
  left(seat: number, now: number): number | undefined {
    const clock = this.clocks.get(seat);
    if (!clock) return undefined;
    if (clock.deadline) return Math.max(0, timestampMs(clock.deadline) - (now - (this.ahead ?? 0)));
    return clock.remaining ? Math.max(0, durationMs(clock.remaining)) : 0;
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
