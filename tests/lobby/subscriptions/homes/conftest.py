"""Lobbies that share the tables."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from tests.lobby.house import House
from tests.lobby.subscriptions.homes.lobbies import LOBBIES, settled


@pytest.fixture(autouse=True)
def uncounted(monkeypatch):
    """How many tables a lobby has it hears from tests alone."""
    monkeypatch.setattr("galaxytables_lobby.app.GAUGE_SECONDS", 3_600.0)


@pytest.fixture
async def house(redis_server, counting, monkeypatch) -> AsyncIterator[House]:
    monkeypatch.setattr("galaxytables_lobby.subscriptions.homes.ANNOUNCE_SECONDS", 0.1)
    async with AsyncExitStack() as stack:
        house = House(redis_server.url, counting, stack, homes=True)
        for _ in range(LOBBIES):
            await house.open_lobby()
        await settled(house)
        yield house
