"""Card numbers, a type distinct from int so that counts, prices and seats cannot pass as cards."""

from collections.abc import Iterable, Iterator
from typing import NewType, TypeAlias, TypeVar

T = TypeVar("T")

CardNumber = NewType("CardNumber", int)
"""One physical card: copies of a title have different numbers (see `cards`)."""

Cards: TypeAlias = list[CardNumber]
"""Card numbers, in order."""


def numbered(printed: Iterable[T]) -> Iterator[tuple[CardNumber, T]]:
    """Return the cards with their numbers."""
    return ((CardNumber(number), card) for number, card in enumerate(printed))
