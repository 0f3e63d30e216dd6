"""A client of HTTP/2 that may say anything, at a server without a network: frames in, frames out."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from typing import Any, cast

import grpc
from hpack import Decoder, Encoder

from services.serving.http2 import frames
from services.serving.http2.connection import Connection
from services.serving.http2.frames import frame
from services.serving.http2.messages import framed
from services.serving.http2.server import Http2Server
from services.serving.limits import Limits

ECHO, WAIT, HUGE = "/galaxy.test/Echo", "/galaxy.test/Wait", "/galaxy.test/Huge"
REFUSE = "/galaxy.test/Refuse"
HUGE_BYTES = 300_000
PSEUDO = ((":method", "POST"), (":scheme", "http"), (":path", ECHO), (":authority", "here"))
REGULAR = (("content-type", "application/grpc"), ("te", "trailers"))
NO_SETTINGS = frame(frames.SETTINGS, 0, 0)
Context = Any  # what the handlers of the tests are given


@dataclass(frozen=True)
class Frame:
    kind: int
    flags: int
    stream: int
    content: bytes

    @property
    def code(self) -> int:
        """Of a frame that ends something, why."""
        start = 4 if self.kind == frames.GOAWAY else 0
        return int.from_bytes(self.content[start : start + 4], "big")


class Transport(asyncio.Transport):
    """What a connection has said."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1)})
        self.said = bytearray()
        self.closed = False

    def write(self, data: "bytes | bytearray | memoryview[Any]") -> None:
        self.said += data

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed


class Handlers:
    """Echoes; waits for ever, and tells that it was cancelled; gives a large answer; refuses."""

    def __init__(self) -> None:
        self.waiting = 0
        self.cancelled = 0
        self.written = 0
        self.metadata: tuple[tuple[str, str | bytes], ...] = ()
        make = cast("Any", grpc.stream_stream_rpc_method_handler)
        self.by_path = {
            ECHO: make(self._echo, None, None),
            WAIT: make(self._wait, None, None),
            HUGE: make(self._huge, None, None),
            REFUSE: make(self._refuse, None, None),
        }

    async def _echo(self, requests: AsyncIterator[bytes], context: Context) -> None:
        self.metadata = context.invocation_metadata()
        async for request in requests:
            await context.write(request)

    async def _wait(self, _: AsyncIterator[bytes], __: Context) -> None:
        self.waiting += 1
        try:
            await asyncio.Event().wait()
        finally:
            self.waiting -= 1
            self.cancelled += 1

    async def _huge(self, _: AsyncIterator[bytes], context: Context) -> None:
        for _number in range(3):
            await context.write(b"x" * HUGE_BYTES)
            self.written += 1

    async def _refuse(self, _: AsyncIterator[bytes], context: Context) -> None:
        await context.abort(grpc.StatusCode.UNAUTHENTICATED, "No.")


class Client:
    """One connection."""

    def __init__(self, limits: Limits | None = None, *, greet: bool = True) -> None:
        self.handlers = Handlers()
        self.server = Http2Server(self.handlers.by_path.get, limits or Limits(), most_calls=100_000)
        self.connection: Connection = self.server._connection()
        self.transport = Transport()
        self.encoder, self._decoder = Encoder(), Decoder()
        self._read = 0
        self.connection.connection_made(self.transport)
        if greet:
            self.connection.data_received(frames.PREFACE + NO_SETTINGS)

    async def say(self, *said: bytes) -> list[Frame]:
        """Say something at once, and hear what comes of it."""
        self.connection.data_received(b"".join(said))
        return await self.hear()

    async def hear(self) -> list[Frame]:
        """What was said since."""
        for _ in range(12):
            await asyncio.sleep(0)
        said, found = self.transport.said, []
        while len(said) - self._read >= frames.HEAD_BYTES:
            high, low, kind, flags, stream = frames.HEAD.unpack_from(said, self._read)
            start = self._read + frames.HEAD_BYTES
            self._read = start + (high << 8 | low)
            found.append(Frame(kind, flags, stream, bytes(said[start : self._read])))
        return found

    def headers(
        self, stream: int, fields: Iterable[tuple[str, str]] = (*PSEUDO, *REGULAR), *, end: bool = False, more: int = 0
    ) -> bytes:
        """The head of a request; with `more` so many frames of it follow."""
        block = self.encoder.encode([*fields])
        size = len(block) // (more + 1) + 1
        parts = [block[at : at + size] for at in range(0, len(block), size)]
        flags = (frames.END_STREAM if end else 0) | (0 if more else frames.END_HEADERS)
        said = [frame(frames.HEADERS, flags, stream, parts[0])]
        for number, part in enumerate(parts[1:], 2):
            last = frames.END_HEADERS if number == len(parts) else 0
            said.append(frame(frames.CONTINUATION, last, stream, part))
        return b"".join(said)

    def open(self, stream: int, path: str = ECHO, *besides: tuple[str, str]) -> bytes:
        """The head of a call."""
        named = [(name, path if name == ":path" else value) for name, value in PSEUDO]
        return self.headers(stream, [*named, *REGULAR, *besides])

    def fields(self, heard: Frame) -> dict[str, str]:
        """What a head or an end says; each must be read, in order."""
        return {str(name): str(value) for name, value in self._decoder.decode(heard.content)}


def message(stream: int, content: bytes, *, end: bool = False) -> bytes:
    """A message in a frame of its own."""
    return frame(frames.DATA, frames.END_STREAM if end else 0, stream, framed(content))


def of(heard: Iterable[Frame], kind: int) -> list[Frame]:
    """Those of a kind."""
    return [each for each in heard if each.kind == kind]


def data_of(heard: Iterable[Frame], stream: int = 1) -> bytes:
    """All bytes of a stream."""
    return b"".join([each.content for each in of(heard, frames.DATA) if each.stream == stream])
