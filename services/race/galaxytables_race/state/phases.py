"""The states of phases: each is made when its phase begins and removed when it ends. Cards are numbers of the pack."""

from msgspec import Struct

from galaxytables_kit import Pick, Seat
from galaxytables_race.components.cards import NO_CARD, CardNumber
from galaxytables_race.components.orb import TokenNumber
from galaxytables_race.state.takeovers import Declared, Takeovers


class Changes(Struct, array_like=True):
    """The changes of a seat in the running phase: what it placed, lost, discarded and used.

    `fresh` are the cards placed, whose powers do not work yet (R4.4). `lost` are the worlds taken over by others
    (R14.13). `gone` are the cards discarded from the tableau, which count and keep their military until the phase ends
    (R4.8, R7.20). `temporary` is the military bought. `spent` is how often powers with a cost were used (R4.6).
    """

    fresh: list[CardNumber] = []
    lost: list[CardNumber] = []
    gone: list[CardNumber] = []
    temporary: int = 0
    spent: dict[CardNumber, int] = {}


NO_CHANGES = Changes()


class PhaseState(Struct, array_like=True):
    """What a phase has to remember while it is played: the base of the states of all phases."""

    def changes(self, seat: Seat) -> Changes:
        """Return the changes of a seat in this phase: what it placed, lost, discarded and used."""
        del seat
        return NO_CHANGES


class Drafting(PhaseState, tag="draft"):
    """The state of the draft (R18): the cards in the current pack of each seat, and the number of the draft round."""

    packs: list[list[CardNumber]]
    round: int = 0


class Opening(PhaseState, tag="opening"):
    """The state of the opening (R2): the opening cards from which each seat chooses its start world and first hand."""

    drawn: list[list[CardNumber]]


class OrbSetup(PhaseState, tag="orb_setup"):
    """The state of the set-up of the orb (R20.4): the seats that still have to place a team, in order."""

    waiting: list[Seat]


class RoundPhase(PhaseState, kw_only=True):
    """The state of a phase of a round; `prestige` is how many prestige each seat gained in the phase (R16.6)."""

    prestige: dict[Seat, int] = {}

    @property
    def kind(self) -> str:
        """Return the word that goals use for the phase."""
        return str(self.__struct_config__.tag)

    @property
    def name(self) -> str:
        """Return the name of the phase in the event that announces it."""
        return self.kind


class TwicePhase(RoundPhase):
    """The state of Develop or Settle, which a round of two players may have twice (R3.5)."""

    second: bool

    @property
    def name(self) -> str:
        """Return the name of the phase in the event that announces it.

        The second such phase of a round has a name of its own.
        """
        return f"{self.kind}_2" if self.second else self.kind


class Placer(Changes):
    """The state of a seat in Develop or Settle.

    `chosen` is the card chosen in secret, `placing` the card that is shown but not paid for yet. `paid` are the cards
    just paid, while their owner may put one of them under a world. `owed` is how many hand cards the seat still has to
    discard after powers "draw, then discard".
    """

    chosen: CardNumber = NO_CARD
    placing: CardNumber = NO_CARD
    paid: list[CardNumber] = []
    owed: int = 0


class Won(Struct, array_like=True, frozen=True, gc=False):
    """How a world was won: by which means, its defense, the cards paid, and whether a good was spent on it."""

    means: Pick
    defense: int
    paid: tuple[CardNumber, ...]
    with_good: bool


class Settler(Placer):
    """The state of a seat in Settle.

    `by` is the card whose power places the world shown (R7.11, R7.17). `extra` are the cards whose powers for one more
    world were used or declined, and `swapped` is the world that replaced another (R7.16). `conquered` is the world last
    conquered, and `for_it` the military of artifacts used for that world alone (R20.34). `claim` is the takeover chosen
    but not shown yet. `won` is how the world shown was won, until the seat has taken the bonuses for that world.
    """

    by: CardNumber = NO_CARD
    extra: list[CardNumber] = []
    swapped: CardNumber = NO_CARD
    conquered: CardNumber = NO_CARD
    for_it: int = 0
    claim: Declared | None = None
    won: Won | None = None


class Searching(RoundPhase, tag="search"):
    """The state of Search (R17): the cards that each seat has revealed, until one is taken."""

    revealed: list[list[CardNumber]]


class Move(Struct, array_like=True):
    """The move of a team in an orb step.

    `done` means that the team moves no more. `moved` is how many squares it has gone, and `squares` how many squares
    artifacts added. `walls` and `barriers` are how many walls and barriers it may cross thanks to artifacts.
    """

    done: bool = False
    moved: int = 0
    squares: int = 0
    walls: int = 0
    barriers: int = 0


class InOrb(RoundPhase, tag="orb"):
    """The state of the orb step (R20.8).

    `moves` are the moves of the teams, in the order of the teams. `waiting` are the seats that have not acted, in
    order. `passed` is how many discs moved to the front by passing.
    """

    seats: list[Changes]
    moves: list[Move]
    waiting: list[Seat] = []
    passed: int = 0

    def changes(self, seat: Seat) -> Changes:
        """Return the changes of a seat in this phase: what it placed, lost, discarded and used."""
        return self.seats[seat]


class Exploring(RoundPhase, tag="explore"):
    """The state of Explore (R5): the cards that each seat has drawn and not kept yet."""

    drawn: list[list[CardNumber]]


class Developing(TwicePhase, tag="develop"):
    """The state of Develop (R6); `ships` are the seats that still have to place the team of a ship (R20.37)."""

    seats: list[Placer]
    ships: list[Seat] = []

    def changes(self, seat: Seat) -> Changes:
        """Return the changes of a seat in this phase: what it placed, lost, discarded and used."""
        return self.seats[seat]


class Settling(TwicePhase, tag="settle"):
    """The state of Settle (R7), with takeovers if the table plays with them (R14)."""

    seats: list[Settler]
    takeovers: Takeovers | None = None

    def changes(self, seat: Seat) -> Changes:
        """Return the changes of a seat in this phase: what it placed, lost, discarded and used."""
        return self.seats[seat]


class Consumer(Struct, array_like=True):
    """The state of a seat in Consume.

    `offered` are the unused artifacts that serve as Alien goods (R20.33). `revealed` are the cards revealed for a bet,
    until one is taken.
    """

    offered: list[TokenNumber] = []
    revealed: list[CardNumber] = []


class Consuming(RoundPhase, tag="consume"):
    """The state of Consume (R8)."""

    seats: list[Consumer]


class Producer(Struct, array_like=True):
    """The state of a seat in Produce.

    `produced` are the worlds that got a good. `used` are the cards whose windfall powers were used (`BONUS` for the
    action's bonus), including powers that cost hand cards. `ways` are the ways of repair used. `declined` is how many
    hand cards and goods the seat had when it last declined to repair (R22.28).
    """

    produced: list[CardNumber] = []
    used: list[CardNumber] = []
    ways: list[str] = []
    declined: tuple[int, int] | None = None


BONUS = CardNumber(-1)
"""Stands for the windfall bonus among the used powers."""


class Producing(RoundPhase, tag="produce"):
    """The state of Produce (R9).

    `served_after` is how many repairs had been made when windfall worlds last got goods, or None before that.
    """

    seats: list[Producer]
    served_after: int | None = None


class RoundEnding(RoundPhase, tag="round_end"):
    """The state of the round end (R10): how many cards each seat discarded down to its hand limit."""

    over_limit: list[int]


class Invading(RoundPhase, tag="invasion"):
    """The state of the invasion step (R22.5)."""
