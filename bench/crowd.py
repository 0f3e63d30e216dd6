"""Opens many tables of two people as fast as the lobby allows. Nobody plays at them."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from types import TracebackType
from typing import Self, TypeVar

from bench.people import Person
from galaxytables.lobby.v1 import tables_pb2
from galaxytables_client import open_channel

T = TypeVar("T")

AT_ONCE = 32
CHANNELS = 4


class Crowd:
    """Two people for each channel to a lobby, who sit at every table that is opened over the channel."""

    def __init__(self, lobby: str, game: str) -> None:
        self._game = game
        self._channels = [open_channel(lobby, shared=False) for _ in range(CHANNELS)]
        self._pairs: list[tuple[Person, Person]] = []
        # With their hosts.
        self.tables: list[tuple[Person, tables_pb2.Table]] = []

    async def __aenter__(self) -> Self:
        for channel in self._channels:
            self._pairs.append((await Person.arrive(channel, "Host"), await Person.arrive(channel, "Guest")))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for channel in self._channels:
            await channel.close()

    async def open(self, count: int, control: tables_pb2.TimeControl | None = None) -> None:
        """Open tables until there are `count`, each with all seats taken."""
        numbers = iter(range(len(self.tables), count))

        async def opener() -> None:
            for number in numbers:
                await self._open(*self._pairs[number % CHANNELS], control)

        await asyncio.gather(*(opener() for _ in range(AT_ONCE)))

    async def start(self, first: int = 0, pause: float = 0.0) -> None:
        """Start the games of all tables from index `first` on.

        The game at index n does not start before n times `pause` seconds have passed.
        """
        begun = monotonic()
        places = iter(range(first, len(self.tables)))

        async def starter() -> None:
            for place in places:
                host, table = self.tables[place]
                await asyncio.sleep(begun + place * pause - monotonic())
                await host.start(table)

        await asyncio.gather(*(starter() for _ in range(AT_ONCE)))

    async def for_each(self, work: Callable[[Person, tables_pb2.Table], Awaitable[T]]) -> list[T]:
        """Do some work at every table, as its host. Returns the results in any order."""
        tables = iter(self.tables)
        results: list[T] = []

        async def worker() -> None:
            for host, table in tables:
                results.append(await work(host, table))

        await asyncio.gather(*(worker() for _ in range(AT_ONCE)))
        return results

    async def _open(self, host: Person, guest: Person, control: tables_pb2.TimeControl | None) -> None:
        table = await host.create(self._game, visibility=tables_pb2.VISIBILITY_PRIVATE, time_control=control)
        await guest.join(table)
        self.tables.append((host, table))
