"""The state of the table: everything that lies on it."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from galaxytables_kit import NOBODY, Play, Seat
from galaxytables_roll.components.numbers import FaceNumber, TileNumber
from galaxytables_roll.components.tiles import Pack
from galaxytables_roll.dice import COLOURS, DIE_OF, FACES, SHOWING, OwnedDie, RolledDie, numbered

NONE = -1
NO_DIE = RolledDie(NONE)


class RollOptions(Struct, frozen=True):
    """The options of a table."""

    sides: Annotated[
        Literal["choose", "cheaper"],
        Meta(description="sides of the two start tiles: players choose, or the cheaper ones are up (first game)"),
    ] = "choose"
    selecting_die: Annotated[
        Literal["worker", "locked"],
        Meta(description="once a phase is selected: the die that selects it may be reassigned or rest, or stays there"),
    ] = "worker"


class SeatState(Struct, array_like=True):
    """All that one player has. Dice have numbers; behind the screen and on the strip they are rolled dice (see `dice`).

    `stacks` and `builders` are the construction zone, first for developments, then for worlds: the tiles of each stack,
    the top one first, and the dice on it. `goods` has an entry for each world that can hold goods.
    """

    faction: int
    """The printed number of the faction tile."""
    credits: int
    empire: list[FaceNumber]
    """Faces, in the order in which they were added."""
    cup: list[OwnedDie]
    citizenry: list[OwnedDie]
    chips: int = 0
    goods: dict[FaceNumber, list[OwnedDie]] = {}
    stacks: list[list[TileNumber]] = []
    builders: list[list[OwnedDie]] = []
    drawn: list[TileNumber] = []
    """Tiles drawn and not placed yet."""
    strip: list[list[RolledDie]] = []
    """Rolled dice by phase; without the selecting die."""
    wild: list[RolledDie] = []
    """Rolled dice with a wild face that are not placed yet."""
    selector: RolledDie = NO_DIE
    """The die that selects a phase; NO_DIE once it has done its task."""
    selected: int = NONE
    dictated: list[RolledDie] = []


class Working(Struct, array_like=True, tag=True):
    """The state of one of the five phases while it is executed."""

    phase: int
    in_order: bool
    """Whether seats take turns (R11.3)."""
    virtual: list[list[int]]
    """Colours of the virtual workers of each seat (R13.19)."""
    turn: Seat = NOBODY
    """The seat whose turn it is, if seats take turns."""


class Exploring(Working, array_like=True, tag=True):
    """The state of Explore (phase I) while it is executed."""

    scouted: list[list[int]] = []
    """Colours of the explorers of each seat that scouted."""
    abandoned: list[TileNumber] = []
    """Tiles under the Explore phase tile."""


class RollState(Struct, array_like=True):
    """The state of the table."""

    seats: list[SeatState]
    bag: list[TileNumber]
    """Tiles, the next one last."""
    supply: list[int]
    """Dice by colour."""
    order: list[Seat]
    """Seats in player order (R11.2)."""
    round: int = 0
    executed: list[int] = []
    """All active phases of this round, once they are revealed."""
    extra: int = NONE
    """The face of the spare home die (R4.2)."""
    phase: Working | Exploring | None = None


RollPlay: TypeAlias = Play[RollState, Pack, RollOptions]


def working(play: RollPlay) -> Working:
    """Return the state of the phase that is being executed."""
    phase = play.state.phase
    assert phase is not None  # noqa: S101 - only phases with this state ask for it
    return phase


def exploring(play: RollPlay) -> Exploring:
    """Return the state of Explore. Call it only while Explore is being executed."""
    phase = play.state.phase
    assert isinstance(phase, Exploring)  # noqa: S101 - only Explore asks for it
    return phase


def dice_of(seat: SeatState) -> list[OwnedDie]:
    """Return all dice of a player, wherever they are."""
    rolled = [*seat.wild, *seat.dictated]
    for workers in seat.strip:
        rolled += workers
    if seat.selector != NO_DIE:
        rolled.append(seat.selector)
    dice = [DIE_OF[die] for die in rolled]
    for resting in _at_rest(seat):
        dice += resting
    return dice


def new_dice(seat: SeatState, colour: int, count: int) -> list[OwnedDie]:
    """Return new dice for a player. They have the lowest numbers that this player does not use yet."""
    owned = set(dice_of(seat))
    first = numbered(colour, 1)
    free = [die for die in range(first, first + len(owned) + count) if die not in owned]
    return [OwnedDie(die) for die in free[:count]]


def number_dice(seat: SeatState) -> None:
    """Give each of a player's dice a number; before this call, dice are only colours."""
    counts = [0] * COLOURS

    def number(colour: int) -> OwnedDie:
        counts[colour] += 1
        return numbered(colour, counts[colour])

    def renumbered(die: RolledDie) -> RolledDie:
        return SHOWING[number(die // FACES)][die % FACES]

    for dice in _at_rest(seat):
        dice[:] = map(number, dice)
    for rolled in (seat.wild, seat.dictated, *seat.strip):
        rolled[:] = [renumbered(die) for die in rolled]
    if seat.selector != NO_DIE:
        seat.selector = renumbered(seat.selector)


def _at_rest(seat: SeatState) -> list[list[OwnedDie]]:
    return [seat.cup, seat.citizenry, *seat.builders, *seat.goods.values()]
