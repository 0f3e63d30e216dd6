"""The state of the invasion game."""

from msgspec import Struct

from galaxytables_kit import Seat
from galaxytables_race.components.invasion import InvaderNumber

REPULSED, DEFEATED = "repulsed", "defeated"
NO_INVADER = InvaderNumber(-1)


class Admiral(Struct, array_like=True):
    """The state of one seat in the invasion game.

    `value` is the seat's military against the Xeno when discs were last moved (R22.6), and `military` its general
    military then. `defense` is the permanent addition in the fight (R22.13), and `boost` the strength bought for the
    fight. `invader` is the invasion card that the seat faced last. `rank` is the place of its disc in the order of all
    discs, from 1, which decides the reward; `won` is the outcome of the fight. `war_effort` and `rewards` are chips.
    """

    value: int = 0
    military: int = 0
    defense: int = 0
    boost: int = 0
    invader: InvaderNumber = NO_INVADER
    rank: int = 0
    won: bool = False
    war_effort: int = 0
    rewards: int = 0


class Invasion(Struct, array_like=True):
    """The state of the invasion; `admirals` are listed by seat.

    Invasion cards are numbers of the book; the last of a deck is its top. `unused` are the cards left in the box,
    `gone` those removed from the game (R22.23). `track` lists the discs of each space, from the bottom up. `repulse` is
    the strength that repulses the Xeno now. `defeats` is how often all seats have lost together; `end` is how the
    invasion ended the game, if it did.
    """

    deck: list[InvaderNumber]
    admirals: list[Admiral]
    repulse: int
    unused: list[InvaderNumber] = []
    discards: list[InvaderNumber] = []
    gone: list[InvaderNumber] = []
    track: dict[int, list[Seat]] = {}
    defeats: int = 0
    end: str = ""
