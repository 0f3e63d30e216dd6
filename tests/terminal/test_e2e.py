"""The client on a platform of its own: real lobby, real rules, real bots."""

import asyncio
import random
import socket
from pathlib import Path

import pytest

from galaxytables_terminal.app import TerminalApp
from galaxytables_terminal.question_panel import QuestionPanel
from galaxytables_terminal.settings import read_settings
from galaxytables_terminal.supervise import answers
from tests.terminal.driving import Player, pauses

FIRST, LAST, BLOCK = 20_000, 32_000, 16
MAX_ANSWERS = 400
FOR_A_PLATFORM = 420.0


def free_block() -> int:
    """The first of BLOCK ports in a row that are free now."""
    for _ in range(200):
        first = random.randrange(FIRST, LAST, BLOCK)
        try:
            for port in range(first, first + BLOCK):
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", port))
        except OSError:
            continue
        return first
    pytest.fail("no free ports")


@pytest.fixture
def settings_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Arguments of a client that starts a platform on free ports, with its data below `tmp_path`."""
    first = free_block()
    for name, value in {
        "REDIS_PORT": first + 1,
        "RULES_PORT": first + 2,
        "WEB_PORT": first + 6,
        "METRICS_PORT": first + 7,
        "GALAXYTABLES_DATA": tmp_path / "data",
        "GAMES": "jump",
    }.items():
        monkeypatch.setenv(name, str(value))
    return [f"GALAXYTABLES_LOBBY=127.0.0.1:{first}", f"GALAXYTABLES_STATE={tmp_path / 'state'}", "NAME=Ann"]


async def answer_all(ann: Player, until: str) -> int:
    """Answer every question by its first options until the screen says so; returns how many there were."""
    answered, waits = set[str](), pauses()
    async with asyncio.timeout(FOR_A_PLATFORM):
        while until not in ann.screen and len(answered) < MAX_ANSWERS:
            panels = ann.app.screen.query("#question")
            answer = panels.first(QuestionPanel)._answer if panels else None
            if answer is None or answer.prompt.id in answered:
                await ann.pilot.pause(next(waits))
                continue
            answered.add(answer.prompt.id)
            waits = pauses()
            if answer.single:
                await ann.press("1")
            else:
                for number in range(1, answer.prompt.least + 1):
                    await ann.press(*str(number))
                    if len(answer.picks) < number:
                        await ann.press("space")
            await ann.press("enter")
    return len(answered)


@pytest.mark.e2e
async def test_a_person_comes_back_to_her_seat_after_her_own_platform_was_stopped_and_plays_to_the_end(
    settings_for: list[str],
) -> None:
    settings = read_settings({}, [*settings_for, "GAME=jump", "BOTS=1"])
    app = TerminalApp(settings)
    async with app.run_test(size=(100, 32)) as pilot:
        ann = Player(app, pilot)
        await ann.sees("opening hands", within=FOR_A_PLATFORM)
        assert app.visit.hosts_itself
        assert "Your hand · 7" in ann.screen
        await ann.press("1", "2", "enter")
        await ann.sees("Choose a development or a world")
        table = (await app.visit.lobby.tables.list_mine()).tables[0].table
    assert not await answers(settings.server), "the platform ends with the client that started it"
    app = TerminalApp(read_settings({}, [*settings_for, f"TABLE={table.id}"]))
    async with app.run_test(size=(100, 32)) as pilot:
        ann = Player(app, pilot)
        await ann.sees("Choose a development or a world", "Your hand · 5", within=FOR_A_PLATFORM)
        await ann.press("u")
        await answer_all(ann, until="Round 2 begins")
        assert await answer_all(ann, until="seed promised before the game")
        screen = await ann.sees("Total", "Place", "seed promised before the game")
        assert "NOT" not in screen
