"""The HTTP server: connections and their bounds, and a graceful end.

It speaks HTTP/1.1, over TLS where it is given credentials. HTTP/2 is spoken by the ingress.
"""

import asyncio
import errno
import socket
from collections.abc import Callable
from email.utils import formatdate
from http import HTTPStatus
from typing import Any, Protocol, cast

import uvicorn
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.server import ServerState

from services.serving import Address, Limits, PortInUseError, StartError
from services.serving.tls import Credentials
from services.web.asgi import Header, Receive, Scope, Send
from services.web.metrics import CUT_OFF
from services.web.straight import Request, Straight

MOST_HEAD_BYTES = 32 * 1024

_BACKLOG = 2048
_IDLE_SECONDS = 75
_SEND_BUFFER_BYTES = 128 * 1024
_TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
_DATE_SECONDS = 1.0


class HttpServer:
    """Serves an application at an address; made and used on one event loop: `start`, then `stop`."""

    def __init__(
        self, limits: Limits, *, most_connections: int, patience: float, tls: Credentials | None = None
    ) -> None:
        """Prepare; whoever sends or reads nothing for `patience` seconds where they should is cut off."""
        self._limits = limits
        self._most_connections = most_connections
        self._patience = patience
        self._tls = tls
        self._state = ServerState()
        self._listener: asyncio.Server | None = None
        self._clock: asyncio.TimerHandle | None = None

    async def start(self, app: "Application", address: Address, straight: Straight) -> int:
        """Listen and serve, some requests `straight`; give the port. Raises `PortInUseError` or `StartError`."""
        config = uvicorn.Config(
            cast("Callable[..., Any]", app),  # uvicorn has types of its own for the same messages
            lifespan="off",
            ws="none",
            log_config=None,
            log_level="error",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            limit_concurrency=self._most_connections,
            timeout_keep_alive=_IDLE_SECONDS,
        )
        config.load()
        listening = _bound(address, shared=self._limits.reuse_port, patience=self._patience)
        self._tell_time()
        self._listener = await asyncio.get_running_loop().create_server(
            lambda: Connection(config, self._state, self._patience, straight),
            sock=listening,
            backlog=_BACKLOG,
            ssl=None if self._tls is None else self._tls.of_listener(),
            ssl_handshake_timeout=None if self._tls is None else self._patience,
        )
        port: int = listening.getsockname()[1]
        return port

    def stop_listening(self) -> None:
        """Take no new connections, and let each that is open end with the request that it has."""
        if self._listener is not None:
            self._listener.close()
        for connection in list(self._state.connections):
            connection.shutdown()

    async def wait_for_requests(self, seconds: float) -> None:
        """Wait until nothing is under way any more, for so long at most."""
        if self._state.tasks:
            await asyncio.wait(set(self._state.tasks), timeout=seconds)

    async def stop(self) -> None:
        """Cut off what is still open."""
        self.stop_listening()
        if self._clock is not None:
            self._clock.cancel()
        for connection in list(self._state.connections):
            connection.transport.abort()
        tasks = set(self._state.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _tell_time(self) -> None:
        self._state.default_headers = [(b"date", formatdate(usegmt=True).encode())]
        self._clock = asyncio.get_running_loop().call_later(_DATE_SECONDS, self._tell_time)


class Application(Protocol):
    """What is served."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        raise NotImplementedError


class Connection(HttpToolsProtocol):
    """A connection with bounds on its heads, and on how long it may keep us waiting."""

    def __init__(self, config: uvicorn.Config, server_state: ServerState, patience: float, straight: Straight) -> None:
        super().__init__(config, server_state, app_state={})
        self._patience = patience
        self._straight = straight
        self._request: Request | None = None
        """The one that is on its way, if it is to be answered straight, and what has come of its body."""
        self._body = b""
        self._exchange: _Exchange | None = None
        """The newest that was answered straight."""
        self._asked_before: tuple[bytes, list[Header]] = (b"", [])
        self._taken_before: Request | None = None
        self._head_bytes: int | None = None
        """Of the head that is on its way, those of earlier packets; None if none is."""
        self._arrived = True
        """Whether none is on its way."""
        self._arriving: asyncio.TimerHandle | None = None
        self._reading: asyncio.TimerHandle | None = None
        self._unread = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Wait for a request, not for ever."""
        super().connection_made(transport)
        self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        for timer in (self._arriving, self._reading):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)
        # uvicorn tells the request that came last, which is another one where requests did not wait for answers.
        if self._exchange is not None:
            self._exchange.leave()

    def data_received(self, data: bytes) -> None:
        """Take bytes; a head that does not end is cut off."""
        super().data_received(data)
        if not self._arrived:
            self._await_request()
        if self._head_bytes is not None:
            self._head_bytes += len(data)
            if self._head_bytes > MOST_HEAD_BYTES and not self.transport.is_closing():
                self.transport.write(_TOO_LONG)
                self._cut("head")

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._head_bytes = 0
        self._arrived = False

    def on_headers_complete(self) -> None:
        """Its head is there."""
        self._head_bytes = None
        if self._may_go_straight():
            self._request = self._taken()
            self._body = b""
        if self._request is None:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A part of it is there; one that grows too long goes the way of all others."""
        if self._request is None:
            super().on_body(body)
            return
        self._body += body
        if len(self._body) > self._straight.most_bytes:
            self._request = None
            self._hand_over()

    def on_message_complete(self) -> None:
        """All of it is there."""
        self._arrived = True
        if self._arriving is not None:
            self._arriving.cancel()
            self._arriving = None
        if self._request is None:
            super().on_message_complete()
            return
        request, self._request = self._request, None
        message = self._straight.asked(request, self._body)
        if message is None:
            self._hand_over()
            super().on_message_complete()
            return
        exchange = _Exchange(self, keep_alive=self.parser.should_keep_alive())
        self._exchange = self.cycle = exchange  # type: ignore[assignment]  # has what uvicorn asks of those under way
        exchange.task = task = self.loop.create_task(self._straight.answer(request, message, exchange))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def pause_writing(self) -> None:
        """The reader is slow."""
        super().pause_writing()
        self._await_reader()

    def resume_writing(self) -> None:
        """The reader has caught up."""
        super().resume_writing()
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _hand_over(self) -> None:
        """Let what has come go the way of all others."""
        super().on_headers_complete()
        super().on_body(self._body)

    def _taken(self) -> Request | None:
        """What is asked, if straight; a browser mostly asks with the same head as before."""
        asked = (self.url, [each for each in self.headers if each[0] != b"content-length"])
        if asked != self._asked_before:
            taken = self._straight.takes(*asked, self.client[0] if self.client else "")
            self._asked_before, self._taken_before = asked, taken
        return self._taken_before

    def _may_go_straight(self) -> bool:
        most = self.limit_concurrency
        return (
            self.parser.get_method() == b"POST"
            and self.parser.get_http_version() == "1.1"
            and not self.parser.should_upgrade()
            and not self.expect_100_continue
            and (self.cycle is None or self.cycle.response_complete)
            and (most is None or (len(self.connections) < most and len(self.tasks) < most))
        )

    def _await_request(self) -> None:
        if self._arriving is None:
            self._arriving = self.loop.call_later(self._patience, self._cut, "late")

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


class _Exchange:
    """A request that is answered straight; what uvicorn wants to know and tell of its own exchanges."""

    def __init__(self, connection: Connection, *, keep_alive: bool) -> None:
        self.keep_alive = keep_alive
        self.response_complete = self.disconnected = False
        self.message_event = self
        self.task: asyncio.Task[None] | None = None
        self._connection = connection
        self._transport, self._flow = connection.transport, connection.flow
        self._head = b""
        """What is told before the first part."""

    def set(self) -> None:
        """As an event has it: that the browser has gone is told by `leave`."""

    def leave(self) -> None:
        """The browser has gone: nobody waits for an answer."""
        if self.task is not None:
            self.task.cancel()

    def reply(self, status: int, lines: bytes, body: bytes) -> None:
        """Answer at once."""
        self._transport.write(b"%scontent-length: %d\r\n%s\r\n%s" % (self._begin(status), len(body), lines, body))
        self._complete()

    def begin(self, lines: bytes) -> None:
        """Begin an answer that comes in parts."""
        self._head = b"%stransfer-encoding: chunked\r\n%s\r\n" % (self._begin(HTTPStatus.OK), lines)

    async def tell(self, part: bytes) -> None:
        """Tell a part, once what is before it has been taken."""
        while not self.take(part):
            await self._flow.drain()

    def take(self, part: bytes) -> bool:
        """Tell a part at once; whether that could be done."""
        if self._flow.write_paused:
            return False
        head, self._head = self._head, b""
        self._transport.write(b"%s%x\r\n%s\r\n" % (head, len(part), part))
        return True

    def end(self) -> None:
        """Tell that this was all."""
        self._transport.write(b"0\r\n\r\n")
        self._complete()

    def _begin(self, status: int) -> bytes:
        dated = b"".join(b"%s: %s\r\n" % each for each in self._connection.server_state.default_headers)
        return b"%s%s%s" % (STATUS_LINE[status], dated, b"" if self.keep_alive else b"connection: close\r\n")

    def _complete(self) -> None:
        self.response_complete = True
        if not self.keep_alive:
            self._transport.close()
        self._connection.on_response_complete()


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
            # Inherited by connections: what the kernel keeps for a slow reader, how long it waits for one that is gone.
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
                f"Port {address.port} of {address.host} is in use; set GALAXY_LISTEN to a free one."
            ) from error
        raise StartError(f"Cannot listen on {address} (GALAXY_LISTEN): {error.strerror}.") from error
    return listening
