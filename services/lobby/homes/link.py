"""One connection between two lobbies: frames out, frames in.

A link is opened once and lost once. Frames of one turn of the event loop leave in one write. Until the other side has
shown who it is, it may say very little.
"""

import asyncio
from collections.abc import Callable
from typing import cast

import msgspec
import structlog

from services.lobby.homes.frames import LENGTH_BYTES, AnyFrame, Frame, pack, unpack

_MOST_BYTES = 32 * 1024 * 1024
_MOST_BEFORE_TRUST = 512
# What waits for a lobby that does not read: one that is so far behind starts over.
_MOST_UNREAD = 16 * 1024 * 1024

_log = structlog.get_logger(__name__)


class Link(asyncio.Protocol):
    """A connection. `on_open` hears of its beginning, `on_frame` of each frame, `on_lost` of the end, once."""

    def __init__(
        self,
        *,
        on_open: Callable[["Link"], None],
        on_frame: Callable[["Link", AnyFrame], None],
        on_lost: Callable[["Link"], None],
    ) -> None:
        self.trusted = False
        self.lost = False
        self._on_open, self._on_frame, self._on_lost = on_open, on_frame, on_lost
        self._loop = asyncio.get_running_loop()
        # When something was heard last.
        self.heard = self._loop.time()
        self._transport: asyncio.Transport | None = None
        self._waiting: list[bytes] = []
        # What is no whole frame yet, and how many bytes the next takes with its length, as far as that is known.
        self._buffer = bytearray()
        self._needed = LENGTH_BYTES

    def send(self, frame: Frame) -> None:
        """Say something, with all else that is said in this turn."""
        if self.lost:
            return
        self._waiting.append(pack(frame))
        if len(self._waiting) == 1:
            self._loop.call_soon(self.flush)

    def flush(self) -> None:
        """Let go now of what was said."""
        transport = self._transport
        if transport is None or not self._waiting or self.lost:
            return
        data = b"".join(self._waiting)
        self._waiting.clear()
        transport.write(data)
        if transport.get_write_buffer_size() > _MOST_UNREAD:
            self.lose("does not read")

    def lose(self, why: str) -> None:
        """Give the link up."""
        if self.lost:
            return
        self.lost = True
        if why:
            _log.info("peer_link_lost", why=why)
        if self._transport is not None:
            self._transport.abort()
        self._on_lost(self)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See `asyncio.Protocol`."""
        self._transport = cast(asyncio.Transport, transport)  # connections have one that reads and writes
        self._on_open(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        self.lose("" if exc is None else type(exc).__name__)

    def data_received(self, data: bytes) -> None:
        """Take frames as they come."""
        self.heard = self._loop.time()
        self._buffer += data
        if len(self._buffer) < self._needed:
            return
        content, start = bytes(self._buffer), 0
        while True:
            first = start + LENGTH_BYTES
            end = first + int.from_bytes(content[start:first], "big") if first <= len(content) else first
            if end - first > (_MOST_BYTES if self.trusted else _MOST_BEFORE_TRUST):
                self.lose("says too much")
            elif end <= len(content) and end > first:
                self._take(content[first:end])
                start = end
            else:
                break
            if self.lost:
                return
        self._needed = end - start
        del self._buffer[:start]

    def _take(self, content: bytes) -> None:
        try:
            frame = unpack(content)
        except (msgspec.DecodeError, UnicodeDecodeError):
            self.lose("cannot be read")
            return
        try:
            self._on_frame(self, frame)
        except Exception:  # noqa: BLE001  # whatever it is, the other lobby must not wait for an answer
            _log.exception("peer_frame_failed", frame=type(frame).__name__)
            self.lose("")
