"""The state of the table. Cards, slots, guilds and locations are given by their numbers in the pack."""

from enum import IntEnum
from typing import TypeAlias

from msgspec import Struct

from galaxytables_beyond.components.cards import Pack
from galaxytables_beyond.components.numbers import (
    NO_SYSTEM,
    AchievementNumber,
    EventNumber,
    SystemNumber,
    TechNumber,
)
from galaxytables_beyond.options import BeyondOptions
from galaxytables_kit import NOBODY, Play, Seat


class Disc(IntEnum):
    """The three kinds of discs of a faction."""

    FOOD = 0
    ORE = 1
    ACHIEVEMENT = 2


class Colony(Struct, array_like=True):
    """A system that a faction has colonised, with the discs on it."""

    system: SystemNumber
    discs: list[Disc]


class Faction(Struct, array_like=True):
    """Everything that belongs to one player. Counts are numbers of cubes, ore crystals and discs.

    `supply` are the cubes in columns A to E. `food` and `ore_discs` are the discs left on the two tracks, which always
    cover the rightmost slots. `achievement_discs` is how many of the eight are left; a number below zero is how many
    substitutes are in use (R6.7). `researched` are slots in the order of research, and `private` are private
    technologies. `pawn` is the id of a space, empty while the pawn is off the board. `events` are the event cards that
    score for this faction alone.
    """

    mat: int
    supply: list[int]
    population: int
    ore: int
    food: int = 8
    ore_discs: int = 8
    achievement_discs: int = 8
    automation: list[Disc] = []
    researched: list[int] = []
    private: list[TechNumber] = []
    colonies: list[Colony] = []
    pawn: str = ""
    events: list[EventNumber] = []


class LocationState(Struct, array_like=True):
    """The state of a location: its system card, the outpost on it, and the ships of each seat at the location.

    Ships are given by their levels, highest first. A location that an event adds is `open` only between that event and
    the colonising of its system.
    """

    open: bool
    fleets: list[list[int]]
    system: SystemNumber = NO_SYSTEM
    owner: Seat = NOBODY
    disc: Disc = Disc.FOOD


class ClaimedDisc(Struct, array_like=True):
    """A disc that lies on an achievement card."""

    seat: Seat
    disc: Disc


class AchievementState(Struct, array_like=True):
    """The state of an achievement card: the discs on it, from the left."""

    card: AchievementNumber
    discs: list[ClaimedDisc]


class Turn(Struct, array_like=True):
    """The state of a turn: the seat, and things that count only in this turn.

    `unclaimed` are the systems that nobody controlled when the turn began. `spent` counts the uses of powers, and
    `takeovers` the outposts won from others since the action began; both are by seat.
    """

    seat: Seat
    unclaimed: list[SystemNumber]
    spent: list[dict[str, int]]
    takeovers: list[int]


class BeyondState(Struct, array_like=True):
    """The state of the table.

    `techs` and `events` are by slot. `tech_decks` are by level minus two, and `system_decks` are A then B; the last
    card of a deck is its top. `turned_up` are the cards from which a player is choosing. `unused_events` left the game
    unseen. `first` is the first player. `last_round` is 0 until the end is triggered.
    """

    factions: list[Faction]
    techs: list[TechNumber]
    events: list[EventNumber]
    tech_decks: list[list[TechNumber]]
    system_decks: list[list[SystemNumber]]
    locations: list[LocationState]
    guilds: list[bool]
    achievements: list[AchievementState]
    unused_events: list[EventNumber]
    first: Seat
    turned_up: list[TechNumber] = []
    events_in_effect: list[EventNumber] = []
    events_discarded: list[EventNumber] = []
    round: int = 0
    last_round: int = 0
    phase: Turn | None = None


BeyondPlay: TypeAlias = Play[BeyondState, Pack, BeyondOptions]


def this_turn(play: BeyondPlay) -> Turn:
    """Return the current turn."""
    turn = play.state.phase
    assert turn is not None  # noqa: S101 - who asks is carried out in a turn
    return turn
