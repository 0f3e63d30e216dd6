"""`make upgrade` with a few tables; and what it looks for is found."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest

from galaxytables.lobby.v1 import play_pb2
from galaxytables.rules.v1 import game_pb2
from tests.upgrade.building import TOP, last_release
from tests.upgrade.crowd import Played


def is_there(commit: str) -> bool:
    command = ["git", "cat-file", "-e", f"{commit}^{{commit}}"]
    return subprocess.run(command, cwd=TOP, capture_output=True, check=False).returncode == 0


@pytest.mark.e2e
@pytest.mark.release
@pytest.mark.timeout(1_200)
@pytest.mark.skipif(not is_there(last_release()), reason="the last release is not in this clone")
def test_from_the_last_release_to_this_one_and_back_nothing_is_lost() -> None:
    variables = os.environ | {"TABLES": "24", "FROM": ""}
    command = [sys.executable, "-m", "tests.upgrade"]
    done = subprocess.run(command, cwd=TOP, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert done.stdout.endswith("0 faults\n")


ASKED = game_pb2.Prompt(id="1.0", seat=0, default_picks=["a"])


class Seat:
    """Somebody who is asked once, and then again when told so."""

    def __init__(self) -> None:
        self.ends = asyncio.Event()

    async def prompts(self, **_: Any) -> AsyncIterator[game_pb2.Prompt]:
        yield ASKED
        await self.ends.wait()

    async def answer(self, *_: Any) -> bool:
        return True


class Play:
    """A lobby that shows what it is given."""

    def __init__(self, *events: int, prompts: tuple[game_pb2.Prompt, ...] = (), holds: bool = True) -> None:
        self.events, self.prompts, self.holds = [*events], prompts, holds
        self.records: list[game_pb2.Record] = []

    async def view(self, _: str) -> play_pb2.TableUpdate:
        return play_pb2.TableUpdate(last_event=self.events.pop(0), prompts=self.prompts)

    async def record(self, _: str) -> game_pb2.Record:
        return self.records.pop(0)

    async def verify(self, _: str) -> Any:
        return SimpleNamespace(verified=self.holds)


async def played() -> tuple[Played, Seat]:
    seat = Seat()
    table = Played("jump", "table", [seat])
    await table.advance(1)
    return table, seat


async def faults_of(table: Played, play: Play) -> list[str]:
    return await table.faults(SimpleNamespace(play=play))  # type: ignore[arg-type]


async def test_a_table_that_went_back_or_asks_again_is_found() -> None:
    table, seat = await played()
    assert await faults_of(table, Play(7)) == []
    assert await faults_of(table, Play(6)) == ["its last event is 6, it was 7"]
    assert await faults_of(table, Play(8, prompts=(ASKED,))) == ["1.0 is asked again"]
    seat.ends.set()
    await table.advance(0)


async def test_a_record_that_lost_a_choice_changed_or_does_not_hold_is_found() -> None:
    table, seat = await played()
    seat.ends.set()
    await table.advance(1)
    assert table.over
    choice = game_pb2.Choice(seat=0, prompt_id="1.0", picks=["a"])
    whole, twice, none = (game_pb2.Record(choices=[choice] * times) for times in (1, 2, 0))
    play = Play(holds=True)
    play.records = [whole, whole, twice, none]
    assert await faults_of(table, play) == []
    assert await faults_of(table, play) == []
    lost = "(0, '1.0', ('a',)) is {} times in the record"
    assert await faults_of(table, play) == [lost.format(2), "its record has changed"]
    assert await faults_of(table, play) == [lost.format(0), "its record has changed"]
    broken = Play(holds=False)
    broken.records = [none]
    assert (await faults_of(table, broken))[-1] == "its record does not hold"
