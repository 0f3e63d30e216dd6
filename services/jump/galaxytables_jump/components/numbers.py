"""The numbers of single cards have a type of their own, so that no count, price or seat passes for one."""

from collections.abc import Iterable, Iterator
from typing import NewType, TypeAlias, TypeVar

T = TypeVar("T")

CardNumber = NewType("CardNumber", int)
"""A single card: the copies of a title have different ones (see `cards`)."""

Cards: TypeAlias = list[CardNumber]
"""Card numbers, in the order in which they lie."""


def numbered(printed: Iterable[T]) -> Iterator[tuple[CardNumber, T]]:
    """Each card with its number."""
    return ((CardNumber(number), card) for number, card in enumerate(printed))
