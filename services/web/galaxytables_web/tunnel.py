"""The gateway's side of tunnels, which carry many calls over one stream (`galaxytables/tunnel/v1/tunnel.proto`).

Calls that begin within some milliseconds of each other are sent in one message. So each costs only its share of a
message, which is less than the cost of a gRPC call.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from typing import NamedTuple, Protocol, TypeAlias

import grpc
import grpc.aio
from connectrpc.errors import ConnectError
from google.protobuf.message import DecodeError
from google.rpc import status_pb2

from galaxytables.tunnel.v1.tunnel_pb2 import Begin, CarryRequest, CarryResponse, End
from galaxytables_serving import GalaxyError
from galaxytables_serving.bounds import bounds_of
from galaxytables_serving.errors import code_of
from galaxytables_serving.tunnel import PACE_SECONDS
from galaxytables_web.errors import LobbyUnavailableError, said_by_lobby

CARRY = "/galaxytables.tunnel.v1.TunnelService/Carry"
# A lobby closes an old connection after five minutes of notice, so no call begins in a tunnel older than this.
_FRESH_SECONDS = 240.0
_OPENING_SECONDS = 5.0
# The bounds of one message for calls that begin, and for other calls: a lobby accepts no larger message
# (`CarryRequest`).
_MAX_BYTES = 128 * 1024
_MAX_ENTRIES = 512
# How long a lobby without tunnels is not asked for one again.
_WITHOUT_SECONDS = 60.0
_BOUNDS = bounds_of(Begin.DESCRIPTOR)

_Carry: TypeAlias = "grpc.aio.StreamStreamMultiCallable[CarryRequest, CarryResponse]"
_Stream: TypeAlias = "grpc.aio.StreamStreamCall[CarryRequest, CarryResponse]"


class CallerMetadata(NamedTuple):
    """The caller's metadata to pass on to the lobby; empty fields are not sent."""

    authorization: str
    forwarded: str
    traceparent: str


class ProxiedCall(NamedTuple):
    """A call to make at the lobby: method, request and the caller's metadata."""

    path: str
    """As in gRPC."""
    request: bytes
    caller: CallerMetadata
    table: str = ""
    """The table that it is about, by its id or its invitation code; empty if about none."""


class NotBegunError(Exception):
    """The lobby drains and has not begun the call, so it may be sent through another tunnel."""


class Listener(Protocol):
    """Receives the messages and the end of a call in a tunnel."""

    proxied: ProxiedCall

    def answer(self, message: bytes) -> None:
        """Handle a message of the answer."""

    def over(self, error: ConnectError | GalaxyError | NotBegunError | None) -> None:
        """Handle the end of the call, with its error if it failed."""


class Tunnels:
    """Tunnels over several channels, used in turn. Call `close` after use."""

    def __init__(self, channels: Sequence[grpc.aio.Channel]) -> None:
        """A tunnel is opened when a call needs one."""
        self._ways = [ChannelTunnels(channel) for channel in channels]
        self._turn = 0

    async def next(self) -> "Tunnel | None":
        """Return a tunnel for one call; None if the lobby does not support tunnels. Raises `LobbyUnavailableError`."""
        self._turn = (self._turn + 1) % len(self._ways)
        way = self._ways[self._turn]
        return way.tunnel if way.tunnel is not None and way.tunnel.takes_calls else await way.opened()

    async def close(self) -> None:
        """Cancel all calls and close all tunnels."""
        await asyncio.gather(*(way.close() for way in self._ways))


