"""What is put in one by one and taken out together, by one who waits for it."""

import sys
from typing import Generic, TypeVar

from galaxytables_lobby.concurrency.deferred import Deferred

T = TypeVar("T")


class BatchQueue(Generic[T]):
    """Things in order. One at a time may wait for them."""

    __slots__ = ("_items", "_taker")

    def __init__(self) -> None:
        """Begin empty."""
        self._items: list[T] = []
        self._taker: Deferred[None] | None = None

    def __len__(self) -> int:
        return len(self._items)

    def put(self, item: T) -> None:
        """Add one; whoever waits takes it in the next turn of the loop, with all that has come by then."""
        self._items.append(item)
        taker = self._taker
        if taker is not None:
            self._taker = None
            taker.succeed(None)

    async def take(self, most: int = sys.maxsize) -> list[T]:
        """All that is there, or the first so many; at least one, waited for."""
        while not self._items:
            self._taker = Deferred()
            await self._taker
        taken, self._items = self._items[:most], self._items[most:]
        return taken
