"""The HTTP server: uvicorn with bounds on the cost of a connection, and with a graceful end.

The server speaks HTTP/1.1, over TLS if it has credentials. (An ingress in front of it may speak HTTP/2.) Requests are
parsed by httptools, which neither limits the size of a request's head nor requires a Host header; `Connection` does
both.
"""

import asyncio
import errno
import socket
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol, cast

import uvicorn
from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from galaxytables_serving import Address, GalaxyError, Limits, PortInUseError, StartError
from galaxytables_serving.rhythm import until_next
from galaxytables_serving.rooms import Room
from galaxytables_serving.sources import Sources
from galaxytables_serving.tls import Credentials
from galaxytables_web.asgi import Receive, Scope, Send
from galaxytables_web.metrics import CUT_OFF

MAX_HEAD_BYTES = 32 * 1024

_BACKLOG = 2048
_IDLE_SECONDS = 75
_SEND_BUFFER_BYTES = 128 * 1024
_CLOSES = b"content-length: 0\r\nconnection: close\r\n\r\n"
_MALFORMED = b"HTTP/1.1 400 Bad Request\r\n" + _CLOSES
_HEAD_TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\n" + _CLOSES
_TOO_MANY = b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 5\r\n" + _CLOSES
# The bytes of a header line besides name and value.
_LINE_BYTES = len(b": \r\n")


class HttpServer:
    """Serves an ASGI application at an address, on one event loop. Call `start` to serve, and `stop` at the end."""

    def __init__(
        self, limits: Limits, *, max_connections: int, patience: float, tls: Credentials | None = None
    ) -> None:
        """A client that sends or reads nothing for `patience` seconds is cut off."""
        self._limits = limits
        self._max_connections = max_connections
        self._patience = patience
        self._tls = tls
        self._sources = Sources(limits.proxies, limits.exempt)
        # uvicorn bounds all connections together, and answers further ones with 503.
        self._room = Room(max_calls=sys.maxsize, max_of_address=limits.address_connections)
        self._server: uvicorn.Server | None = None
        self._tasks: list[asyncio.Task[None]] = []
        """Background tasks of the server."""

    async def start(self, app: "Application", address: Address) -> int:
        """Listen and serve; return the port. Raises `PortInUseError` or `StartError`."""
        tls = self._tls
        made = partial(Connection, self._sources, self._room, patience=self._patience)
        config = uvicorn.Config(
            cast("Callable[..., Any]", app),  # uvicorn has types of its own for the same messages
            http=cast("type[asyncio.Protocol]", made),  # only called
            ssl_context_factory=None if tls is None else lambda _config, _default: tls.of_listener(),
            lifespan="off",
            ws="none",
            log_config=None,
            log_level="error",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            backlog=_BACKLOG,
            limit_concurrency=self._max_connections,
            timeout_keep_alive=_IDLE_SECONDS,
        )
        config.load()
        listening = _bound(address, shared=self._limits.reuse_port, patience=self._patience)
        # Not `serve`, which would install signal handlers.
        self._server = server = uvicorn.Server(config)
        server.lifespan = config.lifespan_class(config)
        await server.startup([listening])
        self._tasks.append(asyncio.create_task(_keep_date(server), name="http-date"))
        port: int = listening.getsockname()[1]
        return port

    def stop_listening(self) -> None:
        """Accept no new connections, and close each open one after its current request."""
        if self._server is not None and not self._server.should_exit:
            self._server.should_exit = True
            for task in self._tasks:
                task.cancel()
            self._tasks.append(asyncio.create_task(self._server.shutdown(), name="http-server-ends"))

    async def wait_for_requests(self, seconds: float) -> None:
        """Wait until no request is open, for at most `seconds`."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)

    async def stop(self) -> None:
        """Close all open connections."""
        self.stop_listening()
        if self._server is None:
            return
        self._server.force_exit = True
        state = self._server.server_state
        for connection in list(state.connections):
            connection.transport.abort()
        requests = set(state.tasks)
        for request in requests:
            request.cancel()
        await asyncio.gather(*self._tasks, *requests, return_exceptions=True)


async def _keep_date(server: uvicorn.Server) -> None:
    """Renew the header `date` once a second. uvicorn's own loop wakes up ten times as often, to look for signals."""
    while True:
        await server.on_tick(0)
        await asyncio.sleep(until_next(1.0))


