"""The gateway's own errors, and the conversion of the lobby's errors for browsers.

    GalaxyError
    ├── UnknownCallError        no such call, or none for browsers
    ├── NotARequestError        the request is neither Connect nor gRPC-Web
    ├── UnknownFieldsError      a request has fields that the call does not know, and its caller wants to know
    ├── UnknownValueError       a request has a word that its enum does not have
    ├── NoJsonFormError         an answer has no JSON form here
    ├── TooManyStreamsError     the gateway has as many streams as it accepts
    └── LobbyUnavailableError   no lobby answers

Besides these, the gateway raises RequestTooLargeError, MalformedRequestError, DrainingError and InternalError, as every
server does. Errors of the lobby keep their reason, values and domain.
"""

import grpc
import grpc.aio
from connectrpc.code import Code
from connectrpc.errors import ConnectError, ErrorDetail
from google.protobuf import json_format
from google.protobuf.any_pb2 import Any as AnyMessage
from google.rpc import error_details_pb2, status_pb2  # noqa: F401  # the details are known to JSON by it
from protobuf import Message, message_from_json_value
from protobuf.wkt import Any as WireAny
from protobuf.wkt import Struct

from galaxytables_serving import GalaxyError
from galaxytables_serving.errors import read_status
from galaxytables_web.metrics import REFUSED

DOMAIN = "galaxytables.web"

_CODES: dict[grpc.StatusCode, Code] = {
    code: Code.CANCELED if code is grpc.StatusCode.CANCELLED else Code(code.name.lower())
    for code in grpc.StatusCode
    if code is not grpc.StatusCode.OK
}


class UnknownCallError(GalaxyError):
    """There is no such call, or browsers cannot make it because its requests are a stream."""

    reason = "UNKNOWN_CALL"
    code = grpc.StatusCode.UNIMPLEMENTED

    def __init__(self, call: str) -> None:
        super().__init__("There is no such call here.", call=call)


class NotARequestError(GalaxyError):
    """The request is neither Connect nor gRPC-Web; the message says what is wrong."""

    reason = "MALFORMED_REQUEST"
    code = grpc.StatusCode.INVALID_ARGUMENT

    def __init__(self, why: str) -> None:
        super().__init__(f"This is no request of Connect or gRPC-Web: {why}.")


class UnknownFieldsError(GalaxyError):
    """A JSON request with `galaxytables-strict: 1` has fields that the call does not know."""

    reason = "UNKNOWN_FIELDS"
    code = grpc.StatusCode.INVALID_ARGUMENT

    def __init__(self, call: str, fields: str) -> None:
        super().__init__(f"This call has no such fields: {fields}.", call=call, fields=fields)


class UnknownValueError(GalaxyError):
    """A JSON request has a word that its enum does not have."""

    reason = "UNKNOWN_VALUE"
    code = grpc.StatusCode.INVALID_ARGUMENT

    def __init__(self, field: str, value: str) -> None:
        super().__init__(f"{field} has no value {value} here.", field=field, value=value)


class NoJsonFormError(GalaxyError):
    """The answer contains a message that has no JSON form here, such as a view of a game that is not of this platform.

    A caller can still get the answer in binary form.
    """

    reason = "NO_JSON_FORM"
    code = grpc.StatusCode.UNIMPLEMENTED

    def __init__(self, call: str) -> None:
        super().__init__("The answer cannot be said in JSON here; ask for it in binary.", call=call)


class TooManyStreamsError(GalaxyError):
    """The gateway has as many open streams as it accepts."""

    reason = "TOO_MANY_REQUESTS"
    code = grpc.StatusCode.RESOURCE_EXHAUSTED
    retry_after = 5.0

    def __init__(self, limit: int) -> None:
        super().__init__(f"At most {limit} of these may be under way at once.", most=limit)


class LobbyUnavailableError(GalaxyError):
    """No lobby answers, or the connection broke. A choice that was sent may have been accepted all the same."""

    reason = "LOBBY_UNAVAILABLE"
    code = grpc.StatusCode.UNAVAILABLE
    retry_after = 1.0

    def __init__(self) -> None:
        super().__init__("The game server cannot be reached just now.")


def refused(error: GalaxyError) -> ConnectError:
    """Convert an error of the gateway to a Connect error, and count it in the metrics."""
    REFUSED.labels(error.reason).inc()
    return _with_details(error.code, error.message, error.to_status(DOMAIN))


def passed_on(error: grpc.aio.AioRpcError, call: str) -> ConnectError | GalaxyError:
    """Convert the error of a gRPC call to the lobby, as `said_by_lobby` does."""
    return said_by_lobby(error.code(), error.details() or "", read_status(error), call)


def said_by_lobby(
    code: grpc.StatusCode, message: str, status: status_pb2.Status | None, call: str
) -> ConnectError | GalaxyError:
    """Convert an error of the lobby, given by its parts, to a Connect error.

    Errors of gRPC itself become errors of the gateway if one of them fits.
    """
    if status is not None and status.details:
        return _with_details(code, message, status)
    if code in {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED}:
        return LobbyUnavailableError()
    if code is grpc.StatusCode.UNIMPLEMENTED:
        return UnknownCallError(call)
    return ConnectError(_CODES[code], message)


def out_of_time() -> ConnectError:
    """Return the error of a call whose deadline has passed."""
    return ConnectError(Code.DEADLINE_EXCEEDED, "Deadline Exceeded")


class _ReadableDetail(ErrorDetail):
    """An error detail that the library also writes as plain JSON."""

    def __init__(self, detail: AnyMessage) -> None:
        super().__init__(WireAny(type_url=detail.type_url, value=detail.value))
        self._detail = detail

    # The library asks for it without an argument, and a type of our protobuf is none of its own.
    def value(self, *_: object) -> Message | None:  # type: ignore[override]  # its overloads take types
        try:
            fields = json_format.MessageToDict(self._detail)
        except (TypeError, json_format.Error):
            return None
        fields.pop("@type")
        return message_from_json_value(Struct, fields) if fields else None


def _with_details(code: grpc.StatusCode, message: str, status: status_pb2.Status) -> ConnectError:
    details = [_ReadableDetail(each) for each in status.details]
    return ConnectError(_CODES[code], message, details)
