"""Calls in Connect's plainest form, answered with no application between.

They are what a page asks: a choice is a look-up, a call and a write, and what a stream tells is a write a message. What
is not as plain (JSON, gRPC-Web, GET, something compressed, an odd head) goes the way of all others, through the site.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple, Protocol

from connectrpc.code import Code
from connectrpc.errors import ConnectError
from prometheus_client import Counter

from services.web.api import ENCODED, FORMS, PRINTABLE, forwarded
from services.web.asgi import Header
from services.web.calls import Call
from services.web.compressing import SHORT, reads_gzip, zipped
from services.web.ends import Ends, Figures, figures
from services.web.lobby import FORWARDED, Streams
from services.web.metrics import REQUESTS
from services.web.passing import Asking, Passage
from services.web.plain import STREAM, UNARY, ended, enveloped, opened, said
from services.web.tunnel import Asked, Told

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
_CANCELED = ConnectError(Code.CANCELED, "")
_STREAM_LINES = b"content-type: application/connect+proto\r\nconnect-content-encoding: identity\r\n"
_LOOKED_AT = (b"authorization", b"origin", b"traceparent", *FORMS)


class _Known(NamedTuple):
    """A call and what is kept of it."""

    path: str
    table_of: Callable[[bytes], str]
    content_type: bytes
    ask: Asking | None
    """None of a stream."""
    figures: Figures


class Request(NamedTuple):
    """A request whose head has come."""

    call: _Known
    told: Told
    seconds: float | None
    takes_gzip: bool
    guards: bytes
    """Lines of the answer's head that say who may read it."""


class Browser(Protocol):
    """Whoever asked."""

    def reply(self, status: int, lines: bytes, body: bytes) -> None:
        """Answer at once; the lines are those of the head, but for its length."""

    def begin(self, lines: bytes) -> None:
        """Begin an answer that comes in parts: it is told with the first."""

    def take(self, part: bytes) -> bool:
        """Tell a part, which is not empty, at once; whether that could be done."""

    async def tell(self, part: bytes) -> None:
        """Tell a part, once what is before it has been taken."""

    def end(self) -> None:
        """Tell that this was all."""


class Straight:
    """Answers what can be answered straight."""

    def __init__(
        self,
        passage: Passage,
        streams: Streams,
        calls: Iterable[Call],
        guards: Callable[[bytes], Sequence[Header]],
        *,
        receive_bytes: int,
    ) -> None:
        """Take the way on, and what an answer to a page of an origin says of who may read it."""
        self.most_bytes = min(receive_bytes, _MOST_BYTES)
        """Of a body; a longer one is none for here."""
        self._ends = Ends(receive_bytes)
        self._watch = passage.watch
        self._streams = streams
        self._guards = guards
        self._known = {
            call.path.encode(): _Known(
                call.path,
                call.table_of,
                STREAM if call.streaming else UNARY,
                None if call.streaming else passage.asking(call),
                figures(call.service, call.name, streaming=call.streaming),
            )
            for call in calls
        }

    def takes(self, target: bytes, headers: Sequence[Header], client: str) -> Request | None:
        """What a POST asks, by its target and head; None where it is no call, or not as plain."""
        call = self._known.get(target)
        head = dict(headers)
        if (
            call is None
            or head.get(b"content-type") != call.content_type
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

    def asked(self, request: Request, body: bytes) -> bytes | None:
        """The message that it asks with; None where that is not as plain, or no more streams may be opened."""
        if request.call.ask is not None:
            return body
        return opened(body) if self._streams.have_room else None

    async def answer(self, request: Request, message: bytes, browser: Browser) -> None:
        """Answer it."""
        ask = request.call.ask
        if ask is None:
            await self._stream(request, message, browser)
        else:
            await self._ask(ask, request, message, browser)

    async def _ask(self, ask: Asking, request: Request, message: bytes, browser: Browser) -> None:
        counted = request.call.figures
        began = counted.begin()
        error: ConnectError | None = _CANCELED
        try:
            message, error = await ask(message, request.told, request.seconds), None
        except Exception as failed:  # noqa: BLE001  # each is told, or logged
            error = self._ends.told(failed, request.call.path)
        finally:
            counted.end(began, error)
        if error is not None:
            status = _HTTP.get(error.code, _INTERNAL)
            _counter(status).inc()
            body = json.dumps(said(error), ensure_ascii=False).encode()
            lines = b"content-type: application/json\r\nvary: accept-encoding\r\n"
            browser.reply(status, lines + request.guards, body)
            return
        _counter(_OK).inc()
        lines = b"content-type: application/proto\r\nvary: accept-encoding\r\n" + request.guards
        if request.takes_gzip and len(message) > SHORT:
            browser.reply(_OK, lines + b"content-encoding: gzip\r\n", await zipped(message))
        else:
            browser.reply(_OK, lines, message)

    async def _stream(self, request: Request, message: bytes, browser: Browser) -> None:
        path, counted = request.call.path, request.call.figures
        began = counted.begin()
        _counter(_OK).inc()
        browser.begin(_STREAM_LINES + request.guards)
        error: ConnectError | None = _CANCELED
        try:
            asked = Asked(path, message, request.told, request.call.table_of(message))
            async with self._watch(asked, request.seconds) as stream:
                stream.offer(lambda told: browser.take(enveloped(told)))
                while (told := await stream.next()) is not None:
                    await browser.tell(enveloped(told))
            error = None
        except Exception as failed:  # noqa: BLE001  # each is told, or logged
            error = self._ends.told(failed, path)
        finally:
            counted.end(began, error)
        await browser.tell(ended(error))
        browser.end()


@cache
def _counter(status: int) -> Counter:
    return REQUESTS.labels("call", str(status))


def _lines(headers: Sequence[Header]) -> bytes:
    return b"".join(b"%s: %s\r\n" % header for header in headers)
