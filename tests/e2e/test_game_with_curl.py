"""The program of shell in the reference plays a real game over the gateway."""

import asyncio
import os
import re
import shutil

import pytest

from tests.e2e.running import TOP

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(shutil.which("jq") is None, reason="the sample reads JSON with jq, which is not installed"),
]

PAGE = TOP / "docs" / "reference" / "browser-calls.md"
ADDRESS = "127.0.0.1:5180"
WAIT = "sleep 2"


def program():
    return PAGE.read_text().partition("```bash\n")[2].partition("```")[0]


async def test_the_program_plays_a_game_to_its_end(platform, tmp_path):
    assert ADDRESS in program()
    assert WAIT in program()
    playing = await asyncio.create_subprocess_exec(
        *("bash", "-euo", "pipefail", "-c", program().replace(ADDRESS, platform.web).replace(WAIT, "sleep 0.1")),
        env={"PATH": os.environ["PATH"]},
        cwd=tmp_path,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        printed, _ = await asyncio.wait_for(playing.communicate(), 300)
    finally:
        if playing.returncode is None:
            playing.kill()
    assert playing.returncode == 0
    points = re.fullmatch(r"\[0,(\d+)\]\n\[1,(\d+)\]\n", printed.decode())
    assert points
    assert max(map(int, points.groups())) >= 50
