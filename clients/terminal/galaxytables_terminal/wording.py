"""The terminal's own texts, as messages of Project Fluent: `words/<language>/*.ftl`, one folder for each language.

Games and the lobby have words of their own (`vocabulary`); the two are kept apart, so their ids may be the same.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from galaxytables_client.words import Words, message_id

_FOLDER = Path(__file__).with_name("words")
_ENGLISH = "en"


def languages() -> frozenset[str]:
    """Return the languages of the terminal."""
    return frozenset(folder.name for folder in _FOLDER.iterdir() if folder.is_dir())


def chosen_language(wanted: str) -> str:
    """Return the first language of a list such as `ja_JP.UTF-8:en` that the terminal has; else English."""
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
        """Return a message by its id; the id itself if there is none, so that a missing text stops nothing."""
        return self._words.message(message, variables) or message

    def known(self, message: str, **variables: int | str) -> str:
        """Return a message; empty if there is none."""
        return self._words.message(message, variables)

    def listed(self, items: Sequence[str]) -> str:
        """Return items one after another, separated as the language does it."""
        said = "".join(items[:1])
        for item in items[1:]:
            said = self("people-comma", first=said, second=item)
        return said

    def one_of(self, messages: Mapping[Any, str], value: int) -> str:  # values of any enum of the contracts
        """Return the message for a value of an enum; empty for values without one."""
        return self(messages[value]) if value in messages else ""

    def word(self, prefix: str, word: str) -> str:
        """Return the terminal's text for a word of the server, by its place (`race-kind`); else the bare word."""
        return self.known(message_id(prefix, word)) or word.replace("_", " ") if word else ""


@cache
def wording(language: str) -> Wording:
    """Return the words of a language, read once."""
    return Wording(language)


ENGLISH = wording(_ENGLISH)
"""For logs and tracebacks."""
