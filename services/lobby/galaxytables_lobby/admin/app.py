"""Creates `AdminService` with all its parts."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from galaxytables.admin.v1 import admin_pb2
from galaxytables_lobby.adapters.archive import Archive
from galaxytables_lobby.adapters.oidc import open_provider
from galaxytables_lobby.adapters.redis import Store, new_origin
from galaxytables_lobby.adapters.rules import Directory
from galaxytables_lobby.admin.acts import Desk, Log
from galaxytables_lobby.admin.calls import CALLS
from galaxytables_lobby.admin.console_settings import PROVIDER, ConsoleSettings
from galaxytables_lobby.admin.inspector import Inspector
from galaxytables_lobby.admin.overview import Overview
from galaxytables_lobby.admin.roles import guarded
from galaxytables_lobby.admin.sessions import ConsoleSessions
from galaxytables_lobby.admin.settings import Operators
from galaxytables_lobby.api.calls import Row, readiness_of, service
from galaxytables_lobby.people.directives import Directives
from galaxytables_lobby.people.relations import Relations
from galaxytables_lobby.people.sanctions import Sanctions
from galaxytables_lobby.play.people import People
from galaxytables_lobby.play.renewal import Renewal
from galaxytables_lobby.play.table_admin import TableAdmin
from galaxytables_lobby.settings import Settings
from galaxytables_lobby.subscriptions.sentences import Phrasebooks
from galaxytables_lobby.tables import Tables
from galaxytables_serving import Service


@dataclass(frozen=True)
class Admin:
    """The admin service, ready to be served. It should get calls while the latest value of `readiness` is true."""

    services: tuple[Service, ...]
    readiness: AsyncIterator[bool]


def _guarded(call: Row) -> Row:
    return call if call.who is Operators.anybody else guarded(call)


@asynccontextmanager
async def open_admin(
    settings: Settings,
    operators: Operators,
    *,
    console: ConsoleSettings | None = None,
    clock: Callable[[], float] | None = None,
) -> AsyncIterator[Admin]:
    """Connect the service to store, archive and rules services while the block runs.

    `console` says where operators sign in to the console.
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
    console = console or ConsoleSettings()
    provider = console.provider
    providers = open_provider(
        PROVIDER,
        provider,
        scope=provider.scope if provider else "",
        groups_claim=provider.groups_claim if provider else "",
    )
    sessions = ConsoleSessions(store, providers, console, operators.role_of, clock)
    desk = Desk(
        access=operators.with_sessions(sessions),
        log=Log(archive, clock),
        table_admin=table_admin,
        inspector=Inspector(tables, games, archive, sanctions),
        people=People(tables, games, table_admin, archive, sanctions, relations=Relations(store, archive, clock)),
        tables=tables,
        games=games,
        archive=archive,
        sanctions=sanctions,
        sessions=sessions,
        phrasebooks=Phrasebooks(games),
        overview=Overview(tables, games, archive, sanctions),
        directives=Directives(store, clock),
    )
    served = service(admin_pb2.DESCRIPTOR.services_by_name["AdminService"], desk, [_guarded(call) for call in CALLS])
    store.start()
    games.start()
    try:
        await archive.start()
        await games.probed()
        yield Admin((served,), readiness_of(store))
    finally:
        for each in (providers, games, archive, store):
            await each.close()
