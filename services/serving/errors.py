"""Errors on the wire: raised as Python exceptions, sent as `google.rpc.Status`, read back by a client.

    GalaxyError             base: a reason, a gRPC code, a sentence, values
    ├── MalformedRequestError   the bytes are no message of the expected type
    ├── InternalError           something unexpected; says nothing about it
    └── DrainingError           this process is about to stop; go on at another one

Each service derives its own tree from `GalaxyError` in its own `errors.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

import grpc
import grpc.aio
from google.protobuf import any_pb2
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

# Errors travel in HTTP/2 trailers, which clients bound to 8 KiB by default: a caller's own oversized value,
# quoted back, must not make its error unreadable.
MESSAGE_LIMIT = 512
VALUE_LIMIT = 256
VALUES_LIMIT = 12

_DETAILS_KEY = "grpc-status-details-bin"
_CODES = {code.value[0]: code for code in grpc.StatusCode}


class GalaxyError(Exception):
    """An error that a caller is told about.

    A subclass sets `reason` (UPPER_SNAKE, stable, listed in docs/front-ends.md) and `code`; an instance
    carries a sentence for people and the values behind it, which become the `metadata` of the `ErrorInfo`:

        class TableNotFoundError(GalaxyError):
            reason = "TABLE_NOT_FOUND"
            code = grpc.StatusCode.NOT_FOUND

        raise TableNotFoundError("There is no such table.", table=table_id)

    Neither sentence nor values may hold what the caller must not know.
    """

    reason: ClassVar[str] = "INTERNAL"
    code: ClassVar[grpc.StatusCode] = grpc.StatusCode.INTERNAL

    def __init__(self, message: str, /, **metadata: object) -> None:
        """Take the sentence and the values; values are sent as `str(value)`, overlong ones clipped."""
        super().__init__(message)
        self.message = _clipped(message, MESSAGE_LIMIT)
        values = list(metadata.items())[:VALUES_LIMIT]
        self.metadata: dict[str, str] = {name: _clipped(str(value), VALUE_LIMIT) for name, value in values}

    @property
    def number(self) -> int:
        """The `google.rpc.Code`, for messages that carry an error flat (`Refusal`, `Failure`)."""
        return code_number(self.code)

    def to_status(self, domain: str) -> status_pb2.Status:
        """Say the error as a status with one `ErrorInfo` of the domain (for example `galaxy.lobby`)."""
        info = error_details_pb2.ErrorInfo(reason=self.reason, domain=domain, metadata=self.metadata)
        detail = any_pb2.Any()
        detail.Pack(info)
        return status_pb2.Status(code=self.number, message=self.message, details=[detail])


class MalformedRequestError(GalaxyError):
    """The bytes received are not a message of the type that the call takes."""

    reason = "MALFORMED_REQUEST"
    code = grpc.StatusCode.INVALID_ARGUMENT


class RequestTooLargeError(GalaxyError):
    """The request has more bytes than the server takes."""

    reason = "REQUEST_TOO_LARGE"
    code = grpc.StatusCode.RESOURCE_EXHAUSTED


class InternalError(GalaxyError):
    """Something unexpected happened; the log has it, the caller does not."""

    reason = "INTERNAL"
    code = grpc.StatusCode.INTERNAL


class DrainingError(GalaxyError):
    """The process stops and ends its streams; the caller goes on over a new connection."""

    reason = "DRAINING"
    code = grpc.StatusCode.UNAVAILABLE


@dataclass(frozen=True)
class RemoteError:
    """What a client knows of an error; `reason` and `domain` are empty where it held no `ErrorInfo`."""

    code: grpc.StatusCode
    reason: str
    message: str
    domain: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        """Give reason (or code), sentence and values in one line."""
        values = ", ".join(f"{name}={value}" for name, value in sorted(self.metadata.items()))
        return f"{self.reason or self.code.name}: {self.message}{f' ({values})' if values else ''}"


def read_error(error: grpc.aio.AioRpcError) -> RemoteError:
    """Read reason, sentence and values back from a failed call. Never raises: odd details count as none."""
    code = error.code()
    message = error.details() or ""
    for key, value in error.trailing_metadata() or ():
        if key == _DETAILS_KEY and isinstance(value, bytes):
            info = _error_info(value)
            if info is not None:
                return RemoteError(code, info.reason, message, info.domain, dict(info.metadata))
    return RemoteError(code, "", message)


def code_number(code: grpc.StatusCode) -> int:
    """Give the number of a gRPC code, which is its `google.rpc.Code`."""
    number: int = code.value[0]
    return number


def code_of(number: int) -> grpc.StatusCode:
    """Give the gRPC code of a number; UNKNOWN for a number that is none."""
    return _CODES.get(number, grpc.StatusCode.UNKNOWN)


def _error_info(details: bytes) -> error_details_pb2.ErrorInfo | None:
    info = error_details_pb2.ErrorInfo()
    try:
        status = status_pb2.Status.FromString(details)
        found = any(detail.Unpack(info) for detail in status.details if detail.Is(info.DESCRIPTOR))
    except DecodeError:
        return None
    return info if found else None


def _clipped(text: str, limit: int) -> str:
    text = text.encode("utf-8", "replace").decode()  # lone surrogates have no place in a protobuf string
    return text if len(text) <= limit else text[: limit - 1] + "…"
