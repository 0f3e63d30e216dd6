"""Checks names and messages: everything in them must be visible, and no name may imitate another.

Two names are alike if they differ only in capitals, spaces, punctuation, invisible characters or letters of other
scripts that look the same. Unicode publishes lists of invisible characters and look-alikes, but Python's `unicodedata`
lacks them, so the few hundred that matter are in `invisible.json` and `lookalikes.json` beside this module. Packages
with the full lists were last released years ago, and the rule on mixed scripts refuses what they would add. A letter's
script is read from its Unicode name.
"""

import json
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from importlib import resources

from galaxytables_lobby import errors

_UNSEEN = json.loads(resources.files(__package__).joinpath("invisible.json").read_text("utf-8"))


def _characters(ranges: list[str]) -> Iterator[str]:
    for each in ranges:
        first, _, last = each.partition("-")
        yield from map(chr, range(int(first, 16), int(last or first, 16) + 1))


INVISIBLE = frozenset([*_characters(_UNSEEN["ignorable"]), *_characters(_UNSEEN["blank"])])
"""Characters that are drawn as nothing, or only change how the previous character is drawn."""

SELECTORS = frozenset(letter for letter in INVISIBLE if "VARIATION SELECTOR" in unicodedata.name(letter, ""))
"""Invisible characters that pick a form of the previous character; some names and emoji need them."""


def is_mark(letter: str) -> bool:
    """Return whether a character is a combining mark: drawn on the previous character, as accents are."""
    return unicodedata.category(letter).startswith("M")


def bears_marks(letter: str) -> bool:
    """Return whether a combining mark on this character can be seen. It cannot on blanks and control characters."""
    return unicodedata.category(letter)[0] not in "ZC"


def visible_part(text: str) -> str:
    """Return a text in NFKC, without invisible characters and without marks that cannot be seen.

    The marks that cannot be seen stand on no character, repeat the mark before them, or are the dot on an `i` or `j`.
    """
    # NFKD turns some characters into invisible ones, and those keep marks from being put in order; hence twice.
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


_DATA = json.loads(resources.files(__package__).joinpath("lookalikes.json").read_text("utf-8"))
# Each letter with the one that it looks like, before and after case folding; some ASCII letters are alike too.
_DRAWN = {letter: like for like, letters in _DATA["alike"].items() for letter in letters}
_ALIKE = {ord(letter): like for letter, like in {**_DRAWN, "0": "O", "1": "l", "I": "l", "|": "l"}.items()}
_IMITATES_LATIN = frozenset(letter for letter, like in _DRAWN.items() if like.isascii())
_WORD = re.compile(r"\w+")
_MERGED = {"CJK": "HAN", "IDEOGRAPHIC": "HAN", "KATAKANA-HIRAGANA": "KATAKANA"}
# Scripts that occur together within a word, besides Latin.
_TOGETHER = (frozenset({"HAN", "HIRAGANA", "KATAKANA"}), frozenset({"HAN", "HANGUL"}), frozenset({"HAN", "BOPOMOFO"}))


def alike(one: str, other: str) -> bool:
    """Return whether two names can be mistaken for each other."""
    return not skeletons(one).isdisjoint(skeletons(other))


def imitates(name: str) -> bool:
    """Return whether a word of a name mixes scripts and has letters that look Latin but are not."""
    return any(_is_mixed(word) for word in _WORD.findall(visible_part(name)))


def _is_mixed(word: str) -> bool:
    scripts = {_script(letter) for letter in word if unicodedata.category(letter) in ("Lu", "Ll", "Lt", "Lo")}
    if len(scripts) <= 1 or any(scripts <= each | {"LATIN"} for each in _TOGETHER):
        return False
    return any(letter in _IMITATES_LATIN and _script(letter) != "LATIN" for letter in word)


def _script(letter: str) -> str:
    """Return a letter's script, which is the first word of its Unicode name."""
    first = unicodedata.name(letter, "?").split(" ", 1)[0]
    return _MERGED.get(first, first)


@lru_cache(4_096)
def skeletons(name: str) -> frozenset[str]:
    """Return the two forms of a name that are compared to find look-alikes: made before and after case folding."""
    plain = visible_part(name)
    kept = _without_punctuation(plain) or plain
    drawn, folded = kept.translate(_ALIKE).casefold(), kept.casefold().translate(_ALIKE).casefold()
    # Case folding can leave an `i` with a second dot.
    return frozenset(visible_part(each).replace("rn", "m").replace("vv", "w") for each in (drawn, folded))


