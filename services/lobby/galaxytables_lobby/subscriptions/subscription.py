"""The queue of one reader, such as a client's stream, and the base class for all readers of one kind."""

import asyncio
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from typing import Generic, TypeAlias, TypeVar

import structlog

from galaxytables_lobby.concurrency import end_tasks
from galaxytables_lobby.domain.loaded import ChangeMade
from galaxytables_lobby.domain.state import Table
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.ports import KnownTables, News
from galaxytables_serving import GalaxyError

_log = structlog.get_logger(__name__)

_RETRY_SECONDS = 1.0
# How many tables are read from the store at once.
_MAX_LOADS = 200

T = TypeVar("T")


class Subscription(Generic[T]):
    """The queue of one reader, such as a client's stream. `on_ready` is called when it is no longer empty.

    Items have keys, and only the newest item of each key waits: slow readers miss items in between, never the last. If
    more than `capacity` items wait, the queue is emptied and marked as `overflowed`.
    """

    def __init__(self, on_ready: Callable[[], None], *, capacity: int = sys.maxsize) -> None:
        self._on_ready = on_ready
        self._capacity = capacity
        self._waiting: dict[Hashable, T] = {}
        self.overflowed = False
        # Whether nothing follows the waiting items; `error` says why, or is None if the end was expected.
        self.ended = False
        self.error: GalaxyError | None = None

    @property
    def finished(self) -> bool:
        """Return whether the queue has ended and everything was taken from it."""
        return self.ended and not self._waiting

    @property
    def has_room(self) -> bool:
        """Return whether the queue has room for one more item."""
        return len(self._waiting) < self._capacity

    def take(self) -> list[T]:
        """Return and remove all waiting items, in the order in which their keys came."""
        waiting = list(self._waiting.values())
        self._waiting.clear()
        return waiting

    def end(self, error: GalaxyError | None) -> None:
        """End the queue: no more items are accepted, and its reader's stream ends, with the error if there is one."""
        if not self.ended:
            self.ended = True
            self.error = error
            self._on_ready()

    def keep(self, key: Hashable, item: T) -> bool:
        """Queue an item. It replaces any waiting item with this key. Returns False if the queue overflows."""
        if not self.has_room and key not in self._waiting:
            self._waiting.clear()
            self.overflowed = True
            return False
        began = not self._waiting
        self._waiting[key] = item
        if began:
            self._on_ready()
        return True


Concerned: TypeAlias = Mapping[TableId, Collection[PlayerId]]
"""Tables to read, each with the players who must learn of it, if that matters."""


class Followers(ABC):
    """Base class for all subscriptions of one kind in this process, which follow many tables. Call `close` after use.

    Readers receive this process's own changes immediately. Tables that other processes have changed are read soon,
    several together, with retries until the store responds. If news may have been missed, every table that a reader
    follows is read again.
    """

    def __init__(self, name: str, tables: KnownTables) -> None:
        """`name` stands for this kind of subscriptions in the log."""
        self._name = name
        self._tables = tables
        self._store = tables.store
        self._unread: dict[TableId, set[PlayerId]] = {}
        self._stale = False
        self._task: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Stop reading tables."""
        await end_tasks([self._task])

    @abstractmethod
    def concerns(self, *, seating: bool, players: Collection[PlayerId]) -> Collection[PlayerId] | None:
        """Return those of `players` who have a reader here, given the players whom a change concerns; None if none has.

        An empty collection means that all readers here must learn of the change. `seating` says whether seats, stage or
        terms changed, not only the game.
        """

    @abstractmethod
    def send(self, table: Table, players: Collection[PlayerId]) -> None:
        """Queue a table for all readers, or for these players."""

    @abstractmethod
    async def followed(self) -> Concerned:
        """Return all tables that any reader in this process follows."""

    @property
    @abstractmethod
    def is_empty(self) -> bool:
        """Return whether this process has no reader of this kind."""

    def knows(self, news: News) -> bool:  # noqa: ARG002  # only one kind remembers what it has sent
        """Return whether all readers have this version of the table already."""
        return False

    def on_news(self, news: News) -> None:
        """Read a table soon, if another process has changed the table and a reader here must learn of the change."""
        players = self.concerns(seating=news.seating, players=news.players)
        if players is not None and not self.knows(news):
            self._unread.setdefault(news.table_id, set()).update(players)
            self._look_soon()

    def mark_stale(self) -> None:
        """Read all tables that readers here follow from the store again, because news may have been missed."""
        if not self.is_empty:
            self._stale = True
            self._look_soon()

    def changed(self, made: ChangeMade) -> None:
        """Queue a table that this process has changed for its readers."""
        players = self.concerns(seating=made.seating, players=made.concerned)
        if players is not None:
            self.send(made.after.table, players)

    async def look(self, concerned: Concerned) -> None:
        """Read these tables from the store and queue them for their readers."""
        table_ids = sorted(concerned)
        for first in range(0, len(table_ids), _MAX_LOADS):
            for table in await self._store.load_states(table_ids[first : first + _MAX_LOADS]):
                if table is not None:
                    self.send(table, concerned[table.id])

    def _look_soon(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._look_until_known(), name=self._name)

    async def _look_until_known(self) -> None:
        while self._unread or self._stale:
            unread, stale = self._unread, self._stale
            self._unread, self._stale = {}, False
            try:
                if stale:
                    _add((await self.followed()).items(), unread)
                await self.look(unread)
            except GalaxyError as error:
                _log.warning("refresh_delayed", follower=self._name, reason=error.reason)
                _add(unread.items(), self._unread)
                self._stale = self._stale or stale
                await asyncio.sleep(_RETRY_SECONDS)


def _add(some: Iterable[tuple[TableId, Collection[PlayerId]]], to: dict[TableId, set[PlayerId]]) -> None:
    for table_id, players in some:
        to.setdefault(table_id, set()).update(players)
