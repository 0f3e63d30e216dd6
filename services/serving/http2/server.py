"""Listens for connections, hands their calls to handlers, and drains."""

import asyncio
import ssl
from collections.abc import Callable
from functools import partial

import grpc

from services.serving.errors import code_number
from services.serving.http2.call import Call
from services.serving.http2.connection import Connection
from services.serving.http2.frames import ErrorCode
from services.serving.http2.headers import Head, trailers
from services.serving.http2.stream import Stream
from services.serving.limits import Limits
from services.serving.settings import Address
from services.serving.tunnel import Handler

_BACKLOG = 4_096
_LOOK_SECONDS = 1.0
_LOOKS = 4
"""Within the shortest of all bounds connections are looked after so often."""


class Http2Server:
    """In the place of `grpc.aio.Server`: made and used on one event loop; `start`, then `stop`."""

    def __init__(self, find: Callable[[str], Handler | None], limits: Limits, *, most_calls: int) -> None:
        """Take what finds the handler of a path, what connections are granted, and how many calls there may be."""
        self._find, self._limits, self._most_calls = find, limits, most_calls
        self._connections: set[Connection] = set()
        self._calls: set[asyncio.Task[None]] = set()
        self._listeners: list[asyncio.Server] = []
        self._looking: asyncio.Task[None] | None = None
        self._gone = asyncio.Event()

    async def start(self, address: Address, tls: ssl.SSLContext | None) -> int:
        """Listen, at one more address if it does already; give the port. Raises `OSError`."""
        loop = asyncio.get_running_loop()
        listener = await loop.create_server(
            self._connection,
            address.host,
            address.port,
            backlog=_BACKLOG,
            ssl=tls,
            ssl_handshake_timeout=None if tls is None else self._limits.handshake,
            reuse_port=self._limits.reuse_port or None,
        )
        self._listeners.append(listener)
        if self._looking is None:
            self._looking = asyncio.create_task(self._look_forever(), name="look-after-connections")
        return int(listener.sockets[0].getsockname()[1])

    async def stop(self, grace: float | None) -> None:
        """Take no new connections and calls; cancel what is under way after `grace` seconds, at once if None."""
        for listener in self._listeners:
            listener.close()
        for connection in tuple(self._connections):
            connection.leave(grace or 0.0)
        try:
            if self._connections and grace:
                async with asyncio.timeout(grace):
                    await self._gone.wait()
        except TimeoutError:
            pass
        finally:
            if self._looking is not None:
                self._looking.cancel()
            for connection in tuple(self._connections):
                connection.end(ErrorCode.NO_ERROR)
            for call in self._calls:
                call.cancel()
            await asyncio.gather(*self._calls, return_exceptions=True)

    def begin(self, connection: Connection, stream: Stream, head: Head) -> None:
        """Handle a call, unless there are too many."""
        handler = self._find(head.path)
        if handler is None:
            stream.finish(trailers(code_number(grpc.StatusCode.UNIMPLEMENTED), "Method not found!"))
            return
        if len(self._calls) >= self._most_calls:
            stream.finish(trailers(code_number(grpc.StatusCode.RESOURCE_EXHAUSTED), "Too many calls."))
            return
        call = Call(stream, head, handler, peer=connection.peer, send_bytes=self._limits.send_bytes)
        stream.call = call
        connection.calls += 1
        self._calls.add(call.task)
        call.task.add_done_callback(partial(self._ended, connection))

    def closed(self, connection: Connection) -> None:
        """A connection is no more."""
        self._connections.discard(connection)
        if not self._connections:
            self._gone.set()

    def _connection(self) -> Connection:
        connection = Connection(self, self._limits, welcome=len(self._connections) < self._limits.connections)
        self._connections.add(connection)
        self._gone.clear()
        return connection

    def _ended(self, connection: Connection, task: asyncio.Task[None]) -> None:
        self._calls.discard(task)
        connection.call_ended()

    async def _look_forever(self) -> None:
        limits = self._limits
        shortest = min(limits.handshake, limits.connection_idle, limits.keepalive, limits.keepalive_timeout)
        pause = min(_LOOK_SECONDS, shortest / _LOOKS)
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(pause)
            now = loop.time()
            for connection in tuple(self._connections):
                connection.look(now)
