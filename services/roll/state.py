"""What lies on the table."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from services.kit import NOBODY, Play, Seat
from services.roll.components.tiles import Pack
from services.roll.dice import COLOURS, FACES, numbered

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


class Working(Struct, array_like=True, tag=True):
    """One of the five phases, while it is executed."""

    phase: int
    in_order: bool
    """Whether seats go one after another (R11.3)."""
    virtual: list[list[int]]
    """Colours of the virtual workers of each seat (R13.19)."""
    turn: Seat = NOBODY
    """The seat at work, where seats go one after another."""


class Exploring(Working, array_like=True, tag=True):
    """Phase I."""

    scouted: list[list[int]] = []
    """Colours of the explorers of each seat that scouted."""
    abandoned: list[int] = []
    """Tiles under the Explore phase tile."""


class RollState(Struct, array_like=True):
    """The table."""

    seats: list[SeatState]
    bag: list[int]
    """Tiles, the next one last."""
    supply: list[int]
    """Dice by colour."""
    order: list[Seat]
    """Seats in player order (R11.2)."""
    round: int = 0
    executed: list[int] = []
    """All active phases of this round, from the reveal on."""
    extra: int = NONE
    """The face of the spare home die (R4.2)."""
    phase: Working | Exploring | None = None


RollPlay: TypeAlias = Play[RollState, Pack, RollOptions]


def working(play: RollPlay) -> Working:
    """The phase that is executed."""
    phase = play.state.phase
    assert phase is not None  # noqa: S101 - only phases with this state ask for it
    return phase


def exploring(play: RollPlay) -> Exploring:
    """Phase I, while it is executed."""
    phase = play.state.phase
    assert isinstance(phase, Exploring)  # noqa: S101 - only Explore asks for it
    return phase


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
