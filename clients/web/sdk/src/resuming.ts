/** Streams that break are opened again. */
import { Code } from "@connectrpc/connect";
import { Backoff } from "./backoff.js";
import { silence } from "./calls.js";
import { ServerError, ClientError, readError, LimitExceededError, UnavailableError } from "./errors.js";
import type { Waking } from "./waking.js";

/** A stream that is silent for longer is opened again. Servers send a heartbeat after at most thirty seconds. */
export const SILENCE_MILLISECONDS = 35_000;
/** Why a stream ends that is as old as the token it was opened with. */
const TOKEN_EXPIRED = "TOKEN_EXPIRED";
/** So much silence is too much for who has just woken up. */
const SILENCE_ON_WAKING = 25_000;

/** A stream broke; after `wait` milliseconds it is opened again, for the `attempt`-th time in vain from 0. */
export interface Lost {
  readonly error: ClientError;
  readonly wait: number;
  readonly attempt: number;
}

export interface Following {
  /** Ends it. */
  readonly signal?: AbortSignal;
  /** Told of each loss, before it is waited for. */
  readonly onLost?: (lost: Lost) => void;
}

/**
 * Everything of a stream, opened again whenever it ends, breaks or is silent for too long.
 *
 * `open` makes the call as it is to be made then. Throws what will not pass: no such table, no valid token.
 */
export async function* resumed<T>(
  open: (signal: AbortSignal) => AsyncIterable<T>,
  waking: Waking,
  { signal, onLost }: Following = {},
  patience = SILENCE_MILLISECONDS,
): AsyncGenerator<T, void, undefined> {
  const backoff = new Backoff();
  let attempt = 0;
  while (!signal?.aborted) {
    let failure = new UnavailableError(Code.Unavailable, "The server ended the stream.") as ClientError;
    try {
      for await (const message of alive(open, waking, patience, signal)) {
        attempt = 0;
        backoff.reset();
        yield message;
      }
    } catch (error) {
      failure = readError(error);
    }
    if (signal?.aborted) return;
    if (!(
      failure instanceof UnavailableError ||
      failure instanceof ServerError ||
      failure instanceof LimitExceededError
    ))
      throw failure;
    if (failure.reason === TOKEN_EXPIRED && attempt === 0) {
      // Nothing was lost: it ended with its token, and there is another one.
      attempt = 1;
      continue;
    }
    const wait = Math.max(backoff.next(), failure.retryAfter ?? 0);
    onLost?.({ error: failure, wait, attempt });
    attempt += 1;
    await waking.sleep(wait, signal);
  }
}

/** A stream as long as something is heard of it. */
async function* alive<T>(
  open: (signal: AbortSignal) => AsyncIterable<T>,
  waking: Waking,
  patience: number,
  signal?: AbortSignal,
): AsyncGenerator<T, void, undefined> {
  const ended = new AbortController();
  const end = () => ended.abort();
  signal?.addEventListener("abort", end);
  if (signal?.aborted) end();
  try {
    const messages = open(ended.signal)[Symbol.asyncIterator]();
    for (;;) {
      const message = await heard(messages.next(), waking, patience, ended.signal);
      if (message.done) return;
      yield message.value;
    }
  } finally {
    end();
    signal?.removeEventListener("abort", end);
  }
}

/** The next message, or an error where the stream is silent for too long. */
async function heard<T>(
  next: Promise<IteratorResult<T>>,
  waking: Waking,
  patience: number,
  signal: AbortSignal,
): Promise<IteratorResult<T>> {
  const [since, { losses }] = [Date.now(), waking];
  const waited = new AbortController();
  const stop = () => waited.abort();
  signal.addEventListener("abort", stop);
  try {
    const settled = next.finally(stop);
    settled.catch(() => undefined);
    for (;;) {
      const left = since + patience - Date.now();
      const message = await Promise.race([settled, waking.sleep(left, waited.signal)]);
      if (message) return message;
      if (signal.aborted || waited.signal.aborted) return await settled;
      // The wait is over, or was cut short by waking up.
      if (waking.losses > losses || Date.now() - since >= Math.min(patience, SILENCE_ON_WAKING)) throw silence();
    }
  } finally {
    stop();
    signal.removeEventListener("abort", stop);
  }
}
