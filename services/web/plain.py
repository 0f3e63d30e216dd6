"""Connect in its plainest form, which is what our own page speaks: binary, uncompressed, a request that came whole.

It takes no library to read: a request is the message itself, or one envelope. `connectrpc` has whatever is less plain,
and says what is wrong with what is no request. It knows no way to hand on bytes: for each call it makes a context,
an event, a scope for the deadline, a task and some generators, which cost several times what is done here.
"""

import asyncio
import json
import struct
from base64 import b64encode
from collections.abc import Mapping
from http import HTTPStatus
from types import TracebackType
from typing import NamedTuple, Self

from connectrpc.code import Code
from connectrpc.errors import ConnectError

from services.web.asgi import Header, Message, Receive, Send, answer
from services.web.calls import Call
from services.web.compressing import SHORT, zipped
from services.web.ends import Ends, figures
from services.web.passing import Passage
from services.web.tunnel import Asked

UNARY, STREAM = b"application/proto", b"application/connect+proto"

# A call that is over before that is not worth looking whether its browser is still there.
_LOOK_SECONDS = 0.05
_PREFIX_BYTES = 5
_END_OF_STREAM = 0b10
_CANCELED = ConnectError(Code.CANCELED, "")
_CLIENT_CLOSED_REQUEST = 499
_VARY: Header = (b"vary", b"accept-encoding")
_STREAM_STARTS: Message = {
    "type": "http.response.start",
    "status": HTTPStatus.OK.value,
    "headers": [(b"content-type", STREAM), (b"connect-content-encoding", b"identity")],
}
_HTTP: Mapping[Code, int] = {
    Code.CANCELED: _CLIENT_CLOSED_REQUEST,
    Code.INVALID_ARGUMENT: HTTPStatus.BAD_REQUEST,
    Code.DEADLINE_EXCEEDED: HTTPStatus.GATEWAY_TIMEOUT,
    Code.NOT_FOUND: HTTPStatus.NOT_FOUND,
    Code.ALREADY_EXISTS: HTTPStatus.CONFLICT,
    Code.PERMISSION_DENIED: HTTPStatus.FORBIDDEN,
    Code.RESOURCE_EXHAUSTED: HTTPStatus.TOO_MANY_REQUESTS,
    Code.FAILED_PRECONDITION: HTTPStatus.BAD_REQUEST,
    Code.ABORTED: HTTPStatus.CONFLICT,
    Code.OUT_OF_RANGE: HTTPStatus.BAD_REQUEST,
    Code.UNIMPLEMENTED: HTTPStatus.NOT_IMPLEMENTED,
    Code.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
    Code.UNAUTHENTICATED: HTTPStatus.UNAUTHORIZED,
}


def enveloped(body: bytes) -> bytes | None:
    """The one message of a stream's request; None where it is not as plain as that."""
    message = body[_PREFIX_BYTES:]
    return message if body[:_PREFIX_BYTES] == struct.pack(">BI", 0, len(message)) else None


class Browser(NamedTuple):
    """Whoever called."""

    receive: Receive
    send: Send
    takes_gzip: bool


class Plain:
    """Answers calls in Connect's plainest form."""

    def __init__(self, passage: Passage, ends: Ends, calls: Mapping[str, Call]) -> None:
        """Take the way on, and how errors are told."""
        self._ends = ends
        self._watch = passage.watch
        self._asking = {path: passage.asking(call) for path, call in calls.items() if not call.streaming}
        self._figures = {
            path: figures(call.service, call.name, streaming=call.streaming) for path, call in calls.items()
        }

    async def ask(self, asked: Asked, seconds: float | None, browser: Browser) -> None:
        """Answer a call that is no stream and may take `seconds`."""
        counted = self._figures[asked.path]
        began = counted.begin()
        message = b""
        error: ConnectError | None = _CANCELED
        try:
            with _Departure(browser.receive, _LOOK_SECONDS) as departure:
                try:
                    message, error = await self._asking[asked.path](asked.request, asked.told, seconds), None
                except Exception as failed:  # noqa: BLE001  # each is told, or logged
                    error = self._ends.told(failed, asked.path)
        finally:
            counted.end(began, error)
        if departure.gone:
            return
        if error is None:
            await _give(browser, message)
        else:
            status = _HTTP.get(error.code, HTTPStatus.INTERNAL_SERVER_ERROR)
            body = json.dumps(_said(error), ensure_ascii=False).encode()
            await answer(browser.send, status, [(b"content-type", b"application/json"), _VARY], body)

    async def watch(self, asked: Asked, seconds: float | None, browser: Browser) -> None:
        """Answer a call that is a stream and may take `seconds`."""
        counted = self._figures[asked.path]
        began = counted.begin()
        started = False
        error: ConnectError | None = _CANCELED
        try:
            with _Departure(browser.receive, 0.0) as departure:
                try:
                    async with self._watch(asked, seconds) as stream:
                        while (message := await stream.next()) is not None:
                            if not started:
                                started = True
                                await browser.send(_STREAM_STARTS)
                            await browser.send(_body(_envelope(0, message), more=True))
                    error = None
                except Exception as failed:  # noqa: BLE001  # each is told, or logged
                    error = self._ends.told(failed, asked.path)
        finally:
            counted.end(began, error)
        if departure.gone:
            return
        if not started:
            await browser.send(_STREAM_STARTS)
        last = json.dumps({} if error is None else {"error": _said(error)}, ensure_ascii=False).encode()
        await browser.send(_body(_envelope(_END_OF_STREAM, last), more=False))


class _Departure:
    """Ends its block when the browser goes away; looks whether it does only after some time."""

    def __init__(self, receive: Receive, after: float) -> None:
        self.gone = False
        self._receive = receive
        self._task = asyncio.current_task()
        self._loop = asyncio.get_running_loop()
        self._looking: asyncio.Task[None] | None = None
        self._timer = self._loop.call_later(after, self._look)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> bool:
        self._timer.cancel()
        if self._looking is not None:
            self._looking.cancel()
        ours = self.gone and self._task is not None and self._task.uncancel() == 0
        return ours and isinstance(error, asyncio.CancelledError)

    def _look(self) -> None:
        self._looking = self._loop.create_task(self._wait())

    async def _wait(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass
        if self._task is not None:
            self.gone = True
            self._task.cancel()


async def _give(browser: Browser, message: bytes) -> None:
    headers = [(b"content-type", UNARY), _VARY]
    if browser.takes_gzip and len(message) > SHORT:
        headers.append((b"content-encoding", b"gzip"))
        message = await zipped(message)
    await answer(browser.send, HTTPStatus.OK, headers, message)


def _body(body: bytes, *, more: bool) -> Message:
    return {"type": "http.response.body", "body": body, "more_body": more}


def _envelope(flags: int, message: bytes) -> bytes:
    return struct.pack(">BI", flags, len(message)) + message


def _said(error: ConnectError) -> dict[str, object]:
    """An error as Connect writes it."""
    said: dict[str, object] = {"code": error.code.value, "message": error.message}
    if error.details:
        said["details"] = [
            {"type": detail.type_name, "value": b64encode(detail.message_bytes).decode().rstrip("=")}
            for detail in error.details
        ]
    return said
