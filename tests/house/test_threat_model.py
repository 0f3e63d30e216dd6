"""The threat model names tests; each exists."""

import re

from tests.house.files import ROOT

PAGE = "docs/explanation/threat-model.md"
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def test_every_test_that_the_threat_model_names_exists() -> None:
    named = NAMED.findall((ROOT / PAGE).read_text(encoding="utf-8"))
    assert len(named) > 30
    for path, test in named:
        assert re.search(rf"^(async )?def {test}\(", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE), test


def test_every_attempt_names_what_shows_that_it_is_stopped() -> None:
    table = (ROOT / PAGE).read_text(encoding="utf-8").partition("## What could be tried")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 20
    assert all(NAMED.search(row) for row in rows)
