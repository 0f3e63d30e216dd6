"""What a call can end in, besides its answer.

    ClientError            all of it: `code`, `reason`, `message`, `metadata`, `retry_after`
    ├── Refused            the server said no; nothing has changed
    │   ├── Unauthenticated    no token, or none that counts (TOKEN_MISSING, TOKEN_INVALID, TOKEN_EXPIRED)
    │   ├── Missing            there is no such thing (TABLE_NOT_FOUND, UNKNOWN_GAME, ...)
    │   ├── Malformed          the request itself is wrong (INVALID_OPTION, OUT_OF_BOUNDS, ...)
    │   ├── Forbidden          not for this player (NOT_HOST, NOT_SEATED, ...)
    │   ├── Untimely           not as the table stands (PROMPT_CLOSED, CHOICE_REFUSED, GAME_OVER, ...)
    │   └── TooMany            more than one player may (CHAT_TOO_FAST, TOO_MANY_REQUESTS, ...)
    ├── Unavailable        nobody answered, or the answer was to try again; a change may have been made
    └── Broken             the server's own mistake, or one that this client does not know

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
    """A call that was not answered as asked.

    - `code`: the gRPC code;
    - `reason`: UPPER_SNAKE and stable, empty where the error did not come from the platform's own code;
    - `message`: the server's sentence, perhaps empty;
    - `metadata`: the values behind it, for example `least`, `most` and `given`;
    - `retry_after`: seconds after which the server thinks the same request worth another try, None if it does not say;
    - `address`: who was asked, for people.

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
        """Reason (or code), sentence and values in one line."""
        values = ", ".join(f"{name}={value}" for name, value in sorted(self.metadata.items()))
        return f"{self.reason or self.code.name}: {self.message}{f' ({values})' if values else ''}"


class Refused(ClientError):
    """The server said no, and nothing has changed."""


class Unauthenticated(Refused):
    """No token, or none that counts."""


class Missing(Refused):
    """There is no such thing, or none that this player may know of."""


class Malformed(Refused):
    """The request itself is wrong, whatever the table."""


class Forbidden(Refused):
    """Not for this player."""


class Untimely(Refused):
    """Not as the table stands."""


class TooMany(Refused):
    """More than one player may; `retry_after` says when it may be tried again, where that helps."""


class Unavailable(ClientError):
    """Nobody answered, or the answer was to try again. Whether a change was made is not known."""

    def __str__(self) -> str:
        if self.reason or not self.address:
            return super().__str__()
        return f"The server {self.address} does not answer: {super().__str__()}"


class Broken(ClientError):
    """The server's own mistake, or an error that this client does not know."""


_FAMILIES: dict[grpc.StatusCode, type[ClientError]] = {
    grpc.StatusCode.UNAUTHENTICATED: Unauthenticated,
    grpc.StatusCode.NOT_FOUND: Missing,
    grpc.StatusCode.INVALID_ARGUMENT: Malformed,
    grpc.StatusCode.OUT_OF_RANGE: Malformed,
    grpc.StatusCode.PERMISSION_DENIED: Forbidden,
    grpc.StatusCode.FAILED_PRECONDITION: Untimely,
    grpc.StatusCode.ALREADY_EXISTS: Untimely,
    grpc.StatusCode.RESOURCE_EXHAUSTED: TooMany,
    grpc.StatusCode.UNAVAILABLE: Unavailable,
    grpc.StatusCode.DEADLINE_EXCEEDED: Unavailable,
    grpc.StatusCode.CANCELLED: Unavailable,
    grpc.StatusCode.ABORTED: Unavailable,
}


def read_error(error: grpc.aio.AioRpcError, address: str = "") -> ClientError:
    """Read what a failed gRPC call says. Never raises: details that cannot be read count as none."""
    info, retry_after = error_details_pb2.ErrorInfo(), None
    for key, value in error.trailing_metadata() or ():
        if key == _DETAILS and isinstance(value, bytes):
            info, retry_after = _details(value)
    code = error.code()
    return _FAMILIES.get(code, Broken)(
        code,
        error.details() or "",
        reason=info.reason,
        metadata=info.metadata,
        retry_after=retry_after,
        address=address,
    )


def read_failure(failure: play_pb2.Failure) -> ClientError:
    """Read what a request of a play stream was answered instead."""
    code = _CODES.get(failure.code, grpc.StatusCode.UNKNOWN)
    retry_after = failure.retry_delay.ToMilliseconds() / 1000 if failure.HasField("retry_delay") else None
    return _FAMILIES.get(code, Broken)(
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
