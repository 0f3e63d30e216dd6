"""The bots' own process on a real platform: tables of bots alone, with the bots killed among them."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import urllib.request
from contextlib import aclosing

import pytest

from bench.people import FINISHED, Person
from galaxytables.lobby.v1 import tables_pb2
from tests.e2e.running import TOP, RunningPlatform
from tests.ports import free_port

pytestmark = pytest.mark.e2e

KEYS = "test:" + "k" * 40
TABLES = 12
BOUND = 120.0


@pytest.fixture(scope="module")
def platform(tmp_path_factory):
    data = tmp_path_factory.mktemp("platform")
    running = RunningPlatform(data, GALAXYTABLES_TOKEN_KEYS=KEYS, GALAXYTABLES_BOT_DELAY="0.05")
    running.start()
    yield running
    assert running.stop() == 0


async def table_of_bots(host: Person, number: int) -> str:
    """A table whose host has left the seat to a bot."""
    table = await host.create(seats=3)
    await host.add_bot(table, "greedy")
    await host.add_bot(table, "random")
    await host.tables.leave(table.id)
    await host.add_bot(table, ("greedy", "random")[number % 2])
    await host.start(table)
    return table.id


def total(figures: dict[str, float], metric: str) -> float:
    return sum(value for sample, value in figures.items() if sample.startswith(metric))


def figures_at(port: int) -> dict[str, float]:
    try:
        page = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60).read().decode()
    except OSError:
        return {}
    return {sample: float(value) for sample, value in re.findall(r"^(galaxytables\S+) (\S+)$", page, re.MULTILINE)}


async def until(condition) -> None:
    async with asyncio.timeout(BOUND):
        while not await condition():  # noqa: ASYNC110  # what is waited for happens in other processes
            await asyncio.sleep(0.1)


async def played_to_the_end(host: Person, tables: list[str]) -> None:
    for table in tables:

        async def finished(table=table):
            return (await host.play.view(table)).state == FINISHED

        await until(finished)


async def test_tables_of_bots_end_although_their_bots_are_killed(platform):
    async with await Person.arrive(platform.lobby) as host:
        tables = await asyncio.gather(*(table_of_bots(host, number) for number in range(TABLES)))
        for events in (20, 50):

            async def far_enough(events=events):
                told = sum([(await host.play.view(table)).last_event for table in tables])
                return told > events * TABLES and bool(platform.pids("bots"))

            await until(far_enough)
            platform.kill("bots")
        await played_to_the_end(host, tables)
        for table in tables:
            record = await host.play.record(table)
            prompts = [choice.prompt_id for choice in record.choices]
            assert len(set(prompts)) == len(prompts)
            assert max(score.total for score in record.scores) >= 50

        async def no_seats_left():
            figures = (await asyncio.to_thread(platform.metrics)).get("bots", {})
            return total(figures, "galaxytables_bots_seats") == 0 < total(figures, "galaxytables_bots_choices_total")

        await until(no_seats_left)


async def test_two_hosts_of_the_same_bots_do_not_get_in_each_others_way(platform):
    port = free_port()
    own = {
        "GALAXYTABLES_LOBBY": platform.lobby,
        "GALAXYTABLES_TOKEN_KEYS": KEYS,
        "GALAXYTABLES_METRICS_PORT": str(port),
    }
    second = subprocess.Popen([sys.executable, "-m", "galaxytables_bots"], cwd=TOP, env=os.environ | own)  # noqa: ASYNC220

    async def hosting():
        return (
            total(await asyncio.to_thread(figures_at, port), 'galaxytables_bots_connected_streams{call="HostBots"}')
            == 1
        )

    try:
        await until(hosting)
        async with await Person.arrive(platform.lobby) as host:
            tables = await asyncio.gather(*(table_of_bots(host, number) for number in range(4)))
            await played_to_the_end(host, tables)
        assert total(figures_at(port), "galaxytables_bots_choices_total") > 0
        second.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(second.wait, 30) == 0
    finally:
        second.kill()
        second.wait()


async def test_a_person_at_a_private_table_answers_by_hints(platform):
    async with await Person.arrive(platform.lobby) as ann:
        table = await ann.create(visibility=tables_pb2.VISIBILITY_PRIVATE)
        await ann.add_bot(table, "greedy")
        await ann.start(table)
        seat, told = ann.play.seat(table.id), []
        async with aclosing(seat.prompts()) as prompts:
            async for prompt in prompts:
                hint = await ann.play.hint(table.id, prompt.id)
                told.append({fact.name for fact in hint.answers[0].facts})
                await seat.answer(prompt, hint.answers[0].picks)
                if len(told) == 3:
                    break
        assert all("win_percent" in names for names in told)
        await ann.play.resign(table.id)
        analysis = await ann.play.analyse(table.id)
        assert [choice.next_win_percent for choice in analysis.choices][-1] == 0
        assert len(analysis.choices) >= 3
        for choice in analysis.choices:
            then = await ann.play.view(table.id, at_event=choice.at_event)
            assert choice.prompt_id in {prompt.id for prompt in then.prompts}


def test_without_a_token_the_process_says_what_is_missing():
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GALAXYTABLES_")}
    told = subprocess.run(
        [sys.executable, "-m", "galaxytables_bots"],
        cwd=TOP,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert told.returncode == 2
    assert told.stderr.count("\n") == 1
    assert "GALAXYTABLES_BOTS_TOKEN" in told.stderr
