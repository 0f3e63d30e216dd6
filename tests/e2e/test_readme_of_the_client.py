"""The bot in the client's README plays a real game."""

import asyncio
import os
import re
import sys

import pytest

from tests.e2e.running import TOP

pytestmark = [pytest.mark.e2e, pytest.mark.xdist_group("platform")]

README = TOP / "clients" / "python" / "README.md"
MOST_LINES = 20


def bot():
    """The program in the section about it."""
    section = README.read_text().partition("## A bot in twenty lines")[2]
    return section.partition("```python\n")[2].partition("```")[0]


def test_the_bot_has_twenty_lines():
    assert len([line for line in bot().splitlines() if line]) <= MOST_LINES


async def test_the_bot_plays_a_game_to_its_end(platform, tmp_path):
    program = tmp_path / "bot.py"
    program.write_text(bot())
    environment = os.environ | {"PYTHONPATH": str(TOP)}
    playing = await asyncio.create_subprocess_exec(
        sys.executable, program, platform.lobby, env=environment, cwd=tmp_path, stdout=asyncio.subprocess.PIPE
    )
    printed, _ = await asyncio.wait_for(playing.communicate(), 120)
    assert playing.returncode == 0
    found = re.findall(r"^seat (\d): (-?\d+) points, rank (\d)$", printed.decode(), re.MULTILINE)
    assert sorted(seat for seat, _, _ in found) == ["0", "1"]
    assert max(int(points) for _, points, _ in found) >= 50
    assert "1" in {rank for _, _, rank in found}
