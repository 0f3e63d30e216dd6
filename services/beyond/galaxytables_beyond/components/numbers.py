"""The numbers of cards. Each kind is a type of its own, so that nothing else with a number is taken for such a card.

The number of a card is its index in its file.
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
"""Stands for no card."""

T = TypeVar("T")


def techs(printed: Iterable[T]) -> Iterator[tuple[TechNumber, T]]:
    """Yield each technology card with its number."""
    return ((TechNumber(number), card) for number, card in enumerate(printed))


def events(printed: Iterable[T]) -> Iterator[tuple[EventNumber, T]]:
    """Yield each event card with its number."""
    return ((EventNumber(number), card) for number, card in enumerate(printed))


def systems(printed: Iterable[T]) -> Iterator[tuple[SystemNumber, T]]:
    """Yield each system card with its number."""
    return ((SystemNumber(number), card) for number, card in enumerate(printed))
