"""Features by their rows in a net."""

from collections.abc import Callable
from typing import TypeAlias

Rows: TypeAlias = tuple[list[int], list[float]]
"""Features by their rows in a net, with their values. A row may come twice: then its values are to be added."""
RowOf: TypeAlias = Callable[[str], int]


class Named(dict[str, int]):
    """Rows of features whose names begin alike, looked up once each."""

    def __init__(self, begin: str, row_of: RowOf) -> None:
        """Take what the names begin with, and what gives a feature's row by its name."""
        super().__init__()
        self._begin, self._row_of = begin, row_of

    def __missing__(self, name: str) -> int:
        """Look a name up."""
        row = self[name] = self._row_of(self._begin + name)
        return row
