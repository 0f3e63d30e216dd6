"""Measures and cuts text by cells of the terminal. A Japanese character takes two cells."""

from rich.cells import cell_len, set_cell_size
from rich.text import Text

ELLIPSIS = "…"


def cut(text: str, width: int) -> str:
    """Return a text cut to at most `width` cells, with an ellipsis if something was cut.

    No wide character is halved.
    """
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(0, width - 1)).rstrip() + ELLIPSIS


def padded(text: str, width: int) -> str:
    """Return text filled up with blanks to `width` cells. Longer text is not cut."""
    return text + " " * max(0, width - cell_len(text))


def fitted(text: str, width: int) -> str:
    """Return a text cut or filled up with blanks to exactly `width` cells."""
    return padded(cut(text, width), width)


def index_at(text: Text, column: int) -> int:
    """Return the index of the first character that begins at a column of a line or after it."""
    seen = 0
    for index, letter in enumerate(text.plain):
        if seen >= column:
            return index
        seen += cell_len(letter)
    return len(text.plain)
