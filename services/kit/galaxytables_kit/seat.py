"""Seat numbers, as a type distinct from int, so that a card or a count cannot be passed as a seat.

An int becomes a seat only here, when a position is decoded, and when a request is read; see `LiveGame`.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NewType, Protocol, TypeVar

T = TypeVar("T")

Seat = NewType("Seat", int)
"""A place at the table, from 0; the next one clockwise is one more."""

NOBODY = Seat(-1)
"""Stands for no seat in a state."""


@lru_cache
def seats_of(count: int, first: int = 0) -> tuple[Seat, ...]:
    """Return all seats of a table with `count` seats, clockwise from seat `first`."""
    return tuple([Seat((first + place) % count) for place in range(count)])


class _Seated(Protocol):
    def __call__(self, before_seats: Iterable[T], /) -> Iterator[tuple[Seat, T]]: ...


seated: _Seated = enumerate  # type: ignore[assignment]  # counts in ints, as seats are, and at no cost in loops over seats
"""Like `enumerate`, but the numbers are seats: yields what lies before each seat, with the seat."""
