"""A game's rules in other languages say what the English ones say, paragraph by paragraph."""

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.house.files import ROOT, committed

TRANSLATED = committed("services/*/RULES.*.md")
# What a text of the language has at least one of.
LETTERS = {"ja": re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")}
SECTION = re.compile(r"## (R\d+) (.+)")
PARAGRAPH = re.compile(r"- (R\d+(?:\.\d+)*[a-z]?) (.+)")
WHEN = re.compile(r"<!-- when (.+?) -->")
FIGURE = re.compile(r"R\d+(?:\.\d+)*[a-z]?(?![a-z])|\d+")
# What English says in words, and a translation may say in figures.
IN_WORDS = {
    "1": "a an another each every first once one",
    "2": "both second twice two",
    "3": "third three tripled triples",
    "4": "four fourth",
    "5": "fifth five",
    "6": "six",
    "7": "seven seventh",
    "12": "twelve",
}
FIGURE_OF = {word: figure for figure, words in IN_WORDS.items() for word in words.split()}


class Part(NamedTuple):
    """A section with its title, or a paragraph with its text."""

    number: str
    text: str


def parts(rules: str) -> list[Part]:
    """Sections and paragraphs in their order; what is indented goes on with the paragraph before it."""
    found: list[Part] = []
    for line in rules.splitlines():
        begun = SECTION.fullmatch(line) or PARAGRAPH.fullmatch(line)
        if begun:
            found.append(Part(begun[1], begun[2]))
        elif line.startswith("  "):
            found[-1] = Part(found[-1].number, f"{found[-1].text} {line.strip()}")
    return found


def same_figures(english: str, translated: str) -> bool:
    """Whether all figures of the English text are there, and no others but those that it says in words."""
    said, again = Counter(FIGURE.findall(english)), Counter(FIGURE.findall(translated))
    in_words = Counter(FIGURE_OF[word] for word in re.findall(r"[a-z]+", english.lower()) if word in FIGURE_OF)
    return said <= again <= said + in_words


def when(text: str) -> str:
    """When a paragraph or a section is in play, as its mark says; empty for always."""
    found = WHEN.search(text)
    return found[1] if found else ""


def differences(english: str, translated: str, language: str) -> list[str]:
    """The sections and paragraphs that a translation has otherwise than the English rules do."""
    said, again = parts(english), parts(translated)
    if [part.number for part in said] != [part.number for part in again]:
        return sorted({part.number for part in said} ^ {part.number for part in again}) or ["their order"]
    return [
        first.number
        for first, second in zip(said, again, strict=True)
        if when(first.text) != when(second.text)
        or not (same_figures(first.text, second.text) and LETTERS[language].search(second.text))
    ]


@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: str(path.relative_to(ROOT)))
def test_translated_rules_have_the_paragraphs_and_figures_of_the_english_ones(path: Path) -> None:
    english = path.with_name("RULES.md").read_text(encoding="utf-8")
    assert len(parts(english)) > 50
    assert differences(english, path.read_text(encoding="utf-8"), path.suffixes[0].removeprefix(".")) == []


ENGLISH = "# Game\n\n## R1 Cards\n\n- R1.1 Draw two,\n  by R1.2, pay $3.\n- R1.2 Nothing.\n"
JAPANESE = "# ゲーム\n\n## R1 カード\n\n- R1.1 R1.2により2枚引き、\n  $3支払う。\n- R1.2 なし。\n"


def test_a_translation_may_put_figures_in_another_order_and_words_in_figures() -> None:
    assert differences(ENGLISH, JAPANESE, "ja") == []


@pytest.mark.parametrize(
    ("there", "mistake", "found"),
    [
        ("$3", "$4", ["R1.1"]),
        ("2枚", "3枚", ["R1.1"]),
        ("R1.2により", "R1.1により", ["R1.1"]),
        ("なし。", "なし2。", ["R1.2"]),
        ("なし。", "Nothing.", ["R1.2"]),
        ("R1 カード", "R1 Cards", ["R1"]),
        ("R1 カード", "R2 カード", ["R1", "R2"]),
        ("- R1.2 なし。\n", "", ["R1.2"]),
        ("R1.2 なし。", "R1.2 <!-- when goals=on --> なし。", ["R1.2"]),
        ("- R1.1 R1.2により2枚引き、\n  $3支払う。\n- R1.2 なし。", "- R1.2 なし。\n- R1.1 2枚。", ["their order"]),
    ],
)
def test_a_mistake_in_a_translation_is_found(there: str, mistake: str, found: list[str]) -> None:
    assert there in JAPANESE
    assert differences(ENGLISH, JAPANESE.replace(there, mistake), "ja") == found


def test_every_game_has_its_rules_in_every_language_of_the_lobby() -> None:
    languages = {path.parent.name for path in committed("services/lobby/galaxytables_lobby/words/*/errors.ftl")} - {
        "en"
    }
    assert languages == LETTERS.keys()
    games = {path.parent for path in committed("services/*/RULES.md")}
    assert {path.parent for path in TRANSLATED} == games
    assert len(TRANSLATED) == len(games) * len(languages)


@pytest.mark.parametrize("path", committed("services/*/RULES.md"), ids=lambda path: path.parent.name)
def test_rules_are_in_play_by_options_and_seats_that_the_game_has(path: Path) -> None:
    game = path.parent.name
    page = (ROOT / "docs" / "reference" / f"{game}.md").read_text(encoding="utf-8")
    options, _ = page.partition("## Options of the game")[2].split("## Prompts")
    known = dict(re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|", options, re.MULTILINE))
    terms = [term for _, text in parts(path.read_text(encoding="utf-8")) for term in when(text).split() if term != "or"]
    assert terms
    for term in terms:
        name, values = re.fullmatch(r"(\w+)!?=(\S+)", term).groups()  # type: ignore[union-attr]  # else it fails here
        for value in values.split("|"):
            assert value in "23456" if name == "seats" else f"`{value}`" in known[name], term
