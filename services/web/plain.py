"""Streams in Connect's plainest form, which is what our own page speaks: binary, uncompressed, asked in one piece.

It takes no library to read: a message is an envelope. `connectrpc` has whatever is less plain, and says what is wrong
with what is no request. It knows no way to hand on bytes: for each call it makes a context, an event, a scope for the
deadline, a task and some generators, which cost several times what is done here and in `straight.py`.
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

from services.web.asgi import Message, Receive, Send
from services.web.calls import Call
from services.web.ends import Ends, figures
from services.web.passing import Passage
from services.web.tunnel import Asked

UNARY, STREAM = b"application/proto", b"application/connect+proto"

_PREFIX_BYTES = 5
_END_OF_STREAM = 0b10
_CANCELED = ConnectError(Code.CANCELED, "")
_STREAM_STARTS: Message = {
    "type": "http.response.start",
    "status": HTTPStatus.OK.value,
    "headers": [(b"content-type", STREAM), (b"connect-content-encoding", b"identity")],
}


def enveloped(body: bytes) -> bytes | None:
    """The one message of a stream's request; None where it is not as plain as that."""
    message = body[_PREFIX_BYTES:]
    return message if body[:_PREFIX_BYTES] == struct.pack(">BI", 0, len(message)) else None


class Browser(NamedTuple):
    """Whoever called."""

    receive: Receive
    send: Send


class Plain:
    """Answers calls in Connect's plainest form."""

    def __init__(self, passage: Passage, ends: Ends, calls: Mapping[str, Call]) -> None:
        """Take the way on, and how errors are told."""
        self._ends = ends
        self._watch = passage.watch
        self._figures = {
            path: figures(call.service, call.name, streaming=True) for path, call in calls.items() if call.streaming
        }

    async def watch(self, asked: Asked, seconds: float | None, browser: Browser) -> None:
        """Answer a call that is a stream and may take `seconds`."""
        counted = self._figures[asked.path]
        began = counted.begin()
        started = False
        error: ConnectError | None = _CANCELED
        try:
            with _Departure(browser) as departure:
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
        last = json.dumps({} if error is None else {"error": said(error)}, ensure_ascii=False).encode()
        await browser.send(_body(_envelope(_END_OF_STREAM, last), more=False))


class _Departure:
    """Ends its block when the browser goes away."""

    def __init__(self, browser: Browser) -> None:
        self.gone = False
        self._receive = browser.receive
        self._task = asyncio.current_task()
        self._looking = asyncio.create_task(self._look())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> bool:
        self._looking.cancel()
        ours = self.gone and self._task is not None and self._task.uncancel() == 0
        return ours and isinstance(error, asyncio.CancelledError)

    async def _look(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass
        if self._task is not None:
            self.gone = True
            self._task.cancel()


def _body(body: bytes, *, more: bool) -> Message:
    return {"type": "http.response.body", "body": body, "more_body": more}


def _envelope(flags: int, message: bytes) -> bytes:
    return struct.pack(">BI", flags, len(message)) + message


def said(error: ConnectError) -> dict[str, object]:
    """An error as Connect writes it."""
    said: dict[str, object] = {"code": error.code.value, "message": error.message}
    if error.details:
        said["details"] = [
            {"type": detail.type_name, "value": b64encode(detail.message_bytes).decode().rstrip("=")}
            for detail in error.details
        ]
    return said
