"""The abilities of a seat: everything that the powers in its tableau let it do.

`tableau.py` computes them from the cards.
"""

from msgspec import Struct, field

from galaxytables_race.components.cards import Card, CardNumber
from galaxytables_race.components.filters import Filter, Good
from galaxytables_race.components.vocabulary import (
    AnyPower,
    ConquerPeacefulWorld,
    DiscardSelfForDiscount,
    DiscardSelfForFreeWorld,
    DiscardToProduce,
    DrawIfMostProduced,
    ExtraWorld,
    PayForMilitary,
    PrestigeAfterPlacing,
    PrestigeIfMost,
    RepairWorld,
    ReplaceWorld,
    SpendGoodForDiscount,
    Takeover,
    TemporaryMilitary,
    TemporaryXenoDefense,
    WindfallProduce,
)

OPENING_HAND = 4
HAND_LIMIT = 10
TABLEAU_END = 12
TRADE_VALUE = {"novelty": 2, "rare": 3, "genes": 4, "alien": 5}


class Source(Struct, frozen=True, gc=False):
    """A power that is used only when its owner decides to, and the card that has the power.

    `pick` is the id of the option that stands for using it.
    """

    card: CardNumber
    power: AnyPower
    pick: str


class Reach(Struct, frozen=True, gc=False):
    """The price that a seat must pay for a world, or the military that it lacks to conquer the world.

    `price` is None if the world cannot be paid for, and `gap` if it cannot be conquered. `price` is the payment before
    optional powers. `defense` is the military that a conquest needs, and `gap` how much of it the seat lacks; 0 or less
    means that it has enough. `sure` is how much military the seat can add by discarding its cards with temporary
    powers. `free` are the cards that would make the payment free. `disguises` are the cards that can be discarded to
    conquer a peaceful world, each with the reach of the world in that conquest (R7.18).
    """

    price: int | None
    gap: int | None
    sure: int
    temporary: tuple[tuple[CardNumber, TemporaryMilitary], ...]
    free: tuple[CardNumber, ...]
    disguises: tuple[tuple[CardNumber, "Reach"], ...] = ()
    defense: int = 0


class Front(Struct):
    """The powers of a tableau for the invasion game: permanent defence, defence at a cost, and repairs (R22)."""

    defense: int = 0
    temporary: tuple[tuple[CardNumber, TemporaryXenoDefense], ...] = ()
    repairs: tuple[tuple[CardNumber, RepairWorld], ...] = ()


class PrestigePowers(Struct):
    """The powers of a tableau that bring prestige, each with the number of its card (R16).

    `for_discards` are the powers used before anybody draws in Explore (R5.5). `when_paying` are the powers that bring
    prestige when their owner pays for a military world.
    """

    for_discards: tuple[tuple[CardNumber, int], ...] = ()
    after_placing: tuple[tuple[CardNumber, PrestigeAfterPlacing], ...] = ()
    when_paying: tuple[tuple[CardNumber, int], ...] = ()
    produced_here: tuple[tuple[CardNumber, int], ...] = ()
    if_most: tuple[tuple[CardNumber, PrestigeIfMost], ...] = ()


class Saving(Struct):
    """The powers of a tableau that save cards under its worlds, and take them back into the hand.

    `at_setup` is how many cards of the first hand are saved. `from_payments` gives, for the phase of a payment, the
    world under which one card of the payment goes. `takes` says whether Produce takes the saved cards back into the
    hand.
    """

    at_setup: int = 0
    from_payments: dict[str, CardNumber] = {}
    takes: bool = False


