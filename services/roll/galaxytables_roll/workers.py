"""Counts the workers at a phase, removes them, and puts them back into the cup."""

from typing import TypeVar

from galaxytables_roll.dice import (
    DIE_OF,
    FACES,
    OF_A_COLOUR,
    ROLLED_OF_A_COLOUR,
    OwnedDie,
    RolledDie,
    colour_of,
    sort_of,
)
from galaxytables_roll.state import NO_DIE, NONE, SeatState

D = TypeVar("D", OwnedDie, RolledDie)


def workers_at(mine: SeatState, phase: int) -> list[OwnedDie]:
    """Return a player's workers at a phase that are real dice; the selecting die comes last (R3.6)."""
    dice = [DIE_OF[die] for die in mine.strip[phase]]
    if mine.selected == phase and mine.selector != NO_DIE:
        dice.append(DIE_OF[mine.selector])
    return dice


def any_at(mine: SeatState, phase: int) -> bool:
    """Return whether a player has at least one real die among the workers at a phase."""
    return bool(mine.strip[phase]) or (mine.selected == phase and mine.selector != NO_DIE)


def take_worker(mine: SeatState, phase: int, die: OwnedDie) -> None:
    """Remove a worker, given as a die, from its phase; the caller puts it elsewhere."""
    strip, colour = mine.strip[phase], colour_of(die)
    first = NONE
    for place, shown in enumerate(strip):
        if shown // ROLLED_OF_A_COLOUR == colour:
            first = place if first == NONE else first
            if shown // FACES == die:
                _take_out(strip, place, first)
                return
    _take_selector(mine, strip, first)


def lift_worker(mine: SeatState, phase: int, shown: RolledDie) -> None:
    """Remove a worker, given as a rolled die, from the strip; the caller puts it elsewhere."""
    strip, sort = mine.strip[phase], sort_of(shown)
    first = NONE
    for place, other in enumerate(strip):
        if sort_of(other) == sort:
            first = place if first == NONE else first
            if other == shown:
                _take_out(strip, place, first)
                return
    _take_selector(mine, strip, first)


def take_die(dice: list[OwnedDie], die: OwnedDie) -> None:
    """Remove a die from the place where it lies; the caller puts it elsewhere."""
    colour, first = die // OF_A_COLOUR, NONE
    for place, other in enumerate(dice):
        if other // OF_A_COLOUR == colour:
            first = place if first == NONE else first
            if other == die:
                _take_out(dice, place, first)
                return


def _take_out(dice: list[D], place: int, first: int) -> None:
    """Remove a die from a list; the first equal one moves into its gap.

    Logs name dice in the order of such lists. This keeps the order of games from before equal dice were distinguished.
    """
    dice[place] = dice[first]
    del dice[first]


def _take_selector(mine: SeatState, strip: list[RolledDie], first: int) -> None:
    """Remove the selecting die; if an equal one is at the phase, the first of those selects it from now on."""
    mine.selector = NO_DIE if first == NONE else strip.pop(first)


def take_workers(mine: SeatState, phase: int) -> None:
    """Remove all dice that are workers at a phase; the caller puts them elsewhere."""
    mine.strip[phase].clear()
    if mine.selected == phase:
        mine.selector = NO_DIE


def send_home(mine: SeatState, phase: int) -> int:
    """Put the dice that still have no task at a phase back into the cup (R4.9). Returns how many."""
    if not any_at(mine, phase):
        return 0
    left = workers_at(mine, phase)
    mine.cup += left
    take_workers(mine, phase)
    return len(left)
