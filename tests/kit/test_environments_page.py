"""docs/tutorials/environments.md: its programs run as they stand there, one after another."""

import re
from pathlib import Path
from typing import Any

import pytest

from galaxytables_kit.environment import DONE, NEXT, Environment, make

PAGE = Path(__file__).parents[2] / "docs/tutorials/environments.md"
PROGRAMS = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
TEN_LINES = 10


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:  # whatever the programs name
    """What the programs have in common: each goes on where the one before it ended."""
    names: dict[str, Any] = {}  # as above
    for program in PROGRAMS:
        exec(compile(program, str(PAGE), "exec"), names)  # noqa: S102  # our own page
    return names


def test_there_is_a_program_for_each_thing_that_the_page_promises() -> None:
    assert len(PROGRAMS) == 6
    assert len(PROGRAMS[0].splitlines()) == TEN_LINES


def test_the_ten_lines_show_every_part_of_an_environment() -> None:
    for part in ("reset", "prompts", "options", "step", "observe", "clone", "serialize", "playout"):
        assert f".{part}" in PROGRAMS[0]


def test_all_games_end(names: dict[str, Any]) -> None:  # as above
    assert names["again"].over
    assert names["over"]
    assert names["state"].is_terminal()


def test_figures_are_what_they_are_called(names: dict[str, Any]) -> None:  # as above
    assert names["figures"]["hand*#"] == 7
    assert names["first_option"]["offered"] == 1


def test_the_table_lists_all_members_but_those_of_other_paragraphs() -> None:
    listed = set(re.findall(r"^\| `(\w+)", PAGE.read_text(), re.MULTILINE))
    public = {name for name in vars(Environment) if not name.startswith("_")}
    assert public - listed == {"actions", "cut_short", "encoder", "encoding", "go_on", "live", "over"}
    assert str(DONE).upper() in PAGE.read_text()
    assert str(NEXT).upper() in PAGE.read_text()


@pytest.mark.parametrize("name", ["beyond", "jump", "race", "roll"])
def test_the_sizes_of_encodings_are_as_the_page_says(name: str) -> None:
    made = make(name)
    encoder = made.encoder
    sizes = (f"{len(encoder.table_names):,}", len(encoder.prompt_names), len(encoder.option_names), made.actions)
    assert f"| `{made.encoding}` | {' | '.join(map(str, sizes))} |\n" in PAGE.read_text()
