"""Readings of the rules that changed with their version: a table is played on as it began."""

from collections.abc import Mapping

from msgspec import Struct

from services.race.table import RacePlay


class Rulings(Struct, frozen=True):
    """How a table reads the rules; the defaults are today's readings.

    `rewards_after_turning`: rewards of an invasion go by the discs as they lie once the stacks have turned
    (R22.12, R22.18).
    `least_repulse`: how low the war effort can bring the repulse value (R22.26).
    """

    rewards_after_turning: bool = True
    least_repulse: int = 1


_TODAY = Rulings()
_BEFORE: Mapping[int, Rulings] = {2: Rulings(rewards_after_turning=False, least_repulse=0)}


def rulings(play: RacePlay) -> Rulings:
    """The readings by which a table is played."""
    return _BEFORE.get(play.rules_version, _TODAY)
