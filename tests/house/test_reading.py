"""Pages have short sentences, and something to look at on every screen (`python -m tools.reading`)."""

import pytest

from tests.house.files import ROOT, committed
from tools.reading import average, prose_lines, sentences, words

MAX_AVERAGE = 16
MAX_PROSE_LINES = 40
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in committed("*.md")
    if path.parent.name != "changelog.d" or path.name == "README.md"
)
SCREENS = [
    page for page in PAGES if "/RULES." not in page and page not in {"CHANGELOG.md", "docs/reference/glossary.md"}
]
"""Pages whose screens each have a block of code, a table or a picture; rules, changelog and glossary are lists."""


@pytest.mark.parametrize("page", PAGES)
def test_sentences_are_short(page: str) -> None:
    assert average((ROOT / page).read_text(encoding="utf-8")) <= MAX_AVERAGE


@pytest.mark.parametrize("page", SCREENS)
def test_every_screen_has_code_a_table_or_a_picture(page: str) -> None:
    assert prose_lines((ROOT / page).read_text(encoding="utf-8")) <= MAX_PROSE_LINES


def test_lines_between_things_to_look_at_are_counted() -> None:
    page = (
        "# Heading\n\ntext\n\n```\ncode\n\n\n\n\n\n```\ntext\n| a | b |\n![a picture](x.png)\n\n    code\ntext\ntext\n"
    )
    assert prose_lines(page) == 4


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
