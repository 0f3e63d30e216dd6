"""Three lobbies share the tables; one is killed under play, one stopped for a while: people notice by waiting only."""

import asyncio
import os
import signal
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from bench.people import Person
from galaxytables_client import Rules, open_channel
from tests.client.fake_lobby import eventually
from tests.client.stream_player import StreamPlayer
from tests.e2e.running import RunningPlatform
from tests.faults.test_kill import check

pytestmark = [pytest.mark.e2e, pytest.mark.long]

LOBBIES = 3
TABLES = 12
# Longer than a home may be silent, and than it counts as living.
STOPPED_SECONDS = 5.0


@pytest.fixture
def platform(tmp_path):
    running = RunningPlatform(tmp_path / "data", GAMES="race", LOBBIES=str(LOBBIES))
    running.start()
    yield running
    assert running.stop() == 0


async def arrive(stack: AsyncExitStack, server: str, name: str) -> Person:
    """Come over a connection of one's own, to whichever lobby the system gives."""
    channel = await stack.enter_async_context(open_channel(server, shared=False))
    return await stack.enter_async_context(await Person.arrive(channel, name))


async def tables_of_two(stack: AsyncExitStack, server: str) -> list[tuple[str, Person, Person]]:
    """Begin the tables; everybody has come by themselves."""
    tables = []
    for number in range(TABLES):
        host, guest = [await arrive(stack, server, f"{name} {number}") for name in ("Host", "Guest")]
        table = await host.create("race", seats=2)
        await guest.join(table)
        await host.start(table)
        tables.append((table.id, host, guest))
    return tables


def lobby_at(platform: RunningPlatform, home: str) -> int:
    """The process that is reached at an address of its own."""
    said = f"GALAXYTABLES_HOME_LISTEN={home}\0".encode()
    [found] = [pid for pid in platform.pids("lobby") if said in Path(f"/proc/{pid}/environ").read_bytes()]
    return found


async def test_a_lobby_that_is_killed_and_one_that_is_stopped_lose_and_repeat_nothing(platform):
    async with AsyncExitStack() as stack:
        tables = await tables_of_two(stack, platform.lobby)
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


async def test_people_who_play_at_homes_go_on_when_one_is_killed_and_one_is_stopped(platform):
    async with AsyncExitStack() as stack:
        tables = [
            (table_id, host, [StreamPlayer(platform.lobby, person.token, table_id) for person in (host, guest)])
            for table_id, host, guest in await tables_of_two(stack, platform.lobby)
        ]
        everybody = [player for _, _, players in tables for player in players]
        for player in everybody:
            await stack.enter_async_context(player.playing())
        await eventually(lambda: len({home for player in everybody for home in player.opened}) > 1)
        killed, stopped = [
            lobby_at(platform, home) for home in sorted({home for player in everybody for home in player.opened})[:2]
        ]
        os.kill(killed, signal.SIGKILL)
        await asyncio.sleep(0.5)
        os.kill(stopped, signal.SIGSTOP)
        under_way = sum(not player.over.is_set() for player in everybody)
        await asyncio.sleep(STOPPED_SECONDS)
        os.kill(stopped, signal.SIGCONT)
        assert under_way
        async with asyncio.timeout(400):
            await asyncio.gather(*(player.over.wait() for player in everybody))
        for table_id, host, players in tables:
            made = [choice.prompt_id for choice in (await host.play.record(table_id)).choices]
            assert sorted(made) == sorted(players[0].accepted + players[1].accepted)
            for player in players:
                assert player.events == list(range(1, player.updates[-1].last_event + 1))
