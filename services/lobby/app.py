"""The lobby put together."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

import structlog

from galaxy.lobby.v1 import (
    archive_pb2,
    archive_pb2_grpc,
    bots_pb2,
    bots_pb2_grpc,
    play_pb2,
    play_pb2_grpc,
    players_pb2,
    players_pb2_grpc,
    tables_pb2,
    tables_pb2_grpc,
)
from services.lobby.api.access import Access
from services.lobby.api.archive import ArchiveServicer
from services.lobby.api.bots import BotServicer
from services.lobby.api.heartbeat import Heartbeat
from services.lobby.api.play import PlayServicer
from services.lobby.api.players import PlayerServicer
from services.lobby.api.tables import TableServicer
from services.lobby.archive import Archive
from services.lobby.commands.moves import Moves
from services.lobby.identity.tokens import Tokens
from services.lobby.metrics import SCRIPT_TIME, STORE_READY, TABLES
from services.lobby.projection.sentences import Phrasebooks
from services.lobby.replay.looking_back import LookingBack
from services.lobby.repository.outages import Outages
from services.lobby.repository.records import Records
from services.lobby.repository.renewal import Renewal
from services.lobby.repository.tables import TableRepository
from services.lobby.rules import Directory
from services.lobby.settings import Settings
from services.lobby.store import Feed, News, Store
from services.lobby.tasks import end_tasks
from services.lobby.watching.bots import BotDesk
from services.lobby.watching.lobby import LobbyWatching
from services.lobby.watching.notices import Notices
from services.lobby.watching.tables import Watching
from services.serving import GalaxyError, Service

_log = structlog.get_logger(__name__)

GAUGE_SECONDS = 15.0
READINESS_SECONDS = 1.0


@dataclass(frozen=True)
class Lobby:
    """A lobby that runs; `services` are to be served while `readiness` says so."""

    services: tuple[Service, ...]
    readiness: AsyncIterator[bool]
    repository: TableRepository
    games: Directory
    watching: Watching
    bots: BotDesk
    notices: Notices


def new_origin() -> bytes:
    """A name for this process that no other has."""
    return secrets.token_hex(6).encode()


@asynccontextmanager
async def open_lobby(
    settings: Settings, tokens: Tokens, *, clock: Callable[[], float] = time.time
) -> AsyncIterator[Lobby]:
    """Connect everything, and take it apart in the end; waits until the store answers."""
    origin = new_origin()
    store = Store(settings.redis_url, origin=origin, replicas=settings.wait_replicas)
    games = Directory(settings.games, streams=settings.rules_streams)
    archive = Archive(settings.archive_url)
    records = Records(store, archive)
    renewal = Renewal(store, games, archive)
    repository = TableRepository(store, archive=archive, renewal=renewal, capacity=settings.cached_tables, clock=clock)
    watching = Watching(repository, games)
    lobby_watching = LobbyWatching(repository, games.names)
    bots = BotDesk(repository)
    notices = Notices(repository)
    heartbeat = Heartbeat(settings.heartbeat, clock)
    listening = (watching, lobby_watching, notices, bots)

    def on_news(news: News) -> None:
        if news.origin == origin and repository.has_told(news):
            return
        repository.heard(news)
        for each in listening:
            each.heard(news)

    def on_gap() -> None:
        repository.forget_all()
        for each in listening:
            each.doubt_all()

    outages = Outages(repository, watching.show_again, lambda game: games.rules_of(game).available)
    feed = Feed(settings.redis_url, origin=origin, on_news=on_news, on_gap=on_gap)
    access = Access(tokens, repository, bots)
    moves = Moves(repository, games, watching.viewers)
    services = _services(
        PlayerServicer(tokens, access),
        TableServicer(
            access=access,
            repository=repository,
            games=games,
            moves=moves,
            bots=bots,
            watching=lobby_watching,
            notices=notices,
            heartbeat=heartbeat,
            phrasebooks=Phrasebooks(games),
        ),
        PlayServicer(
            access=access,
            repository=repository,
            games=games,
            moves=moves,
            watching=watching,
            records=records,
            looking_back=LookingBack(repository, games, archive),
            heartbeat=heartbeat,
            phrasebooks=Phrasebooks(games),
        ),
        BotServicer(access=access, bots=bots, games=games, heartbeat=heartbeat),
        ArchiveServicer(access=access, games=games, archive=archive, records=records, clock=clock),
    )
    store.start()
    games.start()
    tasks: list[asyncio.Task[None]] = []
    try:
        await archive.start()
        await feed.start()
        bots.start()
        heartbeat.start()
        tasks.append(asyncio.create_task(_count_forever(store, games), name="gauges"))
        tasks.append(asyncio.create_task(outages.beat_forever(games), name="beats"))
        yield Lobby(services, _readiness(store), repository, games, watching, bots, notices)
    finally:
        await end_tasks(tasks)
        for each in (heartbeat, bots, notices, lobby_watching, watching, feed, games, archive, store):
            await each.close()


def _services(
    players: PlayerServicer, tables: TableServicer, play: PlayServicer, bots: BotServicer, archive: ArchiveServicer
) -> tuple[Service, ...]:
    return (
        Service(
            players_pb2.DESCRIPTOR.services_by_name["PlayerService"],
            partial(players_pb2_grpc.add_PlayerServiceServicer_to_server, players),
        ),
        Service(
            tables_pb2.DESCRIPTOR.services_by_name["TableService"],
            partial(tables_pb2_grpc.add_TableServiceServicer_to_server, tables),
        ),
        Service(
            play_pb2.DESCRIPTOR.services_by_name["PlayService"],
            partial(play_pb2_grpc.add_PlayServiceServicer_to_server, play),
        ),
        Service(
            bots_pb2.DESCRIPTOR.services_by_name["BotService"],
            partial(bots_pb2_grpc.add_BotServiceServicer_to_server, bots),
        ),
        Service(
            archive_pb2.DESCRIPTOR.services_by_name["ArchiveService"],
            partial(archive_pb2_grpc.add_ArchiveServiceServicer_to_server, archive),
        ),
    )


async def _readiness(store: Store) -> AsyncIterator[bool]:
    """Whether any part of the store answers, again and again; a part that does not keeps others from nothing."""
    while True:
        share = await store.share_that_answers()
        STORE_READY.set(share)
        yield share > 0
        await asyncio.sleep(READINESS_SECONDS)


async def _count_forever(store: Store, games: Directory) -> None:
    while True:
        try:
            for (game, stage), count in (await store.count_tables(games.names)).items():
                TABLES.labels(game, stage.name.lower()).set(count)
            SCRIPT_TIME.report(*await store.script_time())
        except GalaxyError as error:
            _log.info("tables_not_counted", reason=error.reason)
        await asyncio.sleep(GAUGE_SECONDS)
