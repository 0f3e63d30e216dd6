// What happened while it was counted.

/** Counts accepted choices and the milliseconds from each to its answer, in a span of time. */
export class Tally {
  constructor() {
    this.counting = false;
    this.refused = 0;
    this.matches = 0;
    this.latencies = [];
  }

  /** A choice that was sent at a time (of `performance.now()`) has been accepted. */
  accepted(sent) {
    if (this.counting) this.latencies.push(performance.now() - sent);
  }

  /** The figures of a span, of which the players used so many microseconds of processor time. */
  result(milliseconds, microseconds) {
    const sorted = this.latencies.toSorted((one, other) => one - other);
    const percentile = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
    return {
      choices: sorted.length,
      choices_per_second: (1000 * sorted.length) / milliseconds,
      p50_ms: percentile(0.5),
      p99_ms: percentile(0.99),
      players_us: microseconds / Math.max(1, sorted.length),
      players_busy: microseconds / (1000 * milliseconds),
      refused: this.refused,
      matches: this.matches,
    };
  }
}
