/** Exponential waits, with jitter so that many who lost the same server do not come back as one. */
export class Backoff {
  private tries = 0;

  /** Take the first bound in milliseconds, and the greatest. */
  constructor(
    private readonly first = 200,
    private readonly most = 5000,
  ) {}

  /** The milliseconds to wait now, in the upper half of a bound that doubles with every call. */
  next(): number {
    const bound = Math.min(this.most, this.first * 2 ** this.tries);
    this.tries = Math.min(this.tries + 1, 30);
    return bound / 2 + (Math.random() * bound) / 2;
  }

  /** Begin anew: it worked. */
  reset(): void {
    this.tries = 0;
  }
}
