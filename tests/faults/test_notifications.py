"""Every process is killed with SIGKILL while players are notified: nothing is lost, and repeats have the same id."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from bench.notifications import Heard, Started, running_receiver, subscribers
from bench.soak.breaking import kill_at_random
from bench.soak.findings import Findings
from bench.throughput import layout_of
from galaxytables_lobby.clock.delivering import LEASE_MILLISECONDS
from galaxytables_platform.console import Console
from galaxytables_platform.running import running_platform
from tests.lobby.house import eventually

PROCESSES = {"redis", "race", "lobby", "lobby-2", "clock", "beat"}
# A killed worker's targets rest until its lease ends; then whoever is next must still be started.
SILENCE = LEASE_MILLISECONDS / 1000 + 30


def test_what_is_lost_repeated_or_has_two_ids_is_found() -> None:
    started = {"one": Started(due=2, asked=10.0), "two": Started(due=2, asked=20.0)}
    arrivals = [
        ("a", "started", "ada", "one", 11.0),
        ("a", "started", "ada", "one", 12.0),
        ("b", "started", "bob", "one", 13.0),
        ("c", "started", "bob", "one", 14.0),
        ("d", "started", "ada", "two", 20.5),
        ("e", "started", "eve", "another", 30.0),
    ]
    assert Heard.of(started, arrivals) == Heard(4, [0.5, 1.0, 3.0, 4.0], missing=1, repeated=1, doubled=1)


async def kill_while_notified(folder: Path, monkeypatch: pytest.MonkeyPatch, *, tables: int, longer: float) -> None:
    """Start so many games while processes are killed, and go on killing for `longer` seconds."""
    monkeypatch.setenv("GALAXYTABLES_WEBHOOKS", "private")
    findings, console = Findings(), Console()
    async with AsyncExitStack() as stack:
        receiver = await stack.enter_async_context(running_receiver())
        layout = layout_of(folder, "race", 2)
        supervisor = await stack.enter_async_context(running_platform(layout, console))
        crowd = await stack.enter_async_context(subscribers(layout, "race", receiver.port))
        killing = asyncio.create_task(kill_at_random(supervisor, Random(tables), float("inf"), findings))
        try:
            await crowd.open(tables)
            started = await crowd.start(0.0)
            await asyncio.sleep(longer)
            await eventually(lambda: findings.kills.keys() >= PROCESSES)
        finally:
            killing.cancel()
            await asyncio.gather(killing, return_exceptions=True)
        wanted = sum(each.due for each in started.values())
        assert len(started) == tables
        heard = Heard.of(started, await receiver.wait_for(wanted, silence=SILENCE))
    console.say(f"{heard.due} due, {heard.missing} lost, {heard.repeated} repeated; killed: {dict(findings.kills)}")
    assert (heard.missing, heard.doubled) == (0, 0)


@pytest.mark.e2e
@pytest.mark.release
@pytest.mark.timeout(3600)
async def test_no_notification_of_ten_thousand_is_lost_whatever_is_killed(tmp_path, monkeypatch) -> None:
    await kill_while_notified(tmp_path, monkeypatch, tables=2_500, longer=30)
