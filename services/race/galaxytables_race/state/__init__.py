"""The state of the table: everything that lies on it."""

from typing import TypeAlias

from msgspec import Struct, field

from galaxytables_kit import NOBODY, Seat
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.components.orb import TokenNumber
from galaxytables_race.state.invasion import Invasion
from galaxytables_race.state.orb import Orb
from galaxytables_race.state.phases import (
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
    """The prestige of one seat (R16).

    `chips` counts all its chips, and `on_tile` those of them that lie on the leader tile. `boosted` is the action of
    this round for which prestige was spent. `used` says whether the seat has used up its one boost or search of the
    game (R16.15).
    """

    chips: int = 0
    on_tile: int = 0
    boosted: str = ""
    used: bool = False


class Empire(Struct, array_like=True):
    """Everything that lies before one seat. Cards are numbers of the pack.

    Code that changes `tableau` or `damaged` must assign a new tuple, since `all_abilities` notices changes by the new
    tuple. `goods` are the face-down cards that serve as goods, by world. `dealt` are the start worlds to choose from.
    `saved` are the face-down cards under each world. `damaged` are the damaged worlds of the tableau (R22.20).
    `artifacts` are the unused tokens found in the orb, `spent_artifacts` the used ones.
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
    """The state of the table.

    `decks` and `discards` are the shared piles, or one per seat after a draft (R18.6); the last card of a deck is its
    top. `pool` is the number of VP chips left, below 0 if more were taken (R8.12). `phase` is the state of the running
    phase. `aside` are cards beside the deck.

    `goals` are the tiles laid out. `first_goals` gives the holders of each First goal, and `most_goals` the holder of
    each Most goal (-1: nobody any more). `most_values` are the counts at the last check of a Most goal, if those decide
    its ties (`Rulings.goals_by_last_check`). `first_seat` is first in turn order (R2.8). `leader` holds the prestige
    tile (-1: nobody). `invasion` and `orb` are None unless the table plays these games.
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
        """Return the deck from which a seat draws: the shared one, or its own (R18.6)."""
        return self.decks[seat if len(self.decks) > 1 else 0]

    def discards_of(self, seat: Seat) -> list[CardNumber]:
        """Return the discard pile of a seat: the shared one, or its own (R18.6)."""
        return self.discards[seat if len(self.discards) > 1 else 0]

    def changes(self, seat: Seat) -> Changes:
        """Return the changes of a seat in the running phase: what it placed, lost, discarded and used."""
        return NO_CHANGES if self.phase is None else self.phase.changes(seat)
