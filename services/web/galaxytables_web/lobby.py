"""Makes calls to the lobby: through tunnels if the lobby has them, otherwise over plain gRPC.

Requests and answers stay bytes. The caller's token, addresses, trace and deadline are passed on. If the caller
disconnects, the call is cancelled.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import cycle
from typing import Protocol, TypeAlias

import grpc.aio
from connectrpc.errors import ConnectError

from galaxytables_serving import GalaxyError
from galaxytables_serving.errors import DrainingError
from galaxytables_serving.tracing import TRACEPARENT
from galaxytables_web.errors import LobbyUnavailableError, TooManyStreamsError, out_of_time, passed_on
from galaxytables_web.homes import Homes
from galaxytables_web.metrics import ASKED
from galaxytables_web.tunnel import CallerMetadata, NotBegunError, ProxiedCall, Tunnel, Tunnels

FORWARDED = "x-forwarded-for"

_LONGEST_SECONDS = 30 * 86_400.0
# Half of the bytes that a lobby sends before the reader has taken any.
_TAKEN_BYTES = 32 * 1024
# How many draining lobbies a call may meet in a row.
_TRIES = 3

_ASKED_ANY, _ASKED_HOME = ASKED.labels("any"), ASKED.labels("home")

_Ended: TypeAlias = ConnectError | GalaxyError | NotBegunError | None
_Call: TypeAlias = "grpc.aio.UnaryStreamCall[bytes, bytes]"


class Stream(Protocol):
    """The messages of a streaming call."""

    async def next(self) -> bytes | None:
        """Wait for the next message; None at the end. Raises `ConnectError` or `GalaxyError`."""

    def end(self) -> None:
        """Cancel the stream, because nobody reads it any more."""

    def drain(self) -> None:
        """End the stream with the error DRAINING, because the gateway stops."""


class Streams:
    """The open streams of a gateway. Their number is bounded, and a drain ends them."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._open: set[Stream] = set()
        self.draining = False

    def require_room(self) -> None:
        """Raise `DrainingError` or `TooManyStreamsError` if no further stream may be opened at present."""
        if self.draining:
            raise DrainingError
        if len(self._open) >= self._limit:
            raise TooManyStreamsError(self._limit)

    @contextlib.contextmanager
    def holding(self, stream: Stream) -> Iterator[None]:
        """Register a stream while the `with` block runs, and end the stream afterwards."""
        self._open.add(stream)
        try:
            yield
        finally:
            self._open.discard(stream)
            stream.end()

    def end(self) -> None:
        """End all streams with the error DRAINING, and accept no more streams."""
        self.draining = True
        for stream in tuple(self._open):
            stream.drain()


class Lobby:
    """The lobby, called over several channels in turn. Call `close` after use."""

    def __init__(self, channels: Sequence[grpc.aio.Channel], streams: Streams, homes: Homes) -> None:
        """The channels must be open."""
        self._channels = cycle(channels)
        self._tunnels = Tunnels(channels)
        self._streams = streams
        self._homes = homes

    async def close(self) -> None:
        """Cancel every call."""
        await self._tunnels.close()

    async def ask(self, proxied: ProxiedCall, seconds: float) -> bytes:
        """Make a unary call and return the serialized answer. Raises `ConnectError` or `GalaxyError`."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        for turn in range(_TRIES):
            tunnel = await (self._tunnels.next() if turn else self._way(proxied))
            if tunnel is None:
                return await self._ask_plainly(proxied, until - loop.time())
            answer = _Answer(proxied, loop)
            number = tunnel.begin(answer)
            timer = loop.call_at(until, answer.late)
            try:
                return await answer.come
            except NotBegunError:
                continue
            finally:
                timer.cancel()
                tunnel.leave(number)
        raise LobbyUnavailableError

    @contextlib.asynccontextmanager
    async def watch(self, proxied: ProxiedCall, seconds: float | None) -> AsyncIterator[Stream]:
        """Make a streaming call, and yield its stream; leaving the block ends the call. Raises `GalaxyError`."""
        self._streams.require_room()
        longest = _LONGEST_SECONDS if seconds is None else min(seconds, _LONGEST_SECONDS)
        tunnel = await self._way(proxied)
        stream: Stream
        if tunnel is None:
            begin: grpc.aio.UnaryStreamMultiCallable[bytes, bytes] = next(self._channels).unary_stream(proxied.path)
            call = begin(proxied.request, metadata=metadata_of(proxied.caller), timeout=longest)
            stream = _Plain(call, proxied.path)
        else:
            stream = _Carried(self._tunnels, tunnel, proxied, longest)
        with self._streams.holding(stream):
            yield stream

    async def _way(self, proxied: ProxiedCall) -> Tunnel | None:
        """Return a tunnel to the home of the call's table, or to any lobby; None if the lobby has no tunnels."""
        home = self._homes.tunnel(proxied.table)
        (_ASKED_ANY if home is None else _ASKED_HOME).inc()
        return await self._tunnels.next() if home is None else home

    async def _ask_plainly(self, proxied: ProxiedCall, seconds: float) -> bytes:
        call: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = next(self._channels).unary_unary(proxied.path)
        try:
            return await call(proxied.request, metadata=metadata_of(proxied.caller), timeout=seconds)
        except grpc.aio.AioRpcError as error:
            raise passed_on(error, proxied.path) from None


