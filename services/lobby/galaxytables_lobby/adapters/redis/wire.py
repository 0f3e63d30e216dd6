"""Commands to Redis: sent as they come, repeated where a server went away, given up only after patience.

Commands of one turn of the event loop leave together (`connection.py`). Each belongs to a slot, and a slot to a server
and to one of the connections to it, its lane (`topology.py`); what shares a slot keeps its order. A slot whose server
is not known, lost, demoted or not ready is *held*: its commands wait, in order, while one task finds out who takes them
and connects; then they are sent, those that were under way once more. That is harmless, since every command that the
store sends may be repeated (commits know their own identity). Only what has waited for longer than `patience` gets
STORE_UNAVAILABLE.

One timer looks after all: it notices a server that is silent for `timeout`, and ends patience. What runs on behalf of
all has a context of its own, so that its logs do not name the request that happened to come first.
"""

import asyncio
import random
from collections.abc import Iterable, Sequence
from contextvars import Context
from functools import partial
from typing import TypeAlias

import structlog

from galaxytables_lobby import errors
from galaxytables_lobby.adapters.redis.command import (
    Argument,
    Command,
    Done,
    Moved,
    NoScriptError,
    NotMaster,
    OutOfMemory,
    Reply,
    ServerError,
    TryLater,
    defer,
    settle,
    told,
)
from galaxytables_lobby.adapters.redis.connection import MAX_WAITING, Address, Connection, open_connection
from galaxytables_lobby.adapters.redis.topology import LANES, Topology, address_of, shards_by_slot
from galaxytables_lobby.concurrency import Deferred, end_tasks
from galaxytables_lobby.metrics import STORE_RECONNECTS, STORE_REFUSED

# What a broken, absent or unwilling server looks like to who connects.
AWAY = (OSError, TimeoutError, ServerError)

_FIRST_PAUSE, _LONGEST_PAUSE = 0.02, 0.5
# After this long without trouble the next is met without a pause.
_QUIET_SECONDS = 1.0
# How often a cluster is asked who its masters are though nothing went wrong.
_LEARN_SECONDS = 60.0

_log = structlog.get_logger(__name__)

Place: TypeAlias = tuple[Address, int]
"""A server, and which of the connections to it."""


class _Held:
    """The commands of a slot that wait: those that came back from a server, then those that came since."""

    __slots__ = ("came_back", "later", "moved_to", "still_out")

    def __init__(self) -> None:
        self.came_back: list[Command] = []
        self.later: list[Command] = []
        # Where the slot is, if a server said so.
        self.moved_to: Address | None = None
        # Whether a server may still give commands of this slot back.
        self.still_out = False


