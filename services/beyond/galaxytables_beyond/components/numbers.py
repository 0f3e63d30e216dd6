"""The numbers of cards have types of their own, so that no slot, level or seat passes for one, and no kind for another.

They are positions in the component files.
"""

from collections.abc import Iterable, Iterator
from typing import NewType, TypeVar

TechNumber = NewType("TechNumber", int)
"""A technology card."""

EventNumber = NewType("EventNumber", int)
"""An event card."""

SystemNumber = NewType("SystemNumber", int)
"""A system card."""

AchievementNumber = NewType("AchievementNumber", int)
"""An achievement card."""

NO_TECH, NO_EVENT, NO_SYSTEM = TechNumber(-1), EventNumber(-1), SystemNumber(-1)
"""Where no card lies."""

T = TypeVar("T")


def techs(printed: Iterable[T]) -> Iterator[tuple[TechNumber, T]]:
    """Each technology card with its number."""
    return ((TechNumber(number), card) for number, card in enumerate(printed))


def events(printed: Iterable[T]) -> Iterator[tuple[EventNumber, T]]:
    """Each event card with its number."""
    return ((EventNumber(number), card) for number, card in enumerate(printed))


def systems(printed: Iterable[T]) -> Iterator[tuple[SystemNumber, T]]:
    """Each system card with its number."""
    return ((SystemNumber(number), card) for number, card in enumerate(printed))
