"""Text measured in cells of the terminal: Japanese letters take two each."""

from rich.cells import cell_len, set_cell_size
from rich.text import Text

ELLIPSIS = "…"


def cut(text: str, width: int) -> str:
    """Text of at most so many cells, with an ellipsis where some is missing; no letter is halved."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(0, width - 1)).rstrip() + ELLIPSIS


def padded(text: str, width: int) -> str:
    """Text with blanks after it up to so many cells; longer text stays whole."""
    return text + " " * max(0, width - cell_len(text))


def fitted(text: str, width: int) -> str:
    """Text of exactly so many cells."""
    return padded(cut(text, width), width)


def index_at(text: Text, column: int) -> int:
    """The index of the letter that begins at a column of a line, or after it."""
    seen = 0
    for index, letter in enumerate(text.plain):
        if seen >= column:
            return index
        seen += cell_len(letter)
    return len(text.plain)
