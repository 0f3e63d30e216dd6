"""Errors on the wire: raised as Python exceptions, sent as `google.rpc.Status`, read back by a client.

    GalaxyError             base: a reason, a gRPC code, a sentence, values
    ├── MalformedRequestError   the bytes are no message of the expected type
    ├── CompressedRequestError  the request is compressed
    ├── RequestTooLargeError    the request has more bytes than its call takes
    ├── FieldTooLargeError      a field of the request has more entries, characters or bytes than it may have
    ├── LateRequestError        the request has not arrived in time
    ├── TooManyCallsError       as many calls are under way as the server takes
    ├── TooManyOfAddressError   as many calls of the caller's address are under way as the server takes
    ├── InternalError           something unexpected; says nothing about it
    └── DrainingError           this process is about to stop; go on at another one

Each service derives its own tree from `GalaxyError` in its own `errors.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import grpc
import grpc.aio
from google.protobuf import any_pb2
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import DecodeError, Message
from google.rpc import error_details_pb2, status_pb2

# Errors travel in HTTP/2 trailers, which clients bound to 8 KiB by default: a caller's own oversized value,
# quoted back, must not make its error unreadable.
MESSAGE_LIMIT = 512
VALUE_LIMIT = 256
VALUES_LIMIT = 12

DETAILS_KEY = "grpc-status-details-bin"
"""The trailer with gRPC's `google.rpc.Status`."""

_CODES = {code.value[0]: code for code in grpc.StatusCode}


class GalaxyError(Exception):
    """Base class of errors that are reported to callers.

    A subclass sets `reason` (UPPER_SNAKE, stable, listed in docs/reference/lobby.md) and `code`; an instance
    carries a sentence for people and the values behind it, which become the `metadata` of the `ErrorInfo`:

        class TableNotFoundError(GalaxyError):
            reason = "TABLE_NOT_FOUND"
            code = grpc.StatusCode.NOT_FOUND

        raise TableNotFoundError("There is no such table.", table=table_id)

    If the same request may succeed later, `retry_after` is in how many seconds to try again; that becomes a
    `RetryInfo`. Sentence and values must not contain anything that the caller must not know.
    """

    reason: str = "INTERNAL"
    code: grpc.StatusCode = grpc.StatusCode.INTERNAL
    retry_after: float | None = None

    def __init__(self, message: str, /, **metadata: object) -> None:
        """Create the error with its sentence and values. Values are sent as `str(value)`, and long ones are clipped."""
        super().__init__(message)
        self.message = _clipped(message, MESSAGE_LIMIT)
        values = list(metadata.items())[:VALUES_LIMIT]
        self.metadata: dict[str, str] = {name: _clipped(str(value), VALUE_LIMIT) for name, value in values}

    @property
    def number(self) -> int:
        """The number of the `google.rpc.Code`, for messages with an error's parts as fields (`Refusal`, `Failure`)."""
        return code_number(self.code)

    def to_status(self, domain: str) -> status_pb2.Status:
        """Return the error as a status, with an `ErrorInfo` of the domain, and with a `RetryInfo` if one is due.

        A `RetryInfo` is due if the error has a `retry_after`.
        """
        details = [_packed(error_details_pb2.ErrorInfo(reason=self.reason, domain=domain, metadata=self.metadata))]
        if self.retry_delay is not None:
            details.append(_packed(error_details_pb2.RetryInfo(retry_delay=self.retry_delay)))
        return status_pb2.Status(code=self.number, message=self.message, details=details)

    @property
    def retry_delay(self) -> Duration | None:
        """Return the delay before a retry, as a protobuf duration."""
        if self.retry_after is None:
            return None
        delay = Duration()
        delay.FromMilliseconds(round(self.retry_after * 1000))
        return delay


class MalformedRequestError(GalaxyError):
    """The request is not a message of the call's type. `field` names the value that cannot be read, if it is known."""

    reason = "MALFORMED_REQUEST"
    code = grpc.StatusCode.INVALID_ARGUMENT

    def __init__(self, call: str, field: str = "") -> None:
        """Create the error with the path of the field that cannot be read; empty if none is known."""
        if field:
            super().__init__(f"The value of {field} cannot be read.", call=call, field=field)
        else:
            super().__init__("The request is not a message of this call's type.", call=call)


class CompressedRequestError(GalaxyError):
    """The request is compressed, which no server accepts, because a few bytes could become many."""

    reason = "COMPRESSED_REQUEST"
    code = grpc.StatusCode.UNIMPLEMENTED

    def __init__(self) -> None:
        super().__init__("Compressed requests are not accepted. Send it uncompressed.")


class RequestTooLargeError(GalaxyError):
    """The request has more bytes than its call accepts."""

    reason = "REQUEST_TOO_LARGE"
    code = grpc.StatusCode.RESOURCE_EXHAUSTED

    def __init__(self, limit: int, given: int | None = None) -> None:
        """Create the error with the accepted bytes, and the actual ones if known."""
        if given is None:
            super().__init__(f"The request has more than {limit} bytes.", most=limit)
        else:
            super().__init__(f"The request has {given} bytes; at most {limit} are taken.", bytes=given, most=limit)


class FieldTooLargeError(GalaxyError):
    """A field of the request has more entries, characters or bytes than it may have, or messages nest too deep."""

    reason = "FIELD_TOO_LARGE"
    code = grpc.StatusCode.INVALID_ARGUMENT

    def __init__(self, field: str, unit: str, limit: int, given: int) -> None:
        """Create the error with the field, its unit (`entries`, `characters`, `bytes`), its bound and its size."""
        super().__init__(
            f"{field} has {given} {unit}; at most {limit} are taken.", field=field, unit=unit, most=limit, given=given
        )


