"""Creates `AdminService` with all its parts."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from galaxytables.admin.v1 import admin_pb2
from galaxytables_lobby.adapters.archive import Archive
from galaxytables_lobby.adapters.redis import Store, new_origin
from galaxytables_lobby.adapters.rules import Directory
from galaxytables_lobby.admin.acts import Desk, Log
from galaxytables_lobby.admin.calls import CALLS
from galaxytables_lobby.admin.inspector import Inspector
from galaxytables_lobby.admin.roles import guarded
from galaxytables_lobby.admin.settings import Operators
from galaxytables_lobby.api.calls import readiness_of, service
from galaxytables_lobby.people.relations import Relations
from galaxytables_lobby.people.sanctions import Sanctions
from galaxytables_lobby.play.people import People
from galaxytables_lobby.play.renewal import Renewal
from galaxytables_lobby.play.table_admin import TableAdmin
from galaxytables_lobby.settings import Settings
from galaxytables_lobby.tables import Tables
from galaxytables_serving import Service


@dataclass(frozen=True)
class Admin:
    """The admin service, ready to be served. It should get calls while the latest value of `readiness` is true."""

    services: tuple[Service, ...]
    readiness: AsyncIterator[bool]


@asynccontextmanager
async def open_admin(
    settings: Settings, operators: Operators, *, clock: Callable[[], float] | None = None
) -> AsyncIterator[Admin]:
    """Connect the service to store, archive and rules services while the block runs.

    `clock` replaces the store's clock, for tests.
    """
    store = Store(settings.redis_url, origin=new_origin(), replicas=settings.wait_replicas)
    clock = clock or store.clock
    games = Directory.of(settings)
    archive = Archive(settings.archive_url, threads=2)
    renewal = Renewal(store, games, archive)
    tables = Tables(store, archive=archive, renewal=renewal, capacity=settings.cached_tables, clock=clock)
    sanctions = Sanctions(store, clock)
    table_admin = TableAdmin(tables, games)
    desk = Desk(
        access=operators,
        log=Log(archive, clock),
        table_admin=table_admin,
        inspector=Inspector(tables, games, archive, sanctions),
        people=People(tables, games, table_admin, archive, sanctions, relations=Relations(store, archive, clock)),
        tables=tables,
        games=games,
        archive=archive,
        sanctions=sanctions,
    )
    served = service(admin_pb2.DESCRIPTOR.services_by_name["AdminService"], desk, [guarded(call) for call in CALLS])
    store.start()
    games.start()
    try:
        await archive.start()
        await games.probed()
        yield Admin((served,), readiness_of(store))
    finally:
        for each in (games, archive, store):
            await each.close()
