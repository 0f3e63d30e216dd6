"""What a tableau can do, worked out once from its cards."""

from msgspec import Struct

from services.race.brink import Brink
from services.race.cards import Card, Number, Pack
from services.race.filters import GOODS, Filter, Good
from services.race.powers.registry import apply_powers
from services.race.vocabulary import (
    AnyPower,
    ConquerPeacefulWorld,
    DiscardSelfForDiscount,
    DiscardSelfForFreeWorld,
    DiscardToProduce,
    DrawIfMostProduced,
    ExtraWorld,
    PayForMilitary,
    RepairWorld,
    Takeover,
    TemporaryMilitary,
    TemporaryXenoDefense,
    WindfallProduce,
)

OPENING_HAND = 4
HAND_LIMIT = 10
TABLEAU_END = 12
TRADE_VALUE = {"novelty": 2, "rare": 3, "genes": 4, "alien": 5}
_MEMO_SIZE = 1_000


class Source(Struct, frozen=True, gc=False):
    """A power that its owner uses on purpose, on its card; `pick` is its option id."""

    card: Number
    power: AnyPower
    pick: str


class Reach(Struct, frozen=True, gc=False):
    """What it takes to place a world: None where a way is closed.

    `price` is what a payment costs before optional powers, `defense` what a conquest must reach, `gap` how much
    military is missing for that (0 or less: enough), `sure` what discarding temporary powers adds. `free` are the
    cards that would make the payment free, `disguises` the cards that are discarded to conquer a peaceful world,
    with what that takes (R7.18).
    """

    price: int | None
    gap: int | None
    sure: int
    temporary: tuple[tuple[Number, TemporaryMilitary], ...]
    free: tuple[Number, ...]
    disguises: tuple[tuple[Number, "Reach"], ...] = ()
    defense: int = 0


class Front:
    """What a tableau has for the invasion game: defence in fights, for good and for a cost, and repairs (R22)."""

    __slots__ = ("defense", "repairs", "temporary")

    def __init__(self) -> None:
        self.defense = 0
        self.temporary: list[tuple[Number, TemporaryXenoDefense]] = []
        self.repairs: list[tuple[Number, RepairWorld]] = []


