"""The state of takeovers."""

from enum import StrEnum

from msgspec import Struct

from galaxytables_kit import Seat
from galaxytables_race.components.cards import NO_CARD, CardNumber

NO_FLEET = NO_CARD


class Outcome(StrEnum):
    """The outcome of a declared takeover."""

    OPEN = "open"
    WON = "won"
    FAILED = "failed"
    VOID = "void"
    """There was nothing left to fight for when its turn came (R14.16, R14.17)."""


class Declared(Struct, array_like=True):
    """A takeover that was declared.

    `seat` attacks `world` of `owner` with the takeover power of the card `power`; `fleet` is the card discarded to
    attack a peaceful world (R14.19). `attack` and `defense` are the final values, 0 before the fight.
    """

    seat: Seat
    owner: Seat
    world: CardNumber
    power: CardNumber
    fleet: CardNumber = NO_FLEET
    outcome: Outcome = Outcome.OPEN
    attack: int = 0
    defense: int = 0


class Takeovers(Struct, array_like=True):
    """The takeovers of the running Settle phase.

    `tableaus` are the tableaus as they were when the phase began. They decide who is vulnerable (R14.4).
    """

    tableaus: list[tuple[CardNumber, ...]]
    declared: list[Declared] = []

    def of(self, seat: Seat) -> list[Declared]:
        """Return the takeovers that a seat has declared in this phase."""
        return [each for each in self.declared if each.seat == seat]
