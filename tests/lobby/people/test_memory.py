"""A lobby under attack: whoever comes again and again, and holds on to what they got, costs no more memory for it."""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from typing import Any

import grpc.aio
import psutil
import pytest

from galaxytables.lobby.v1 import play_pb2, players_pb2
from galaxytables_lobby.domain.limits import Rate, Scope
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.people import quotas
from galaxytables_lobby.people.quotas import LocalBuckets
from galaxytables_lobby.people.tokens import Tokens
from galaxytables_serving import GalaxyError, open_channel
from galaxytables_serving.sources import Source
from tests.lobby.archives import sqlite_archive
from tests.lobby.counting import NAME
from tests.lobby.house import KEYS, Guest, eventually
from tests.lobby.test_processes import process
from tests.ports import free_port

pytestmark = pytest.mark.e2e

WAVE = 300
# What a wave may add once the lobby holds as much as it may; without limits streams, watches and connections add 5 MB.
MAX_BYTES = 1_500_000
MAX_WAVES = 4
LIMITS = {
    "GALAXYTABLES_CONNECTIONS": "60",
    "GALAXYTABLES_CALLS": "400",
    "GALAXYTABLES_LIMIT_GUESTS": "address=30/600",
    "GALAXYTABLES_LIMIT_TABLES": "player=10/600",
    "GALAXYTABLES_LIMIT_STREAMS": "player=20",
    "GALAXYTABLES_LIMIT_WATCHES": "player=20",
    "GALAXYTABLES_LIMIT_CALLS": "off",
}


class Attacker:
    """Somebody with one token who never lets go."""

    def __init__(self, port: int, channel: grpc.aio.Channel, guest: Guest) -> None:
        self.port, self.channel, self.guest = port, channel, guest
        self.held: list[Any] = []
        self.tables: list[str] = []

    async def connect(self) -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.held.append(writer)

    async def arrive(self) -> None:
        await self.guest.players.CreateGuest(players_pb2.CreateGuestRequest(name="Ada"))

    async def create(self) -> None:
        self.tables.append((await self.guest.create()).id)

    async def stream(self) -> None:
        watched = self.guest.play.WatchTable(
            play_pb2.WatchTableRequest(table_id=self.tables[0]), metadata=self.guest.metadata
        )
        self.held.append(watched)
        await watched.read()

    async def watch(self) -> None:
        """A stream with a wave of watches, of which nothing more is read than its first word."""
        stream = self.guest.play.Play(metadata=self.guest.metadata)
        self.held.append(stream)
        # A stream too many has ended before it is written to.
        with suppress(asyncio.InvalidStateError):
            for number in range(WAVE):
                watch = play_pb2.WatchTableRequest(table_id=self.tables[0])
                await stream.write(play_pb2.PlayRequest(id=number + 1, watch=watch))
        await stream.read()


@pytest.fixture
async def attacker(redis_server, counting, tmp_path) -> AsyncIterator[tuple[Attacker, psutil.Process]]:
    port = free_port()
    variables = {
        "GALAXYTABLES_LISTEN": f"127.0.0.1:{port}",
        "GALAXYTABLES_REDIS_URL": redis_server.url,
        "GALAXYTABLES_ARCHIVE_URL": sqlite_archive(tmp_path),
        "GALAXYTABLES_GAMES": f"{NAME}=dns:///127.0.0.1:{counting.port}",
        "GALAXYTABLES_TOKEN_KEYS": ",".join(f"{kid}:{key.decode()}" for kid, key in KEYS.items()),
        "GALAXYTABLES_DRAIN": "0.5",
        **LIMITS,
    }
    async with AsyncExitStack() as stack:
        child, _ = await stack.enter_async_context(
            process(sys.executable, "-m", "galaxytables_lobby", folder=tmp_path, **variables)
        )
        channel = await stack.enter_async_context(open_channel(f"127.0.0.1:{port}"))
        token, _ = Tokens(KEYS).make(Person(PlayerId("mallory"), "Mallory"))
        attacker = Attacker(port, channel, Guest(channel, token, "mallory"))

        async def ready() -> bool:
            with suppress(grpc.aio.AioRpcError):
                return (await attacker.guest.list_games()).games[0].available
            return False

        await eventually(ready, within=90)
        yield attacker, psutil.Process(child.pid)


async def wave(act: Callable[[], Awaitable[None]], times: int) -> None:
    """Try again and again; being refused is what is to be expected."""
    for _ in range(0, times, 50):
        tried = [act() for _ in range(min(times, 50))]
        for each in await asyncio.gather(*tried, return_exceptions=True):
            assert each is None or isinstance(each, grpc.aio.AioRpcError | OSError), each


async def test_attacks_cost_no_more_memory_the_longer_they_last(attacker):
    mallory, lobby = attacker
    await wave(mallory.create, 20)
    for act, times in (
        (mallory.arrive, WAVE),
        (mallory.create, WAVE),
        (mallory.stream, WAVE),
        (mallory.watch, 20),
        (mallory.connect, WAVE),
    ):
        await wave(act, 2 * times)
        grown: list[int] = []
        # An allocator takes memory in lumps now and then; what is kept for every attempt adds to each wave.
        while min(grown, default=MAX_BYTES) >= MAX_BYTES:
            assert len(grown) < MAX_WAVES, (act.__name__, grown)
            before = lobby.memory_info().rss
            await wave(act, times)
            grown.append(lobby.memory_info().rss - before)
    assert len(mallory.tables) == 10
    # What it has let in goes on.
    await mallory.guest.table(mallory.tables[0])


def test_callers_whom_nobody_has_seen_before_leave_nothing_behind(monkeypatch):
    monkeypatch.setattr(quotas, "MAX_BUCKETS", 100)
    pace = LocalBuckets("calls", {Scope.ADDRESS: Rate(2, 60), Scope.ALL: Rate(5_000, 60)}, lambda: 1_000_000.0)
    often = Source("198.51.100.7")
    for number in range(1_000):
        pace.take(Source(f"2001:db8:0:{number:x}::/64"))
        with suppress(GalaxyError):
            pace.take(often)
    assert len(pace._full) == 100
    with pytest.raises(GalaxyError):
        pace.take(often)
