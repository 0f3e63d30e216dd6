"""What lies on the table."""

from enum import IntEnum
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from services.kit.play import Play
from services.roll.dice import COLOURS, FACES, numbered
from services.roll.tiles import Pack

NONE = -1


class RollOptions(Struct, frozen=True):
    """Options of a table."""

    sides: Annotated[
        Literal["choose", "cheaper"],
        Meta(description="sides of the two start tiles: players choose, or the cheaper ones are up (first game)"),
    ] = "choose"
    selecting_die: Annotated[
        Literal["worker", "locked"],
        Meta(description="once a phase is selected: the die that selects it may be reassigned or rest, or stays there"),
    ] = "worker"


class Step(IntEnum):
    """Where the round stands; the phases have the numbers of `Phase`, plus 10."""

    DEAL = 0
    START = 1
    ASSIGN = 2
    EXPLORE = 10
    DEVELOP = 11
    SETTLE = 12
    PRODUCE = 13
    SHIP = 14
    EXPLORE_END = 15
    MANAGE = 20
    OVER = 21


class SeatState(Struct, array_like=True):
    """What one player has. Dice have numbers; behind the screen and on the strip they are rolled dice (see `dice`).

    `stacks` and `builders` are the construction zone: tiles with the top one first, and the dice on each stack, first
    developments, then worlds. `goods` has an entry for each world that can hold goods.
    """

    faction: int
    """The printed number of the faction tile."""
    credits: int
    empire: list[int]
    """Faces, in the order in which they came."""
    cup: list[int]
    citizenry: list[int]
    chips: int = 0
    goods: dict[int, list[int]] = {}
    stacks: list[list[int]] = []
    builders: list[list[int]] = []
    drawn: list[int] = []
    """Tiles drawn and not yet placed."""
    strip: list[list[int]] = []
    """Rolled dice by phase; without the selecting die."""
    wild: list[int] = []
    """Rolled dice with a wild face that stand nowhere yet."""
    selector: int = NONE
    """The rolled die that selects a phase; NONE once it did its task."""
    selected: int = NONE
    dictated: list[int] = []
    virtual: list[int] = []
    """Colours of the virtual workers of the phase under way."""
    scouted: list[int] = []
    """Colours of the explorers that scouted in this phase."""


class RollState(Struct, array_like=True):
    """The table."""

    seats: list[SeatState]
    bag: list[int]
    """Tiles, the next one last."""
    supply: list[int]
    """Dice by colour."""
    order: list[int]
    """Seats in player order (R11.2)."""
    abandoned: list[int] = []
    """Tiles under the Explore phase tile."""
    step: Step = Step.DEAL
    round: int = 0
    turn: int = 0
    """How many seats had their turn in this step, where seats go one after another."""
    in_order: bool = False
    """Whether seats go one after another in this phase (R11.3)."""
    active: list[int] = []
    """Phases of this round that are still to be executed, or are under way."""
    executed: list[int] = []
    """All active phases of this round."""
    extra: int = NONE
    """The face of the spare home die (R4.2)."""
    numbered: bool = False
    """Whether dice have numbers; they are mere colours in a table just laid out, and were so in older positions."""

    def __post_init__(self) -> None:
        """Number the dice of each player."""
        if not self.numbered:
            for seat in self.seats:
                number_dice(seat)
            self.numbered = True


RollPlay: TypeAlias = Play[RollState, Pack, RollOptions]


def dice_of(seat: SeatState) -> list[int]:
    """All dice of a player, wherever they are."""
    rolled = [*seat.wild, *seat.dictated]
    for workers in seat.strip:
        rolled += workers
    if seat.selector != NONE:
        rolled.append(seat.selector)
    dice = [die // FACES for die in rolled]
    for resting in _at_rest(seat):
        dice += resting
    return dice


def new_dice(seat: SeatState, colour: int, count: int) -> list[int]:
    """Dice from the supply for a player: the lowest numbers that the player's own dice leave."""
    owned = set(dice_of(seat))
    first = numbered(colour, 1)
    return [die for die in range(first, first + len(owned) + count) if die not in owned][:count]


def number_dice(seat: SeatState) -> None:
    """Give every die, which is a colour so far, a number."""
    counts = [0] * COLOURS

    def number(colour: int) -> int:
        counts[colour] += 1
        return numbered(colour, counts[colour])

    for dice in _at_rest(seat):
        dice[:] = map(number, dice)
    for dice in (seat.wild, seat.dictated, *seat.strip):
        dice[:] = [number(die // FACES) * FACES + die % FACES for die in dice]
    if seat.selector != NONE:
        seat.selector = number(seat.selector // FACES) * FACES + seat.selector % FACES


def _at_rest(seat: SeatState) -> list[list[int]]:
    return [seat.cup, seat.citizenry, *seat.builders, *seat.goods.values()]
