"""A call that is a stream both ways, over a connection of its own: what one of our processes keeps open to another."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import grpc

from services.serving.caller_keys import Metadata
from services.serving.errors import code_number
from services.serving.http2 import frames
from services.serving.http2.frames import ErrorCode, StreamFault
from services.serving.http2.headers import request_head
from services.serving.http2.messages import MessageReader
from services.serving.http2.stream import WINDOW, Stream
from services.serving.http2.wire import CONNECTION_WINDOW, Wire
from services.serving.running_loop import running_loop
from services.serving.settings import Address
from services.serving.tls import Credentials

METADATA_BYTES = 16 * 1024
RECEIVE_BYTES = 16 * 1024 * 1024
CONNECT_SECONDS = 5.0
_FIRST = 1
_BY_NUMBER = {code_number(code): code for code in grpc.StatusCode}

Sent = TypeVar("Sent")
Received = TypeVar("Received")


class CallEndedError(Exception):
    """A call has come to its end, or never began; `code` is that of gRPC."""

    def __init__(self, code: grpc.StatusCode) -> None:
        """Take why."""
        super().__init__(code.name)
        self.code = code


class StreamingCall(Generic[Sent, Received]):
    """A call of one method. `read` and `write`, each by one task at a time; `cancel` after use."""

    def __init__(
        self,
        target: str,
        path: str,
        encode: Callable[[Sent], bytes],
        decode: Callable[[bytes], Received],
        *,
        metadata: Metadata = (),
        tls: Credentials | None = None,
    ) -> None:
        """Begin to connect: take `host:port`, the method, its messages, what is shown, and TLS."""
        self._encode, self._decode = encode, decode
        self._wire: _ClientWire | None = None
        self._head = request_head(path, target, metadata, secure=tls is not None)
        self._connecting = asyncio.ensure_future(self._connect(Address.parse(target), tls))

    async def read(self) -> Received | None:
        """The next message; None at the end of a call that ended well. Raises `CallEndedError`."""
        wire = self._wire or await self._connected()
        message = await anext(wire.stream, None)
        if message is not None:
            return self._decode(message)
        if wire.status is grpc.StatusCode.OK:
            return None
        raise CallEndedError(wire.status)

    async def write(self, message: Sent) -> None:
        """Send a message; waits for a reader that is slow. Raises `CallEndedError`."""
        wire = self._wire or await self._connected()
        if wire.stream.over:
            raise CallEndedError(wire.status)
        wire.stream.send(self._encode(message))
        if wire.stream.pending:
            await wire.stream.room()

    def cancel(self) -> None:
        """Give the call up, and the connection with it."""
        self._connecting.cancel()
        if self._wire is not None:
            self._wire.stream.reset(ErrorCode.CANCEL)
            self._wire.end(ErrorCode.NO_ERROR)

    async def _connected(self) -> "_ClientWire":
        if self._wire is None:
            await asyncio.wait([self._connecting])
        if self._wire is None:
            raise CallEndedError(grpc.StatusCode.UNAVAILABLE)
        return self._wire

    async def _connect(self, address: Address, tls: Credentials | None) -> None:
        loop = running_loop()
        context = None if tls is None else tls.now().client
        name = None if tls is None else tls.name or address.host
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(CONNECT_SECONDS):
                _, self._wire = await loop.create_connection(
                    lambda: _ClientWire(self._head), address.host, address.port, ssl=context, server_hostname=name
                )


class _ClientStream(Stream):
    """The client's side of a stream."""

    __slots__ = ()

    def refuse(self, code: int, message: str) -> None:
        """What has come is no message: nothing is told of it but the end."""
        del code, message
        self.reset(ErrorCode.CANCEL)


class _ClientWire(Wire):
    """The client's side of a connection with one call."""

    def __init__(self, head: bytes) -> None:
        super().__init__(metadata_bytes=METADATA_BYTES, greeting=b"")
        self._head = head
        self.status = grpc.StatusCode.UNAVAILABLE
        """How the call has ended; as if the connection had broken, until it is told."""
        self._newest = _FIRST
        reader = MessageReader(RECEIVE_BYTES, "identity")
        self.stream = _ClientStream(self, _FIRST, self._first_window, reader, headed=True)
        self._streams[_FIRST] = self.stream

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Say hello, and begin the call."""
        super().connection_made(transport)
        wanted = {
            frames.ENABLE_PUSH: 0,
            frames.INITIAL_WINDOW_SIZE: WINDOW,
            frames.MAX_HEADER_LIST_SIZE: METADATA_BYTES,
        }
        self.put(frames.PREFACE + frames.settings(wanted))
        self.grant(0, CONNECTION_WINDOW - self._window_in)
        self._window_in = CONNECTION_WINDOW
        self.put(frames.frame(frames.HEADERS, frames.END_HEADERS, _FIRST, self._head))

    def _take_head(self, number: int, fields: Sequence[tuple[bytes, bytes]], *, end: bool) -> None:
        told = dict(fields)
        if b":status" in told and told[b":status"] != b"200":
            raise StreamFault(ErrorCode.PROTOCOL_ERROR)
        if end and number in self._streams:
            status = told.get(b"grpc-status", b"2").decode("ascii", "replace")
            self.status = _BY_NUMBER.get(int(status) if status.isdigit() else -1, grpc.StatusCode.UNKNOWN)
            self.stream.end()
