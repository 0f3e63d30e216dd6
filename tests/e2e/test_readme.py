"""The program in the README plays a real game."""

import asyncio
import os
import re
import sys

import pytest

from tests.e2e.running import TOP

pytestmark = pytest.mark.e2e

MAX_LINES = 10
ADDRESS = "127.0.0.1:5100"


def program():
    section = (TOP / "README.md").read_text().partition("## Play a game in ten lines\n")[2]
    return section.partition("```python\n")[2].partition("```")[0]


def test_the_program_has_ten_lines():
    assert 5 < len([line for line in program().splitlines() if line]) <= MAX_LINES
    assert ADDRESS in program()


async def test_the_program_plays_a_game_to_its_end(platform, tmp_path):
    (tmp_path / "play.py").write_text(program().replace(ADDRESS, platform.lobby))
    playing = await asyncio.create_subprocess_exec(
        *(sys.executable, "play.py"),
        env=os.environ | {"PYTHONPATH": str(TOP)},
        cwd=tmp_path,
        stdout=asyncio.subprocess.PIPE,
    )
    printed, _ = await asyncio.wait_for(playing.communicate(), 300)
    assert playing.returncode == 0
    points = re.fullmatch(r"\[(-?\d+), (-?\d+)\]\n", printed.decode())
    assert points
    assert max(map(int, points.groups())) >= 50
