"""A stream of HTTP/2: the messages of one call, each way, as fast as the other side takes them."""

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Protocol, Self

from services.serving.http2.frames import DATA, END_HEADERS, END_STREAM, HEADERS, ErrorCode, frame, rst_stream
from services.serving.http2.headers import FIRST, trailers
from services.serving.http2.messages import MalformedMessageError, MessageReader, MessageTooLargeError
from services.serving.running_loop import running_loop

if TYPE_CHECKING:
    from services.serving.http2.wire import Wire

WINDOW = 64 * 1024
"""Bytes that a client may send on a stream before the handler takes them."""
MESSAGE_BYTES = 64
"""What a message that waits costs besides its own bytes."""
SPEAKING_SECONDS = 1.0
"""How long a call that is refused waits for the client's first word."""
_UNIMPLEMENTED, _RESOURCE_EXHAUSTED = 12, 8


class Handled(Protocol):
    """Who is told that nobody waits for the call any more."""

    def leave(self) -> None:
        """The client has gone, or has cancelled the call."""


class Stream:
    """One call's part of a connection."""

    __slots__ = (
        "_connection",
        "_headed",
        "_held",
        "_inbox",
        "_inbox_bytes",
        "_last",
        "_received",
        "_room",
        "_spoken",
        "_waiter",
        "call",
        "ended",
        "number",
        "over",
        "pending",
        "queued",
        "reader",
        "since",
        "window",
        "window_in",
    )

    def __init__(
        self, connection: "Wire", number: int, window: int, reader: MessageReader, *, headed: bool = False
    ) -> None:
        """Take what the other side lets us send, what puts its messages together, and whether our head is sent."""
        self._connection = connection
        self.number = number
        self.since = connection.now()
        self.window, self.window_in = window, WINDOW
        self.reader = reader
        self.call: Handled | None = None
        self.ended = False
        """The client sends no more."""
        self.over = False
        """Nothing is sent any more: all was, or nobody waits for it."""
        self.queued = False
        """It waits for its turn to send."""
        self.pending: deque[memoryview] = deque()
        self._last: bytes | None = None
        self._headed, self._spoken = headed, False
        self._inbox: deque[bytes] = deque()
        self._inbox_bytes = self._received = self._held = 0
        self._waiter: asyncio.Future[None] | None = None
        self._room: asyncio.Future[None] | None = None

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> bytes:
        """The next message that the client sends."""
        while not self._inbox:
            if self.ended or self.over:
                raise StopAsyncIteration
            self._waiter = running_loop().create_future()
            await self._waiter
        message = self._inbox.popleft()
        if not self.over:
            size = len(message) + MESSAGE_BYTES
            self._inbox_bytes -= size
            self._held -= size
            self._connection.freed(size)
            self.credit()
        return message

    def received(self, data: bytes) -> None:
        """Take what the client has sent; a message that is none ends the call.

        Raises `ConnectionFault` where more waits than a connection may have waiting.
        """
        self._received += len(data)
        reader, held = self.reader, self.reader.held
        messages: list[bytes] = []
        try:
            messages = reader.feed(data)
        except MessageTooLargeError:
            self.refuse(_RESOURCE_EXHAUSTED, "The message is too large.")
        except MalformedMessageError:
            self.refuse(_UNIMPLEMENTED, "The message is compressed in a way that is not known here.")
        if self.over:
            return
        arrived = sum([len(message) + MESSAGE_BYTES for message in messages])
        self._inbox.extend(messages)
        self._inbox_bytes += arrived
        self._held += arrived + reader.held - held
        self._connection.holds(arrived + reader.held - held)
        self.credit()
        if messages:
            self._spoken = True
            self._wake()

    async def spoken(self) -> None:
        """Wait until the client has sent a message, or that it sends none; for `SPEAKING_SECONDS` at most."""
        if self._spoken or self.ended or self.over:
            return
        if self._waiter is None or self._waiter.done():
            self._waiter = running_loop().create_future()
        await asyncio.wait([self._waiter], timeout=SPEAKING_SECONDS)

    def padding(self, size: int) -> None:
        """Take bytes that say nothing."""
        self._received += size
        self.credit()

    def credit(self) -> None:
        """Let the client send more where what it has sent was taken, or is part of a message that is not whole."""
        taken = self._received - self._inbox_bytes
        if taken >= WINDOW // 2 and not self.ended and not self.over:
            self._received -= taken
            self.window_in += taken
            self._connection.grant(self.number, taken)

    def end(self) -> None:
        """The client sends no more."""
        self.ended = True
        self._wake()

    def lost(self) -> None:
        """The client has gone, or has cancelled the call."""
        self._let_go()
        if self.call is not None:
            self.call.leave()

    def send(self, message: bytes) -> None:
        """Send a message; where it has to wait, `room` waits too."""
        if self.over or self._last is not None:
            return
        if not self._headed:
            self._headed = True
            self._connection.put(frame(HEADERS, END_HEADERS, self.number, FIRST))
        self._connection.send(self, message)

    async def room(self) -> None:
        """Wait until what was sent has left."""
        while self.pending and not self.over:
            if self._room is None:
                self._room = running_loop().create_future()
            await asyncio.shield(self._room)

    def finish(self, end: bytes) -> None:
        """Send how the call has ended, after all that waits."""
        if self.over or self._last is not None:
            return
        self._last = end
        if not self.pending:
            self.emptied()

    def refuse(self, code: int, message: str) -> None:
        """End the call with a status, and tell whoever handles it."""
        self.pending.clear()
        self.finish(trailers(code, message))
        if self.call is not None:
            self.call.leave()

    def answer(self, block: bytes) -> None:
        """Send a head that is the whole answer."""
        self._connection.put(frame(HEADERS, END_HEADERS | END_STREAM, self.number, block))
        self._close()

    def emptied(self) -> None:
        """All that waited has left."""
        if self._room is not None:
            if not self._room.done():
                self._room.set_result(None)
            self._room = None
        if self._last is not None:
            self.answer(self._last if self._headed else FIRST + self._last)

    def reset(self, code: ErrorCode) -> None:
        """End the stream at once."""
        if not self.over:
            self._connection.put(rst_stream(self.number, code))
            self.lost()

    def part(self, most: int) -> bytes:
        """A frame with the next bytes that wait, as many as may be sent."""
        waiting = self.pending.popleft()
        part = waiting[:most]
        if len(part) < len(waiting):
            self.pending.appendleft(waiting[most:])
        self.window -= len(part)
        return frame(DATA, 0, self.number, bytes(part))

    def _close(self) -> None:
        if not self.ended:
            # The client need not say the rest (RFC 9113, 8.1).
            self._connection.put(rst_stream(self.number, ErrorCode.NO_ERROR))
        self._let_go()

    def _let_go(self) -> None:
        if self.over:
            return
        self.over = True
        self.pending.clear()
        # What has come may still be taken: a call's end does not undo what was said before (RFC 9113, 8.1).
        self._connection.freed(self._held)
        self._held = 0
        self._connection.over(self)
        self._wake()
        if self._room is not None and not self._room.done():
            self._room.set_result(None)

    def _wake(self) -> None:
        waiter, self._waiter = self._waiter, None
        if waiter is not None and not waiter.done():
            waiter.set_result(None)
