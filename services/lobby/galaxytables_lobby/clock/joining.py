"""Continues merges of guests into accounts that other processes have begun."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from galaxytables_lobby.adapters.archive import Archive
from galaxytables_lobby.adapters.redis import Store, new_origin
from galaxytables_lobby.people.accounts import Accounts
from galaxytables_lobby.people.endings import Endings
from galaxytables_lobby.people.personal_tokens import PersonalTokens
from galaxytables_lobby.people.relations import Relations
from galaxytables_lobby.people.sanctions import Sanctions
from galaxytables_lobby.people.sessions import SessionSettings
from galaxytables_lobby.people.subscribers import Subscribers
from galaxytables_lobby.play.joining import Joinings
from galaxytables_lobby.settings import Settings
from galaxytables_lobby.tables import Tables
from galaxytables_serving.settings import read_settings


@asynccontextmanager
async def open_joinings(settings: Settings, *, clock: Callable[[], float] | None = None) -> AsyncIterator[Joinings]:
    """Connect to store and archive while the block runs, and yield the merges; `clock` replaces the store's clock."""
    store = Store(settings.redis_url, origin=new_origin(), replicas=settings.wait_replicas)
    archive = Archive(settings.archive_url, threads=1)
    clock = clock or store.clock
    # It reads nothing of them: any account may be a subscriber.
    subscribers = Subscribers(store, clock)
    tables = Tables(store, archive=archive, capacity=settings.cached_tables, clock=clock, subscribers=subscribers)
    endings = Endings(store, read_settings(SessionSettings), clock)
    accounts = Accounts(archive, store, endings, PersonalTokens(archive, endings, clock), clock)
    store.start()
    try:
        await archive.start()
        yield Joinings(tables, archive, accounts, Sanctions(store, clock), Relations(store, archive, clock))
    finally:
        await archive.close()
        await store.close()
