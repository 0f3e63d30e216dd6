"""Pages that people read first have short sentences (`python -m tools.reading`)."""

import pytest

from tests.house.files import ROOT
from tools.reading import average, sentences, words

MAX_AVERAGE = 16
PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CODE_OF_CONDUCT.md",
    "CHANGELOG.md",
    "docs/reference/glossary.md",
    "clients/python/README.md",
    "clients/web/sdk/README.md",
    "docs/reference/bots.md",
    "docs/tutorials/environments.md",
    "docs/how-to/front-ends.md",
    "docs/how-to/operations.md",
    "docs/how-to/releasing.md",
    "docs/how-to/runbook.md",
    "docs/explanation/threat-model.md",
    "examples/goofspiel/README.md",
)


@pytest.mark.parametrize("name", PAGES)
def test_sentences_are_short(name: str) -> None:
    page = (ROOT / name).read_text(encoding="utf-8")
    assert len(sentences(page)) > 5
    assert average(page) <= MAX_AVERAGE


def test_only_prose_is_counted() -> None:
    page = (
        "# A heading of a page\n\nOne sentence [with a link](somewhere.md#far). Another, `with code`!\n\n"
        "| a table | is |\n|---|---|\n\n```\nmake run  # no prose.\n```\n\n- An item\n  of two lines\n1. Another\n"
    )
    assert sentences(page) == [
        "One sentence with a link.",
        "Another, `with code`!",
        "An item of two lines",
        "Another",
    ]
    assert [words(sentence) for sentence in sentences(page)] == [5, 3, 5, 1]


def test_the_readme_stays_short_and_shows_a_picture() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(readme.splitlines()) < 120
    assert "![" in readme


def test_the_glossary_is_in_order_and_gives_each_word_one_meaning() -> None:
    lines = (ROOT / "docs/reference/glossary.md").read_text(encoding="utf-8").splitlines()
    terms = [line.removeprefix("**").partition("**")[0] for line in lines if line.startswith("**")]
    assert len(terms) > 55
    assert terms == sorted(set(terms), key=str.lower)
