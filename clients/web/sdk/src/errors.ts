/**
 * What a call can end in, besides its answer.
 *
 *     ClientError                   all of it: `code`, `reason`, `message`, `values`, `retryAfter`
 *     ├── RefusedError              the server said no; nothing has changed
 *     │   ├── UnauthenticatedError  no token, or none that counts (TOKEN_MISSING, TOKEN_INVALID, TOKEN_EXPIRED)
 *     │   ├── NotFoundError         there is no such thing (TABLE_NOT_FOUND, UNKNOWN_GAME, ...)
 *     │   ├── InvalidRequestError   the request itself is wrong (INVALID_OPTION, OUT_OF_BOUNDS, ...)
 *     │   ├── ForbiddenError        not for this player (NOT_HOST, NOT_SEATED, ...)
 *     │   ├── ConflictError         not as the table stands (PROMPT_CLOSED, CHOICE_REFUSED, GAME_OVER, ...)
 *     │   └── LimitExceededError    more than one player may (CHAT_TOO_FAST, TOO_MANY_REQUESTS, ...)
 *     ├── UnavailableError          nobody answered, or the answer was to try again; a change may have been made
 *     └── ServerError               the server's own mistake, or one that this client does not know
 *
 * A class is a family of reasons, as in docs/how-to/front-ends.md. Code that reacts to one reason reads `reason`.
 */
import { Code, ConnectError } from "@connectrpc/connect";
import { ErrorInfoSchema, RetryInfoSchema } from "./gen/google/rpc/error_details_pb.js";

/** A call that was not answered as asked. */
export class ClientError extends Error {
  override readonly name = "ClientError";

  constructor(
    /** The gRPC code. */
    readonly code: Code,
    message: string,
    /** UPPER_SNAKE and stable, empty where the error did not come from the platform's own code. */
    readonly reason = "",
    /** The values behind it, for example `least`, `most` and `given`. */
    readonly values: Readonly<Record<string, string>> = {},
    /** Milliseconds after which the server thinks the same request worth another try, if it says. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

/** The server said no, and nothing has changed. */
export class RefusedError extends ClientError {}
/** No token, or none that counts. */
export class UnauthenticatedError extends RefusedError {}
/** There is no such thing, or none that this player may know of. */
export class NotFoundError extends RefusedError {}
/** The request itself is wrong, whatever the table. */
export class InvalidRequestError extends RefusedError {}
/** Not for this player. */
export class ForbiddenError extends RefusedError {}
/** Not as the table stands. */
export class ConflictError extends RefusedError {}
/** More than one player may; `retryAfter` says when it may be tried again, where that helps. */
export class LimitExceededError extends RefusedError {}
/** Nobody answered, or the answer was to try again. Whether a change was made is not known. */
export class UnavailableError extends ClientError {}
/** The server's own mistake, or an error that this client does not know. */
export class ServerError extends ClientError {}

const FAMILIES = new Map<Code, typeof ClientError>([
  [Code.Unauthenticated, UnauthenticatedError],
  [Code.NotFound, NotFoundError],
  [Code.InvalidArgument, InvalidRequestError],
  [Code.OutOfRange, InvalidRequestError],
  [Code.PermissionDenied, ForbiddenError],
  [Code.FailedPrecondition, ConflictError],
  [Code.AlreadyExists, ConflictError],
  [Code.ResourceExhausted, LimitExceededError],
  [Code.Unavailable, UnavailableError],
  [Code.DeadlineExceeded, UnavailableError],
  [Code.Canceled, UnavailableError],
  [Code.Aborted, UnavailableError],
]);

/** Read what a failed call says. Never throws: details that cannot be read count as none. */
export function readError(thrown: unknown): ClientError {
  if (thrown instanceof ClientError) return thrown;
  const error = ConnectError.from(thrown);
  const info = error.findDetails(ErrorInfoSchema)[0];
  const delay = error.findDetails(RetryInfoSchema)[0]?.retryDelay;
  const retryAfter = delay && Number(delay.seconds) * 1000 + delay.nanos / 1e6;
  const Family =
    FAMILIES.get(error.code) ?? (info ? ServerError : lostConnection(error) ? UnavailableError : ServerError);
  return new Family(error.code, error.rawMessage, info?.reason ?? "", info?.metadata ?? {}, retryAfter);
}

/** Whether the connection broke: browsers say no more of it than that `fetch` failed, or that the body ended. */
function lostConnection(error: ConnectError): boolean {
  return error.code === Code.Unknown || error.cause instanceof TypeError;
}
