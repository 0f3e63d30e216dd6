"""The connections of a worker: to the store, the archive and the rules services. All its tasks share them."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from galaxytables_lobby.adapters.archive import Archive
from galaxytables_lobby.adapters.redis import Store, new_origin
from galaxytables_lobby.adapters.rules import Directory
from galaxytables_lobby.settings import Settings


@dataclass(frozen=True, kw_only=True)
class Connections:
    """Open connections, and the settings that they were opened with."""

    settings: Settings
    store: Store
    archive: Archive
    games: Directory
    clock: Callable[[], float]
    """The store's time, in seconds since the epoch."""


@asynccontextmanager
async def open_connections(
    settings: Settings, *, clock: Callable[[], float] | None = None
) -> AsyncIterator[Connections]:
    """Connect to store, archive and rules services while the block runs; `clock` replaces the store's clock, for tests.

    The block begins once every rules service that was found has been probed.
    """
    store = Store(settings.redis_url, origin=new_origin(), replicas=settings.wait_replicas)
    archive = Archive(settings.archive_url)
    games = Directory.of(settings)
    store.start()
    games.start()
    try:
        await archive.start()
        await games.probed()
        yield Connections(settings=settings, store=store, archive=archive, games=games, clock=clock or store.clock)
    finally:
        for each in (games, archive, store):
            await each.close()
