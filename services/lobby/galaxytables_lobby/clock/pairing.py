"""Connects the waves that pair tickets to store and rules services, for a worker of the clock."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from galaxytables_lobby.adapters.archive import Archive
from galaxytables_lobby.adapters.redis import Store, new_origin
from galaxytables_lobby.adapters.rules import Directory
from galaxytables_lobby.concurrency import end_tasks, start_tasks
from galaxytables_lobby.people.relations import Relations
from galaxytables_lobby.people.sanctions import Sanctions
from galaxytables_lobby.people.subscribers import Subscribers
from galaxytables_lobby.play.pairing.waves import Waves
from galaxytables_lobby.play.renewal import Renewal
from galaxytables_lobby.settings import Settings
from galaxytables_lobby.tables import Tables


@asynccontextmanager
async def open_pairing(settings: Settings, *, clock: Callable[[], float] | None = None) -> AsyncIterator[Waves]:
    """Connect to store and rules services while the block runs, and yield the waves; `clock` is for tests."""
    store = Store(settings.redis_url, origin=new_origin(), replicas=settings.wait_replicas)
    clock = clock or store.clock
    games = Directory.of(settings)
    # Nothing is read of it: blocks are in the store.
    archive = Archive(settings.archive_url, threads=1)
    subscribers = Subscribers(store, clock)
    tables = Tables(
        store,
        renewal=Renewal(store, games),
        capacity=settings.cached_tables,
        clock=clock,
        subscribers=subscribers,
    )
    store.start()
    games.start()
    tasks = []
    try:
        await games.probed()
        tasks = start_tasks(subscribers=subscribers.follow_forever())
        yield Waves(tables, games, Sanctions(store, clock), Relations(store, archive, clock).blocked_among)
    finally:
        await end_tasks(tasks)
        for each in (games, archive, store):
            await each.close()
