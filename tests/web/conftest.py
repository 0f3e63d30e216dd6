"""Fixtures of the gateway's tests: those of the lobby's, and a gateway in front of it."""

from collections.abc import AsyncIterator

import pytest

from tests.lobby.conftest import (  # noqa: F401 - fixtures
    _leaps_of_time_are_no_outages,
    counting,
    house,
    redis_server,
    shared_redis,
)
from tests.lobby.house import House
from tests.web.gateway import RunningGateway, open_gateway


@pytest.fixture
async def gateway(house: House) -> AsyncIterator[RunningGateway]:  # noqa: F811 - a fixture
    async with open_gateway(house.addresses[0]) as running:
        yield running
