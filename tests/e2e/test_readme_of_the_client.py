"""The programs in the client's README play real games."""

import asyncio
import os
import re
import sys

import pytest

from tests.e2e.running import TOP

pytestmark = pytest.mark.e2e

README = TOP / "clients" / "python" / "README.md"
MAX_LINES = 20


def program_of(heading):
    """The program in a section."""
    section = README.read_text().partition(f"## {heading}\n")[2]
    return section.partition("```python\n")[2].partition("```")[0]


def with_its_view():
    """The bot of twenty lines with the loop that reads the view in the place of its own."""
    reading = program_of("Reading a game's view").partition("async for")
    loop = "".join(f"        {line}\n" for line in f"{reading[1]}{reading[2]}".splitlines())
    before, _, after = program_of("A bot in twenty lines").partition("        async for prompt")
    return f"{reading[0]}{before}{loop}        for score{after.partition('        for score')[2]}"


async def printed_by(program, platform, folder):
    """What a program prints that is given the lobby's address."""
    (folder / "program.py").write_text(program)
    environment = os.environ | {"PYTHONPATH": str(TOP), "PYTHONIOENCODING": "utf-8"}
    running = await asyncio.create_subprocess_exec(
        *(sys.executable, "program.py", platform.lobby),
        env=environment,
        cwd=folder,
        stdout=asyncio.subprocess.PIPE,
    )
    printed, _ = await asyncio.wait_for(running.communicate(), 120)
    assert running.returncode == 0
    return printed.decode()


def test_the_bot_has_twenty_lines():
    assert len([line for line in program_of("A bot in twenty lines").splitlines() if line]) <= MAX_LINES


@pytest.mark.parametrize("heading", ["A bot in twenty lines", "Without async", "Reading a game's view"])
async def test_the_bot_plays_a_game_to_its_end(platform, tmp_path, heading):
    program = program_of(heading) if heading != "Reading a game's view" else with_its_view()
    printed = await printed_by(program, platform, tmp_path)
    found = re.findall(r"^seat (\d): (-?\d+) points, rank (\d)$", printed, re.MULTILINE)
    assert sorted(seat for seat, _, _ in found) == ["0", "1"]
    # Who always answers with the default may be behind a bot that does so at random.
    assert max(int(points) for _, points, _ in found) >= 50
    assert "1" in {rank for _, _, rank in found}


async def test_two_guests_play_the_same_game_again(platform, tmp_path):
    program = program_of("Two guests in a sandbox")
    first, again = [await printed_by(program, platform, tmp_path) for _ in range(2)]
    points = re.fullmatch(r"\[(\d+), (\d+)\]\n", first)
    assert points
    assert max(map(int, points.groups())) >= 50
    assert again == first


async def test_questions_and_options_are_said_in_japanese(platform, tmp_path):
    lines = (await printed_by(program_of("In words"), platform, tmp_path)).splitlines()
    assert len(lines) > 20
    assert not [line for line in lines if line.isascii()]
    assert any(line.startswith("- ") for line in lines)
