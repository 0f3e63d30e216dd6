/** The server's time, learnt from its messages: whether the device knows the time of day does not matter. */

/** Samples of the two clocks that are compared: the network delays some of them, and clocks drift apart. */
const SAMPLES = 8;
/** No network delays a message by so many milliseconds: a clock was set, or stood while the device slept. */
const STEP = 5_000;

export class ServerTime {
  /** By how much the local clock was ahead of the server's at the last messages. */
  private samples: number[] = [];

  /** Learn the server's time, which a message of the local time `now` carried. */
  learn(server: number, now: number): void {
    const sample = now - server;
    if (Math.abs(sample - this.ahead) > STEP) this.samples = [];
    this.samples = [...this.samples.slice(1 - SAMPLES), sample];
  }

  /** The server's time at the local time `now`. */
  at(now: number): number {
    return now - this.ahead;
  }

  /** Whether anything was learnt. */
  get known(): boolean {
    return this.samples.length > 0;
  }

  /** How far the local clock is ahead: the smallest difference of late, since the network only adds to it. */
  private get ahead(): number {
    return this.samples.length ? Math.min(...this.samples) : 0;
  }
}