class Abilities:
    """Everything that the powers of a tableau add up to.

    The registered powers fill the fields one after another; see `services.race.powers`. `worlds` are the numbers of
    own worlds by kind of production.
    """

    __slots__ = (
        "brink",
        "cards",
        "consume",
        "consume_draw",
        "consume_vp",
        "designs",
        "develop_after",
        "develop_discounts",
        "develop_draw",
        "develop_savings",
        "disguises",
        "draw_here",
        "draw_if_most",
        "draw_per_good",
        "draw_per_goods",
        "draw_per_kind",
        "explore_draw",
        "explore_keep",
        "explore_mix",
        "extra_worlds",
        "flips",
        "free_worlds",
        "front",
        "gathering",
        "hand_limit",
        "military",
        "military_discount",
        "no_trade",
        "numbers",
        "opening_hand",
        "optional_consume",
        "orb_squares",
        "paid_production",
        "pay_for_military",
        "prices",
        "produce_draw",
        "production_worlds",
        "reaches",
        "settle_after",
        "specialised",
        "tableau_end",
        "takeover_defense",
        "takeovers",
        "temporary",
        "trade_bonuses",
        "windfall_powers",
        "windfall_worlds",
        "world_discounts",
    )

    def __init__(self, numbers: tuple[Number, ...], cards: list[Card]) -> None:
        self.numbers = numbers
        self.cards = cards
        self.designs = frozenset(cards)
        self.opening_hand, self.hand_limit, self.tableau_end = OPENING_HAND, HAND_LIMIT, TABLEAU_END
        self.brink = Brink()
        self.extra_worlds: list[tuple[Number, ExtraWorld]] = []
        self.flips: list[Number] = []
        self.gathering: list[tuple[Number, str]] = []
        self.no_trade: list[Number] = []
        self.paid_production: list[tuple[Number, DiscardToProduce]] = []
        self.orb_squares = 0
        self.explore_draw = 0
        self.explore_keep = 0
        self.explore_mix = False
        self.develop_draw = 0
        self.develop_after = 0
        self.develop_discounts: list[tuple[Filter | None, int]] = []
        self.develop_savings: list[tuple[Number, DiscardSelfForDiscount]] = []
        self.world_discounts: list[tuple[Filter | None, int]] = []
        self.settle_after = 0
        self.military = 0
        self.specialised: list[tuple[Filter, int]] = []
        self.temporary: list[tuple[Number, TemporaryMilitary]] = []
        self.pay_for_military: list[PayForMilitary] = []
        self.military_discount = 0
        self.disguises: list[tuple[Number, ConquerPeacefulWorld]] = []
        self.takeovers: dict[Number, Takeover] = {}
        self.takeover_defense = 0
        self.free_worlds: list[tuple[Number, DiscardSelfForFreeWorld]] = []
        self.trade_bonuses: list[tuple[Number | None, str, int]] = []
        self.consume_draw = 0
        self.consume_vp = 0
        self.draw_per_goods: list[tuple[int, int]] = []
        self.consume: list[Source] = []
        self.optional_consume: list[Source] = []
        self.windfall_powers: list[tuple[Number, WindfallProduce]] = []
        self.draw_here: dict[Number, int] = {}
        self.produce_draw = 0
        self.draw_per_good: list[tuple[str, int]] = []
        self.draw_per_kind = 0
        self.draw_if_most: list[DrawIfMostProduced] = []
        self.production_worlds: list[Number] = []
        self.windfall_worlds: list[Number] = []
        self.front = Front()
        for number, card in zip(numbers, cards, strict=True):
            if card.production == "windfall":
                self.windfall_worlds.append(number)
            if card.powers:
                apply_powers(self, number, card)
        self.prices: dict[str, int] = {}
        self.reaches: dict[str, Reach] = {}

    def own(self, filter_: Filter) -> int:
        """How many own cards match."""
        return sum(map(filter_.fits, self.cards))

    def named(self, kind: Good) -> "Abilities":
        """The same tableau with its world of variable kind named (R11.7)."""
        known = self.brink.named.get(kind)
        if known is None:
            cards = [card.as_kind(kind) if card.good == "any" else card for card in self.cards]
            known = self.brink.named[kind] = Abilities(self.numbers, cards)
        return known

    def development_price(self, card: Card) -> int:
        """Price of a development with all fitting discounts; below 0 where more could be taken off."""
        price = self.prices.get(card.id)
        if price is None:
            price = self.prices[card.id] = card.cost - _fitting(self.develop_discounts, card)
        return price

    def strength_against(self, card: Card) -> int:
        """Permanent military that counts against a world: general and specialised (R1.10).

        A world of variable kind is of the kind against which most of it counts.
        """
        if card.good == "any":
            return max(self.strength_against(card.as_kind(kind)) for kind in GOODS)
        strength = self.military
        for filter_, amount in self.specialised:
            if filter_.fits(card):
                strength += amount
        return strength

    def reach(self, card: Card) -> Reach:
        """What it takes to place a world (R7.2-R7.7)."""
        reach = self.reaches.get(card.id)
        if reach is None:
            reach = self.reaches[card.id] = self._reach(card)
        return reach

    def _reach(self, card: Card) -> Reach:
        price: int | None = None
        discount = _fitting(self.world_discounts, card)
        if not card.military:
            price = max(0, card.cost - discount)
        elif not card.xeno:
            fitting = [power.discount for power in self.pay_for_military if power.when.fits(card)]
            if fitting:
                price = max(0, card.cost - max(fitting) - self.military_discount - discount)
        free = tuple(number for number, power in self.free_worlds if card.good != power.exclude_good) if price else ()
        if not card.military:
            disguises = tuple(
                (number, self._conquest(card.as_military, card.cost - power.defense_reduction, None, ()))
                for number, power in self.disguises
            )
            return Reach(price, None, 0, (), free, disguises)
        return self._conquest(card, card.cost, price, free)

    def _conquest(self, card: Card, defense: int, price: int | None, free: tuple[Number, ...]) -> Reach:
        """What it takes to conquer a military world of that defense; price and free as in `Reach`."""
        temporary = self.temporary_against(card)
        sure = sum(power.amount for _, power in temporary if power.cost == "discard_self")
        return Reach(price, defense - self.strength_against(card), sure, temporary, free, defense=defense)

    def temporary_against(self, card: Card) -> tuple[tuple[Number, TemporaryMilitary], ...]:
        """The temporary powers that count against a military world (R7.5)."""
        return tuple((number, power) for number, power in self.temporary if power.when is None or power.when.fits(card))

    def trade_bonus(self, world: Number, good: str) -> int:
        """Cards on top of the trade value for a good of that kind on that world."""
        return sum(
            cards for place, kind, cards in self.trade_bonuses if kind in ("any", good) and place in (None, world)
        )


def abilities_of(pack: Pack, numbers: tuple[Number, ...]) -> Abilities:
    """Give the abilities of a tableau; those of recent ones are remembered in the pack."""
    memo = pack.memo
    found: Abilities | None = memo.get(numbers)
    if found is None:
        if len(memo) >= _MEMO_SIZE:
            memo.clear()
        found = memo[numbers] = Abilities(numbers, [_card(pack, number) for number in numbers])
    return found


def spent(number: Number) -> Number:
    """What stands in a tableau for a discarded card: it is counted and has its permanent military (R4.8, R7.20)."""
    return ~number


def _card(pack: Pack, number: Number) -> Card:
    return pack.cards[number] if number >= 0 else pack.cards[~number].as_spent


def _fitting(amounts: list[tuple[Filter | None, int]], card: Card) -> int:
    total = 0
    for filter_, amount in amounts:
        if filter_ is None or filter_.fits(card):
            total += amount
    return total