class LateRequestError(GalaxyError):
    """The call has begun, but its request has not arrived in time."""

    reason = "LATE_REQUEST"
    code = grpc.StatusCode.DEADLINE_EXCEEDED

    def __init__(self, seconds: float) -> None:
        """Create the error with the seconds that the server waits."""
        super().__init__(f"The request did not arrive within {seconds:g} seconds.", seconds=f"{seconds:g}")


class TooManyCallsError(GalaxyError):
    """This server has as many open calls and streams as it accepts."""

    reason = "TOO_MANY_CALLS"
    code = grpc.StatusCode.RESOURCE_EXHAUSTED
    # Calls end all the time, and another server may have room.
    retry_after = 1.0

    def __init__(self, limit: int) -> None:
        """Create the error with the maximum."""
        super().__init__(f"At most {limit} calls may be under way at this server at once.", most=limit)


class TooManyOfAddressError(GalaxyError):
    """This server has as many open calls and streams of the caller's address as it accepts."""

    reason = "TOO_MANY_CALLS_OF_ADDRESS"
    code = grpc.StatusCode.RESOURCE_EXHAUSTED
    # Some of them may end.
    retry_after = 5.0

    def __init__(self, limit: int) -> None:
        """Create the error with the maximum."""
        super().__init__(f"At most {limit} calls of one address may be under way at this server at once.", most=limit)


class UnknownCallerError(GalaxyError):
    """The call carries none of the keys that this service accepts."""

    reason = "UNKNOWN_CALLER"
    code = grpc.StatusCode.UNAUTHENTICATED

    def __init__(self) -> None:
        super().__init__("This service hears only those who show one of its secrets.")


class InternalError(GalaxyError):
    """The server failed. The log has details, which the caller does not get."""

    reason = "INTERNAL"
    code = grpc.StatusCode.INTERNAL


class DrainingError(GalaxyError):
    """The process is stopping and ends its streams. The caller may go on over a new connection."""

    reason = "DRAINING"
    code = grpc.StatusCode.UNAVAILABLE
    # Another process may take the next connection at once; a single one takes a moment to come back.
    retry_after = 1.0

    def __init__(self) -> None:
        super().__init__("This server is about to stop; go on over a new connection.")


@dataclass(frozen=True)
class RemoteError:
    """An error that a client has received; `reason` and `domain` are empty if it has no `ErrorInfo`.

    `retry_after` is the number of seconds after which to try again, None without a `RetryInfo`.
    """

    code: grpc.StatusCode
    reason: str
    message: str
    domain: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)
    retry_after: float | None = None

    def __str__(self) -> str:
        """Return reason (or code), sentence and values in one line."""
        values = ", ".join(f"{name}={value}" for name, value in sorted(self.metadata.items()))
        return f"{self.reason or self.code.name}: {self.message}{f' ({values})' if values else ''}"


def read_error(error: grpc.aio.AioRpcError) -> RemoteError:
    """Return the reason, sentence and values of a failed call. Never raises; unknown details are ignored."""
    code = error.code()
    message = error.details() or ""
    status = read_status(error)
    if status is None:
        return RemoteError(code, "", message)
    info, retry = _details(status)
    return RemoteError(code, info.reason, message, info.domain, dict(info.metadata), retry)


def read_status(error: grpc.aio.AioRpcError) -> status_pb2.Status | None:
    """Return the `google.rpc.Status` of a failed call; None if it has none that can be parsed."""
    for key, value in error.trailing_metadata() or ():
        if key == DETAILS_KEY and isinstance(value, bytes):
            try:
                return status_pb2.Status.FromString(value)
            except DecodeError:
                return None
    return None


def free_frames(error: BaseException) -> None:
    """Clear the frames of an error's traceback, and of its causes, so that they hold no memory.

    If a frame has a variable for the error that it raised, that is a reference cycle, which keeps the request in memory
    until the garbage collector runs.
    """
    met: set[int] = set()
    errors: list[BaseException | None] = [error]
    while errors:
        each = errors.pop()
        if each is not None and id(each) not in met:
            met.add(id(each))
            each.__traceback__ = None
            errors += [each.__context__, each.__cause__]
            if isinstance(each, BaseExceptionGroup):
                errors += each.exceptions


def code_number(code: grpc.StatusCode) -> int:
    """Return the number of a gRPC code, which is its `google.rpc.Code`."""
    number: int = code.value[0]
    return number


def code_of(number: int) -> grpc.StatusCode:
    """Return the gRPC code that has a number; UNKNOWN if there is none."""
    return _CODES.get(number, grpc.StatusCode.UNKNOWN)


def _packed(message: Message) -> any_pb2.Any:
    detail = any_pb2.Any()
    detail.Pack(message)
    return detail


def _details(status: status_pb2.Status) -> tuple[error_details_pb2.ErrorInfo, float | None]:
    info, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
    try:
        for detail in status.details:
            if not detail.Unpack(info):
                detail.Unpack(retry)
    except DecodeError:
        return error_details_pb2.ErrorInfo(), None
    return info, retry.retry_delay.ToMilliseconds() / 1000 if retry.HasField("retry_delay") else None


def _clipped(text: str, limit: int) -> str:
    text = text.encode("utf-8", "replace").decode()  # lone surrogates have no place in a protobuf string
    return text if len(text) <= limit else text[: limit - 1] + "…"
