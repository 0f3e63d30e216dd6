"""Nearly a minute of `make soak`: every process killed again and again, Redis restarted, tables of all games."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from galaxytables_platform.games import SERVICES, games_in

TOP = Path(__file__).parents[2]
# Long enough for every kind of process to be killed, at six seconds each at most and some that are just down.
MINUTES = 1.0
# One of each game, and a second one at which somebody never answers: at the first a bot succeeds, at the other nobody.
TABLES = 6
# People who answer at once would keep the machine busy, and be at it no oftener when something is killed.
THINKING = 0.15
PROCESSES = ("redis", *games_in(SERVICES), "lobby", "clock", "beat", "bots")


@pytest.mark.e2e
@pytest.mark.release
@pytest.mark.timeout(900)
def test_killing_everything_again_and_again_loses_nothing() -> None:
    soak = subprocess.run(
        [sys.executable, "-m", "bench.soak"],
        cwd=TOP,
        env=os.environ | {"MINUTES": str(MINUTES), "TABLES": str(TABLES), "THINKING": str(THINKING)},
        capture_output=True,
        text=True,
        timeout=840,
        check=False,
    )
    last = soak.stdout[-4000:] + soak.stderr[-4000:]
    assert soak.returncode == 0, last
    assert " 0 faults; " in last
    assert "Redis restarted: 2" in last
    killed = last.rpartition("killed: ")[2]
    assert all(f"{name} " in killed for name in PROCESSES), killed
