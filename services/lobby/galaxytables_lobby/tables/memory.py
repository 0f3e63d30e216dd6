"""Keeps recently used tables in memory, each with a queue of waiting steps, which are changes of the table."""

import asyncio
from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass, field

from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.ids import TableId, shard_of
from galaxytables_lobby.ports import News


@dataclass(slots=True)
class Place:
    """A table in memory, with the lock that serializes its steps, which are changes of the table.

    It is kept while any step holds the lock or waits for it.
    """

    loaded: Loaded | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    # How many steps hold it or wait.
    steps: int = 0
    # The last version that all listeners know from this process's own change.
    published: int = 0


class Memory:
    """The most recently used tables; `forget_older` drops a table that another process has changed."""

    def __init__(self, capacity: int) -> None:
        """`capacity` is how many tables to keep."""
        self._capacity = capacity
        self._places: OrderedDict[TableId, Place] = OrderedDict()

    def place(self, table_id: TableId) -> Place | None:
        """Return the memory's entry for a table, or None. The table itself may be unread."""
        return self._places.get(table_id)

    def game_of(self, table_id: TableId | None) -> str | None:
        """Return the game of a table, if the table is in memory."""
        place = None if table_id is None else self._places.get(table_id)
        return None if place is None or place.loaded is None else place.loaded.table.game

    def enter(self, table_id: TableId) -> Place:
        """Return the entry of a table that is about to be changed.

        Take its lock for the change, and call `leave` when done.
        """
        place = self._places.get(table_id)
        if place is None:
            place = self._places[table_id] = Place()
        self._places.move_to_end(table_id)
        place.steps += 1
        return place

    def leave(self, table_id: TableId, place: Place) -> None:
        """Record that a change of a table is done. The entry is dropped if it is empty and no other change waits."""
        place.steps -= 1
        if place.loaded is None and not place.steps:
            self._places.pop(table_id, None)
        self._shrink()

    def is_published(self, news: News) -> bool:
        """Return whether this process made the change that the news reports, and has called its listeners with it."""
        place = self._places.get(news.table_id)
        return place is not None and place.published >= news.version

    def forget_older(self, news: News) -> None:
        """Drop a table from memory if another process has changed it since."""
        place = self._places.get(news.table_id)
        if place is not None and place.loaded is not None and place.loaded.table.version < news.version:
            place.loaded = None

    def forget_all(self) -> None:
        """Drop all tables from memory."""
        for place in self._places.values():
            place.loaded = None

    def forget(self, shards: Collection[int]) -> None:
        """Drop the tables of some shards from memory, because changes of them may have been missed."""
        for table_id, place in self._places.items():
            if shard_of(table_id) in shards:
                place.loaded = None

    def _shrink(self) -> None:
        while len(self._places) > self._capacity:
            table_id, place = next(iter(self._places.items()))
            if place.steps:
                return
            del self._places[table_id]
