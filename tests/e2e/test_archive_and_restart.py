"""A platform whose tables leave Redis at once: a game from its opening into the archive, then a restart of everything.

When all is started again, its gateway last, the time in between costs nobody.
"""

import asyncio
import os
import signal
import subprocess
import sys
import time
from contextlib import aclosing
from hashlib import sha256
from random import Random

import pytest
import redis
from google.protobuf.duration_pb2 import Duration

from bench.people import FINISHED, Person
from galaxytables.jump.v1 import jump_pb2
from galaxytables.lobby.v1 import archive_pb2, play_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_client.digest import canonical
from tests.e2e.running import TOP, RunningPlatform

pytestmark = pytest.mark.e2e

PATIENCE_SECONDS = 90
MOVE = tables_pb2.TimeControl(per_move=Duration(seconds=7_200), grace=Duration())
# Of a second, to which clocks of two processes on one machine agree.
ROUNDING = 0.1
HELD_SECONDS = 8.0


@pytest.fixture(scope="module")
def platform(tmp_path_factory):
    """A platform whose tables leave Redis as soon as they are archived."""
    running = RunningPlatform(tmp_path_factory.mktemp("platform"), GALAXYTABLES_RETENTION="0")
    running.start()
    yield running
    assert running.stop() == 0


async def left_redis(platform, table_id):
    """Wait until no key of a table is left."""
    end = time.monotonic() + PATIENCE_SECONDS
    with redis.Redis(port=int(platform.lobby.rpartition(":")[2]) + 10) as client:
        while client.keys(f"*{table_id}*"):
            assert time.monotonic() < end, "the table never leaves Redis"
            await asyncio.sleep(0.2)


async def choose_once(host, table_id):
    """Answer the first question: a game in which somebody has not chosen is not rated."""
    seat = host.play.seat(table_id)
    async with aclosing(seat.prompts(views=False)) as prompts:
        async for prompt in prompts:
            await seat.answer(prompt, list(prompt.default_picks))
            break


async def test_a_table_of_bots_is_archived_rated_and_proved_fair_long_after(platform, channel, tmp_path):
    host = await Person.arrive(channel, "Ada")
    control = tables_pb2.TimeControl(successor="random")
    table = await host.create(seats=4, options={"hands": "dealt"}, time_control=control)
    for bot in ("greedy", "random", "random"):
        await host.add_bot(table, bot)
    await host.start(table)
    await choose_once(host, table.id)
    await host.play.resign(table.id)
    events = await host.play.history(table.id)
    final, record = await host.play.view(table.id), await host.play.record(table.id)
    await left_redis(platform, table.id)

    game = await host.archive.summary(table.id)
    assert [seat.score for seat in game.seats] == list(final.scores)
    assert [seat.who.bot for seat in game.seats] == ["", "greedy", "random", "random"]
    assert [seat.resigned for seat in game.seats] == [True, False, False, False]
    assert game.seats[0].score.rank == 4
    assert game.rounds > 3
    assert game.rated

    found = (await host.archive.history(archive_pb2.ListHistoryRequest(bots=["greedy"]))).games
    assert list(found) == [game]
    (rating,) = await host.archive.ratings()
    assert (rating.game, rating.games, rating.won, rating.rating) == ("jump", 1, 0, game.seats[0].after)
    board = await host.archive.leaderboard("jump", seats=archive_pb2.SEATS_KIND_MORE, bots=True)
    assert {place.rating.who.bot for place in board.places} == {"greedy", "random"}

    assert await host.play.record(table.id) == record
    assert await host.play.history(table.id) == events
    again = await host.play.view(table.id)
    assert again.now.ToNanoseconds() > final.now.ToNanoseconds()
    again.now.CopyFrom(final.now)
    assert again == final
    assert again.state == FINISHED
    assert again.view.Unpack(jump_pb2.JumpView())

    kept = tmp_path / "record"
    command = [sys.executable, "-m", "galaxytables_verify"]
    variables = {"TABLE": table.id, "SERVER": platform.lobby, "COMMITMENT": table.commitment.hex(), "SAVE": str(kept)}
    proof = await asyncio.to_thread(
        subprocess.run, command, cwd=TOP, env=os.environ | variables, capture_output=True, text=True, check=False
    )
    assert (proof.returncode, proof.stdout.splitlines()[-1]) == (0, "verified"), proof.stdout
    file = await host.archive.download(table.id)
    assert game_pb2.Record.FromString(file.record) == game_pb2.Record.FromString(kept.read_bytes()) == record
    answer = await host.play.verify(table.id)
    assert answer == play_pb2.VerifyRecordResponse(verified=True, digest=sha256(file.record).digest())
    assert file.record == canonical(game_pb2.Record.FromString(file.record))

    figures = platform.metrics()["clock"]
    assert figures['galaxytables_games_archived_total{game="jump",outcome="added"}'] == 1
    assert figures["galaxytables_archive_lateness_seconds_count"] == 1
    assert figures["galaxytables_archive_backlog"] == 0
    for secret in (record.seed.hex(), host.player.id, str(platform.data / "archive.db")):
        assert secret not in platform.logs()
    recompute = [sys.executable, "-m", "galaxytables_lobby.archive", "recompute"]
    url = {"GALAXYTABLES_ARCHIVE_URL": f"sqlite:///{platform.data}/archive.db"}
    done = subprocess.run(recompute, cwd=TOP, env=url, capture_output=True, text=True, check=True)  # noqa: ASYNC221
    assert done.stdout == "1 games rated, 0 ratings changed\n"


def left(view: play_pb2.TableUpdate) -> list[float]:
    """Seconds that each seat has left."""
    now = view.now.ToMilliseconds()
    return [(clock.deadline.ToMilliseconds() - now) / 1000 for clock in view.clocks]


async def held_gateway(platform: RunningPlatform) -> int:
    """The gateway's process, stopped before it has come so far that it says anything."""
    while not (found := await asyncio.to_thread(platform.pids, "web")):  # noqa: ASYNC110  # another process begins
        await asyncio.sleep(0.05)
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
