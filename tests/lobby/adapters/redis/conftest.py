"""A store for a test, and a client of the same Redis."""

import pytest

from tests.lobby.adapters.redis.test_store import store_at


@pytest.fixture
async def store(redis_server):
    async with store_at(redis_server.url) as opened:
        yield opened


@pytest.fixture
def client(redis_server):
    with redis_server.client() as client:
        yield client
