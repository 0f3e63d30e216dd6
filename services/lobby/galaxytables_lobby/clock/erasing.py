"""Continues erasures of players that another process has begun."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from galaxytables_lobby.adapters.archive import Archive
from galaxytables_lobby.adapters.redis import Store, new_origin
from galaxytables_lobby.adapters.rules import Directory
from galaxytables_lobby.people.relations import Relations
from galaxytables_lobby.people.sanctions import Sanctions
from galaxytables_lobby.play.people import People
from galaxytables_lobby.play.renewal import Renewal
from galaxytables_lobby.play.table_admin import TableAdmin
from galaxytables_lobby.settings import Settings
from galaxytables_lobby.tables import Tables


@asynccontextmanager
async def open_erasing(settings: Settings, *, clock: Callable[[], float] | None = None) -> AsyncIterator[People]:
    """Connect to store, archive and rules services while the block runs; `clock` replaces the store's clock."""
    store = Store(settings.redis_url, origin=new_origin(), replicas=settings.wait_replicas)
    clock = clock or store.clock
    games = Directory.of(settings)
    archive = Archive(settings.archive_url, threads=1)
    renewal = Renewal(store, games, archive)
    tables = Tables(store, archive=archive, renewal=renewal, capacity=settings.cached_tables, clock=clock)
    store.start()
    games.start()
    try:
        await archive.start()
        sanctions, relations = Sanctions(store, clock), Relations(store, archive, clock)
        yield People(tables, games, TableAdmin(tables, games), archive, sanctions, relations=relations)
    finally:
        for each in (games, archive, store):
            await each.close()
