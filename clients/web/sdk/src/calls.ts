/** Calls with a deadline and a token, repeated where that can do no harm. */
import { create, type DescMethodStreaming, type DescMethodUnary, type MessageInitShape } from "@bufbuild/protobuf";
import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel as Idempotency } from "@bufbuild/protobuf/wkt";
import {
  Code,
  ConnectError,
  type ContextValues,
  type StreamResponse,
  type Transport,
  type UnaryResponse,
} from "@connectrpc/connect";
import { Backoff } from "./backoff.js";
import type { Credentials } from "./credentials.js";
import { ClientError, readError, LimitExceededError, UnauthenticatedError, UnavailableError } from "./errors.js";
import { AccountService } from "./gen/galaxytables/lobby/v1/accounts_pb.js";
import { PasskeyService } from "./gen/galaxytables/lobby/v1/passkeys_pb.js";
import { PlayerService } from "./gen/galaxytables/lobby/v1/players_pb.js";
import { TableService } from "./gen/galaxytables/lobby/v1/tables_pb.js";
import type { Waking } from "./waking.js";

/** An attempt that takes longer counts as unanswered. */
export const CALL_MILLISECONDS = 15_000;
/** A call is repeated for so long while nobody answers: longer than it takes to notice a dead connection. */
export const PATIENCE_MILLISECONDS = 60_000;

/** What says more than that its tokens cannot be renewed. */
const SESSION_ENDED = "SESSION_ENDED";

/** Calls that need no token. */
const OPEN = new Set<DescMethodUnary | DescMethodStreaming>([
  AccountService.method.listProviders,
  PlayerService.method.createGuest,
  PlayerService.method.refresh,
  TableService.method.listGames,
  TableService.method.getComponents,
  TableService.method.getWords,
  TableService.method.checkOptions,
]);
/** Calls that need no token, and heed the one of a guest who is kept. */
const HEEDING = new Set<DescMethodUnary | DescMethodStreaming>([
  AccountService.method.beginSignIn,
  AccountService.method.completeSignIn,
  PasskeyService.method.beginPasskeySignIn,
  PasskeyService.method.completePasskeySignIn,
]);
/** A stray guest, or a token more, harms nobody. */
const HARMLESS = new Set<DescMethodUnary>([PlayerService.method.createGuest, PlayerService.method.renewToken]);

/** Whether the same request may succeed later. */
function passes(failure: ClientError): boolean {
  return (
    failure instanceof UnavailableError || (failure instanceof LimitExceededError && failure.retryAfter !== undefined)
  );
}

/**
 * A transport around another.
 *
 * An attempt has a deadline. A call that only looks, or changes something under a request id, is repeated with growing
 * pauses while the server is away or asks for it. The request id is made here where the caller gave none, and stays the
 * same, so that the change is made once. Other calls are made once. All errors are `ClientError`s.
 */
export class Calls implements Transport {
  constructor(
    private readonly inner: Transport,
    private readonly waking: Waking,
    private readonly credentials?: Credentials,
    private readonly patience = PATIENCE_MILLISECONDS,
    private readonly attempt = CALL_MILLISECONDS,
  ) {}

  async unary<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    signal: AbortSignal | undefined,
    timeoutMs: number | undefined,
    header: HeadersInit | undefined,
    input: MessageInitShape<I>,
    contextValues?: ContextValues,
  ): Promise<UnaryResponse<I, O>> {
    const message = create(method.input, input);
    const again = named(method, message);
    const end = Date.now() + this.patience;
    const backoff = new Backoff();
    let replaced = false;
    for (;;) {
      const token = await this.token(method);
      let failure: ClientError;
      try {
        const headers = authorized(header, token);
        // A message is its own init shape; the types of a generic message do not say so.
        const init = message as MessageInitShape<I>;
        return await this.inner.unary(method, signal, timeoutMs ?? this.attempt, headers, init, contextValues);
      } catch (error) {
        failure = readError(error);
      }
      if (signal?.aborted) throw failure;
      if (failure instanceof UnauthenticatedError && !replaced && (await this.replaced(token, failure))) {
        replaced = true;
        continue;
      }
      const wait = Math.max(backoff.next(), failure.retryAfter ?? 0);
      if (!again || !passes(failure) || Date.now() + wait > end) throw failure;
      await this.waking.sleep(wait, signal);
    }
  }

  async stream<I extends DescMessage, O extends DescMessage>(
    method: DescMethodStreaming<I, O>,
    signal: AbortSignal | undefined,
    _timeoutMs: number | undefined,
    header: HeadersInit | undefined,
    input: AsyncIterable<MessageInitShape<I>>,
    contextValues?: ContextValues,
  ): Promise<StreamResponse<I, O>> {
    const token = await this.token(method);
    try {
      const response = await this.inner.stream(method, signal, 0, authorized(header, token), input, contextValues);
      return { ...response, message: this.translated(response.message, token) };
    } catch (error) {
      throw await this.ended(error, token);
    }
  }

  private async *translated<T>(messages: AsyncIterable<T>, token: string): AsyncIterable<T> {
    try {
      yield* messages;
    } catch (error) {
      throw await this.ended(error, token);
    }
  }

  /** What ended a stream; one whose token was too old, and is replaced, is only to be opened again. */
  private async ended(error: unknown, token: string): Promise<ClientError> {
    const failure = readError(error);
    if (failure instanceof UnauthenticatedError && (await this.replaced(token, failure)))
      return new UnavailableError(failure.code, failure.message, failure.reason);
    return failure;
  }

  private async token(method: DescMethodUnary | DescMethodStreaming): Promise<string> {
    if (!this.credentials) return "";
    if (HEEDING.has(method)) return this.credentials.bearer().catch(withoutToken);
    return OPEN.has(method) ? this.credentials.present : this.credentials.bearer();
  }

  /** Whether there is another token than the refused one. Throws why there is none, or that the session has ended. */
  private async replaced(token: string, refusal: UnauthenticatedError): Promise<boolean> {
    try {
      return token !== "" && this.credentials !== undefined && (await this.credentials.replace(token));
    } catch (error) {
      throw refusal.reason === SESSION_ENDED && error instanceof UnauthenticatedError ? refusal : error;
    }
  }
}

/** Whether a request may be sent twice; one that changes something gets a request id if it can have one. */
function named(method: DescMethodUnary, message: MessageShape<DescMessage>): boolean {
  if (method.idempotency === Idempotency.NO_SIDE_EFFECTS || HARMLESS.has(method)) return true;
  if (!("requestId" in message)) return false;
  if (!message.requestId) message.requestId = requestId();
  return true;
}

/** A fresh request id: 32 hexadecimal digits. (`crypto.randomUUID` exists on secure pages only.) */
export function requestId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** No token, where nobody is kept. Throws what else kept one from being had. */
function withoutToken(error: unknown): string {
  if (error instanceof UnauthenticatedError && error.reason === "TOKEN_MISSING") return "";
  throw error;
}

function authorized(header: HeadersInit | undefined, token: string): Headers {
  const headers = new Headers(header);
  if (token) headers.set("authorization", `Bearer ${token}`);
  return headers;
}

/** That nothing was heard for too long. */
export function silence(): ClientError {
  return readError(new ConnectError("nothing was heard for too long", Code.DeadlineExceeded));
}
