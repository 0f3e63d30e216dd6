"""Fixtures of the lobby's tests: real Redis, PostgreSQL and rules service, real lobbies behind real gRPC."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack

import pytest

from tests.lobby.archives import PostgresServer
from tests.lobby.counting import CountingService
from tests.lobby.house import House
from tests.lobby.redis_server import RedisServer


@pytest.fixture(scope="session")
def shared_redis(tmp_path_factory) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.kill()


@pytest.fixture
def redis_server(shared_redis: RedisServer) -> RedisServer:
    """An empty server, shared by tests that do not stop it."""
    with shared_redis.client() as client:
        client.flushall()
    return shared_redis


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    server = PostgresServer()
    try:
        server.start()
        yield server
    finally:
        server.stop()


@pytest.fixture
async def counting() -> AsyncIterator[CountingService]:
    service = CountingService()
    await service.start()
    yield service
    await service.stop()


@pytest.fixture(autouse=True)
def _leaps_of_time_are_no_outages(monkeypatch):
    """Scenes put the clock forward; whoever wants outages says how long a silence is one."""
    monkeypatch.setattr("galaxytables_lobby.play.outages.LONGEST_SILENCE", 10**12)


@pytest.fixture
def _time_stands_still(house) -> None:
    """The house's clock shows what the scene makes of it, whatever time the machine takes."""
    house.clock.stand_still()


@pytest.fixture
async def house(redis_server, counting) -> AsyncIterator[House]:
    """Everything that a scene needs, with one lobby open."""
    async with AsyncExitStack() as stack:
        house = House(redis_server.url, counting, stack)
        await house.open_lobby()
        yield house


@pytest.fixture(params=["sqlite", "postgresql"])
async def archived_at(request, redis_server, counting) -> AsyncIterator[House]:
    """As `house`, with the archive in either database."""
    url = "" if request.param == "sqlite" else request.getfixturevalue("postgres").new_archive()
    async with AsyncExitStack() as stack:
        house = House(redis_server.url, counting, stack, archive_url=url)
        await house.open_lobby()
        yield house
