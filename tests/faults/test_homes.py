"""Three lobbies share the tables; one is killed under play, one stopped for a while: people notice by waiting only."""

import asyncio
import os
import signal
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from bench.people import FINISHED, Person
from galaxytables.rules.v1 import game_pb2
from galaxytables_client import Rules, open_channel
from tests.client.fake_lobby import eventually
from tests.client.stream_player import StreamPlayer
from tests.e2e.running import RunningPlatform

pytestmark = [pytest.mark.e2e, pytest.mark.release]

LOBBIES = 3
TABLES = 14
# At the others people play at homes: at enough for these to be several.
TABLES_BY_CALLS = 4
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


async def verified(host: Person, rules: Rules, table_id: str) -> game_pb2.Record:
    """The record of a game that is over, which replays and has no choice twice."""
    assert (await host.play.view(table_id)).state == FINISHED
    record = await host.play.record(table_id)
    made = [choice.prompt_id for choice in record.choices]
    assert len(set(made)) == len(made)
    answer = await rules.replay(record)
    assert answer.verified, answer.difference
    return record


async def test_a_home_that_is_killed_and_one_that_is_stopped_lose_and_repeat_nothing(platform):
    async with AsyncExitStack() as stack:
        tables = await tables_of_two(stack, platform.lobby)
        by_calls, at_homes = tables[:TABLES_BY_CALLS], tables[TABLES_BY_CALLS:]
        watching = [asyncio.create_task(guest.play.history(table_id)) for table_id, _, guest in by_calls]
        calling = [
            asyncio.create_task(person.play_to_the_end(table_id, Random(number)))
            for number, (table_id, *people) in enumerate(by_calls)
            for person in people
        ]
        streams = [
            [StreamPlayer(platform.lobby, person.token, table_id) for person in people]
            for table_id, *people in at_homes
        ]
        everybody = [player for players in streams for player in players]
        for player in everybody:
            await stack.enter_async_context(player.playing())

        def under_way() -> bool:
            return not all(each.done() for each in calling) and not all(player.over.is_set() for player in everybody)

        await eventually(lambda: len({home for player in everybody for home in player.opened}) > 1)
        killed, stopped = [
            lobby_at(platform, home) for home in sorted({home for player in everybody for home in player.opened})[:2]
        ]
        assert under_way()
        os.kill(killed, signal.SIGKILL)
        await asyncio.sleep(0.5)
        assert under_way()
        os.kill(stopped, signal.SIGSTOP)
        await asyncio.sleep(STOPPED_SECONDS)
        os.kill(stopped, signal.SIGCONT)
        async with asyncio.timeout(400):
            played = await asyncio.gather(*calling)
            seen = await asyncio.gather(*watching)
            await asyncio.gather(*(player.over.wait() for player in everybody))
        async with Rules(platform.rules("race")) as rules:
            for (table_id, host, _), one, other, events in zip(by_calls, played[::2], played[1::2], seen, strict=True):
                record = await verified(host, rules, table_id)
                made = {choice.prompt_id: list(choice.picks) for choice in record.choices}
                assert all(made.get(prompt) == picks for prompt, picks in [*one, *other])
                assert [event.number for event in events] == list(range(1, len(events) + 1))
            for (table_id, host, _), players in zip(at_homes, streams, strict=True):
                record = await verified(host, rules, table_id)
                accepted = [prompt for player in players for prompt in player.accepted]
                assert sorted(choice.prompt_id for choice in record.choices) == sorted(accepted)
                for player in players:
                    assert player.events == list(range(1, player.updates[-1].last_event + 1))
