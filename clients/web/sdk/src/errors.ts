/**
 * What a call can end in, besides its answer.
 *
 *     ClientError            all of it: `code`, `reason`, `message`, `values`, `retryAfter`
 *     ├── Refused            the server said no; nothing has changed
 *     │   ├── Unauthenticated    no token, or none that counts (TOKEN_MISSING, TOKEN_INVALID, TOKEN_EXPIRED)
 *     │   ├── Missing            there is no such thing (TABLE_NOT_FOUND, UNKNOWN_GAME, ...)
 *     │   ├── Malformed          the request itself is wrong (INVALID_OPTION, OUT_OF_BOUNDS, ...)
 *     │   ├── Forbidden          not for this player (NOT_HOST, NOT_SEATED, ...)
 *     │   ├── Untimely           not as the table stands (PROMPT_CLOSED, CHOICE_REFUSED, GAME_OVER, ...)
 *     │   └── TooMany            more than one player may (CHAT_TOO_FAST, TOO_MANY_REQUESTS, ...)
 *     ├── Unavailable        nobody answered, or the answer was to try again; a change may have been made
 *     └── Broken             the server's own mistake, or one that this client does not know
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
export class Refused extends ClientError {}
/** No token, or none that counts. */
export class Unauthenticated extends Refused {}
/** There is no such thing, or none that this player may know of. */
export class Missing extends Refused {}
/** The request itself is wrong, whatever the table. */
export class Malformed extends Refused {}
/** Not for this player. */
export class Forbidden extends Refused {}
/** Not as the table stands. */
export class Untimely extends Refused {}
/** More than one player may; `retryAfter` says when it may be tried again, where that helps. */
export class TooMany extends Refused {}
/** Nobody answered, or the answer was to try again. Whether a change was made is not known. */
export class Unavailable extends ClientError {}
/** The server's own mistake, or an error that this client does not know. */
export class Broken extends ClientError {}

const FAMILIES = new Map<Code, typeof ClientError>([
  [Code.Unauthenticated, Unauthenticated],
  [Code.NotFound, Missing],
  [Code.InvalidArgument, Malformed],
  [Code.OutOfRange, Malformed],
  [Code.PermissionDenied, Forbidden],
  [Code.FailedPrecondition, Untimely],
  [Code.AlreadyExists, Untimely],
  [Code.ResourceExhausted, TooMany],
  [Code.Unavailable, Unavailable],
  [Code.DeadlineExceeded, Unavailable],
  [Code.Canceled, Unavailable],
  [Code.Aborted, Unavailable],
]);

/** Read what a failed call says. Never throws: details that cannot be read count as none. */
export function readError(thrown: unknown): ClientError {
  if (thrown instanceof ClientError) return thrown;
  const error = ConnectError.from(thrown);
  const info = error.findDetails(ErrorInfoSchema)[0];
  const delay = error.findDetails(RetryInfoSchema)[0]?.retryDelay;
  const retryAfter = delay && Number(delay.seconds) * 1000 + delay.nanos / 1e6;
  const Family = FAMILIES.get(error.code) ?? (info ? Broken : lostConnection(error) ? Unavailable : Broken);
  return new Family(error.code, error.rawMessage, info?.reason ?? "", info?.metadata ?? {}, retryAfter);
}

/** Whether the connection broke: browsers say no more of it than that `fetch` failed, or that the body ended. */
function lostConnection(error: ConnectError): boolean {
  return error.code === Code.Unknown || error.cause instanceof TypeError;
}
