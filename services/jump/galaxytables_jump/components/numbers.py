"""Card numbers, as a type of their own, so that a count, price or seat cannot be passed for a card."""

from collections.abc import Iterable, Iterator
from typing import NewType, TypeAlias, TypeVar

T = TypeVar("T")

CardNumber = NewType("CardNumber", int)
"""One physical card: copies of a title have different numbers (see `cards`)."""

Cards: TypeAlias = list[CardNumber]
"""Card numbers, in order."""


def numbered(printed: Iterable[T]) -> Iterator[tuple[CardNumber, T]]:
    """Yield each card with its number."""
    return ((CardNumber(number), card) for number, card in enumerate(printed))
