"""Characters that show nothing, or nothing where they stand.

Which characters those are is Unicode's data, in `invisible.json` beside this: Python's `unicodedata` does not have it.
"""

import json
import unicodedata
from collections.abc import Iterator
from importlib import resources

_DATA = json.loads(resources.files(__package__).joinpath("invisible.json").read_text("utf-8"))


def _characters(ranges: list[str]) -> Iterator[str]:
    for each in ranges:
        first, _, last = each.partition("-")
        yield from map(chr, range(int(first, 16), int(last or first, 16) + 1))


INVISIBLE = frozenset([*_characters(_DATA["ignorable"]), *_characters(_DATA["blank"])])
"""Characters that are drawn as nothing, or only change how the one before them is drawn."""

SELECTORS = frozenset(letter for letter in INVISIBLE if "VARIATION SELECTOR" in unicodedata.name(letter, ""))
"""Those of them that pick a form of the character before them, which some names and emoji need."""


def is_mark(letter: str) -> bool:
    """Whether a character is drawn on the one before it, as accents are."""
    return unicodedata.category(letter).startswith("M")


def bears_marks(letter: str) -> bool:
    """Whether a mark after a character changes how that looks: not after blanks and controls."""
    return unicodedata.category(letter)[0] not in "ZC"


def visible_part(text: str) -> str:
    """A text in one form (NFKC), without what is not seen: invisible characters, and marks that change nothing.

    Those are marks on no character, a second one of the same kind on a character, and the dot on an `i` or `j`.
    """
    # Taking letters apart makes invisible characters of others, and those keep marks from their order.
    apart = unicodedata.normalize("NFKD", _without_invisible(unicodedata.normalize("NFKD", text)))
    seen: list[str] = []
    on_character = False
    for letter in apart:
        if not is_mark(letter):
            on_character = bears_marks(letter)
        elif not on_character or seen[-1] == letter or (letter == _DOT and seen[-1] in _DOTTED):
            continue
        seen.append(letter)
    return unicodedata.normalize("NFC", "".join(seen))


_DOT = "\N{COMBINING DOT ABOVE}"
_DOTTED = frozenset("ij")


def _without_invisible(text: str) -> str:
    return "".join(letter for letter in text if letter not in INVISIBLE)
