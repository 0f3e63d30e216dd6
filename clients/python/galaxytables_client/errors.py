"""The errors of calls.

    ClientError                    the base: `code`, `reason`, `message`, `metadata`, `retry_after`
    ├── RefusedError               the server said no; nothing has changed
    │   ├── UnauthenticatedError   no token, or an invalid one (TOKEN_MISSING, TOKEN_INVALID, TOKEN_EXPIRED)
    │   ├── NotFoundError          the thing asked for does not exist (TABLE_NOT_FOUND, UNKNOWN_GAME, ...)
    │   ├── InvalidRequestError    the request itself is wrong (INVALID_OPTION, OUT_OF_BOUNDS, ...)
    │   ├── ForbiddenError         this player may not do it (NOT_HOST, NOT_SEATED, ...)
    │   ├── ConflictError          the table's state does not allow it (PROMPT_CLOSED, CHOICE_REFUSED, GAME_OVER, ...)
    │   └── LimitExceededError     too many requests (CHAT_TOO_FAST, TOO_MANY_REQUESTS, ...)
    ├── UnavailableError           no answer, or an answer to try again; a change may have been made
    └── ServerError                a server error, or an error that this client does not know

A class is a family of reasons, as in docs/how-to/front-ends.md. Code that reacts to one reason reads `reason`.
"""

from collections.abc import Mapping

import grpc
import grpc.aio
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

from galaxytables.lobby.v1 import play_pb2

_DETAILS = "grpc-status-details-bin"
_CODES: dict[int, grpc.StatusCode] = {code.value[0]: code for code in grpc.StatusCode}


class ClientError(Exception):
    """A call failed.

    - `code`: the gRPC code;
    - `reason`: UPPER_SNAKE and stable; empty if the error does not come from the platform's own code;
    - `message`: the server's sentence, perhaps empty;
    - `metadata`: its values, for example `least`, `most` and `given`;
    - `retry_after`: seconds after which the same request may succeed, None if the server does not say;
    - `address`: the server's address, for people.

    `str()` is a sentence for people, `line` one for logs.
    """

    def __init__(
        self,
        code: grpc.StatusCode,
        message: str,
        *,
        reason: str = "",
        metadata: Mapping[str, str] | None = None,
        retry_after: float | None = None,
        address: str = "",
    ) -> None:
        super().__init__(message)
        self.code = code
        self.reason = reason
        self.message = message
        self.metadata = dict(metadata or {})
        self.retry_after = retry_after
        self.address = address

    def __str__(self) -> str:
        words = self.message.strip() or (self.reason or self.code.name).replace("_", " ").capitalize() + "."
        paragraph = self.metadata.get("paragraph", "")
        return f"{words} ({paragraph})" if paragraph and paragraph not in words else words

    @property
    def line(self) -> str:
        """Reason (or code), sentence and values in one line, for logs."""
        values = ", ".join(f"{name}={value}" for name, value in sorted(self.metadata.items()))
        return f"{self.reason or self.code.name}: {self.message}{f' ({values})' if values else ''}"


class RefusedError(ClientError):
    """The server refused; nothing has changed."""


class UnauthenticatedError(RefusedError):
    """There is no token, or it is not valid."""


class NotFoundError(RefusedError):
    """The thing asked for does not exist, or the player may not know that it exists."""


class InvalidRequestError(RefusedError):
    """The request itself is wrong, whatever the state of the table."""


class ForbiddenError(RefusedError):
    """The player is not allowed to make this request."""


class ConflictError(RefusedError):
    """The table's state does not allow the request now."""


class LimitExceededError(RefusedError):
    """The player made too many requests; `retry_after` says when to try again, if trying again can help."""


class UnavailableError(ClientError):
    """No server answered, or the server asked to try again later.

    The change that was asked for may or may not have been made.
    """

    def __str__(self) -> str:
        if self.reason or not self.address:
            return super().__str__()
        return f"The server {self.address} does not answer: {super().__str__()}"


class ServerError(ClientError):
    """The server failed, or the error is unknown to this client."""


_FAMILIES: dict[grpc.StatusCode, type[ClientError]] = {
    grpc.StatusCode.UNAUTHENTICATED: UnauthenticatedError,
    grpc.StatusCode.NOT_FOUND: NotFoundError,
    grpc.StatusCode.INVALID_ARGUMENT: InvalidRequestError,
    grpc.StatusCode.OUT_OF_RANGE: InvalidRequestError,
    grpc.StatusCode.PERMISSION_DENIED: ForbiddenError,
    grpc.StatusCode.FAILED_PRECONDITION: ConflictError,
    grpc.StatusCode.ALREADY_EXISTS: ConflictError,
    grpc.StatusCode.RESOURCE_EXHAUSTED: LimitExceededError,
    grpc.StatusCode.UNAVAILABLE: UnavailableError,
    grpc.StatusCode.DEADLINE_EXCEEDED: UnavailableError,
    grpc.StatusCode.CANCELLED: UnavailableError,
    grpc.StatusCode.ABORTED: UnavailableError,
}


def read_error(error: grpc.aio.AioRpcError, address: str = "") -> ClientError:
    """Return the `ClientError` of a failed gRPC call. Never raises: unreadable details are ignored."""
    info, retry_after = error_details_pb2.ErrorInfo(), None
    for key, value in error.trailing_metadata() or ():
        if key == _DETAILS and isinstance(value, bytes):
            info, retry_after = _details(value)
    code = error.code()
    return _FAMILIES.get(code, ServerError)(
        code,
        error.details() or "",
        reason=info.reason,
        metadata=info.metadata,
        retry_after=retry_after,
        address=address,
    )


def read_failure(failure: play_pb2.Failure) -> ClientError:
    """Return the `ClientError` of a failed request of a play stream."""
    code = _CODES.get(failure.code, grpc.StatusCode.UNKNOWN)
    retry_after = failure.retry_delay.ToMilliseconds() / 1000 if failure.HasField("retry_delay") else None
    return _FAMILIES.get(code, ServerError)(
        code, failure.message, reason=failure.reason, metadata=failure.metadata, retry_after=retry_after
    )


def _details(content: bytes) -> tuple[error_details_pb2.ErrorInfo, float | None]:
    info, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
    retry_after = None
    try:
        for detail in status_pb2.Status.FromString(content).details:
            if not detail.Unpack(info) and detail.Unpack(retry):
                retry_after = retry.retry_delay.ToMilliseconds() / 1000
    except DecodeError:
        return error_details_pb2.ErrorInfo(), None
    return info, retry_after
