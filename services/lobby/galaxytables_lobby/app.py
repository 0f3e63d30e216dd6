"""Creates a lobby with all its parts."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from types import ModuleType

import structlog

from galaxytables.gateway.v1 import gateway_pb2
from galaxytables.lobby.v1 import (
    accounts_pb2,
    archive_pb2,
    bots_pb2,
    notifications_pb2,
    pairing_pb2,
    passkeys_pb2,
    personal_tokens_pb2,
    platform_pb2,
    play_pb2,
    players_pb2,
    relations_pb2,
    reports_pb2,
    tables_pb2,
    tournaments_pb2,
)
from galaxytables.tunnel.v1 import homes_pb2
from galaxytables_lobby.adapters.archive import Archive
from galaxytables_lobby.adapters.oidc import SignInSettings, allowed_redirects, open_providers
from galaxytables_lobby.adapters.redis import Feed, Store, new_origin
from galaxytables_lobby.adapters.rules import Directory
from galaxytables_lobby.api import accounts as account_calls
from galaxytables_lobby.api import archive as archive_calls
from galaxytables_lobby.api import bots as bot_calls
from galaxytables_lobby.api import gateways as gateway_calls
from galaxytables_lobby.api import notifications as notification_calls
from galaxytables_lobby.api import pairing as pairing_calls
from galaxytables_lobby.api import passkeys as passkey_calls
from galaxytables_lobby.api import personal_tokens as personal_token_calls
from galaxytables_lobby.api import platform as platform_calls
from galaxytables_lobby.api import play as play_calls
from galaxytables_lobby.api import players as player_calls
from galaxytables_lobby.api import relations as relation_calls
from galaxytables_lobby.api import reports as report_calls
from galaxytables_lobby.api import tables as table_calls
from galaxytables_lobby.api import tournaments as tournament_calls
from galaxytables_lobby.api.access import Access
from galaxytables_lobby.api.calls import Lobby, Row, service
from galaxytables_lobby.api.heartbeat import Heartbeat
from galaxytables_lobby.concurrency import end_tasks, start_tasks
from galaxytables_lobby.domain.state import PENDING
from galaxytables_lobby.metrics import (
    SCRIPT_TIME,
    TABLES,
    TABLES_STRANDED,
    TOURNAMENT_ENTRANTS,
    TOURNAMENT_OVERDUE,
    TOURNAMENTS,
)
from galaxytables_lobby.people.accounts import Accounts
from galaxytables_lobby.people.directives import Directives
from galaxytables_lobby.people.limit_settings import LimitSettings
from galaxytables_lobby.people.new_players import NewPlayers
from galaxytables_lobby.people.notifications import Notifications
from galaxytables_lobby.people.online import OnlinePlayers
from galaxytables_lobby.people.passkeys import Passkeys
from galaxytables_lobby.people.personal_tokens import PersonalTokens
from galaxytables_lobby.people.quotas import Quotas
from galaxytables_lobby.people.relations import Relations
from galaxytables_lobby.people.reports import Reports
from galaxytables_lobby.people.revocations import Revocations
from galaxytables_lobby.people.sanctions import Sanctions
from galaxytables_lobby.people.sessions import Sessions, SessionSettings
from galaxytables_lobby.people.sign_in import SignIns
from galaxytables_lobby.people.subscribers import Subscribers
from galaxytables_lobby.people.tokens import Tokens
from galaxytables_lobby.people.word_filters import WordFilters
from galaxytables_lobby.play.analyses import Analyses
from galaxytables_lobby.play.challenging import Challenges
from galaxytables_lobby.play.entering import Entering
from galaxytables_lobby.play.free_seats import FreeSeats
from galaxytables_lobby.play.hints import Hints
from galaxytables_lobby.play.listing import stranded_tables
from galaxytables_lobby.play.looking_back import LookingBack
from galaxytables_lobby.play.merging import Merges
from galaxytables_lobby.play.opening import Opening
from galaxytables_lobby.play.outages import Outages
from galaxytables_lobby.play.pairing.desk import PairingDesk
from galaxytables_lobby.play.passkeys import PasskeyEntrance
from galaxytables_lobby.play.people import People
from galaxytables_lobby.play.platform import PlatformWatching
from galaxytables_lobby.play.records import Records, Verifying
from galaxytables_lobby.play.renewal import Renewal
from galaxytables_lobby.play.sandboxes import Sandboxes
from galaxytables_lobby.play.shared_pages import SharedPages
from galaxytables_lobby.play.steps import Play
from galaxytables_lobby.play.table_admin import TableAdmin
from galaxytables_lobby.play.tournaments.counting import FORMATS, UNDER_WAY, count_tournaments
from galaxytables_lobby.play.tournaments.entering import Entering as TournamentEntering
from galaxytables_lobby.play.tournaments.loop import Tournaments
from galaxytables_lobby.play.tournaments.organising import Organising
from galaxytables_lobby.ports import News
from galaxytables_lobby.settings import Settings
from galaxytables_lobby.subscriptions.bots import BotDesk
from galaxytables_lobby.subscriptions.crowds import Crowds
from galaxytables_lobby.subscriptions.homes import HomeAddress, Homes
from galaxytables_lobby.subscriptions.own_tables import OwnTablesWatching
from galaxytables_lobby.subscriptions.presence import Presence
from galaxytables_lobby.subscriptions.rooms import RoomWatching
from galaxytables_lobby.subscriptions.sentences import Phrasebooks
from galaxytables_lobby.subscriptions.table_lists import TableLists
from galaxytables_lobby.subscriptions.tables import Watching
from galaxytables_lobby.subscriptions.tournaments import TournamentWatching
from galaxytables_lobby.tables import Tables
from galaxytables_serving import GalaxyError, Service

_log = structlog.get_logger(__name__)

SERVICES: tuple[tuple[ModuleType, str, tuple[Row, ...]], ...] = (
    (players_pb2, "PlayerService", player_calls.CALLS),
    (accounts_pb2, "AccountService", account_calls.CALLS),
    (personal_tokens_pb2, "PersonalTokenService", personal_token_calls.CALLS),
    (relations_pb2, "RelationService", relation_calls.CALLS),
    (passkeys_pb2, "PasskeyService", passkey_calls.CALLS),
    (tables_pb2, "TableService", table_calls.CALLS),
    (tournaments_pb2, "TournamentService", tournament_calls.CALLS),
    (pairing_pb2, "PairingService", pairing_calls.CALLS),
    (play_pb2, "PlayService", play_calls.CALLS),
    (bots_pb2, "BotService", bot_calls.CALLS),
    (archive_pb2, "ArchiveService", archive_calls.CALLS),
    (notifications_pb2, "NotificationService", notification_calls.CALLS),
    (reports_pb2, "ReportService", report_calls.CALLS),
    (platform_pb2, "PlatformService", platform_calls.CALLS),
    (homes_pb2, "HomeService", gateway_calls.HOME_CALLS),
    (gateway_pb2, "GatewayService", gateway_calls.GATEWAY_CALLS),
)
"""The module of each service's messages, its name, and its calls."""