class Application(Protocol):
    """The ASGI application that is served."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        raise NotImplementedError


class Connection(HttpToolsProtocol):
    """A connection that refuses long heads and heads without a Host header, and closes if the client is too slow.

    uvicorn itself has no option for any of these.
    """

    def __init__(
        self,
        sources: Sources,
        room: Room,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],  # as in uvicorn
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        patience: float,
    ) -> None:
        """A client that sends or reads nothing for `patience` seconds is cut off.

        `room` bounds the connections of an address.
        """
        super().__init__(config, server_state, app_state, _loop)
        self._sources, self._room = sources, room
        self._is_counted = False
        self._counted: str | None = None
        """The address that this connection is counted for."""
        self._patience = patience
        self._arriving: asyncio.TimerHandle | None = None
        self._reading: asyncio.TimerHandle | None = None
        self._unread = 0
        self._in_head = False
        self._has_ended = True
        """Whether the last request that began to arrive is complete."""
        self._has_ended_now = False
        """Whether a request has become complete with the last bytes."""
        self._head_bytes = 0
        """The bytes so far of an incomplete head."""
        self._refusal = _MALFORMED
        self._answered: RequestResponseCycle | None = None
        """The request that is being answered; others may wait behind it."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Start the timeout for the first request."""
        super().connection_made(transport)
        address = self._sources.connected(self.client[0]) if self.client else None
        try:
            self._room.enter(address)
        except GalaxyError:
            transport.write(_TOO_MANY)
            self._cut("crowd")
            return
        self._counted, self._is_counted = address, True
        self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all timers."""
        if self._is_counted:
            self._is_counted = False
            self._room.leave(self._counted)
        self._stop_waiting()
        if self._reading is not None:
            self._reading.cancel()
        super().connection_lost(exc)
        if self._answered is not None and not self._answered.response_complete:
            # uvicorn only notifies the latest request.
            self._answered.disconnected = True
            self._answered.message_event.set()

    def data_received(self, data: bytes) -> None:
        """Receive bytes of requests, each of which must be complete within a bounded time."""
        self._has_ended_now = False
        super().data_received(data)
        if self.transport.is_closing():
            self._stop_waiting()
        elif self._in_head and not self._fits_head(data):
            self._refusal = _HEAD_TOO_LONG
            self.send_400_response("")
        elif self._has_ended:
            self._stop_waiting()
        else:
            self._await_request()

    def on_message_begin(self) -> None:
        """Start the timeout for the rest of a request that has begun to arrive."""
        super().on_message_begin()
        self._in_head, self._has_ended, self._head_bytes = True, False, 0

    def on_headers_complete(self) -> None:
        """Serve a request whose head has arrived.

        Raises `ValueError`, which stops the parser, if the head is refused.
        """
        self._in_head = False
        if len(self.url) + sum(len(name) + len(value) + _LINE_BYTES for name, value in self.headers) > MAX_HEAD_BYTES:
            self._refusal = _HEAD_TOO_LONG
            raise ValueError
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts != 1 and (hosts > 1 or self.parser.get_http_version() == "1.1"):
            raise ValueError
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Stop the timeout of a request, since all of it has arrived."""
        self._has_ended = self._has_ended_now = True
        super().on_message_complete()

    def send_400_response(self, _msg: str) -> None:
        """Answer 400 and close the connection; a response that has begun is cut off."""
        self._stop_waiting()
        if self._refusal is _HEAD_TOO_LONG:
            CUT_OFF.labels("head").inc()
        if self._answered is not None and not self._answered.response_complete:
            self.transport.abort()
        else:
            self.transport.write(self._refusal)
            self.transport.close()

    def pause_writing(self) -> None:
        """Pause writing because the client reads slowly, and start its timeout."""
        super().pause_writing()
        self._await_reader()

    def resume_writing(self) -> None:
        """Resume writing because the client reads again."""
        super().resume_writing()
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def _fits_head(self, data: bytes) -> bool:
        """Count the bytes of an incomplete head; return whether it is within its bound."""
        if not self._has_ended_now:
            self._head_bytes += len(data)
        return self._head_bytes <= MAX_HEAD_BYTES

    def _await_request(self) -> None:
        if self._arriving is None:
            self._arriving = self.loop.call_later(self._patience, self._cut, "late")

    def _stop_waiting(self) -> None:
        if self._arriving is not None:
            self._arriving.cancel()
            self._arriving = None

    def _await_reader(self) -> None:
        self._unread = self.transport.get_write_buffer_size()
        self._reading = self.loop.call_later(self._patience, self._look_at_reader)

    def _look_at_reader(self) -> None:
        if self.transport.get_write_buffer_size() < self._unread:
            self._await_reader()
        else:
            self._cut("slow")

    def _cut(self, why: str) -> None:
        CUT_OFF.labels(why).inc()
        if why == "slow":
            self.transport.abort()
        else:
            self.transport.close()


def _bound(address: Address, *, shared: bool, patience: float) -> socket.socket:
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(
            address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if shared:
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            # Inherited by connections: the kernel's send buffer, and its timeout for readers that are gone.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER_BYTES)
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(patience * 1000))
            listening.bind(where)
            listening.listen(_BACKLOG)  # SO_REUSEADDR lets two bind, but never two listen
        except OSError:
            listening.close()
            raise
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise PortInUseError(
                f"Port {address.port} of {address.host} is in use; set GALAXYTABLES_LISTEN to a free one."
            ) from error
        raise StartError(f"Cannot listen on {address} (GALAXYTABLES_LISTEN): {error.strerror}.") from error
    return listening
