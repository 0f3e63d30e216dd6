"""The means of a seat in a trial of operations (`trial.py`): what it has to spend at that point."""

from typing import TypeAlias

from msgspec import Struct

Fleets: TypeAlias = tuple[tuple[int, ...], ...]
"""The ship levels of a seat by location."""


class Means(Struct, frozen=True, gc=False):
    """What a seat has at some point of a trial.

    `researched` are the slots researched and `settled` the locations colonised during the trial. `fleets` is None while
    the ships are as on the table. `points` and `leaps` are movement points left: over lanes, and from anywhere to
    anywhere.
    """

    ore: int
    population: int
    supply: int
    researched: tuple[int, ...] = ()
    settled: tuple[int, ...] = ()
    fleets: Fleets | None = None
    points: int = 0
    leaps: int = 0
