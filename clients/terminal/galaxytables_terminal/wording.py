"""Loads the terminal's own texts, Fluent messages in `words/<language>/*.ftl`.

Words of games and the lobby (`vocabulary`) are separate, so the same id may occur in both.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from galaxytables_client.words import Words, message_id

_FOLDER = Path(__file__).with_name("words")
_ENGLISH = "en"


def languages() -> frozenset[str]:
    """Return the languages for which the terminal has texts."""
    return frozenset(folder.name for folder in _FOLDER.iterdir() if folder.is_dir())


def chosen_language(preferred: str) -> str:
    """Return the first language in a list such as `ja_JP.UTF-8:en` for which the terminal has texts, or English."""
    for name in preferred.split(":"):
        base = name.strip().replace("-", "_").partition("_")[0].partition(".")[0].lower()
        if base in languages():
            return base
    return _ENGLISH


class Wording:
    """The terminal's texts in one language. Call it to get a text: `say("room-free-seats", count=2)`."""

    def __init__(self, language: str) -> None:
        self.language = language
        sources = sorted((_FOLDER / language).glob("*.ftl"))
        self._words = Words(language, [source.read_text(encoding="utf-8") for source in sources], {})

    def __call__(self, message: str, **variables: int | str) -> str:
        """Return a message by its id; the id itself if there is none, so that a missing text stops nothing."""
        return self._words.message(message, variables) or message

    def known(self, message: str, **variables: int | str) -> str:
        """Return the text of a message; empty if there is no such message."""
        return self._words.message(message, variables)

    def listed(self, items: Sequence[str]) -> str:
        """Return items as a list in one text, with the separators of the language."""
        said = "".join(items[:1])
        for item in items[1:]:
            said = self("people-comma", first=said, second=item)
        return said

    # The values are of any enum of the contracts, or of any oneof.
    def one_of(self, messages: Mapping[Any, str], value: int | str, **variables: int | str) -> str:
        """Return the text for a value of an enum, or for a member of a oneof.

        `messages` gives the id of the message for each value; a value without a message has an empty text.
        """
        return self(messages[value], **variables) if value in messages else ""

    def word(self, prefix: str, word: str) -> str:
        """Return the terminal's text for a word that the server sends.

        It is the message `<prefix>-<word>`, or the bare word if there is none.
        """
        return self.known(message_id(prefix, word)) or word.replace("_", " ") if word else ""


@cache
def wording(language: str) -> Wording:
    """Return the texts of a language. They are read from files only once."""
    return Wording(language)


ENGLISH = wording(_ENGLISH)
"""For logs and tracebacks."""