class Wire:
    """Sends commands. Start it before use and close it after."""

    def __init__(self, topology: Topology, *, replicas: int = 0, timeout: float = 5.0, patience: float = 5.0) -> None:
        """Take who the servers are, replicas that must have what is to be replicated, and two times in seconds.

        `timeout` is for a reply, `patience` until a caller hears that there is none.
        """
        self._topology = topology
        self._replicas = replicas
        self._timeout = timeout
        self._patience = patience
        self._loop: asyncio.AbstractEventLoop
        # Slots that can be sent to, and those that cannot.
        self._routes: dict[int, Connection] = {}
        self._held: dict[int, _Held] = {}
        self._holding = 0
        self._connections: dict[Place, Connection] = {}
        # Where a single key went, ahead of its slot.
        self._wanted: set[Place] = set()
        self._connecting = asyncio.Lock()
        self._mending: asyncio.Task[None] | None = None
        self._mended = self._learned = 0.0
        self._pause = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    def split(self) -> bool:
        """Whether the keys of a command must be of one slot."""
        return self._topology.split

    @property
    def shards(self) -> list[list[int]]:
        """All shards, those together that share a slot: either all of them answer or none does."""
        return shards_by_slot(self._topology)

    def start(self) -> None:
        """Belong to the event loop that runs; the first command connects."""
        self._loop = asyncio.get_running_loop()

    async def close(self) -> None:
        """Close the connections; commands without a reply get STORE_UNAVAILABLE."""
        self._closed = True
        await end_tasks([self._mending])
        if self._timer is not None:
            self._timer.cancel()
        for connection in tuple(self._connections.values()):
            connection.lose(ConnectionError("closed"))
        self._give_up(float("inf"))

    def send(self, arguments: tuple[Argument, ...], done: Done, *, replicated: bool = False) -> None:
        """Send one command; `done` is called once, with its reply or an exception, when that is known.

        The exception is STORE_UNAVAILABLE, STORE_FULL, or `NoScriptError` for EVALSHA. What is `replicated` is answered
        when the replicas have it, and all that the server had written before it.
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

    def reply(self, *arguments: Argument, replicated: bool = False) -> Deferred[Reply]:
        """Send one command; the reply comes deferred. Fails as `run` does."""
        answer: Deferred[Reply] = Deferred()
        self.send(arguments, partial(defer, answer), replicated=replicated)
        return answer

    async def run(self, *arguments: Argument, replicated: bool = False) -> Reply:
        """Send one command and give its reply. Raises STORE_UNAVAILABLE, and `NoScriptError` for EVALSHA."""
        return await self._answer(arguments, replicated=replicated)

    async def run_all(self, commands: Sequence[tuple[Argument, ...]]) -> list[Reply]:
        """Send several commands, in order where they share a slot, and give their replies."""
        return list(await asyncio.gather(*[self._answer(command) for command in commands]))

    async def run_at_masters(self, *arguments: Argument) -> list[Reply]:
        """Send one command to all servers that are masters now. Raises STORE_UNAVAILABLE."""
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
        """Send to a master that is connected, though never yet for this slot; else wait for one."""
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

    def _place(self, slot: int) -> Place | None:
        address = self._topology.master(slot)
        return None if address is None else (address, slot % LANES)

    def _hold(self, slot: int) -> _Held:
        """From now on commands of this slot wait."""
        held = self._held.get(slot)
        if held is None:
            held = self._held[slot] = _Held()
            route = self._routes.pop(slot, None)
            if route is not None and not route.lost:
                # Those under way are answered, or come back too, before anything else of this slot is sent.
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
        assert command.slot is not None  # noqa: S101  # the others never come back
        held = self._hold(command.slot)
        held.came_back.append(command)
        self._holding += 1
        return held

    def _refused(self, connection: Connection, command: Command, error: ServerError) -> None:
        """A server answered a command with an error."""
        if isinstance(error, NoScriptError):
            command.settle(error)
        elif isinstance(error, Moved) and error.asking:
            self._ask_there(command, address_of(error, connection.address))
        elif isinstance(error, Moved):
            self._hold_returned(command).moved_to = address_of(error, connection.address)
        elif isinstance(error, TryLater):
            self._hold_returned(command)
        elif isinstance(error, NotMaster):
            self._hold_returned(command)
            connection.lose(error)
        else:
            # Out of memory, disk full, wrong type.
            _log.error("store_refused", error=told(error), command=command.name)
            STORE_REFUSED.labels(told(error)).inc()
            command.settle(errors.store_full() if isinstance(error, OutOfMemory) else errors.store_unavailable())

    def _ask_there(self, command: Command, address: Address) -> None:
        """A key is at the next server already while its slot is on the way."""
        assert command.slot is not None  # noqa: S101  # the others are answered by their own server
        place = (address, command.slot % LANES)
        connection = self._connections.get(place)
        if connection is None or command.slot in self._held:
            self._wanted.add(place)
            self._hold_returned(command)
            return
        connection.put(Command(("ASKING",), None, _forget, command.since))
        connection.put(command)

    def _lost(self, place: Place, connection: Connection, commands: list[Command], error: Exception) -> None:
        """A connection ended; its slots wait for another one."""
        if self._connections.get(place) is connection:
            del self._connections[place]
        for slot in [slot for slot, route in self._routes.items() if route is connection]:
            del self._routes[slot]
        if commands:
            STORE_RECONNECTS.inc()
            _log.info("store_interrupted", error=told(error), commands=len(commands))
        for command in commands:
            self._hold_returned(command)

    async def _mend(self) -> None:
        """Find a server for each slot that is held, as long as there are any."""
        try:
            while self._held or self._is_stale():
                if self._pause:
                    await asyncio.sleep(self._pause * random.uniform(0.5, 1.0))  # spreads reconnects
                # Short enough for whoever comes in a pause to see another attempt.
                self._pause = min(max(self._pause * 2, _FIRST_PAUSE), _LONGEST_PAUSE, self._patience / 4)
                try:
                    async with asyncio.timeout(self._timeout):
                        await self._learn()
                        await self._connect({*self._places_of_held(), *self._wanted})
                except AWAY as error:
                    _log.info("store_awaited", error=told(error), commands=self._holding)
                except Exception:  # noqa: BLE001  # nobody else mends
                    _log.exception("store_mending_failed")
                self._wanted.clear()
                self._let_go()
        finally:
            self._mended = self._loop.time()
            self._mending = None

    async def _learn(self) -> None:
        await self._topology.learn()
        self._learned = self._loop.time()
        for slot, held in self._held.items():
            if held.moved_to is not None:
                # The server that has lost the slot may know better than the one that was asked.
                self._topology.moved(slot, held.moved_to)
                held.moved_to = None
        masters = self._topology.masters()
        for place in self._connections.keys() - self._wanted:
            if place[0] not in masters and not self._connections[place].busy:
                self._connections[place].lose(ConnectionError("no master any more"))
        for slot in [slot for slot, route in self._routes.items() if self._topology.master(slot) != route.address]:
            self._hold(slot)

    def _places_of_held(self) -> set[Place]:
        return {place for slot in self._held if (place := self._place(slot)) is not None}

    async def _connect(self, places: Iterable[Place]) -> None:
        """Open what is not open. Raises what went wrong with any, once all were tried."""
        async with self._connecting:
            missing = [place for place in places if place not in self._connections]
            for result in await asyncio.gather(*map(self._open, missing), return_exceptions=True):
                if isinstance(result, BaseException):
                    raise result

    async def _open(self, place: Place) -> None:
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
        """Send what is held for servers that are connected."""
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
        """The timer: give up servers that are silent, and callers' patience where it has ended."""
        now = self._loop.time()
        # A loop that was held up hears first what came meanwhile.
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
        """Those who asked before a time and were not answered hear so."""
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
    """Nobody waits for this reply; an error shows in the reply to the next command."""
