/** Waits that can be cut short: the page is looked at again, the network is lost or back. */
export class Waking {
  private readonly sleepers = new Set<() => void>();
  /** How often the network was lost. */
  losses = 0;

  /** End every wait now. */
  wake(): void {
    for (const sleeper of [...this.sleepers]) sleeper();
  }

  /** The network is lost: what is open is broken, though nothing says so. */
  lose(): void {
    this.losses += 1;
    this.wake();
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