class Abilities(Struct, eq=False):
    """The sum of all powers of a tableau.

    The registered power kinds fill the fields one after another; see `galaxytables_race.powers`. `chooses_last`
    concerns action selection (R3.8), `takes_discards` the end of the round (R10.2). `variable` are the owner's worlds
    of variable kind. `develop_draws` and `settle_draws` are pairs: how many cards the owner draws, and how many hand
    cards it then discards. `production_worlds` and `windfall_worlds` count the owner's worlds by kind of good. `prices`
    and `reaches` cache results by component id. `named` caches the abilities for each kind that the owner may name for
    the world of variable kind.
    """

    numbers: tuple[CardNumber, ...]
    cards: list[Card]
    designs: frozenset[Card]
    opening_hand: int = OPENING_HAND
    hand_limit: int = HAND_LIMIT
    tableau_end: int = TABLEAU_END
    chooses_last: bool = False
    takes_discards: bool = False
    variable: tuple[CardNumber, ...] = ()
    prestige: PrestigePowers = field(default_factory=PrestigePowers)
    saving: Saving = field(default_factory=Saving)
    extra_worlds: tuple[tuple[CardNumber, ExtraWorld], ...] = ()
    flips: tuple[CardNumber, ...] = ()
    gathering: tuple[tuple[CardNumber, str], ...] = ()
    no_trade: tuple[CardNumber, ...] = ()
    paid_production: tuple[tuple[CardNumber, DiscardToProduce], ...] = ()
    orb_squares: int = 0
    explore_draw: int = 0
    explore_keep: int = 0
    explore_mix: bool = False
    develop_draw: int = 0
    develop_after: int = 0
    develop_draws: tuple[tuple[int, int], ...] = ()
    develop_discounts: tuple[tuple[Filter | None, int], ...] = ()
    develop_savings: tuple[tuple[CardNumber, DiscardSelfForDiscount], ...] = ()
    savings: tuple[tuple[CardNumber, SpendGoodForDiscount], ...] = ()
    world_discounts: tuple[tuple[Filter | None, int], ...] = ()
    settle_after: int = 0
    settle_draws: tuple[tuple[int, int], ...] = ()
    goods_when_placed: bool = False
    replacements: tuple[tuple[CardNumber, ReplaceWorld], ...] = ()
    military: int = 0
    specialised: tuple[tuple[Filter, int], ...] = ()
    temporary: tuple[tuple[CardNumber, TemporaryMilitary], ...] = ()
    pay_for_military: tuple[PayForMilitary, ...] = ()
    military_discount: int = 0
    disguises: tuple[tuple[CardNumber, ConquerPeacefulWorld], ...] = ()
    takeovers: dict[CardNumber, Takeover] = {}
    takeover_defense: int = 0
    takeover_blocks: tuple[tuple[CardNumber, int], ...] = ()
    free_worlds: tuple[tuple[CardNumber, DiscardSelfForFreeWorld], ...] = ()
    trade_bonuses: tuple[tuple[CardNumber | None, str, int], ...] = ()
    consume_draw: int = 0
    consume_vp: int = 0
    draw_per_goods: tuple[tuple[int, int], ...] = ()
    consume: tuple[Source, ...] = ()
    optional_consume: tuple[Source, ...] = ()
    windfall_powers: tuple[tuple[CardNumber, WindfallProduce], ...] = ()
    draw_here: dict[CardNumber, int] = {}
    produce_draw: int = 0
    draw_per_good: tuple[tuple[str, int], ...] = ()
    draw_per_kind: int = 0
    draw_if_most: tuple[DrawIfMostProduced, ...] = ()
    production_worlds: tuple[CardNumber, ...] = ()
    windfall_worlds: tuple[CardNumber, ...] = ()
    front: Front = field(default_factory=Front)
    prices: dict[str, int] = {}
    reaches: dict[str, Reach] = {}
    named: "dict[Good, Abilities]" = {}

    def own(self, filter_: Filter) -> int:
        """Return how many cards of the tableau match a filter."""
        return sum(map(filter_.fits, self.cards))

    def trade_bonus(self, world: CardNumber, good: str) -> int:
        """Return how many more cards a good brings when it is sold; `world` is where it lies and `good` its kind."""
        return sum(
            cards for place, kind, cards in self.trade_bonuses if kind in ("any", good) and place in (None, world)
        )
