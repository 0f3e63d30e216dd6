"""A platform that is stopped as a whole and started again, its gateway last: the time in between costs nobody."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from random import Random

import pytest
from google.protobuf.duration_pb2 import Duration

from bench.people import FINISHED, Person
from galaxytables.lobby.v1 import play_pb2, tables_pb2
from tests.e2e.running import RunningPlatform

pytestmark = pytest.mark.e2e

MOVE = tables_pb2.TimeControl(per_move=Duration(seconds=7_200), grace=Duration())
# Of a second, to which clocks of two processes on one machine agree.
ROUNDING = 0.1
HELD_SECONDS = 8.0


@pytest.fixture
def platform(tmp_path) -> Iterator[RunningPlatform]:
    """A platform of this test alone, which stops and starts it."""
    running = RunningPlatform(tmp_path)
    running.start()
    yield running
    running.stop()


def left(view: play_pb2.TableUpdate) -> list[float]:
    """Seconds that each seat has left."""
    now = view.now.ToMilliseconds()
    return [(clock.deadline.ToMilliseconds() - now) / 1000 for clock in view.clocks]


async def held_gateway(platform: RunningPlatform) -> int:
    """The gateway's process, stopped before it has come so far that it says anything."""
    while not (found := await asyncio.to_thread(platform.pids, "web")):  # noqa: ASYNC110  # another process begins
        await asyncio.sleep(0.01)
    os.kill(found[0], signal.SIGSTOP)
    return found[0]


async def test_a_restart_of_every_process_costs_nobody_clock_time_and_tables_go_on(platform):
    people = [await Person.arrive(platform.lobby, name) for name in ("Ada", "Bea")]
    table = await people[0].create(time_control=MOVE)
    await people[1].join(table)
    await people[0].start(table)
    before = await people[0].play.view(table.id)
    assert await asyncio.to_thread(platform.stop) == 0
    stopped = time.monotonic()
    starting = asyncio.create_task(asyncio.to_thread(platform.start))
    gateway = await held_gateway(platform)
    # The lobby is back long before it.
    await people[0].play.view(table.id)
    await asyncio.sleep(HELD_SECONDS)
    down = time.monotonic() - stopped
    os.kill(gateway, signal.SIGCONT)
    await starting
    after = await people[0].play.view(table.id)
    elapsed = (after.now.ToMilliseconds() - before.now.ToMilliseconds()) / 1000
    given = [elapsed - (was - now) for was, now in zip(left(before), left(after), strict=True)]
    assert all(down - ROUNDING <= each <= elapsed for each in given), (down, given, elapsed)
    await asyncio.gather(*(person.play_to_the_end(table.id, Random(seat)) for seat, person in enumerate(people)))
    assert (await people[0].play.view(table.id)).state == FINISHED
    metrics = await asyncio.to_thread(platform.metrics)
    compared = {name for name, samples in metrics.items() if "galaxytables_clock_skew_seconds" in samples}
    assert compared == set(metrics) - {"jump", "bots"}
