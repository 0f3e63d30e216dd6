"""Fixtures of the lobby's tests: a real Redis, a real rules service, real lobbies behind real gRPC."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack

import pytest

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


@pytest.fixture
async def counting() -> AsyncIterator[CountingService]:
    service = CountingService()
    await service.start()
    yield service
    await service.stop()


@pytest.fixture
async def house(redis_server, counting) -> AsyncIterator[House]:
    """Everything that a scene needs, with one lobby open."""
    async with AsyncExitStack() as stack:
        house = House(redis_server.url, counting, stack)
        await house.open_lobby()
        yield house
