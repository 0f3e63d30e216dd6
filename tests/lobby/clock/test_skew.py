"""Wall clocks that are wrong: no table loses a turn, no clock is given time, sweeps happen, and a figure says so."""

import asyncio
import sys
import time
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

import grpc.aio
import pytest
from google.protobuf.duration_pb2 import Duration

from galaxytables.lobby.v1.tables_pb2 import TABLE_STATE_FINISHED, TimeControl
from galaxytables_lobby.adapters.redis.store import SKEW_SECONDS, StoreClock
from galaxytables_lobby.play.outages import LONGEST_SILENCE
from tests.lobby.clock.test_clock import kinds, per_move
from tests.lobby.counting import NAME
from tests.lobby.house import KEYS, House, eventually
from tests.lobby.test_processes import figure, process
from tests.lobby.workers import open_sweep
from tests.ports import free_port

MOVE_SECONDS = 600
PATIENCE = 90.0


@pytest.fixture(autouse=True)
def _silences_are_outages(monkeypatch, _leaps_of_time_are_no_outages):
    monkeypatch.setattr("galaxytables_lobby.play.outages.LONGEST_SILENCE", LONGEST_SILENCE)


@asynccontextmanager
async def skewed(seconds: int, *module: str, **variables):
    """A process whose wall clock is ahead."""
    async with process(sys.executable, "-m", "tests.skewed", str(seconds), *module, **variables) as running:
        yield running


def variables_of(house: House, **more: str) -> dict[str, str]:
    return {
        "GALAXYTABLES_REDIS_URL": house.redis_url,
        "GALAXYTABLES_BROKER_URL": house.redis_url.replace("/0", "/1"),
        "GALAXYTABLES_GAMES": f"{NAME}=dns:///127.0.0.1:{house.counting.port}",
        "GALAXYTABLES_ARCHIVE_URL": house.settings.archive_url,
        **more,
    }


async def shows_skew(port: int, seconds: int) -> bool:
    return abs(await figure(port, "galaxytables_clock_skew_seconds") - seconds) < 1


async def keeps_its_time(guest, table_id) -> None:
    """Nobody has lost a turn, been given time, or is shown a deadline by another clock than the store's."""
    told = await kinds(guest, table_id)
    assert (told.count("clocked_out"), told.count("compensated")) == (0, 0)
    seen = await guest.view(table_id)
    now = seen.now.ToMilliseconds() / 1000
    assert abs(now - time.time()) < PATIENCE
    for clock in seen.clocks:
        if clock.HasField("deadline"):
            assert MOVE_SECONDS - PATIENCE < clock.deadline.ToMilliseconds() / 1000 - now <= MOVE_SECONDS + 1


@pytest.mark.e2e
@pytest.mark.parametrize(("worker", "beat"), [(-700, 700), pytest.param(3, -3, marks=pytest.mark.release)])
async def test_the_clock_acts_on_time_whatever_its_own_wall_clocks_say(worker, beat, redis_server, counting, tmp_path):
    ahead = {"worker": worker, "beat": beat}
    metrics = {name: free_port() for name in ahead}
    async with AsyncExitStack() as stack:
        house = House(redis_server.url, counting, stack)
        await house.open_lobby()
        for name, port in metrics.items():
            command = ("celery", "-A", "galaxytables_lobby.clock", "--quiet", name)
            variables = variables_of(house, GALAXYTABLES_METRICS_PORT=str(port))
            await stack.enter_async_context(skewed(ahead[name], *command, folder=tmp_path, **variables))
        slow, (careful, _) = await house.started(time_control=per_move(MOVE_SECONDS))
        control = TimeControl(per_move=Duration(seconds=1))
        quick, (absent, _) = await house.started(time_control=control, options={"rounds": "2"})

        async def over() -> bool:
            return bool((await absent.table(quick)).state == TABLE_STATE_FINISHED)

        await eventually(over, PATIENCE)
        for name, port in metrics.items():
            await eventually(partial(shows_skew, port, ahead[name]), PATIENCE)
        assert (await kinds(absent, quick)).count("clocked_out") == 4
        await keeps_its_time(careful, slow)


@pytest.mark.e2e
@pytest.mark.parametrize("seconds", [-700, 700])
async def test_a_lobby_goes_by_the_stores_time_and_not_by_its_own(seconds, redis_server, counting, tmp_path):
    port, metrics = free_port(), free_port()
    async with AsyncExitStack() as stack:
        house = House(redis_server.url, counting, stack)
        await house.open_lobby()
        table_id, (one, two) = await house.started(time_control=per_move(MOVE_SECONDS), options={"rounds": "9"})
        variables = variables_of(
            house,
            GALAXYTABLES_TOKEN_KEYS=f"k1:{KEYS['k1'].decode()}",
            GALAXYTABLES_LISTEN=f"127.0.0.1:{port}",
            GALAXYTABLES_METRICS_PORT=str(metrics),
        )
        await stack.enter_async_context(skewed(seconds, "galaxytables_lobby", folder=tmp_path, **variables))
        channel = await stack.enter_async_context(grpc.aio.insecure_channel(f"127.0.0.1:{port}"))
        await asyncio.wait_for(channel.channel_ready(), PATIENCE)
        house.channels.append(channel)
        await eventually(partial(shows_skew, metrics, seconds), PATIENCE)
        sweep = await stack.enter_async_context(open_sweep(house.settings))
        there = [house.at(guest, 1) for guest in (one, two)]

        async def plays() -> bool:
            return bool((await there[0].list_games()).games[0].available)

        await eventually(plays, PATIENCE)
        for _ in range(2):
            for guest in there:
                await guest.pick(table_id)
            # The beats of both lobbies are in the store by then.
            beaten = house.lobbies[0].tables.now()

            async def has_beaten(beaten=beaten) -> bool:
                last, _ = await house.lobbies[0].tables.store.beat((), now=0, longest_silence=LONGEST_SILENCE)
                return bool(last[NAME] > beaten + LONGEST_SILENCE)

            await eventually(has_beaten, PATIENCE)
            assert await sweep.sweep() == 0
            for guest in (one, *there):
                await keeps_its_time(guest, table_id)
        assert not house.lobbies[0].tables.outages
        # Whoever comes there is let in here.
        newcomer = await house.guest("Newcomer", lobby=1)
        await house.at(newcomer, 0).table(table_id)


def test_the_stores_time_is_known_to_within_what_its_answers_took():
    clock = StoreClock(steady=lambda: 0.0, wall=lambda: 1_000.0)
    clock.observe(1_000.0, sent=0.0, answered=4.0)
    assert clock() == 998.0
    clock.observe(1_002.0, sent=2.0, answered=9.0)
    assert clock() == 998.0, "an answer that took long changes nothing that it agrees with"
    clock.observe(1_010.0, sent=10.5, answered=10.5)
    assert clock() == 999.5
    clock.observe(1_020.0, sent=10.5, answered=10.5)
    assert clock() == 1_009.5, "a store that was promoted may have another time"


def test_a_skew_is_logged_when_it_comes_and_when_it_goes(monkeypatch):
    told = []
    monkeypatch.setattr(
        "galaxytables_lobby.adapters.redis.store._log.warning",
        lambda event, **values: told.append((event, values["seconds"])),
    )
    walls = [0.0, 700.0, 700.0, SKEW_SECONDS / 2]
    clock = StoreClock(steady=lambda: 0.0, wall=iter(walls).__next__)
    for _ in walls:
        clock.observe(0.0, sent=0.0, answered=0.0)
    assert told == [("clock_skewed", 700.0), ("clock_agrees", 0.5)]
