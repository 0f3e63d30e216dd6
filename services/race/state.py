"""What lies on the table."""

from enum import StrEnum

from msgspec import Struct, field

from services.race.invasion.state import Invasion
from services.race.orb.state import Orb
from services.race.takeovers.state import Declared, Takeovers

NO_CARD = -1


class Step(StrEnum):
    """The stretch in which the game stands."""

    __hash__ = str.__hash__  # equal as words, and much faster than by name

    DRAFT = "draft"
    OPENING = "opening"
    SETUP = "setup"
    ACTIONS = "actions"
    ACTIONS_LAST = "actions_last"
    SEARCH = "search"
    EXPLORE_DRAW = "explore_draw"
    EXPLORE = "explore"
    DEVELOP_START = "develop_start"
    DEVELOP_DISCARD = "develop_discard"
    DEVELOP = "develop"
    DEVELOP_PAY = "develop_pay"
    SETTLE = "settle"
    SETTLE_PAY = "settle_pay"
    SETTLE_DISCARD = "settle_discard"
    SETTLE_EXTRA = "settle_extra"
    TAKEOVER = "takeover"
    TRADE = "trade"
    CONSUME = "consume"
    PRODUCE_GOODS = "produce_goods"
    PRODUCE = "produce"
    PRODUCE_LATE = "produce_late"
    ROUND_END = "round_end"
    WAR_EFFORT = "war_effort"
    REPAIR = "repair"
    INVASION = "invasion"
    DEFENSE = "defense"
    DAMAGE = "damage"
    ORB_SETUP = "orb_setup"
    ORB_START = "orb_start"
    ORB = "orb"
    ORB_SHIP = "orb_ship"
    OVER = "over"


class Prestige(Struct, array_like=True):
    """Prestige of one seat (R16).

    Of the `chips`, `on_tile` lie on the leader tile, and `gained` came in the running phase. `boosted` is the action
    of the round for which prestige was spent; `used` whether boost or search are gone for this game (R16.15).
    """

    chips: int = 0
    on_tile: int = 0
    gained: int = 0
    boosted: str = ""
    used: bool = False


class Empire(Struct, array_like=True):
    """What lies before one seat. Cards are numbers of the pack.

    `goods` are the cards that lie face down as goods, by the world that they lie on. `dealt` are the start worlds to
    choose from, `drawn` the cards explored and not kept yet, `placing` the card shown and not paid for yet. `fresh`
    are the cards placed in the running phase, whose powers do not work yet (R4.4); `produced` the worlds that got
    a good in the running Produce phase. `pack` are the cards to draft from.

    `temporary` is the military bought in the running phase, `spent` how often each temporary power was used for it,
    `extra` the cards whose powers for one more world were used or declined in it. `over_limit` are the cards
    discarded to the hand limit at this round's end. `revealed` are the cards turned up for a bet or in a search,
    until one is taken. `conquered` is the world last conquered in the running phase, `by` the card whose power places
    the card shown (R7.11, R7.17). `saved` are the cards face down under a world, `owed` how many hand cards are still
    to be discarded for a power that drew first, `swapped` the world that replaced another in the running phase
    (R7.16), `gone` the cards discarded in the running Settle phase or orb step, which are counted and whose military
    holds to its end (R4.8, R7.20). `claim` is the takeover chosen and not shown yet, `lost` the worlds taken away in
    the running phase. `damaged` are the worlds of the tableau that are damaged (R22.20).

    `artifacts` are the tokens found in the orb and not used yet, `spent_artifacts` those used; `offered` are unused
    ones that serve as Alien goods in the running Consume phase (R20.33), `for_it` is the military of artifacts used for
    the world last conquered and for no other (R20.34). `paid` are cards of the discard pile that were just paid, while
    their owner may lay one of them under a world.
    """

    hand: list[int] = []
    tableau: list[int] = []
    goods: dict[int, list[int]] = {}
    chips: int = 0
    dealt: list[int] = []
    drawn: list[int] = []
    placing: int = NO_CARD
    fresh: list[int] = []
    produced: list[int] = []
    actions: list[str] = []
    pack: list[int] = []
    temporary: int = 0
    spent: dict[int, int] = {}
    extra: list[int] = []
    over_limit: int = 0
    revealed: list[int] = []
    conquered: int = NO_CARD
    by: int = NO_CARD
    prestige: Prestige = field(default_factory=Prestige)
    saved: dict[int, list[int]] = {}
    owed: int = 0
    swapped: int = NO_CARD
    gone: list[int] = []
    claim: Declared | None = None
    lost: list[int] = []
    damaged: list[int] = []
    artifacts: list[int] = []
    spent_artifacts: list[int] = []
    offered: list[int] = []
    for_it: int = 0
    paid: list[int] = []


class RaceState(Struct, array_like=True):
    """The table.

    `decks` and `discards` are the shared piles, or one of each a seat after a draft (R18.6); the last card of a deck
    is its top. `pool` are the VP chips left, below 0 if more were taken (R8.12). `agenda` are the phases of the
    round still to come, `phase` the one that runs. `aside` are cards that lie beside the deck. `goals` are the tiles
    laid out; `first_goals` who has each First goal, `most_goals` who holds each Most goal (-1: nobody any more), and
    `most_values` what all had of it when it was last looked at, where that scores (`Rulings.goals_by_last_check`).
    `first_seat` is first in turn order (R2.8), `leader` holds the prestige tile (-1: nobody), `takeovers` are those of
    the running Settle phase, where they are played; `invasion` is there where the invasion game is played, `orb` where
    the orb game is.
    """

    empires: list[Empire]
    decks: list[list[int]]
    discards: list[list[int]]
    pool: int
    step: Step = Step.OPENING
    round: int = 0
    phase: str = ""
    agenda: list[str] = []
    aside: list[int] = []
    draft_round: int = 0
    goals: list[str] = []
    first_goals: dict[str, list[int]] = {}
    most_goals: dict[str, int] = {}
    most_values: dict[str, list[int]] = {}
    first_seat: int = 0
    leader: int = NO_CARD
    takeovers: Takeovers | None = None
    invasion: Invasion | None = None
    orb: Orb | None = None

    def deck_of(self, seat: int) -> list[int]:
        """The deck that a seat draws from: everybody's, or its own (R18.6)."""
        return self.decks[seat if len(self.decks) > 1 else 0]

    def discards_of(self, seat: int) -> list[int]:
        """The discard pile that a seat uses: everybody's, or its own (R18.6)."""
        return self.discards[seat if len(self.discards) > 1 else 0]
