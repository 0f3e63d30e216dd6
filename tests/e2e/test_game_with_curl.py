"""The commands of shell in the reference: one plays a real game over the gateway, one follows a game."""

import asyncio
import os
import re
import shutil

import pytest

from galaxytables_client import Guest, Lobby
from galaxytables_platform.demo.hosting import host
from tests.e2e.running import TOP

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(shutil.which("jq") is None, reason="the sample reads JSON with jq, which is not installed"),
]

PAGE = TOP / "docs" / "reference" / "browser-calls.md"
ADDRESS = "127.0.0.1:5180"
WAIT = "sleep 2"


def program(language="bash"):
    return PAGE.read_text().partition(f"```{language}\n")[2].partition("```")[0]


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


async def test_the_events_of_a_game_come_to_its_end(platform, tmp_path):
    async with Lobby(platform.lobby, Guest("Ann")) as lobby:
        table = await host(lobby, "jump", {}, ["random", "random"], "bots")
        token = lobby.token
        following = await asyncio.create_subprocess_exec(
            *("bash", "-euo", "pipefail", "-c", program("sh").replace(ADDRESS, platform.web)),
            env={"PATH": os.environ["PATH"], "token": token, "table": table.id},
            cwd=tmp_path,
            stdout=asyncio.subprocess.PIPE,
        )
        printed, _ = await asyncio.wait_for(following.communicate(), 300)
    events = printed.decode().split("\n\n")
    assert following.returncode == 0
    assert events[-2:] == ["event: end\ndata: {}", ""]
    assert '"state": "TABLE_STATE_FINISHED"' in events[-3]
