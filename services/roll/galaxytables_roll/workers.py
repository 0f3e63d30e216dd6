"""Workers at a phase: counting them, using them, sending them home."""

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
    """The real workers at a phase, the selecting die included and last (R3.6)."""
    dice = [DIE_OF[die] for die in mine.strip[phase]]
    if mine.selected == phase and mine.selector != NO_DIE:
        dice.append(DIE_OF[mine.selector])
    return dice


def any_at(mine: SeatState, phase: int) -> bool:
    """Whether a player has real workers at a phase."""
    return bool(mine.strip[phase]) or (mine.selected == phase and mine.selector != NO_DIE)


def take_worker(mine: SeatState, phase: int, die: OwnedDie) -> None:
    """Take a real worker away from its phase: it is about to lie elsewhere."""
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
    """Take a worker, given as a rolled die, off the strip: it is about to stand elsewhere."""
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
    """Take a die at rest from where it lies."""
    colour, first = die // OF_A_COLOUR, NONE
    for place, other in enumerate(dice):
        if other // OF_A_COLOUR == colour:
            first = place if first == NONE else first
            if other == die:
                _take_out(dice, place, first)
                return


def _take_out(dice: list[D], place: int, first: int) -> None:
    """Take a die out of a list; the first one alike moves into its gap.

    Logs tell dice in the order of such lists, and do so for games of the time when dice alike were not told apart.
    """
    dice[place] = dice[first]
    del dice[first]


def _take_selector(mine: SeatState, strip: list[RolledDie], first: int) -> None:
    """Take the selecting die; where another one alike stands at the phase, the first one selects it from now on."""
    mine.selector = NO_DIE if first == NONE else strip.pop(first)


def take_workers(mine: SeatState, phase: int) -> None:
    """Take all real workers away from a phase: they are about to lie elsewhere."""
    mine.strip[phase].clear()
    if mine.selected == phase:
        mine.selector = NO_DIE


def send_home(mine: SeatState, phase: int) -> int:
    """Real workers without a task go back to the cup (R4.9); give their number."""
    if not any_at(mine, phase):
        return 0
    left = workers_at(mine, phase)
    mine.cup += left
    take_workers(mine, phase)
    return len(left)
