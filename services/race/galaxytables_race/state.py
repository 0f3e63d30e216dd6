"""What lies on the table."""

from typing import TypeAlias

from msgspec import Struct, field

from galaxytables_kit import NOBODY, Seat
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.invasion.state import Invasion
from galaxytables_race.orb.components import TokenNumber
from galaxytables_race.orb.state import Orb
from galaxytables_race.phases.state import (
    NO_CHANGES,
    Changes,
    Consuming,
    Developing,
    Drafting,
    Exploring,
    InOrb,
    Invading,
    Opening,
    OrbSetup,
    Producing,
    RoundEnding,
    Searching,
    Settling,
)

RunningPhase: TypeAlias = (
    Drafting
    | Opening
    | OrbSetup
    | Searching
    | InOrb
    | Exploring
    | Developing
    | Settling
    | Consuming
    | Producing
    | RoundEnding
    | Invading
    | None
)


class Prestige(Struct, array_like=True):
    """Prestige of one seat (R16).

    Of the `chips`, `on_tile` lie on the leader tile. `boosted` is the action of the round for which prestige was spent;
    `used` whether boost or search are gone for this game (R16.15).
    """

    chips: int = 0
    on_tile: int = 0
    boosted: str = ""
    used: bool = False


class Empire(Struct, array_like=True):
    """What lies before one seat. Cards are numbers of the pack.

    Who changes `tableau` or `damaged` lays another tuple in its place: by that it is seen (`all_abilities`).

    `goods` are the cards that lie face down as goods, by the world that they lie on. `dealt` are the start worlds to
    choose from. `saved` are the cards face down under a world. `damaged` are the worlds of the tableau that are damaged
    (R22.20). `artifacts` are the tokens found in the orb and not used yet, `spent_artifacts` those used.
    """

    hand: list[CardNumber] = []
    tableau: tuple[CardNumber, ...] = ()
    goods: dict[CardNumber, list[CardNumber]] = {}
    chips: int = 0
    dealt: list[CardNumber] = []
    actions: list[str] = []
    prestige: Prestige = field(default_factory=Prestige)
    saved: dict[CardNumber, list[CardNumber]] = {}
    damaged: tuple[CardNumber, ...] = ()
    artifacts: list[TokenNumber] = []
    spent_artifacts: list[TokenNumber] = []


class RaceState(Struct, array_like=True):
    """The table.

    `decks` and `discards` are the shared piles, or one of each a seat after a draft (R18.6); the last card of a deck
    is its top. `pool` are the VP chips left, below 0 if more were taken (R8.12). `phase` is what only the running phase
    needs. `aside` are cards that lie beside the deck. `goals` are the tiles laid out; `first_goals` who has each First
    goal, `most_goals` who holds each Most goal (-1: nobody any more), and `most_values` what all had of it when it was
    last looked at, where that scores (`Rulings.goals_by_last_check`). `first_seat` is first in turn order (R2.8),
    `leader` holds the prestige tile (-1: nobody). `invasion` is there where the invasion game is played, `orb` where
    the orb game is.
    """

    empires: list[Empire]
    decks: list[list[CardNumber]]
    discards: list[list[CardNumber]]
    pool: int
    round: int = 0
    phase: RunningPhase = None
    aside: list[CardNumber] = []
    goals: list[str] = []
    first_goals: dict[str, list[Seat]] = {}
    most_goals: dict[str, Seat] = {}
    most_values: dict[str, list[int]] = {}
    first_seat: Seat = Seat(0)
    leader: Seat = NOBODY
    invasion: Invasion | None = None
    orb: Orb | None = None

    def deck_of(self, seat: Seat) -> list[CardNumber]:
        """The deck that a seat draws from: everybody's, or its own (R18.6)."""
        return self.decks[seat if len(self.decks) > 1 else 0]

    def discards_of(self, seat: Seat) -> list[CardNumber]:
        """The discard pile that a seat uses: everybody's, or its own (R18.6)."""
        return self.discards[seat if len(self.discards) > 1 else 0]

    def changes(self, seat: Seat) -> Changes:
        """What a seat placed, lost, gave up and used in the running phase."""
        return NO_CHANGES if self.phase is None else self.phase.changes(seat)
