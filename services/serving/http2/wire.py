"""What both sides of a connection of HTTP/2 do: read frames, send frames, keep the windows (RFC 9113)."""

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import cast

from services.serving.http2 import frames, messages
from services.serving.http2.frames import ConnectionFault, ErrorCode, StreamFault, frame
from services.serving.http2.headers import HeadReader
from services.serving.http2.stream import Stream

CONNECTION_WINDOW = 1024 * 1024
"""Bytes that the other side may send on all streams before we have seen them."""
MOST_HELD_BYTES = 32 * 1024 * 1024
"""Of what a connection has sent so much waits to be taken at most, and is part of messages that are not whole."""
MOST_CONTROL = 1_000
"""Frames that ask for nothing, in a second, and answers to them that the other side does not read."""
CONTROL_SECONDS = 1.0
MOST_HEAD_FRAMES = 16
LINGER_SECONDS = 1.0
"""How long what was said last may take to leave."""

_WRONG_LENGTH = "a frame of a wrong length"


class Wire(asyncio.Protocol):
    """One side of a connection."""

    def __init__(self, *, metadata_bytes: int, greeting: bytes) -> None:
        """Take how large the heads may be that come, and with what the other side begins."""
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._metadata_bytes, self._greeting = metadata_bytes, greeting
        self._streams: dict[int, Stream] = {}
        self._newest = 0
        """The last stream that the client has opened."""
        self._heads = HeadReader(metadata_bytes)
        self._block: tuple[int, bool, list[bytes]] | None = None
        self._buffer = b""
        self._settled = self._heard = False
        self._window, self._window_in = frames.FIRST_WINDOW, frames.FIRST_WINDOW
        self._first_window = frames.FIRST_WINDOW
        self._taken = self._held = 0
        self._out: list[bytes] = []
        self._flushing = self._paused = self._ending = False
        self._senders: deque[Stream] = deque()
        self._control = self._unread = 0
        self._control_since = self._loop.time()

    # What each side does in its own way.

    def _take_head(self, number: int, fields: Sequence[tuple[bytes, bytes]], *, end: bool) -> None:
        """Take a head, or the end of a call. Raises `StreamFault`."""
        raise NotImplementedError

    def _take_leave(self) -> None:
        """The other side begins, or answers, no calls any more."""

    def _take_ping(self, content: bytes) -> None:
        """The other side wants to know whether we are there. Raises `ConnectionFault` where it asks too often."""
        self.put(frame(frames.PING, frames.ACK, 0, content))

    def _take_pong(self, content: bytes) -> None:
        """The other side has answered a ping."""

    def _closed(self) -> None:
        """The connection is no more."""

    def over(self, stream: Stream) -> None:
        """A stream is over."""
        self._streams.pop(stream.number, None)

    # What the event loop tells.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Be ready to talk."""
        self._transport = cast("asyncio.Transport", transport)  # a stream of bytes has one that writes

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody waits for any of its calls."""
        del exc
        self._ending = True
        for stream in list(self._streams.values()):
            stream.lost()
        self._closed()

    def pause_writing(self) -> None:
        """The other side does not read."""
        self._paused, self._unread = True, 0

    def resume_writing(self) -> None:
        """It does again."""
        self._paused = False
        self._pump()

    def data_received(self, data: bytes) -> None:
        """Take all frames that are whole."""
        if self._ending:
            return
        self._heard = True
        if self._buffer:
            data = self._buffer + data
        try:
            self._buffer = data[self._read(data) :]
        except ConnectionFault as fault:
            self.end(fault.code, fault.why)

    # What streams ask for.

    def put(self, sent: bytes) -> None:
        """Send frames with whatever else is sent in this turn of the loop."""
        self._out.append(sent)
        if not self._flushing:
            self._flushing = True
            self._loop.call_soon(self._flush)

    def send(self, stream: Stream, message: bytes) -> None:
        """Send a message of a stream, as soon as the other side takes it."""
        size = len(message) + messages.HEAD_BYTES
        # Where a part of the stream waits already, a window has nothing left: this one cannot overtake it.
        if size <= stream.window and size <= self._window and size <= frames.MOST_FRAME_BYTES and not self._paused:
            self._window -= size
            stream.window -= size
            self.put(messages.whole_frame(stream.number, message))
            return
        stream.pending.append(memoryview(messages.framed(message)))
        self._queue(stream)
        self._pump()

    def grant(self, number: int, more: int) -> None:
        """Let the other side send more on a stream, or on all together (0)."""
        self.put(frames.window_update(number, more))

    def holds(self, more: int) -> None:
        """So many bytes more wait to be taken. Raises `ConnectionFault`."""
        self._held += more
        if self._held > MOST_HELD_BYTES:
            raise ConnectionFault(ErrorCode.ENHANCE_YOUR_CALM, "too much is sent before it is taken")

    def freed(self, less: int) -> None:
        """So many bytes were taken."""
        self._held -= less

    def now(self) -> float:
        """The time of the loop, in seconds."""
        return self._loop.time()

    # Its end.

    def end(self, code: ErrorCode, why: str = "") -> None:
        """End it now; calls under way are lost."""
        if self._ending:
            return
        self.put(frames.goaway(self._newest, code, why))
        self._leave()
        for stream in list(self._streams.values()):
            stream.lost()

    def _leave(self) -> None:
        """Close it, once what was said has left, or nobody takes it."""
        self._flush()
        self._ending = True
        if self._transport is not None:
            self._transport.close()
            self._loop.call_later(LINGER_SECONDS, self._transport.abort)

    # Sending.

    def _flush(self) -> None:
        self._flushing = False
        if self._out and self._transport is not None and not self._ending:
            self._transport.write(b"".join(self._out))
        self._out.clear()

    def _queue(self, stream: Stream) -> None:
        if not stream.queued:
            stream.queued = True
            self._senders.append(stream)

    def _pump(self) -> None:
        """Send what waits: a frame of each stream in turn, as far as the other side takes it."""
        senders = self._senders
        while senders and self._window > 0 and not self._paused:
            stream = senders.popleft()
            stream.queued = False
            if stream.over or not stream.pending or stream.window <= 0:
                continue  # who has no window is queued again when it is given more
            part = stream.part(min(frames.MOST_FRAME_BYTES, self._window, stream.window))
            self._window -= len(part) - frames.HEAD_BYTES
            self.put(part)
            if stream.pending:
                self._queue(stream)
            else:
                stream.emptied()

    # Receiving.

    def _read(self, data: bytes) -> int:
        at, size = 0, len(data)
        if self._greeting:
            greeting = self._greeting
            if data[: len(greeting)] != greeting[:size]:
                raise ConnectionFault(ErrorCode.PROTOCOL_ERROR, "this is HTTP/2, without upgrades")
            if size < len(greeting):
                return 0
            self._greeting, at = b"", len(greeting)
        unpack = frames.HEAD.unpack_from
        while size - at >= frames.HEAD_BYTES:
            high, low, kind, flags, number = unpack(data, at)
            length = high << 8 | low
            if length > frames.MOST_FRAME_BYTES:
                raise ConnectionFault(ErrorCode.FRAME_SIZE_ERROR, "a frame too long")
            start = at + frames.HEAD_BYTES
            if start + length > size:
                break
            at = start + length
            self._take(kind, flags, number & frames.STREAM_BITS, data[start:at])
            if self._ending:
                return size
        return at

    def _take(self, kind: int, flags: int, number: int, content: bytes) -> None:
        if not self._settled and (kind != frames.SETTINGS or flags & frames.ACK):
            raise ConnectionFault(ErrorCode.PROTOCOL_ERROR, "settings come first")
        if self._block is not None and (kind != frames.CONTINUATION or number != self._block[0]):
            raise ConnectionFault(ErrorCode.PROTOCOL_ERROR, "headers are interrupted")
        try:
            if kind == frames.DATA:
                self._take_data(flags, number, content)
            elif kind == frames.WINDOW_UPDATE:
                self._take_window(number, frames.read_number(content) & frames.STREAM_BITS)
            elif kind == frames.HEADERS:
                self._take_headers(flags, number, content)
            elif kind == frames.CONTINUATION:
                self._take_continuation(flags, content)
            else:
                if kind != frames.RST_STREAM or not self._has_lived(number):
                    self._count_control()
                self._take_control(kind, flags, number, content)
        except StreamFault as fault:
            self._reset(number, fault.code)

    def _has_lived(self, number: int) -> bool:
        """Whether a call was open for a while: many may be given up together, as by people who leave one house."""
        stream = self._streams.get(number)
        return stream is not None and self.now() - stream.since > CONTROL_SECONDS

    def _reset(self, number: int, code: ErrorCode) -> None:
        stream = self._streams.get(number)
        if stream is not None:
            stream.reset(code)
        else:
            self.put(frames.rst_stream(number, code))
            self._count_control()

    def _take_data(self, flags: int, number: int, content: bytes) -> None:
        length = len(content)
        self._take_from_window(length)
        if flags & frames.PADDED:
            content = frames.unpadded(content)
        stream = self._streams.get(number)
        if stream is None:
            self._check_was_open(number)
            self._count_control()
            return
        stream.window_in -= length
        if stream.window_in < 0:
            raise StreamFault(ErrorCode.FLOW_CONTROL_ERROR)
        if stream.ended:
            raise StreamFault(ErrorCode.STREAM_CLOSED)
        end = flags & frames.END_STREAM
        if content:
            stream.received(content)
        elif not end:
            self._count_control()
        if length > len(content):
            stream.padding(length - len(content))
        if end and not stream.over:
            stream.end()

    def _take_from_window(self, length: int) -> None:
        self._window_in -= length
        if self._window_in < 0:
            raise ConnectionFault(ErrorCode.FLOW_CONTROL_ERROR, "more than was granted")
        self._taken += length
        if self._taken >= CONNECTION_WINDOW // 2:
            self.grant(0, self._taken)
            self._window_in += self._taken
            self._taken = 0

    def _take_headers(self, flags: int, number: int, content: bytes) -> None:
        if not number % 2:
            raise ConnectionFault(ErrorCode.PROTOCOL_ERROR, "not a stream of a client")
        if flags & frames.PADDED:
            content = frames.unpadded(content)
        if flags & frames.WITH_PRIORITY:
            if len(content) < frames.PRIORITY_BYTES:
                raise ConnectionFault(ErrorCode.FRAME_SIZE_ERROR, _WRONG_LENGTH)
            content = content[frames.PRIORITY_BYTES :]
        end = bool(flags & frames.END_STREAM)
        if flags & frames.END_HEADERS:
            self._take_head(number, self._heads.fields(content), end=end)
        else:
            self._block = number, end, [content]

    def _take_continuation(self, flags: int, content: bytes) -> None:
        if self._block is None:
            raise ConnectionFault(ErrorCode.PROTOCOL_ERROR, "nothing to be continued")
        number, end, parts = self._block
        parts.append(content)
        if len(parts) > MOST_HEAD_FRAMES or sum(map(len, parts)) > 2 * self._metadata_bytes:
            raise ConnectionFault(ErrorCode.ENHANCE_YOUR_CALM, "too many headers")
        if flags & frames.END_HEADERS:
            self._block = None
            self._take_head(number, self._heads.fields(b"".join(parts)), end=end)

    def _take_control(self, kind: int, flags: int, number: int, content: bytes) -> None:
        if kind in frames.OF_CONNECTIONS:
            if number:
                raise ConnectionFault(ErrorCode.PROTOCOL_ERROR, "a frame of no stream")
            self._take_of_connection(kind, flags, content)
        elif kind == frames.RST_STREAM:
            frames.read_number(content)
            self._check_was_open(number)
            if (stream := self._streams.get(number)) is not None:
                stream.lost()
        elif kind == frames.PUSH_PROMISE:
            raise ConnectionFault(ErrorCode.PROTOCOL_ERROR, "nothing was asked to be pushed")
        elif kind == frames.PRIORITY:
            if not number:
                raise ConnectionFault(ErrorCode.PROTOCOL_ERROR, "a frame of a stream")
            if len(content) != frames.PRIORITY_BYTES:
                raise StreamFault(ErrorCode.FRAME_SIZE_ERROR)
        # What is not known is let pass (RFC 9113, 4.1).

    def _take_of_connection(self, kind: int, flags: int, content: bytes) -> None:
        if kind == frames.SETTINGS:
            if not flags & frames.ACK:
                self._take_settings(content)
            elif content:
                raise ConnectionFault(ErrorCode.FRAME_SIZE_ERROR, _WRONG_LENGTH)
        elif kind == frames.GOAWAY:
            if len(content) < frames.LEAST_GOAWAY_BYTES:
                raise ConnectionFault(ErrorCode.FRAME_SIZE_ERROR, _WRONG_LENGTH)
            self._take_leave()
        elif len(content) != frames.PING_BYTES:
            raise ConnectionFault(ErrorCode.FRAME_SIZE_ERROR, _WRONG_LENGTH)
        elif flags & frames.ACK:
            self._take_pong(content)
        else:
            self._take_ping(content)

    def _take_settings(self, content: bytes) -> None:
        for name, value in frames.read_settings(content):
            if name == frames.INITIAL_WINDOW_SIZE:
                more, self._first_window = value - self._first_window, value
                for stream in self._streams.values():
                    self._widen(stream, more)
        self._settled = True
        self.put(frame(frames.SETTINGS, frames.ACK, 0))
        self._pump()

    def _widen(self, stream: Stream, more: int) -> None:
        stream.window += more
        if stream.window > frames.MOST_WINDOW:
            raise ConnectionFault(ErrorCode.FLOW_CONTROL_ERROR, "a window too large")
        if stream.pending:
            self._queue(stream)

    def _take_window(self, number: int, more: int) -> None:
        if not number:
            if not more:
                raise ConnectionFault(ErrorCode.PROTOCOL_ERROR, "a window is opened by nothing")
            self._window += more
            if self._window > frames.MOST_WINDOW:
                raise ConnectionFault(ErrorCode.FLOW_CONTROL_ERROR, "a window too large")
        else:
            stream = self._streams.get(number)
            if stream is None:
                self._check_was_open(number)
                return
            if not more:
                raise StreamFault(ErrorCode.PROTOCOL_ERROR)
            if stream.window + more > frames.MOST_WINDOW:
                raise StreamFault(ErrorCode.FLOW_CONTROL_ERROR)
            self._widen(stream, more)
        if self._senders:
            self._pump()

    def _check_was_open(self, number: int) -> None:
        if not number % 2 or number > self._newest:
            raise ConnectionFault(ErrorCode.PROTOCOL_ERROR, "a stream that was never opened")

    def _count_control(self) -> None:
        """Count a frame that asks for nothing. Raises `ConnectionFault` where there are too many."""
        self._control += 1
        if self._paused:
            self._unread += 1
        if self._control >= MOST_CONTROL or self._unread >= MOST_CONTROL:
            now = self._loop.time()
            if self._unread >= MOST_CONTROL or now - self._control_since < CONTROL_SECONDS:
                raise ConnectionFault(ErrorCode.ENHANCE_YOUR_CALM, "too many frames that ask for nothing")
            self._control, self._control_since = 0, now