def _without_punctuation(name: str) -> str:
    """Return a name without spaces, punctuation and marks on those."""
    kept, counts = [], False
    for letter in name:
        counts = counts if is_mark(letter) else unicodedata.category(letter)[0] not in "ZPC"
        if counts:
            kept.append(letter)
    return "".join(kept)


PLAYER_NAME = (1, 40)
TABLE_NAME = (0, 60)
TOURNAMENT_NAME = (1, 60)
# How a name begins by which players are searched for.
BEGINNING = (2, 40)
MESSAGE = (1, 500)
MAX_NOTE = 300

# Invisible by themselves: they join emoji, and separate letters in scripts that need it.
_JOINERS = frozenset("\u200c\u200d")
# Invisible characters that nobody needs.
_BLANK = INVISIBLE - SELECTORS - _JOINERS
# How a sentence refers to a seat; such a name would be replaced by another player's.
_SEAT = re.compile(r"\{\s*seat\b", re.IGNORECASE)
# More marks than this on one letter would cover the neighbouring lines.
_MAX_MARKS = 4


def checked_name(name: str, bounds: tuple[int, int]) -> str:
    """Check a name, and return it stripped and in NFC. Raises INVALID_NAME.

    `bounds` are the smallest and the largest length that are allowed.
    """
    name = unicodedata.normalize("NFC", name.strip())
    good = bounds[0] <= len(name) <= bounds[1] and (not name or (_can_be_seen(name) and _marks_have_bases(name)))
    if not good or _SEAT.search(name) or not all(letter.isprintable() for letter in name):
        raise errors.invalid_name(*bounds)
    return name


def checked_player_name(name: str) -> str:
    """Check a player's name as `checked_name` does, and for look-alike letters too, and return it.

    Raises INVALID_NAME.
    """
    name = checked_name(name, PLAYER_NAME)
    if imitates(name):
        raise errors.invalid_name(*PLAYER_NAME)
    return name


def folded(name: str) -> str:
    """Return the form of a name by which players are found: the same whatever its case."""
    return unicodedata.normalize("NFKC", name).casefold()


def checked_beginning(text: str) -> str:
    """Check the beginning of a name that is searched for, and return it stripped. Raises INVALID_NAME."""
    text = text.strip()
    if not BEGINNING[0] <= len(text) <= BEGINNING[1] or not _can_be_seen(text):
        raise errors.invalid_name(*BEGINNING)
    return text


def checked_message(text: str, bounds: tuple[int, int] = MESSAGE) -> str:
    """Check a chat message, or another text for others to read, and return it stripped. Raises INVALID_MESSAGE.

    `bounds` are the smallest and the largest length that are allowed.
    """
    text = text.strip()
    readable = all(letter.isprintable() or letter in _JOINERS for letter in text)
    if not bounds[0] <= len(text) <= bounds[1] or not readable or not _can_be_seen(text):
        raise errors.invalid_message(*bounds)
    return text


def checked_note(text: str) -> str:
    """Check a private note, and return it stripped; it may be empty. Raises INVALID_NOTE."""
    text = text.strip()
    if len(text) > MAX_NOTE or not all(letter.isprintable() or letter in _JOINERS for letter in text):
        raise errors.invalid_note(MAX_NOTE)
    return text


def checked_text(text: str, *, min_length: int, max_length: int) -> str:
    """Check a text of several lines, and return it stripped and in NFC. Raises INVALID_TEXT."""
    text = unicodedata.normalize("NFC", text.strip())
    lines = text.splitlines()
    readable = all(letter.isprintable() or letter in _JOINERS for line in lines for letter in line)
    if (
        not min_length <= len(text) <= max_length
        or not readable
        or not all(_can_be_seen(each) for each in lines if each.strip())
    ):
        raise errors.invalid_text(max_length)
    return "\n".join(lines)


def _can_be_seen(text: str) -> bool:
    """Return whether a text is visible, hides nothing and stays on its line."""
    marks, shown = 0, False
    for letter in text:
        if letter in _BLANK:
            return False
        if is_mark(letter):
            marks += 1
            if marks > _MAX_MARKS:
                return False
        else:
            marks = 0
            shown = shown or (not letter.isspace() and letter not in _JOINERS)
    return shown


def _marks_have_bases(name: str) -> bool:
    """Return whether each mark of a name is drawn on a character."""
    before = " "
    for letter in name:
        if not is_mark(letter):
            before = letter
        elif not bears_marks(before):
            return False
    return True
