"""What people may be called and what they may say: what can be seen, and nothing that a log would mistake."""

import re
import unicodedata

from galaxytables_lobby import errors
from galaxytables_lobby.domain.invisible import INVISIBLE, SELECTORS, bears_marks, is_mark
from galaxytables_lobby.domain.lookalikes import imitates

PLAYER_NAME = (1, 40)
TABLE_NAME = (0, 60)
MESSAGE = (1, 500)

# They join emoji to one picture and keep letters apart in scripts that need it. They show nothing themselves.
_JOINERS = frozenset("\u200c\u200d")
# Characters that show nothing and that nobody needs.
_BLANK = INVISIBLE - SELECTORS - _JOINERS
# How a sentence names a seat: a name like that would be replaced by another player's.
_SEAT = re.compile(r"\{\s*seat\b", re.IGNORECASE)
# Accents and the like stand on what they change; more than these on one letter only cover the lines around.
_MOST_MARKS = 4


def checked_name(name: str, bounds: tuple[int, int]) -> str:
    """A name without blanks around it, composed (NFC). Raises INVALID_NAME."""
    name = unicodedata.normalize("NFC", name.strip())
    good = bounds[0] <= len(name) <= bounds[1] and (not name or (_can_be_seen(name) and _marks_have_bases(name)))
    if not good or _SEAT.search(name) or not all(letter.isprintable() for letter in name):
        raise errors.invalid_name(*bounds)
    return name


def checked_player_name(name: str) -> str:
    """As `checked_name`, and not made to look like another one. Raises INVALID_NAME."""
    name = checked_name(name, PLAYER_NAME)
    if imitates(name):
        raise errors.invalid_name(*PLAYER_NAME)
    return name


def checked_message(text: str) -> str:
    """What somebody says, without blanks around it. Raises INVALID_MESSAGE."""
    text = text.strip()
    readable = all(letter.isprintable() or letter in _JOINERS for letter in text)
    if not MESSAGE[0] <= len(text) <= MESSAGE[1] or not readable or not _can_be_seen(text):
        raise errors.invalid_message(*MESSAGE)
    return text


def _can_be_seen(text: str) -> bool:
    """Whether a text shows something, hides nothing and stays on its line."""
    marks, shown = 0, False
    for letter in text:
        if letter in _BLANK:
            return False
        if is_mark(letter):
            marks += 1
            if marks > _MOST_MARKS:
                return False
        else:
            marks = 0
            shown = shown or (not letter.isspace() and letter not in _JOINERS)
    return shown


def _marks_have_bases(name: str) -> bool:
    """Whether each mark of a name is drawn on a character."""
    before = " "
    for letter in name:
        if not is_mark(letter):
            before = letter
        elif not bears_marks(before):
            return False
    return True
