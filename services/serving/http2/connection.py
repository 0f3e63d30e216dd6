"""A connection of HTTP/2, from the server's side: calls are begun, and it is looked after (RFC 9113)."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from services.serving.http2 import frames
from services.serving.http2.frames import ConnectionFault, ErrorCode, StreamFault, frame
from services.serving.http2.headers import Head, check_trailers, read_head, refusal, trailers
from services.serving.http2.messages import COMPRESSIONS, MessageReader
from services.serving.http2.stream import WINDOW, Stream
from services.serving.http2.wire import CONNECTION_WINDOW, LINGER_SECONDS, Wire
from services.serving.limits import Limits

MOST_STRIKES = 2
_UNIMPLEMENTED = 12
_ROUND_TRIP = b"leaving\0"
_ALIVE = b"alive?\0\0"


class Host(Protocol):
    """Who serves connections."""

    def closed(self, connection: "Connection") -> None:
        """A connection is no more."""

    def begin(self, connection: "Connection", stream: Stream, head: Head) -> None:
        """Handle a call."""


class Connection(Wire):
    """A client's connection."""

    def __init__(self, host: Host, limits: Limits, *, welcome: bool = True) -> None:
        """Take who handles calls, and what a connection is granted; one that is not `welcome` is closed at once."""
        super().__init__(metadata_bytes=limits.metadata_bytes, greeting=frames.PREFACE)
        self._host, self._limits, self._welcome = host, limits, welcome
        self.peer = ""
        self.calls = 0
        """Handlers at work for it, those of calls too that were cancelled."""
        self._born = self._heard_at = self._idle_since = self._loop.time()
        self._pinged_at, self._strikes = 0.0, 0
        self._asked_at: float | None = None
        self._leaving = self._refusing = False
        self._cut_at: float | None = None

    @property
    def open(self) -> bool:
        """Whether a call is under way, or its end has not left yet."""
        return bool(self._streams) or self.calls > 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Say what we grant and demand."""
        super().connection_made(transport)
        if not self._welcome:
            self._ending = True
            transport.close()
            return
        self.peer = _peer(transport.get_extra_info("peername"))
        granted = {
            frames.MAX_CONCURRENT_STREAMS: self._limits.concurrent_streams,
            frames.INITIAL_WINDOW_SIZE: WINDOW,
            frames.MAX_HEADER_LIST_SIZE: self._limits.metadata_bytes,
        }
        self.put(frames.settings(granted))
        self.grant(0, CONNECTION_WINDOW - self._window_in)
        self._window_in = CONNECTION_WINDOW

    def over(self, stream: Stream) -> None:
        """A stream is over."""
        super().over(stream)
        self._if_idle()

    def call_ended(self) -> None:
        """A handler has come to its end."""
        self.calls -= 1
        self._if_idle()

    def leave(self, grace: float | None) -> None:
        """Take no new calls, and end with the last; after `grace` seconds at the latest."""
        if grace is not None:
            cut_at = self._loop.time() + grace
            self._cut_at = cut_at if self._cut_at is None else min(cut_at, self._cut_at)
        if self._leaving or self._ending:
            return
        self._leaving = True
        # Calls that are on their way to us are taken still: only after a round trip do we know the last of them.
        self.put(frames.goaway(frames.MOST_WINDOW, ErrorCode.NO_ERROR))
        self.put(frame(frames.PING, 0, 0, _ROUND_TRIP))
        self._loop.call_later(LINGER_SECONDS, self._refuse)

    def look(self, now: float) -> None:
        """Look after it: once in a while this is called."""
        limits = self._limits
        if self._heard:
            self._heard, self._heard_at, self._asked_at = False, now, None
        if why := self._why_to_end(now):
            self.end(ErrorCode.NO_ERROR, why)
        elif self._asked_at is None and now - self._heard_at > limits.keepalive:
            self._asked_at = now
            self.put(frame(frames.PING, 0, 0, _ALIVE))
        elif limits.connection_age and now - self._born > limits.connection_age:
            self.leave(limits.connection_age_grace)

    def _why_to_end(self, now: float) -> str:
        limits = self._limits
        if self._cut_at is not None and now >= self._cut_at:
            return "its time is over"
        if not self._settled and now - self._born > limits.handshake:
            return "nothing was said"
        if not self.open and now - self._idle_since > limits.connection_idle:
            return "nothing was asked"
        if self._asked_at is not None and now - self._asked_at > limits.keepalive_timeout:
            return "no answer to a ping"
        return ""

    def _refuse(self) -> None:
        if not self._refusing and not self._ending:
            self._refusing = True
            self.put(frames.goaway(self._newest, ErrorCode.NO_ERROR))
            self._if_idle()

    def _if_idle(self) -> None:
        if not self.open:
            self._idle_since = self._loop.time()
            if self._refusing and not self._ending:
                self._leave()

    def _closed(self) -> None:
        self._host.closed(self)

    def _take_leave(self) -> None:
        self.leave(None)

    def _take_ping(self, content: bytes) -> None:
        now = self._loop.time()
        if now - self._pinged_at < self._limits.least_ping_interval and not self._streams:
            self._strikes += 1
            if self._strikes > MOST_STRIKES:
                raise ConnectionFault(ErrorCode.ENHANCE_YOUR_CALM, "too_many_pings")
        self._pinged_at = now
        super()._take_ping(content)

    def _take_pong(self, content: bytes) -> None:
        if content == _ROUND_TRIP:
            self._refuse()

    def _take_head(self, number: int, fields: Sequence[tuple[bytes, bytes]], *, end: bool) -> None:
        stream = self._streams.get(number)
        if stream is not None:
            if not end:
                raise StreamFault(ErrorCode.PROTOCOL_ERROR)
            if stream.ended:
                raise StreamFault(ErrorCode.STREAM_CLOSED)
            check_trailers(fields)
            stream.end()
        elif number > self._newest:
            self._newest = number
            self._open(number, read_head(fields), end=end)
        else:
            self._count_control()  # of a call that is over here, and was not yet there

    def _open(self, number: int, head: Head, *, end: bool) -> None:
        if self._refusing or max(len(self._streams), self.calls) >= self._limits.concurrent_streams:
            raise StreamFault(ErrorCode.REFUSED_STREAM)
        self._strikes = 0
        reader = MessageReader(4 * self._limits.receive_bytes, head.encoding)
        stream = self._streams[number] = Stream(self, number, self._first_window, reader)
        stream.ended = end
        if head.refusal:
            stream.answer(refusal(head.refusal))
        elif head.encoding not in COMPRESSIONS:
            stream.finish(trailers(_UNIMPLEMENTED, f"Messages are compressed by none of {sorted(COMPRESSIONS)}."))
        else:
            self._host.begin(self, stream, head)


def _peer(name: object) -> str:
    """Where a client is, as gRPC writes it."""
    match name:
        case (str(host), int(port), *_):
            return f"ipv6:[{host}]:{port}" if ":" in host else f"ipv4:{host}:{port}"
    return "unknown"
