"""docs/tutorials/environments.md: its programs run as they stand there, one after another."""

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[2] / "docs/tutorials/environments.md"
PROGRAMS = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:  # whatever the programs name
    """What the programs have in common: each goes on where the one before it ended."""
    names: dict[str, Any] = {}  # as above
    for program in PROGRAMS:
        exec(compile(program, str(PAGE), "exec"), names)  # noqa: S102  # our own page
    return names


def test_there_is_a_program_for_each_thing_that_the_page_promises() -> None:
    assert len(PROGRAMS) == 4


def test_a_playout_ends(names: dict[str, Any]) -> None:  # as above
    assert names["decisions"] > 10


def test_a_seat_looks_at_its_hand(names: dict[str, Any]) -> None:  # as above
    assert names["hand"]
    assert names["public"] != names["observation"]


def test_one_option_at_a_time_plays_a_game_to_its_end(names: dict[str, Any]) -> None:  # as above
    assert names["live"].over
    assert set(names["rewards"]) == {0, 1}
