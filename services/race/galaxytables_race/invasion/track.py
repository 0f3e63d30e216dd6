"""The repulse track: how strong everybody is against the Xeno, and who stands before whom (R22.6-R22.12)."""

from collections.abc import Sequence
from typing import TypeAlias

from galaxytables_kit import Seat
from galaxytables_race.abilities import Abilities
from galaxytables_race.components.filters import Filter, FilterSpec
from galaxytables_race.invasion.state import Invasion
from galaxytables_race.table import RacePlay

LOWEST = -3
"""The space left of -2, for all values below it (R22.7)."""

AGAINST_XENO = Filter(FilterSpec(xeno=True))
"""What powers against the Xeno ask for."""

Track: TypeAlias = dict[int, list[Seat]]


def invasion_of(play: RacePlay) -> Invasion:
    """The invasion of a table that plays it."""
    invasion = play.state.invasion
    if invasion is None:
        raise LookupError("nobody invades this table")
    return invasion


def value_against_xeno(able: Abilities) -> int:
    """General military and military against the Xeno, defence not included (R22.6)."""
    return able.military + sum(amount for filter_, amount in able.specialised if filter_ == AGAINST_XENO)


def place_discs(track: Track, order: Sequence[Seat], values: Sequence[int]) -> None:
    """Lay the discs on the track for the first time, later ones on top (R22.7)."""
    for seat in order:
        track.setdefault(_space(values[seat]), []).append(seat)


def move_discs(track: Track, values: Sequence[int]) -> None:
    """Move the discs whose value changed, from the highest space down, top disc first (R22.8).

    Discs that go from one space to one other keep their order; all others land on top of what lies there.
    """
    for space, stack in sorted(((space, list(stack)) for space, stack in track.items()), reverse=True):
        goals = dict.fromkeys(_space(values[seat]) for seat in reversed(stack))
        goals.pop(space, None)
        for goal in goals:
            moving = [seat for seat in stack if _space(values[seat]) == goal]
            track[space] = [seat for seat in track[space] if seat not in moving]
            track.setdefault(goal, []).extend(moving)
        if not track[space]:
            del track[space]


def most_advanced_first(track: Track) -> list[Seat]:
    """All seats: the highest space first, in it the top disc first (R22.10)."""
    return [seat for _, stack in sorted(track.items(), reverse=True) for seat in reversed(stack)]


def turn_stacks(track: Track) -> None:
    """Lay the bottom disc of each stack on top of it (R22.12)."""
    for stack in track.values():
        stack.append(stack.pop(0))


def _space(value: int) -> int:
    return max(LOWEST, value)
