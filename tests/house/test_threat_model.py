"""The threat model names tests; each exists."""

import re

import pytest

from tests.house.files import ROOT

PAGE = "docs/explanation/threat-model.md"
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)(?:\[([\w ]+)\])?`")
SECTIONS = {"What could be tried": 40, "Taking an account over": 40}
"""Sections with tables of attempts, and how many attempts each has at least."""


def rows(section: str) -> list[str]:
    page = (ROOT / PAGE).read_text(encoding="utf-8").partition(f"## {section}")[2].partition("\n## ")[0]
    found = [line for line in page.splitlines() if line.startswith("| ")]
    return [line for line in found if "| what stops it |" not in line]


def test_every_test_that_the_threat_model_names_exists() -> None:
    named = NAMED.findall((ROOT / PAGE).read_text(encoding="utf-8"))
    assert len(named) > 100
    for path, test, case in named:
        source = (ROOT / path).read_text(encoding="utf-8")
        assert re.search(rf"^(async )?def {test}\(", source, re.MULTILINE), test
        assert not case or re.search(rf'"{case}"|def {case}\(', source), case


@pytest.mark.parametrize(("section", "at_least"), SECTIONS.items())
def test_every_attempt_names_what_shows_that_it_is_stopped(section: str, at_least: int) -> None:
    assert len(rows(section)) >= at_least
    assert all(NAMED.search(row) for row in rows(section))


def test_attempts_to_take_an_account_over_are_numbered() -> None:
    numbers = [int(row.split("|")[1]) for row in rows("Taking an account over")]
    assert numbers == list(range(1, len(numbers) + 1))


def test_no_attempt_to_take_an_account_over_is_shown_by_what_shows_another() -> None:
    shown = [NAMED.findall(row)[0] for row in rows("Taking an account over")]
    assert len(set(shown)) == len(shown)
