/** Waits that can be cut short: the page is looked at again, or the network is back. */
export class Waking {
  private readonly sleepers = new Set<() => void>();

  /** End every wait now. */
  wake(): void {
    for (const sleeper of [...this.sleepers]) sleeper();
  }

  /** Wait so many milliseconds, until `wake`, or until the signal. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.sleepers.delete(done);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.sleepers.add(done);
      signal?.addEventListener("abort", done);
      if (signal?.aborted) done();
    });
  }
}
