"""The repulse track: the military of all seats against the Xeno, and the order of their discs (R22.6-R22.12)."""

from collections.abc import Sequence
from typing import TypeAlias

from galaxytables_kit import Seat
from galaxytables_race.abilities import Abilities
from galaxytables_race.components.filters import Filter, FilterSpec
from galaxytables_race.state.invasion import Invasion
from galaxytables_race.table import RacePlay

LOWEST = -3
"""The space left of -2, for all values below it (R22.7)."""

AGAINST_XENO = Filter(FilterSpec(xeno=True))
"""The filter of powers against the Xeno."""

Track: TypeAlias = dict[int, list[Seat]]


def invasion_of(play: RacePlay) -> Invasion:
    """Return the invasion of a table. Raises `LookupError` if the table does not play the invasion game."""
    invasion = play.state.invasion
    if invasion is None:
        raise LookupError("this table has no invasion")
    return invasion


def value_against_xeno(able: Abilities) -> int:
    """Return the sum of general military and military against the Xeno; defence does not count (R22.6)."""
    return able.military + sum(amount for filter_, amount in able.specialised if filter_ == AGAINST_XENO)


def place_discs(track: Track, order: Sequence[Seat], values: Sequence[int]) -> None:
    """Put the discs on the track for the first time; a disc placed later lies on top of earlier ones (R22.7)."""
    for seat in order:
        track.setdefault(_space(values[seat]), []).append(seat)


def move_discs(track: Track, values: Sequence[int]) -> None:
    """Move each disc whose value changed: from the highest space down, and from the top disc of a space down (R22.8).

    Discs that move between the same two spaces keep their order. Every other disc lands on top of its new space.
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


def by_advancement(track: Track) -> list[Seat]:
    """Return all seats by their discs: highest space first, and in each space from the top disc down (R22.10)."""
    return [seat for _, stack in sorted(track.items(), reverse=True) for seat in reversed(stack)]


def turn_stacks(track: Track) -> None:
    """Move the bottom disc of each stack to the top of the stack (R22.12)."""
    for stack in track.values():
        stack.append(stack.pop(0))


def _space(value: int) -> int:
    return max(LOWEST, value)
