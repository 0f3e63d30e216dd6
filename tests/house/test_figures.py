"""Measured figures of the docs are written by commands: a table that a person typed holds goals, never results."""

import re

import pytest

from bench.pages import DOCS

PAGES = ("explanation/performance.md", "reference/measurements.md", "explanation/scale.md")
WRITTEN = re.compile(r"<!-- written: ([a-z-]+) by `[^`]+` -->\n.*?<!-- end of \1 -->\n", re.DOTALL)
TABLE = re.compile(r"^(\|.*)\n\|[-: |]+\n((?:\|.*\n)+)", re.MULTILINE)
PLANNED = {"what", "goal", "unit", "since"}


def cells(line: str) -> list[str]:
    return [re.sub(r"`[^`]*`|\]\([^)]*\)", "", cell).strip() for cell in line.strip().strip("|").split("|")]


def results_by_hand(page: str) -> list[str]:
    """All cells with a figure in tables that a person typed, but those of columns that say what is planned."""
    found = []
    for head, body in TABLE.findall(WRITTEN.sub("", page)):
        for line in body.splitlines():
            row = zip(cells(head), cells(line), strict=True)
            found += [cell for name, cell in row if name not in PLANNED and re.search(r"\d", cell)]
    return found


@pytest.mark.parametrize("name", PAGES)
def test_no_result_is_typed_into_a_table(name: str) -> None:
    assert not results_by_hand((DOCS / name).read_text())


def test_one_that_is_typed_is_found() -> None:
    page = (DOCS / "explanation/performance.md").read_text()
    typed = "\n| step | gain |\n|---|---|\n| compiled rules | 0.74 |\n"
    assert results_by_hand(page + typed) == ["0.74"]
