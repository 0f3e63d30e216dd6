"""The tables in this process's memory, each with a queue of waiting steps."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Collection
from dataclasses import dataclass, field

from galaxytables_lobby.concurrency import Deferred
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.ids import TableId, shard_of
from galaxytables_lobby.ports import News
from galaxytables_serving.running_loop import running_loop


@dataclass(slots=True)
class Place:
    """A table's place in memory. One step at a time holds it; it is kept while any step holds it or waits."""

    loaded: Loaded | None = None
    busy: bool = False
    waiting: deque[Deferred[None]] = field(default_factory=deque)
    # The last version that all listeners know from this process's own change.
    published: int = 0

    async def enter(self) -> None:
        """Wait for all earlier steps, then hold the place; `leave` must follow."""
        if not self.busy:
            self.busy = True
            return
        turn: Deferred[None] = Deferred()
        self.waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                # The place had been handed over just before the cancellation.
                self.leave()
            raise

    def leave(self) -> None:
        """Hand the place to the next step, in the loop's next iteration, so that a long queue makes no deep stack."""
        if self.waiting:
            running_loop().call_soon(self._let_next)
        else:
            self.busy = False

    def _let_next(self) -> None:
        while self.waiting:
            turn = self.waiting.popleft()
            if not turn.done():
                turn.succeed(None)
                return
        self.busy = False


class Memory:
    """The most recently used tables; `forget_older` drops those that other processes have changed."""

    def __init__(self, capacity: int) -> None:
        """Take how many tables to keep."""
        self._capacity = capacity
        self._places: OrderedDict[TableId, Place] = OrderedDict()

    def place(self, table_id: TableId) -> Place | None:
        """Return the place of a table, if it has one."""
        return self._places.get(table_id)

    async def enter(self, table_id: TableId) -> Place:
        """Hold the place of a table once all earlier steps have left; `leave` must follow."""
        place = self._places.get(table_id)
        if place is None:
            place = self._places[table_id] = Place()
        self._places.move_to_end(table_id)
        await place.enter()
        return place

    def leave(self, table_id: TableId, place: Place) -> None:
        """Hand the place to the next step."""
        place.leave()
        if place.loaded is None and not place.busy:
            self._places.pop(table_id, None)
        self._shrink()

    def is_published(self, news: News) -> bool:
        """Return whether listeners already know this process's own change."""
        place = self._places.get(news.table_id)
        return place is not None and place.published >= news.version

    def forget_older(self, news: News) -> None:
        """Forget a table if another process has changed it since."""
        place = self._places.get(news.table_id)
        if place is not None and place.loaded is not None and place.loaded.table.version < news.version:
            place.loaded = None

    def forget_all(self) -> None:
        """Forget every table."""
        for place in self._places.values():
            place.loaded = None

    def forget(self, shards: Collection[int]) -> None:
        """Forget the tables of some shards, whose changes may have been missed."""
        for table_id, place in self._places.items():
            if shard_of(table_id) in shards:
                place.loaded = None

    def _shrink(self) -> None:
        while len(self._places) > self._capacity:
            table_id, place = next(iter(self._places.items()))
            if place.busy:
                return
            del self._places[table_id]
