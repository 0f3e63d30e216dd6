"""Sends commands to Redis at once, repeats them after a server is lost, and gives them up only after `patience`.

Commands of one iteration of the event loop are sent together (`connection.py`). Each command belongs to a slot, and
each slot to a server and to one of the connections to that server (`topology.py`). Commands of one slot keep their
order. If the server of a slot is unknown, lost, demoted or not ready, the slot is *held*: its commands wait, in order,
while one task finds the new server and connects. Then they are sent, and commands without a reply are sent again. That
is safe, since every command that the store sends may be repeated (commits know their own identity). Only commands that
have waited for longer than `patience` fail with STORE_UNAVAILABLE.

One timer serves all commands: it detects a server that is silent for `timeout`, and ends commands after `patience`.
Shared tasks run in a context of their own, so their logs do not name the request that happened to start them.
"""

import asyncio
import random
from collections.abc import Iterable, Sequence
from contextvars import Context
from functools import cached_property, partial
from typing import TypeAlias

import structlog

from galaxytables_lobby import errors
from galaxytables_lobby.adapters.redis.command import (
    Argument,
    Command,
    Done,
    MovedError,
    NoScriptError,
    NotMasterError,
    OutOfMemoryError,
    Reply,
    ServerError,
    TryLaterError,
    safe_error_text,
    settle,
)
from galaxytables_lobby.adapters.redis.connection import MAX_WAITING, Address, Connection, open_connection
from galaxytables_lobby.adapters.redis.topology import LANES, Topology, address_of, shards_by_slot
from galaxytables_lobby.concurrency import end_tasks
from galaxytables_lobby.metrics import STORE_RECONNECTS, STORE_REFUSED

# The exceptions of a connection to a broken, absent or unwilling server.
AWAY = (OSError, TimeoutError, ServerError)

_FIRST_PAUSE, _LONGEST_PAUSE = 0.02, 0.5
# After this long without trouble, the next reconnect starts without a pause.
_QUIET_SECONDS = 1.0
# How often a cluster is asked for its masters even without errors.
_LEARN_SECONDS = 60.0

_log = structlog.get_logger(__name__)

ConnectionKey: TypeAlias = tuple[Address, int]
"""A server, and the number of the connection to it."""


class _Held:
    """The waiting commands of a held slot: those that came back from a server, then newer ones."""

    __slots__ = ("came_back", "later", "moved_to", "still_out")

    def __init__(self) -> None:
        self.came_back: list[Command] = []
        self.later: list[Command] = []
        # The slot's new server, if a server named one.
        self.moved_to: Address | None = None
        # Whether a server may still return commands of this slot.
        self.still_out = False


