"""The games that are served here keep the contract over the wire, as any stranger's must."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from galaxytables_contract import laws  # noqa: F401 - knows all laws
from galaxytables_contract.inspection import LAWS, Inspection, Sight, Verdict, find
from galaxytables_contract.rules import RulesAt
from galaxytables_platform.games import example_games, served_games
from tests.e2e.running import TOP
from tests.ports import free_port

pytestmark = [pytest.mark.e2e]

START_SECONDS = 60
GAMES = {**example_games(), **served_games()}
# Inspected before a release only.
LATER = {"beyond", "roll"}


@contextmanager
def served(package: str) -> Iterator[RulesAt]:
    target = f"127.0.0.1:{free_port()}"
    environment = os.environ | {"GALAXYTABLES_LISTEN": target, "GALAXYTABLES_METRICS_PORT": ""}
    process = subprocess.Popen([sys.executable, "-m", package], cwd=TOP, env=environment)
    try:
        with RulesAt(target) as rules:
            rules.reach(START_SECONDS)
            yield rules
    finally:
        process.terminate()
        process.wait()


def found(package: str, verdicts: set[Verdict], *, games: int, moments: int, lacks: frozenset[Sight]) -> list[str]:
    with served(package) as rules:
        inspection = Inspection(rules, games, moments)
        return [str(finding) for each in LAWS if (finding := find(each, inspection, lacks)).verdict in verdicts]


def test_jump_drive_keeps_every_law() -> None:
    wrong = {Verdict.BROKEN, Verdict.NOT_SEEN}
    assert not found(GAMES["jump"], wrong, games=3, moments=20, lacks=frozenset({Sight.BROKEN_RULE}))


@pytest.mark.parametrize(
    "game",
    [pytest.param(each, marks=[pytest.mark.release] * (each in LATER)) for each in sorted(GAMES.keys() - {"jump"})],
)
def test_no_game_breaks_a_law_that_a_look_at_one_table_shows(game: str) -> None:
    """The suite of the kit looks at many tables of each."""
    assert not found(GAMES[game], {Verdict.BROKEN}, games=1, moments=6, lacks=frozenset())
