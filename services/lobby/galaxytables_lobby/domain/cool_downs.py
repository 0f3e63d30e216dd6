"""Cool-downs: who leaves rated games, or lets others wait, must wait before the next rated game. Pure functions.

Each departure weighs 1, each time that a player let the clock run out at a table weighs a half. The weight heals evenly
within a week. The sum is the player's score. A score of up to 1.25 costs nothing, so one departure a week is free.
Above that, the player waits for 5 minutes times 2^(score - 1), but for a day at most. The wait begins with the last
departure, and grows shorter as the score heals.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

HEALING_MILLISECONDS = 7 * 24 * 3600 * 1000
"""How long a departure counts."""

FREE_SCORE = 1.25
_FIRST_MILLISECONDS = 5 * 60 * 1000
_LONGEST_MILLISECONDS = 24 * 3600 * 1000


class Kind(StrEnum):
    """What a player did: left a game that others went on with, or let the clock run out."""

    LEFT = "left"
    STALLED = "stalled"


_WEIGHTS = {Kind.LEFT: 1.0, Kind.STALLED: 0.5}


class Departure(NamedTuple):
    """What a player did at a table; `at` is in milliseconds since the epoch."""

    kind: Kind
    at: int


def score(departures: Sequence[Departure], now: int) -> float:
    """Return a player's score at the time `now` in milliseconds.

    It is the sum of all departures by weight; each one counts less and less until it has healed.
    """
    return sum(_WEIGHTS[each.kind] * max(0.0, 1 - max(0, now - each.at) / HEALING_MILLISECONDS) for each in departures)


def ends(departures: Sequence[Departure], now: int) -> int:
    """Return when a player may play rated games again, in milliseconds since the epoch; 0 if the player may now."""
    points = score(departures, now)
    if points <= FREE_SCORE:
        return 0
    waits = min(_LONGEST_MILLISECONDS, round(_FIRST_MILLISECONDS * 2 ** (points - 1)))
    end = max(each.at for each in departures) + waits
    return end if end > now else 0
