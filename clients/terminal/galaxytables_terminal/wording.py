"""What the terminal itself says, by messages of Project Fluent: `words/<language>/*.ftl`, one catalogue a language.

Games and the lobby bring words of their own (`vocabulary`); the two never mix, so their ids may be the same.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from galaxytables_client.words import Words, message_id

_FOLDER = Path(__file__).with_name("words")
_ENGLISH = "en"


def languages() -> frozenset[str]:
    """The languages that the terminal speaks."""
    return frozenset(folder.name for folder in _FOLDER.iterdir() if folder.is_dir())


def chosen_language(wanted: str) -> str:
    """The first language of a list that the terminal speaks, written as systems do (`ja_JP.UTF-8:en`); else English."""
    for name in wanted.split(":"):
        base = name.strip().replace("-", "_").partition("_")[0].partition(".")[0].lower()
        if base in languages():
            return base
    return _ENGLISH


class Wording:
    """The terminal's words in one language: `say("room-free-seats", count=2)`."""

    def __init__(self, language: str) -> None:
        self.language = language
        sources = sorted((_FOLDER / language).glob("*.ftl"))
        self._words = Words(language, [source.read_text(encoding="utf-8") for source in sources], {})

    def __call__(self, message: str, **variables: int | str) -> str:
        """A message, by its id; the id itself where there is none, so that nothing stops for want of a word."""
        return self._words.message(message, variables) or message

    def known(self, message: str, **variables: int | str) -> str:
        """A message, empty where there is none."""
        return self._words.message(message, variables)

    def listed(self, items: Sequence[str]) -> str:
        """Items one after another, with what the language puts between."""
        said = "".join(items[:1])
        for item in items[1:]:
            said = self("people-comma", first=said, second=item)
        return said

    def one_of(self, messages: Mapping[Any, str], value: int) -> str:  # values of any enum of the contracts
        """The message for a value of an enum; empty for values that have none."""
        return self(messages[value]) if value in messages else ""

    def word(self, prefix: str, word: str) -> str:
        """A word that the server sends, as the terminal calls it in a place (`race-kind`); else the bare word."""
        return self.known(message_id(prefix, word)) or word.replace("_", " ") if word else ""


@cache
def wording(language: str) -> Wording:
    """The words in a language, read once."""
    return Wording(language)


ENGLISH = wording(_ENGLISH)
"""For whoever reads a log or a traceback."""
