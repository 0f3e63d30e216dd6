"""What a seat can spend at one point of a trial (`trial.py`)."""

from typing import TypeAlias

from msgspec import Struct

Fleets: TypeAlias = tuple[tuple[int, ...], ...]
"""The ship levels of a seat by location."""


class Means(Struct, frozen=True, gc=False):
    """What a seat can still spend at one point of a trial run of operations (`trial.py`).

    `researched` are the slots researched and `settled` the locations colonised during the trial. `fleets` is None while
    the ships are as on the table. `points` are movement points left that move over lanes, and `leaps` those that move
    to any location.
    """

    ore: int
    population: int
    supply: int
    researched: tuple[int, ...] = ()
    settled: tuple[int, ...] = ()
    fleets: Fleets | None = None
    points: int = 0
    leaps: int = 0
