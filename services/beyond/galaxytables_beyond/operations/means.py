"""The means of a seat in a trial."""

from typing import TypeAlias

from msgspec import Struct

Fleets: TypeAlias = tuple[tuple[int, ...], ...]
"""The ship levels of a seat by location."""


class Means(Struct, frozen=True, gc=False):
    """What a seat has in a trial.

    `researched` are slots researched and `settled` locations colonised during the trial. `fleets` is None while the
    ships are those on the table. `points` and `leaps` are unused moves: over lanes, and from anywhere to anywhere.
    """

    ore: int
    population: int
    supply: int
    researched: tuple[int, ...] = ()
    settled: tuple[int, ...] = ()
    fleets: Fleets | None = None
    points: int = 0
    leaps: int = 0
