"""Every process killed with SIGKILL under fifty running tables: nothing acknowledged is lost, nothing happens twice."""

import asyncio
from collections import Counter
from random import Random

import pytest

from bench.people import FINISHED, Person
from galaxytables.lobby.v1 import tables_pb2
from galaxytables_client import Rules, open_channel
from tests.e2e.running import RunningPlatform

pytestmark = [pytest.mark.e2e, pytest.mark.long]

TABLES = 50
ABSENT_EVERY = 5
"""At every fifth table the second person never answers: only the clock brings it to its end."""
KILLED = ("lobby", "jump", "redis", "bots", "clock", "beat")


@pytest.fixture
def platform(tmp_path):
    running = RunningPlatform(tmp_path / "data")
    running.start()
    yield running
    assert running.stop() == 0


async def test_killed_processes_lose_nothing_and_repeat_nothing(platform):
    random = Random(1)
    async with open_channel(platform.lobby) as channel:
        hosts = [await Person.arrive(channel, f"Host {number}") for number in range(TABLES)]
        tables = [await seated(channel, host, number) for number, host in enumerate(hosts)]
        playing = [
            asyncio.create_task(host.play_to_the_end(table.id, Random(number)))
            for number, (host, table) in enumerate(zip(hosts, tables, strict=True))
        ]
        killing = asyncio.create_task(kill_all_in_turn(platform, random, playing))
        played = await asyncio.gather(*playing)
        under_way = await killing
        assert all(under_way.values()), f"killed with nothing under way: {under_way}"
        async with Rules(platform.rules("jump")) as rules:
            for host, table, acknowledged in zip(hosts, tables, played, strict=True):
                await check(host, rules, table.id, acknowledged)
    assert sum(map(len, played)) > TABLES


async def seated(channel, host, number):
    """A table of the host, a bot, and at some tables somebody who never answers."""
    control = tables_pb2.TimeControl()
    absent = number % ABSENT_EVERY == 0
    control.per_move.FromSeconds(1 if absent else 30)
    table = await host.create(seats=3 if absent else 2, time_control=control)
    if absent:
        await (await Person.arrive(channel)).join(table)
    await host.add_bot(table)
    await host.start(table)
    return table


async def kill_all_in_turn(platform, random, playing):
    """Kill each kind of process once, at moments that differ; give how many tables were under way each time."""
    under_way = {}
    for name in KILLED:
        await asyncio.sleep(0.5 + random.random())
        async with asyncio.timeout(240):
            while not platform.pids(name):  # noqa: ASYNC110  # until it is back from the kill before
                await asyncio.sleep(0.2)
        under_way[name] = sum(not table.done() for table in playing)
        platform.kill(name)
    return under_way


async def check(host, rules, table_id, acknowledged):
    final = await host.play.view(table_id)
    assert final.state == FINISHED
    record = await host.play.record(table_id)
    made = {choice.prompt_id: list(choice.picks) for choice in record.choices}
    twice = [prompt for prompt, times in Counter(choice.prompt_id for choice in record.choices).items() if times > 1]
    assert not twice
    lost = [prompt for prompt, picks in acknowledged if made.get(prompt) != picks]
    assert not lost
    answer = await rules.replay(record)
    assert answer.verified, answer.difference
