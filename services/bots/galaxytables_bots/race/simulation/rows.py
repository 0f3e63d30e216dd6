"""Finds the rows of a net's matrix that belong to features."""

from collections.abc import Callable
from typing import TypeAlias

Rows: TypeAlias = tuple[list[int], list[float]]
"""Features by their rows in a net, with their values. A row may occur twice; its values are then summed."""
RowOf: TypeAlias = Callable[[str], int]


class Named(dict[str, int]):
    """The rows of those features whose names share a prefix. Each name is looked up once."""

    def __init__(self, begin: str, row_of: RowOf) -> None:
        """`begin` is the prefix, `row_of` returns a feature's row by its name."""
        super().__init__()
        self._begin, self._row_of = begin, row_of

    def __missing__(self, name: str) -> int:
        """Look up a name."""
        row = self[name] = self._row_of(self._begin + name)
        return row
