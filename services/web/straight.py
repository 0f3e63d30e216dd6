"""Calls that are no streams, in Connect's plainest form, answered with no application between.

They are what a page asks most: choices. A request that has come whole is a look-up, a call and a write. What is not as
plain (JSON, gRPC-Web, GET, something compressed, an odd head) goes the way of all others, through the site.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from connectrpc.code import Code
from connectrpc.errors import ConnectError
from prometheus_client import Counter

from services.web.api import ENCODED, FORMS, PRINTABLE, forwarded
from services.web.asgi import Header
from services.web.calls import Call
from services.web.compressing import SHORT, reads_gzip, zipped
from services.web.ends import Ends, Figures, figures
from services.web.lobby import FORWARDED
from services.web.metrics import REQUESTS
from services.web.passing import Asking, Passage
from services.web.plain import UNARY, said
from services.web.tunnel import Told

_MOST_BYTES = 64 * 1024
_OK, _CLIENT_CLOSED_REQUEST, _INTERNAL = 200, 499, 500
_HTTP: Mapping[Code, int] = {
    Code.CANCELED: _CLIENT_CLOSED_REQUEST,
    Code.INVALID_ARGUMENT: 400,
    Code.DEADLINE_EXCEEDED: 504,
    Code.NOT_FOUND: 404,
    Code.ALREADY_EXISTS: 409,
    Code.PERMISSION_DENIED: 403,
    Code.RESOURCE_EXHAUSTED: 429,
    Code.FAILED_PRECONDITION: 400,
    Code.ABORTED: 409,
    Code.OUT_OF_RANGE: 400,
    Code.UNIMPLEMENTED: 501,
    Code.UNAVAILABLE: 503,
    Code.UNAUTHENTICATED: 401,
}
_LOOKED_AT = (b"authorization", b"origin", b"traceparent", *FORMS)


class _Known(NamedTuple):
    """A call and what is kept of it."""

    path: str
    ask: Asking
    figures: Figures


class Request(NamedTuple):
    """A request whose head has come."""

    call: _Known
    told: Told
    seconds: float | None
    takes_gzip: bool
    guards: bytes
    """Lines of the answer's head that say who may read it."""


class Reply(NamedTuple):
    """An answer."""

    status: int
    lines: bytes
    """Of its head, but for its length."""
    body: bytes


class Straight:
    """Answers what can be answered straight."""

    def __init__(
        self,
        passage: Passage,
        calls: Iterable[Call],
        guards: Callable[[bytes], Sequence[Header]],
        *,
        receive_bytes: int,
    ) -> None:
        """Take the way on, and what an answer to a page of an origin says of who may read it."""
        self.most_bytes = min(receive_bytes, _MOST_BYTES)
        """Of a body; a longer one is none for here."""
        self._ends = Ends(receive_bytes)
        self._guards = guards
        self._known = {
            call.path.encode(): _Known(
                call.path, passage.asking(call), figures(call.service, call.name, streaming=False)
            )
            for call in calls
            if not call.streaming
        }

    def takes(self, target: bytes, headers: Sequence[Header], client: str) -> Request | None:
        """What a POST asks, by its target and head; None where it is none of these calls, or not as plain."""
        call = self._known.get(target)
        head = dict(headers)
        if (
            call is None
            or head.get(b"content-type") != UNARY
            or len(head) != len(headers)
            or not head.keys().isdisjoint(ENCODED)
        ):
            return None
        for name in _LOOKED_AT:
            value = head.get(name)
            if value is not None and FORMS.get(name, PRINTABLE).fullmatch(value) is None:
                return None
        timeout = head.get(b"connect-timeout-ms")
        told = Told(
            head.get(b"authorization", b"").decode(),
            forwarded(head.get(FORWARDED.encode(), b""), client).decode(),
            head.get(b"traceparent", b"").decode(),
        )
        seconds = None if timeout is None else int(timeout) / 1000
        takes_gzip = reads_gzip(head.get(b"accept-encoding", b""))
        return Request(call, told, seconds, takes_gzip, _lines(self._guards(head.get(b"origin", b""))))

    async def answer(self, request: Request, body: bytes) -> Reply:
        """Answer it."""
        path, ask, counted = request.call
        began = counted.begin()
        error: ConnectError | None = ConnectError(Code.CANCELED, "")
        try:
            message, error = await ask(body, request.told, request.seconds), None
        except Exception as failed:  # noqa: BLE001  # each is told, or logged
            error = self._ends.told(failed, path)
        finally:
            counted.end(began, error)
        if error is not None:
            status = _HTTP.get(error.code, _INTERNAL)
            _counter(status).inc()
            body = json.dumps(said(error), ensure_ascii=False).encode()
            return Reply(status, b"content-type: application/json\r\nvary: accept-encoding\r\n" + request.guards, body)
        _counter(_OK).inc()
        lines = b"content-type: application/proto\r\nvary: accept-encoding\r\n" + request.guards
        if request.takes_gzip and len(message) > SHORT:
            return Reply(_OK, lines + b"content-encoding: gzip\r\n", await zipped(message))
        return Reply(_OK, lines, message)


@cache
def _counter(status: int) -> Counter:
    return REQUESTS.labels("call", str(status))


def _lines(headers: Sequence[Header]) -> bytes:
    return b"".join(b"%s: %s\r\n" % header for header in headers)