GAUGE_SECONDS = 15.0
STRANDED_SECONDS = 60.0
TOURNAMENTS_SECONDS = 30.0


@asynccontextmanager
async def open_lobby(
    settings: Settings,
    tokens: Tokens,
    limits: LimitSettings,
    *,
    home: HomeAddress | None = None,
    sessions: SessionSettings | None = None,
    sign_in: SignInSettings | None = None,
    word_filters: WordFilters | None = None,
    clock: Callable[[], float] | None = None,
) -> AsyncIterator[Lobby]:
    """Connect a lobby to store, archive and rules services while the block runs. Waits until the store responds.

    With a `home` address, the lobby is one of several, each the home of some tables. `word_filters` are the installed
    ones unless others are given. `clock` replaces the store's clock, for tests.
    """
    origin, sessions, sign_in = new_origin(), sessions or SessionSettings(), sign_in or SignInSettings()
    store = Store(settings.redis_url, origin=origin, replicas=settings.wait_replicas)
    clock = clock or store.clock
    tokens = tokens.by(clock)
    games = Directory.of(settings)
    archive, subscribers = Archive(settings.archive_url), Subscribers(store, clock)
    tables = Tables(
        store,
        archive=archive,
        renewal=Renewal(store, games, archive),
        capacity=settings.cached_tables,
        clock=clock,
        subscribers=subscribers,
    )
    homes, directives = Homes(home, store=store), Directives(store, clock)
    watching, tournament_watching = Watching(tables, games, homes.home_for_clients), TournamentWatching(tables)
    rooms, own_tables, bots = RoomWatching(tables), OwnTablesWatching(tables), BotDesk(tables)
    presence, crowds = Presence(tables, own_tables, watching), Crowds(tables, games)
    table_lists = TableLists(tables, games, presence, crowds)
    followers, shared_pages = (table_lists, rooms, bots, own_tables), SharedPages(store, archive)
    tables.listen(watching.changed, shared_pages.changed, *(each.changed for each in followers))

    def on_news(news: News) -> None:
        if news.origin == origin and tables.memory.is_published(news):
            return
        tables.memory.forget_older(news)
        for each in (watching, *followers):
            each.on_news(news)

    def on_gap(shards: Collection[int]) -> None:
        tables.memory.forget(shards)
        watching.mark_stale(shards)
        for each in followers:
            each.mark_stale()

    outages, feed = (
        Outages(tables, watching.show_again, games.plays),
        Feed(settings.redis_url, origin=origin, on_news=on_news, on_gap=on_gap),
    )
    quotas, sanctions, revocations, new_players = (
        Quotas(limits, store, clock, directives),
        Sanctions(store, clock),
        Revocations(store, sessions, clock),
        NewPlayers(limits, store, archive, clock),
    )
    personal_tokens, relations, platform = (
        PersonalTokens(archive, revocations, clock),
        Relations(store, archive, clock),
        PlatformWatching(directives, sanctions),
    )
    access = Access(
        tokens, tables, bots, quotas, sanctions=sanctions, revocations=revocations, personal_tokens=personal_tokens
    )
    heartbeat = Heartbeat(settings.heartbeat, clock, access.refusal)
    access.listen(heartbeat.end_refused)
    accounts, pairing = (
        Accounts(archive, store, revocations, personal_tokens, clock),
        PairingDesk(tables, archive, relations.blocked_among),
    )
    merges, lasting = (
        Merges(tables, archive, accounts, sanctions, relations),
        Sessions(store, tokens, sessions, clock),
    )
    looking_back, records, providers, passkeys = (
        LookingBack(tables, games, archive),
        Records(store, archive),
        open_providers(sign_in),
        Passkeys(store, sign_in.public_address, sign_in.verified),
    )
    lobby = Lobby(
        access=access,
        quotas=quotas,
        sessions=lasting,
        accounts=accounts,
        passkeys=PasskeyEntrance(archive, accounts, lasting, merges, passkeys),
        sign_ins=SignIns(providers, store, allowed_redirects(sign_in.public_address), clock),
        page_address=sign_in.public_address,
        entering=Entering(archive, accounts, lasting, merges),
        people=People(tables, games, TableAdmin(tables, games), archive, sanctions, relations=relations),
        notifications=Notifications(store, subscribers, settings.ways, tables.now, private=settings.private_endpoints),
        personal_tokens=personal_tokens,
        relations=relations,
        challenges=Challenges(store, relations, tables.now),
        online=OnlinePlayers(store, relations, tables.now),
        word_filters=word_filters or WordFilters.installed(),
        reports=Reports(tables, archive, clock),
        conduct_address=settings.conduct_address,
        push_key="" if settings.vapid_key is None else settings.vapid_key.public,
        heartbeat=heartbeat,
        tables=tables,
        games=games,
        archive=archive,
        play=Play(tables, games, watching.viewers),
        opening=Opening(tables, quotas, sanctions, directives, homes.new_table_id, new_players=new_players),
        organising=Organising(Tournaments(tables), tables, games),
        tournament_entering=TournamentEntering(Tournaments(tables), tables, archive, new_players),
        tournament_watching=tournament_watching,
        new_players=new_players,
        hints=Hints(tables, games, watching, bots),
        analyses=Analyses(tables, looking_back, bots),
        looking_back=looking_back,
        records=records,
        sandboxes=Sandboxes(looking_back),
        shared_pages=shared_pages,
        crowds=crowds,
        free_seats=FreeSeats(tables, games),
        verifying=Verifying(records, games),
        outages=outages,
        phrasebooks=Phrasebooks(games),
        watching=watching,
        table_lists=table_lists,
        rooms=rooms,
        own_tables=own_tables,
        directives=directives,
        platform=platform,
        presence=presence,
        pairing=pairing,
        bots=bots,
        homes=homes,
    )
    store.start()
    games.start()
    tasks: list[asyncio.Task[None]] = []
    try:
        await archive.start()
        await feed.start()
        await store.read_time()
        await homes.start()
        # Bans and ended sessions must hold from the first call.
        for known in (sanctions, directives, revocations, subscribers, relations):
            await known.load()
        bots.start()
        heartbeat.start()
        tasks += start_tasks(
            gauges=_count_forever(store, games, quotas, homes),
            stranded=_count_stranded_forever(store, games, outages),
            tournament_gauges=_count_tournaments_forever(tables),
            beats=outages.beat_forever(games),
            sanctions=sanctions.follow_forever(),
            directives=directives.follow_forever(),
            revocations=revocations.follow_forever(),
            subscribers=subscribers.follow_forever(),
            relations=relations.follow_forever(),
            presence=presence.refresh_forever(),
            departures=presence.withdraw_forever(),
            table_lists=table_lists.refresh_forever(),
            tickets=pairing.follow_forever(),
            tournaments=tournament_watching.refresh_forever(),
        )
        yield lobby
    finally:
        await end_tasks(tasks)
        for each in (
            homes,
            heartbeat,
            platform,
            *followers,
            watching,
            tournament_watching,
            feed,
            providers,
            games,
            archive,
            store,
        ):
            await each.close()