class Wire:
    """Sends commands to the store's Redis servers. Call `start` before use and `close` after it."""

    def __init__(self, topology: Topology, *, replicas: int = 0, timeout: float = 5.0, patience: float = 5.0) -> None:
        """`replicas` is how many replicas must confirm a command that is sent with `replicated`.

        A server must reply within `timeout` seconds; a caller waits `patience` seconds at most.
        """
        self._topology = topology
        self._replicas = replicas
        self._timeout = timeout
        self._patience = patience
        self._loop: asyncio.AbstractEventLoop
        # Slots with a connection, and slots that are held.
        self._routes: dict[int, Connection] = {}
        self._held: dict[int, _Held] = {}
        self._holding = 0
        self._connections: dict[ConnectionKey, Connection] = {}
        # Servers that single keys moved to ahead of their slot.
        self._places_to_keep: set[ConnectionKey] = set()
        self._connecting = asyncio.Lock()
        self._mending: asyncio.Task[None] | None = None
        self._mended = self._learned = 0.0
        self._pause = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    def split(self) -> bool:
        """Return whether the store is a Redis Cluster, in which all keys of a command must be in one slot."""
        return self._topology.split

    @cached_property
    def shards(self) -> list[list[int]]:
        """Return the numbers of the shards, in groups by slot; the shards of one group are available together."""
        return shards_by_slot(self._topology)

    def start(self) -> None:
        """Make ready to send, on the running event loop. The first command opens a connection."""
        self._loop = asyncio.get_running_loop()

    async def close(self) -> None:
        """Close the connections. Commands without a reply fail with STORE_UNAVAILABLE."""
        self._closed = True
        await end_tasks([self._mending])
        if self._timer is not None:
            self._timer.cancel()
        for connection in tuple(self._connections.values()):
            connection.lose(ConnectionError("closed"))
        self._give_up(float("inf"))

    def send(self, arguments: tuple[Argument, ...], done: Done, *, replicated: bool = False) -> None:
        """Send one command; `done` is called once, with its reply or an exception.

        The exception is STORE_UNAVAILABLE, STORE_FULL, or `NoScriptError` for EVALSHA. With `replicated`, the reply
        comes only once enough replicas have what the command wrote, and what was written before it.
        """
        slot = self._topology.slot(arguments)
        command = Command(arguments, slot, done, self._loop.time(), replicated=replicated and self._replicas > 0)
        connection = self._routes.get(slot)
        if connection is None:
            self._find_route(slot, command)
        elif connection.full:
            self._refuse(command)
        else:
            connection.put(command)
        if self._timer is None:
            self._set_timer()

    async def run(self, *arguments: Argument, replicated: bool = False) -> Reply:
        """Send one command and return its reply. Raises STORE_UNAVAILABLE, and `NoScriptError` for EVALSHA."""
        return await self._answer(arguments, replicated=replicated)

    async def run_all(self, commands: Sequence[tuple[Argument, ...]]) -> list[Reply]:
        """Send several commands, in order within a slot, and return their replies."""
        return list(await asyncio.gather(*[self._answer(command) for command in commands]))

    async def run_at_masters(self, *arguments: Argument) -> list[Reply]:
        """Send the same command to every current master, and return their replies. Raises STORE_UNAVAILABLE."""
        try:
            async with asyncio.timeout(self._timeout):
                if not self._topology.masters():
                    await self._topology.learn()
                masters = self._topology.masters()
                places = [(address, 0) for address in masters]
                await self._connect(places)
                replies = await asyncio.gather(*[self._connections[place].ask(*arguments) for place in places])
        except (*AWAY, KeyError):
            raise errors.store_unavailable() from None
        return list(replies)

    def _answer(self, arguments: tuple[Argument, ...], *, replicated: bool = False) -> "asyncio.Future[Reply]":
        answer: asyncio.Future[Reply] = self._loop.create_future()
        self.send(arguments, partial(settle, answer), replicated=replicated)
        return answer

    def _refuse(self, command: Command) -> None:
        self._loop.call_soon(command.settle, errors.store_unavailable())

    def _find_route(self, slot: int, command: Command) -> None:
        """Send over a connection to the slot's master, if there is one; otherwise hold the slot."""
        if self._closed or self._holding >= MAX_WAITING:
            self._refuse(command)
            return
        held = self._held.get(slot)
        if held is None:
            connection = self._connection_for(slot)
            if connection is not None:
                self._routes[slot] = connection
                connection.put(command)
                return
            held = self._hold(slot)
        held.later.append(command)
        self._holding += 1

    def _connection_for(self, slot: int) -> Connection | None:
        place = self._place(slot)
        return None if place is None else self._connections.get(place)

    def _place(self, slot: int) -> ConnectionKey | None:
        address = self._topology.master(slot)
        return None if address is None else (address, slot % LANES)

    def _hold(self, slot: int) -> _Held:
        """Hold a slot: from now on its commands wait, until its server is found and connected."""
        held = self._held.get(slot)
        if held is None:
            held = self._held[slot] = _Held()
            route = self._routes.pop(slot, None)
            if route is not None and not route.lost:
                # Wait until the sent commands of this slot are answered or returned, before anything else of it is
                # sent.
                held.still_out = True
                route.put(Command(("PING",), None, partial(_all_came_back, held), self._loop.time()))
            self._start_mending()
        return held

    def _start_mending(self) -> None:
        if self._mending is not None or self._closed:
            return
        if self._loop.time() - self._mended > _QUIET_SECONDS:
            self._pause = 0.0
        self._mending = self._loop.create_task(self._mend(), name="store-mending", context=Context())

    def _hold_returned(self, command: Command) -> _Held:
        assert command.slot is not None  # noqa: S101  # others are never returned
        held = self._hold(command.slot)
        held.came_back.append(command)
        self._holding += 1
        return held

    def _refused(self, connection: Connection, command: Command, error: ServerError) -> None:
        """Handle an error reply: send the command elsewhere or later, as the error says, or fail the command."""
        if isinstance(error, NoScriptError):
            command.settle(error)
        elif isinstance(error, MovedError) and error.asking:
            self._ask_there(command, address_of(error, connection.address))
        elif isinstance(error, MovedError):
            self._hold_returned(command).moved_to = address_of(error, connection.address)
        elif isinstance(error, TryLaterError):
            self._hold_returned(command)
        elif isinstance(error, NotMasterError):
            self._hold_returned(command)
            connection.lose(error)
        else:
            # Out of memory, disk full, wrong type.
            _log.error("store_refused", error=safe_error_text(error), command=command.name)
            STORE_REFUSED.labels(safe_error_text(error)).inc()
            command.settle(errors.store_full() if isinstance(error, OutOfMemoryError) else errors.store_unavailable())

    def _ask_there(self, command: Command, address: Address) -> None:
        """Send a command to the next server, which has its key already while the slot is moving."""
        assert command.slot is not None  # noqa: S101  # others are answered by their own server
        place = (address, command.slot % LANES)
        connection = self._connections.get(place)
        if connection is None or command.slot in self._held:
            self._places_to_keep.add(place)
            self._hold_returned(command)
            return
        connection.put(Command(("ASKING",), None, _forget, command.since))
        connection.put(command)

    def _lost(self, place: ConnectionKey, connection: Connection, commands: list[Command], error: Exception) -> None:
        """Hold the slots of a connection that has ended."""
        if self._connections.get(place) is connection:
            del self._connections[place]
        for slot in [slot for slot, route in self._routes.items() if route is connection]:
            del self._routes[slot]
        if commands:
            STORE_RECONNECTS.inc()
            _log.info("store_interrupted", error=safe_error_text(error), commands=len(commands))
        for command in commands:
            self._hold_returned(command)

    async def _mend(self) -> None:
        """Find a server for each held slot, until none is held."""
        try:
            while self._held or self._is_stale():
                if self._pause:
                    await asyncio.sleep(self._pause * random.uniform(0.5, 1.0))  # spreads reconnects
                # Short enough that a caller who starts in a pause sees another attempt.
                self._pause = min(max(self._pause * 2, _FIRST_PAUSE), _LONGEST_PAUSE, self._patience / 4)
                try:
                    async with asyncio.timeout(self._timeout):
                        await self._learn()
                        await self._connect({*self._places_of_held(), *self._places_to_keep})
                except AWAY as error:
                    _log.info("waiting_for_store", error=safe_error_text(error), commands=self._holding)
                except Exception:  # noqa: BLE001  # no other task reconnects
                    _log.exception("store_reconnect_failed")
                self._places_to_keep.clear()
                self._let_go()
        finally:
            self._mended = self._loop.time()
            self._mending = None

    async def _learn(self) -> None:
        await self._topology.learn()
        self._learned = self._loop.time()
        for slot, held in self._held.items():
            if held.moved_to is not None:
                # The server that lost the slot may know more than the one that was asked.
                self._topology.moved(slot, held.moved_to)
                held.moved_to = None
        masters = self._topology.masters()
        for place in self._connections.keys() - self._places_to_keep:
            if place[0] not in masters and not self._connections[place].busy:
                self._connections[place].lose(ConnectionError("no master any more"))
        for slot in [slot for slot, route in self._routes.items() if self._topology.master(slot) != route.address]:
            self._hold(slot)

    def _places_of_held(self) -> set[ConnectionKey]:
        return {place for slot in self._held if (place := self._place(slot)) is not None}

    async def _connect(self, places: Iterable[ConnectionKey]) -> None:
        """Open missing connections. Raises an error of any of them, once all were tried."""
        async with self._connecting:
            missing = [place for place in places if place not in self._connections]
            for result in await asyncio.gather(*map(self._open, missing), return_exceptions=True):
                if isinstance(result, BaseException):
                    raise result

    async def _open(self, place: ConnectionKey) -> None:
        async with asyncio.timeout(self._timeout / 2):
            connection = await open_connection(
                place[0],
                self._topology.login,
                master=self._topology.masters_only,
                replicas=self._replicas,
                on_refusal=self._refused,
                on_lost=partial(self._lost, place),
            )
        if connection.lost:
            raise ConnectionError("lost at once")
        self._connections[place] = connection
        self._let_go()

    def _let_go(self) -> None:
        """Send the commands of held slots whose servers are connected."""
        for slot, held in tuple(self._held.items()):
            if held.still_out:
                continue
            commands = (*held.came_back, *held.later)
            connection = self._connection_for(slot)
            if connection is not None:
                self._routes[slot] = connection
                for command in commands:
                    connection.put(command)
            elif commands:
                continue
            del self._held[slot]
            self._holding -= len(commands)

    def _is_stale(self) -> bool:
        return self._loop.time() - self._learned > _LEARN_SECONDS

    def _set_timer(self) -> None:
        seconds = min(self._timeout, self._patience) / 10
        on_time = self._loop.time() + 2 * seconds
        self._timer = self._loop.call_later(seconds, self._look_after, on_time, context=Context())

    def _look_after(self, on_time: float) -> None:
        """Give up silent servers, and commands that have waited too long."""
        now = self._loop.time()
        # After a delay of the loop, first read what has arrived meanwhile.
        if now <= on_time:
            for connection in tuple(self._connections.values()):
                if connection.busy and now - connection.heard > self._timeout:
                    connection.lose(TimeoutError("silent"))
            self._give_up(now - self._patience)
        self._timer = None
        if self._is_stale():
            self._start_mending()
        if self._held or any(connection.busy for connection in self._connections.values()):
            self._set_timer()

    def _give_up(self, asked_before: float) -> None:
        """Fail the commands that were sent before the time `asked_before` and have no reply yet."""
        given_up: list[Command] = []
        for held in self._held.values():
            for commands in (held.came_back, held.later):
                given_up += [command for command in commands if command.since < asked_before]
                commands[:] = [command for command in commands if command.since >= asked_before]
        if not given_up:
            return
        self._holding -= len(given_up)
        if not self._closed:
            _log.warning("store_unavailable", commands=len(given_up))
        for command in given_up:
            command.settle(errors.store_unavailable())


def _all_came_back(held: _Held, _: object) -> None:
    held.still_out = False


def _forget(_: object) -> None:
    """Ignore a reply; an error shows in the reply to the next command."""
