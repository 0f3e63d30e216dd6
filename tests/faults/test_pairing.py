"""People wait for others while every lobby and worker is killed: each of them gets one seat, by waiting only."""

import asyncio
import os
import signal
from collections import Counter
from contextlib import AsyncExitStack
from random import Random

import pytest

from bench.people import Person
from galaxytables.lobby.v1.pairing_pb2 import TicketOffer
from galaxytables.lobby.v1.tables_pb2 import TABLE_STATE_RUNNING
from galaxytables_client import open_channel
from tests.e2e.running import RunningPlatform

pytestmark = [pytest.mark.e2e, pytest.mark.release]

PEOPLE, ROUNDS = 40, 3


@pytest.fixture
def platform(tmp_path):
    running = RunningPlatform(tmp_path / "data", GAMES="jump", LOBBIES="2")
    running.start()
    yield running
    assert running.stop() == 0


async def test_killed_lobbies_and_workers_cost_nobody_their_seat_and_give_nobody_two(platform):
    chance, offer = Random(3), TicketOffer(game="jump", seats=[2], preset="slow")
    async with AsyncExitStack() as stack:
        everybody = []
        for number in range(PEOPLE):
            channel = await stack.enter_async_context(open_channel(platform.lobby, shared=number % 2 == 0))
            everybody.append(await stack.enter_async_context(await Person.arrive(channel)))
        # Each waits again for each table, which may be with somebody else.
        found: list[str] = []
        for _ in range(ROUNDS):
            waiting = [asyncio.create_task(person.pairing.find_table(offer)) for person in everybody]
            for name in ("lobby", "clock"):
                await asyncio.sleep(chance.uniform(0.2, 1.5))
                for pid in platform.pids(name):
                    os.kill(pid, signal.SIGKILL)
            async with asyncio.timeout(120):
                found += await asyncio.gather(*waiting)
        assert set(Counter(found).values()) == {2}
        for person in everybody:
            mine = (await person.tables.list_mine(page_size=100)).tables
            assert len({each.table.id for each in mine}) == ROUNDS
            assert {each.table.state for each in mine} == {TABLE_STATE_RUNNING}
            assert {each.table.id for each in mine} <= set(found)
