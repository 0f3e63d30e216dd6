"""Who is meant: seats have a type of their own, so that no card and no count passes for one.

They are made here, from positions, and where a request names one; see `LiveGame`.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NewType, Protocol, TypeVar

T = TypeVar("T")

Seat = NewType("Seat", int)
"""A place at the table, from 0; the next one clockwise is one more."""

NOBODY = Seat(-1)
"""Stands where a state has room for a seat and there is none."""


@lru_cache
def seats_of(count: int, first: int = 0) -> tuple[Seat, ...]:
    """All seats of a table for so many, clockwise from the first."""
    return tuple([Seat((first + place) % count) for place in range(count)])


class _Seated(Protocol):
    def __call__(self, before_seats: Iterable[T], /) -> Iterator[tuple[Seat, T]]: ...


seated: _Seated = enumerate  # type: ignore[assignment]  # counts in ints, as seats are, and at no cost in loops over seats
"""What lies before each seat, with the seat."""
