"""One connection to one Redis server: sends commands and matches replies to them in order.

A connection is opened once and lost once. It retries nothing: when it is lost, commands without a reply go back, in
order, to the code that opened it. Commands from one iteration of the event loop are sent in one write.
"""

import asyncio
import ssl
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias, cast

import hiredis
import structlog

from galaxytables_lobby.adapters.redis.command import (
    Argument,
    Command,
    NotMasterError,
    Reply,
    ServerError,
    read_error,
    settle,
)
from galaxytables_lobby.adapters.redis.confirmation import Confirmation
from galaxytables_lobby.metrics import STORE_BATCH

# How many commands may wait for a server; further ones are refused.
MAX_WAITING = 20_000

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Address:
    """The address of a Redis server: host and port, or the path of a socket."""

    host: str
    port: int = 0

    @property
    def is_path(self) -> bool:
        """Return whether `host` is the path of a socket, and not a host name."""
        return self.port == 0


@dataclass(frozen=True)
class Login:
    """The credentials and the TLS settings of a connection to Redis."""

    username: str = ""
    password: str = field(default="", repr=False)
    database: int = 0
    tls: ssl.SSLContext | None = None


class Connection(asyncio.Protocol):
    """An open connection to a Redis server.

    `on_refusal` gets each command that the server refused. When the connection ends, `on_lost` gets all commands with
    no reply yet.
    """

    def __init__(self, address: Address, *, replicas: int, on_refusal: "OnRefusal", on_lost: "OnLost") -> None:
        """`replicas` is how many replicas must confirm each commit.

        Commands with no slot are not passed to `on_refusal`.
        """
        self.address = address
        self._confirmation = Confirmation(self, replicas) if replicas else None
        self.lost = False
        # Whether too many commands wait, because the server reads nothing.
        self.full = False
        # When the server last replied, or was first asked.
        self.heard = 0.0
        self._on_refusal = on_refusal
        self._on_lost = on_lost
        self._loop = asyncio.get_running_loop()
        self._reader = hiredis.Reader(replyError=read_error)
        self._waiting: list[Command] = []
        self._under_way: deque[Command] = deque()
        self._paused = False
        self._transport: asyncio.Transport | None = None

    @property
    def busy(self) -> bool:
        """Return whether any command on this connection waits for its reply."""
        return bool(self._under_way or self._waiting)

    def put(self, command: Command) -> None:
        """Send a command, in one write with all others from the same iteration of the event loop."""
        waiting = self._waiting
        waiting.append(command)
        if len(waiting) == 1:
            self._loop.call_soon(self._flush)
        elif len(waiting) >= MAX_WAITING:
            self.full = True

    async def ask(self, *arguments: Argument) -> Reply:
        """Send one command over this connection and return the reply. Raises `ServerError` and `OSError`."""
        if self.lost:
            raise ConnectionError("lost")
        answer: asyncio.Future[Reply] = self._loop.create_future()
        self.put(Command(arguments, None, lambda reply: settle(answer, reply), self._loop.time()))
        return await answer

    def lose(self, error: Exception) -> None:
        """Give up the connection because of an error. Commands without a reply are passed to `on_lost`."""
        if self.lost:
            return
        self.lost = True
        if self._transport is not None:
            self._transport.abort()
        returned = []
        unconfirmed = () if self._confirmation is None else self._confirmation.take_back()
        for command in (*unconfirmed, *self._under_way, *self._waiting):
            if command.slot is None:
                command.settle(error)
            else:
                returned.append(command)
        self._under_way.clear()
        self._waiting.clear()
        self._on_lost(self, returned, error)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport of the new connection; asyncio calls this."""
        self._transport = cast(asyncio.Transport, transport)  # connections always have a full transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Give up the connection, which has ended; asyncio calls this."""
        self.lose(exc or ConnectionError("closed by the server"))

    def pause_writing(self) -> None:
        """Stop sending, because the server does not read; asyncio calls this. Commands wait."""
        self._paused = True

    def resume_writing(self) -> None:
        """Send the commands that wait, because the server reads again; asyncio calls this."""
        self._paused = False
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Read replies from the received bytes, and pass each to its command."""
        self.heard = self._loop.time()
        under_way, reader = self._under_way, self._reader
        try:
            reader.feed(data)
            reply = reader.gets()
            while reply is not False:
                command = under_way.popleft()
                if isinstance(reply, ServerError) and command.slot is not None:
                    self._on_refusal(self, command, reply)
                elif command.replicated and self._confirmation is not None:
                    self._confirmation.answered(command, reply)
                else:
                    # Not `settle`: this line runs for every reply.
                    try:
                        command.done(reply)
                    except Exception:  # noqa: BLE001  # later replies belong to other callers
                        _log.exception("store_reply_failed")
                if self.lost:
                    return
                reply = reader.gets()
        except (hiredis.HiredisError, IndexError) as error:
            self.lose(ConnectionError(type(error).__name__))

    def _flush(self) -> None:
        if self._paused or not self._waiting or self._transport is None:
            return
        waiting = self._waiting
        if self._confirmation is not None and any(command.replicated for command in waiting):
            self._confirmation.ask()
        STORE_BATCH.observe(len(waiting))
        if not self._under_way:
            self.heard = self._loop.time()
        self._under_way.extend(waiting)
        data = b"".join([command.packed for command in waiting])
        waiting.clear()
        self.full = False
        self._transport.write(data)


OnRefusal: TypeAlias = Callable[[Connection, Command, ServerError], None]
OnLost: TypeAlias = Callable[[Connection, list[Command], Exception], None]


def _ignore(*_: object) -> None:
    """The default callback: callers of `ask` get refusals and the end as exceptions."""


async def open_connection(
    address: Address,
    login: Login,
    *,
    master: bool,
    replicas: int = 0,
    on_refusal: OnRefusal = _ignore,
    on_lost: OnLost = _ignore,
) -> Connection:
    """Connect to a Redis server and log in; the caller sets the timeout.

    With `master`, a server that is a replica is refused. Raises `OSError` and `ServerError`.
    """
    loop = asyncio.get_running_loop()

    def make() -> Connection:
        return Connection(address, replicas=replicas, on_refusal=on_refusal, on_lost=on_lost)

    if address.is_path:
        _, connection = await loop.create_unix_connection(make, address.host)
    else:
        _, connection = await loop.create_connection(make, address.host, address.port, ssl=login.tls)
    try:
        await _log_in(connection, login, master=master)
    except BaseException as error:
        connection.lose(ConnectionError(type(error).__name__))
        raise
    return connection


def check_master(role: object) -> None:
    """Raise `NotMasterError` if a server's reply to ROLE says that it is a replica."""
    if isinstance(role, list) and role[0] == b"slave":
        raise NotMasterError("READONLY")


async def _log_in(connection: Connection, login: Login, *, master: bool) -> None:
    """Log in and ask for the role, in one round trip; users who may not ask for it count as connected to a master."""
    steps: list[tuple[Argument, ...]] = []
    if login.password:
        steps.append(("AUTH", login.username, login.password) if login.username else ("AUTH", login.password))
    if login.database:
        steps.append(("SELECT", login.database))
    *replies, role = await asyncio.gather(
        *[connection.ask(*step) for step in steps], connection.ask("ROLE"), return_exceptions=True
    )
    for reply in (*replies, role):
        if isinstance(reply, BaseException) and not (reply is role and isinstance(reply, ServerError)):
            raise reply
    if master:
        check_master(role)
