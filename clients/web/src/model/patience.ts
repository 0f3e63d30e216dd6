/** Patience with a server that is away: what only looks is asked for until it is answered. */
import { Backoff, UnavailableError } from "galaxytables-client";

/**
 * What the server answers, however long that takes; undefined once the signal ends it.
 *
 * `onFailure` is told of each attempt in vain. Throws what will not pass.
 */
export async function untilAnswered<T>(
  ask: () => Promise<T>,
  onFailure: (failure: UnavailableError) => void,
  signal?: AbortSignal,
): Promise<T | undefined> {
  const backoff = new Backoff();
  while (!signal?.aborted) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      if (!signal?.aborted) onFailure(error);
    }
    await new Promise((resolve) => setTimeout(resolve, backoff.next()));
  }
  return undefined;
}