class ChannelTunnels:
    """The tunnels over one channel: the newest one, and older ones that still have calls. Call `close` after use."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        """The channel must be open."""
        self.tunnel: Tunnel | None = None
        """The newest one, which may be over."""
        self._carry: _Carry = channel.stream_stream(
            CARRY, request_serializer=CarryRequest.SerializeToString, response_deserializer=CarryResponse.FromString
        )
        self._opening: asyncio.Task[Tunnel | None] | None = None
        self._without_until = 0.0
        self._open: set[Tunnel] = set()

    async def opened(self) -> "Tunnel | None":
        """Return the newest tunnel; it is opened first if necessary.

        Returns None if the lobby does not support tunnels. Raises `LobbyUnavailableError`.
        """
        if asyncio.get_running_loop().time() < self._without_until:
            return None
        if self._opening is None:
            self._opening = asyncio.create_task(self._open_one())
        # Other callers may wait for it too.
        return await asyncio.shield(self._opening)

    async def close(self) -> None:
        """Cancel all calls and close all tunnels."""
        if self._opening is not None:
            self._opening.cancel()
        await asyncio.gather(*(tunnel.close() for tunnel in self._open))

    async def _open_one(self) -> "Tunnel | None":
        stream = self._carry()
        try:
            async with asyncio.timeout(_OPENING_SECONDS):
                opened = await stream.read()
        except grpc.aio.AioRpcError as error:
            if error.code() is not grpc.StatusCode.UNIMPLEMENTED:
                raise LobbyUnavailableError from None
            self._without_until = asyncio.get_running_loop().time() + _WITHOUT_SECONDS
            return None
        except TimeoutError:
            stream.cancel()
            raise LobbyUnavailableError from None
        finally:
            self._opening = None
        if opened is grpc.aio.EOF:
            raise LobbyUnavailableError
        if self.tunnel is not None:
            self.tunnel.retire()
        self.tunnel = tunnel = Tunnel(stream)
        self._open.add(tunnel)
        tunnel.reading.add_done_callback(lambda _: self._open.discard(tunnel))
        return tunnel


class Tunnel:
    """An open tunnel. It ends with the connection or the lobby, or after `retire` once its calls have ended."""

    def __init__(self, stream: _Stream) -> None:
        """The first message of `stream` must have arrived."""
        self._stream = stream
        self._loop = asyncio.get_running_loop()
        self._old = self._loop.time() + _FRESH_SECONDS
        self._retired = False
        self._numbers = count(1)
        self._calls: dict[int, Listener] = {}
        self._parts: dict[int, list[bytes]] = {}
        """The parts of incomplete messages, by call."""
        self._requests = [CarryRequest()]
        """The messages to send next, in order; more is added to the last."""
        self._begun_bytes = 0
        """The bytes of the calls that begin in the last message."""
        self._wake = asyncio.Event()
        self.reading = asyncio.create_task(self._read())
        self._writing = asyncio.create_task(self._write())

    @property
    def takes_calls(self) -> bool:
        """Return whether new calls may begin in this tunnel."""
        return not self._retired and self._loop.time() < self._old

    def begin(self, listener: Listener) -> int:
        """Begin a call, and return its number. Raises `FieldTooLargeError` if its metadata would end the tunnel."""
        number = next(self._numbers)
        path, request, caller, _ = listener.proxied
        begin = Begin(
            call=number,
            method=path,
            request=request,
            authorization=caller.authorization,
            x_forwarded_for=caller.forwarded,
            traceparent=caller.traceparent,
        )
        _BOUNDS.check(begin)
        self._calls[number] = listener
        self._next_request().begins.append(begin)
        self._begun_bytes += len(request) + sum(map(len, caller))
        self._wake.set()
        return number

    def taken(self, call: int, size: int) -> None:
        """Tell the lobby that the reader of a stream has taken `size` more bytes, so that the lobby may send more."""
        if call in self._calls:
            self._next_request().taken.add(call=call, bytes=size)
            self._wake.set()

    def leave(self, call: int) -> None:
        """Cancel a call, if it has not ended."""
        if self._calls.pop(call, None) is not None:
            self._parts.pop(call, None)
            self._next_request().left.append(call)
            self._wake.set()

    def retire(self) -> None:
        """Begin no new calls in this tunnel, and close it when its last call has ended."""
        self._retired = True
        self._wake.set()

    async def close(self) -> None:
        """Close the tunnel and cancel its calls."""
        self._stream.cancel()
        await asyncio.gather(self.reading, return_exceptions=True)

    def _next_request(self) -> CarryRequest:
        """Return the message that collects calls to send."""
        last = self._requests[-1]
        entries = len(last.begins) + len(last.taken) + len(last.left)
        if self._begun_bytes >= _MAX_BYTES or entries >= _MAX_ENTRIES:
            self._requests.append(last := CarryRequest())
            self._begun_bytes = 0
        return last

    async def _write(self) -> None:
        with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):  # the reader gets the error
            while not self._retired or self._calls:
                await self._wake.wait()
                self._wake.clear()
                requests, self._requests, self._begun_bytes = self._requests, [CarryRequest()], 0
                for request in requests:
                    if request.ByteSize():
                        await self._stream.write(request)
                await asyncio.sleep(PACE_SECONDS)
            await self._stream.done_writing()

    async def _read(self) -> None:
        try:
            while isinstance(said := await self._stream.read(), CarryResponse):
                self._hear(said)
        except grpc.aio.AioRpcError:
            pass  # the connection broke or the lobby is gone; the end says so
        finally:
            self._retired = True
            self._writing.cancel()
            self._stream.cancel()
            left = list(self._calls.values())
            self._calls.clear()
            for listener in left:
                listener.over(LobbyUnavailableError())

    def _hear(self, said: CarryResponse) -> None:
        for part in said.parts:
            number = part.call
            if part.more:
                self._parts.setdefault(number, []).append(part.bytes)
                continue
            listener = self._calls.pop(number, None) if part.last else self._calls.get(number)
            if listener is None:
                self._parts.pop(number, None)
                continue
            before = self._parts.pop(number, None) if self._parts else None
            listener.answer(part.bytes if before is None else b"".join((*before, part.bytes)))
            if part.last:
                listener.over(None)
        for end in said.ends:
            listener = self._calls.pop(end.call, None)
            if listener is not None:
                listener.over(_ended(end, listener.proxied.path))
        if said.leaving or (self._retired and not self._calls):
            self.retire()


def _ended(end: End, path: str) -> ConnectError | GalaxyError | NotBegunError | None:
    if end.not_begun:
        return NotBegunError()
    if end.code == 0:
        return None
    status = None
    if end.status:
        with suppress(DecodeError):
            status = status_pb2.Status.FromString(end.status)
    return said_by_lobby(code_of(end.code), end.message, status, path)