def services_of(lobby: Lobby) -> tuple[Service, ...]:
    """Return the gRPC services of a lobby. Send them calls while the latest value of `readiness_of` is true."""
    return tuple(service(module.DESCRIPTOR.services_by_name[name], lobby, calls) for module, name, calls in SERVICES)


async def _count_forever(store: Store, games: Directory, quotas: Quotas, homes: Homes) -> None:
    while True:
        try:
            counts = await store.count_tables(games.names)
            for (game, stage), shards in counts.items():
                TABLES.labels(game, stage.name.lower()).set(sum(shards))
            pending = [shards for (_, stage), shards in counts.items() if stage in PENDING]
            quotas.open_tables.total = sum(map(sum, pending))
            homes.weigh([sum(counts) for counts in zip(*pending, strict=True)])
            SCRIPT_TIME.report(*await store.script_time())
        except GalaxyError as error:
            _log.info("tables_not_counted", reason=error.reason)
        await asyncio.sleep(GAUGE_SECONDS)


async def _count_tournaments_forever(tables: Tables) -> None:
    while True:
        try:
            counts = await count_tournaments(tables.store, tables.now())
        except GalaxyError as error:
            _log.info("tournaments_not_counted", reason=error.reason)
        else:
            for form in FORMATS:
                TOURNAMENT_ENTRANTS.labels(form).set(counts.entrants[form])
                for stage in UNDER_WAY:
                    TOURNAMENTS.labels(form, stage.name.lower()).set(counts.tournaments[form, stage])
            TOURNAMENT_OVERDUE.set(counts.overdue / 1000)
        await asyncio.sleep(TOURNAMENTS_SECONDS)


async def _count_stranded_forever(store: Store, games: Directory, outages: Outages) -> None:
    while True:
        await asyncio.sleep(STRANDED_SECONDS)
        counts = dict.fromkeys(games.names, 0)
        try:
            if outages.is_any_silent():
                async for table in stranded_tables(store, games):
                    counts[table.game] += 1
        except GalaxyError as error:
            _log.info("stranded_tables_not_counted", reason=error.reason)
            continue
        for game, count in counts.items():
            TABLES_STRANDED.labels(game).set(count)
