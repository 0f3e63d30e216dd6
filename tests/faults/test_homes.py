"""Three lobbies share the tables; one is killed under play, one stopped for a while: people notice by waiting only."""

import asyncio
import os
import signal
from contextlib import AsyncExitStack
from random import Random

import pytest

from bench.people import Person
from galaxy_client import Rules
from tests.e2e.running import RunningPlatform
from tests.faults.test_kill import check

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]

TABLES = 12
# Longer than a home may be silent, and than it counts as living.
STOPPED_SECONDS = 5.0


@pytest.fixture
def platform(tmp_path):
    running = RunningPlatform(tmp_path / "data", GAMES="race", LOBBIES="3")
    running.start()
    yield running
    assert running.stop() == 0


async def test_a_lobby_that_is_killed_and_one_that_is_stopped_lose_and_repeat_nothing(platform):
    async with AsyncExitStack() as stack:

        async def arrive(name: str) -> Person:
            # Each over a connection of their own, to whichever lobby the system gives them.
            return await stack.enter_async_context(await Person.arrive(platform.lobby, name))

        tables = []
        for number in range(TABLES):
            host, guest = await arrive(f"Host {number}"), await arrive(f"Guest {number}")
            table = await host.create("race", seats=2)
            await guest.join(table)
            await host.start(table)
            tables.append((table.id, host, guest))
        watching = [asyncio.create_task(guest.play.history(table_id)) for table_id, _, guest in tables]
        playing = [
            asyncio.create_task(person.play_to_the_end(table_id, Random(number)))
            for number, (table_id, *persons) in enumerate(tables)
            for person in persons
        ]
        await asyncio.sleep(0.5)
        killed, stopped, _ = platform.pids("lobby")
        under_way = [sum(not each.done() for each in playing)]
        os.kill(killed, signal.SIGKILL)
        await asyncio.sleep(0.5)
        os.kill(stopped, signal.SIGSTOP)
        under_way.append(sum(not each.done() for each in playing))
        await asyncio.sleep(STOPPED_SECONDS)
        os.kill(stopped, signal.SIGCONT)
        played = await asyncio.gather(*playing)
        seen = await asyncio.gather(*watching)
        assert all(under_way), f"nothing was under way: {under_way}"
        async with Rules(platform.rules("race")) as rules:
            for (table_id, host, _), acknowledged, events in zip(
                tables, zip(played[::2], played[1::2], strict=True), seen, strict=True
            ):
                await check(host, rules, table_id, [*acknowledged[0], *acknowledged[1]])
                assert [event.number for event in events] == list(range(1, len(events) + 1))