class _Answer:
    """The answer of a unary call."""

    def __init__(self, proxied: ProxiedCall, loop: asyncio.AbstractEventLoop) -> None:
        self.proxied = proxied
        self.come: asyncio.Future[bytes] = loop.create_future()
        self._message: bytes | None = None

    def answer(self, message: bytes) -> None:
        self._message = message

    def over(self, error: _Ended) -> None:
        if self.come.done():
            return
        if error is not None:
            self.come.set_exception(error)
        elif self._message is not None:
            self.come.set_result(self._message)
        else:
            self.come.set_exception(LobbyUnavailableError())

    def late(self) -> None:
        self.over(out_of_time())


class _Carried:
    """A stream through a tunnel."""

    def __init__(self, tunnels: Tunnels, tunnel: Tunnel, proxied: ProxiedCall, longest: float) -> None:
        self.proxied = proxied
        self._tunnels, self._tunnel = tunnels, tunnel
        self._loop = asyncio.get_running_loop()
        self._number = tunnel.begin(self)
        self._tries = 1
        self._messages: deque[bytes] = deque()
        self._ended = False
        self._error: _Ended = None
        self._come: asyncio.Future[None] | None = None
        self._given = self._taken = 0
        """Bytes of the message that its reader has now, and of earlier ones not yet reported to the lobby."""
        self._timer = self._loop.call_later(longest, self.over, out_of_time())

    def answer(self, message: bytes) -> None:
        self._messages.append(message)
        self._wake()

    def over(self, error: _Ended) -> None:
        if not self._ended:
            self._ended, self._error = True, error
            self._wake()

    async def next(self) -> bytes | None:
        # A reader that asks for the next message has taken the previous one.
        self._tell_taken(self._given)
        self._given = 0
        while not self._messages:
            if isinstance(self._error, NotBegunError):
                await self._begin_again()
            elif self._error is not None:
                raise self._error
            elif self._ended:
                return None
            else:
                self._come = self._loop.create_future()
                await self._come
        message = self._messages.popleft()
        self._given = len(message)
        return message

    def end(self) -> None:
        self._timer.cancel()
        self._tunnel.leave(self._number)

    def drain(self) -> None:
        self.over(DrainingError())

    async def _begin_again(self) -> None:
        tunnel = await self._tunnels.next() if self._tries < _TRIES else None
        if tunnel is None:
            raise LobbyUnavailableError
        self._tries += 1
        self._ended, self._error = False, None
        self._tunnel, self._number = tunnel, tunnel.begin(self)

    def _tell_taken(self, size: int) -> None:
        self._taken += size
        if self._taken >= _TAKEN_BYTES:
            self._tunnel.taken(self._number, self._taken)
            self._taken = 0

    def _wake(self) -> None:
        if self._come is not None and not self._come.done():
            self._come.set_result(None)


class _Plain:
    """A stream over plain gRPC."""

    def __init__(self, call: _Call, path: str) -> None:
        self._call, self._path = call, path
        self._drained = False

    async def next(self) -> bytes | None:
        try:
            message = await self._call.read()
        except grpc.aio.AioRpcError as error:
            raise passed_on(error, self._path) from None
        except asyncio.CancelledError:
            if self._drained and self._call.cancelled():
                raise DrainingError from None
            raise
        return message if isinstance(message, bytes) else None

    def end(self) -> None:
        self._call.cancel()

    def drain(self) -> None:
        self._drained = True
        self._call.cancel()


def metadata_of(caller: CallerMetadata) -> list[tuple[str, str]]:
    """Return the metadata of a gRPC call that passes on a caller's."""
    names = ("authorization", FORWARDED, TRACEPARENT)
    return [(name, value) for name, value in zip(names, caller, strict=True) if value]
