"""Gives options of Race for the Galaxy a value for one seat, in expected VP."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from galaxytables.race.v1 import race_pb2
from galaxytables.rules.v1 import rules_pb2
from galaxytables_bots.race.designs import TRADE_VALUE, Design, Designs, Power
from galaxytables_bots.strategy import Catalogue

_POWERS = {
    "military": 0.1,
    "discount": 0.22,
    "draw_after_placing": 0.22,
    "pay_for_military": 0.22,
    "draw": 0.25,
    "draw_if_produced_here": 0.25,
    "draw_per_good_produced": 0.25,
    "draw_per_card": 0.25,
    "explore_keep": 0.25,
    "trade_bonus": 0.1,
    "consume_hand": 0.3,
    "windfall_produce": 0.15,
    "trade_as_consume": 0.15,
    "explore_draw": 0.15,
    "draw_per_kind_produced": 0.15,
    "prestige_after_placing": 0.25,
    "prestige_if_produced_here": 0.5,
    "prestige_if_most": 0.6,
    "spend_good_for_discount": 0.15,
    "replace_world": 0.3,
    "good_on_placed_production_world": 0.6,
}
_AGAINST_XENO = {"xeno": True}
_FRONT = {
    "military": 0.4,
    "xeno_defense": 0.3,
    "temporary_military": 0.1,
    "temporary_xeno_defense": 0.1,
}


@dataclass(frozen=True)
class Weights:
    """The weights of the evaluation. They are estimates of the bot's author."""

    card: float = 0.6
    """VP that a card in hand brings while there is time to place it."""
    pace: float = 1.25
    """Cards that the fastest empire places per round."""
    good: float = 0.32
    """VP per round for each point of trade value of a world's good."""
    consumption: float = 0.5
    """How often per round a VP of a consume power is expected to be gained."""
    powers: Mapping[str, float] = field(default_factory=lambda: _POWERS)
    """VP per round of other powers, for each point or card."""
    front: Mapping[str, float] = field(default_factory=lambda: _FRONT)
    """The same in the invasion game, for each point against the Xeno."""
    targeted: float = 0.35
    """The factor for powers that work only for some worlds."""
    little: float = 0.3
    """VP per round of a power for many goods while there are few worlds for it."""
    step: float = 0.72
    """The chance to get one missing card or point of military in time."""
    explore: float = 1.15
    """The worth of the choice among explored cards, as a multiple of the cards kept."""


USUAL = Weights()

_LAST_ROUNDS = 3
_PRESTIGE = 1.3
"""VP of an icon: its point, and what the lead may bring."""
_DEAREST = "alien"
"""A good of variable kind is sold as this kind."""
_CHIPS_A_ROUND = 5


class Evaluation:
    """The values of the options of one prompt for a seat, in VP."""

    def __init__(
        self, view: race_pb2.RaceView, catalogue: Catalogue, seat: int, weights: Weights, designs: Designs
    ) -> None:
        self.view = view
        self.weights = weights
        self.own = next(empire for empire in view.empires if empire.seat == seat)
        self.held = {card.id: card for card in (*view.hand, *view.drawn)}
        self.hand = len(view.hand)
        self.invaded = view.HasField("invasion")
        self._catalogue, self._designs = catalogue, designs
        self._worth: dict[tuple[str, int], float] = {}
        self._goods: Counter[str] | None = None
        self._powers: dict[str, list[tuple[race_pb2.PlacedCard, Power]]] | None = None
        self.tableau = [self.design(card.component) for card in self.own.cards]
        self.rounds = self._rounds_left()
        self.card = weights.card * min(1.0, (self.rounds - 0.5) / _LAST_ROUNDS)
        """VP that a card in hand is worth now."""

    def design(self, component: str) -> Design:
        """Return what is printed on a card."""
        return self._designs.get(self._catalogue, component)

    def entry(self, component: str) -> rules_pb2.Component:
        """Return a component that is not a card, such as an orb card or an artifact."""
        return self._catalogue[component]

    def _rounds_left(self) -> float:
        """Return how many rounds the game is expected to last, this one included."""
        left = min(empire.tableau_end - len(empire.cards) for empire in self.view.empires)
        return max(1.0, min(left / self.weights.pace, 1 + max(0, self.view.pool) / _CHIPS_A_ROUND))

    def powers(self, kind: str) -> Sequence[tuple[race_pb2.PlacedCard, Power]]:
        """Return the powers of one kind in the seat's tableau, each with its card."""
        if self._powers is None:
            self._powers = {}
            for card, design in zip(self.own.cards, self.tableau, strict=True):
                for power in () if card.damaged else design.powers:
                    self._powers.setdefault(power.kind, []).append((card, power))
        return self._powers.get(kind, ())

    def remember(self, worth: dict[tuple[str, int], float]) -> None:
        """Use `worth` as the cache of card values, and extend it.

        The cache must come from an evaluation that agrees with this one in everything that card values depend on.
        """
        self._worth = worth

    def worth(self, component: str, vp_gain: int) -> float:
        """Return the VP expected from a card after the seat has placed it."""
        worth = self._worth.get((component, vp_gain))
        if worth is None:
            worth = self._worth[component, vp_gain] = self._look_at(component, vp_gain)
        return worth

    def _look_at(self, component: str, vp_gain: int) -> float:
        design = self.design(component)
        later = max(0.0, self.rounds - 1)
        value = float(vp_gain)
        if design.prestige and self.own.HasField("prestige"):
            value += _PRESTIGE
        if design.scores_at_end:
            value += 0.5 * later
        if design.good in TRADE_VALUE:
            trade_value = TRADE_VALUE[design.good]
            if design.windfall:
                value += self.card * trade_value if self.rounds > 1 else 0.0
                value += 0.25 * later * self.weights.good * trade_value
            else:
                value += later * self.weights.good * trade_value
        return value + later * sum(map(self._each_round, design.powers))

    def _each_round(self, power: Power) -> float:
        """Return the VP that a power is expected to bring per round."""
        weights = self.weights
        if power.kind == "consume":
            rate = power.number("vp") + power.number("prestige") + power.number("cards") * self.card
            return weights.consumption * rate * self._use(power)
        if power.kind in ("consume_distinct", "consume_all_goods"):
            return weights.consumption * 2 if self._goods_worlds() > 1 else weights.little
        part = weights.targeted if power.condition("when") else 1.0
        if self.invaded and power.condition("when") in ({}, _AGAINST_XENO) and power.kind in weights.front:
            return power.number("amount") * weights.front[power.kind]
        amount = power.number("amount") or power.number("cards") or power.number("prestige") or 1
        return amount * part * weights.powers.get(power.kind, 0.0)

    def goods(self) -> Counter[str]:
        """Return how many goods of each kind the seat has. The caller may change the result.

        Goods of variable kind count as the kind with the highest value.
        """
        if self._goods is None:
            kinds = Counter[str]()
            for card, design in zip(self.own.cards, self.tableau, strict=True):
                kinds[_DEAREST if design.holds == "any" else design.holds] += len(card.goods)
            self._goods = +kinds
        return self._goods.copy()

    def _goods_worlds(self) -> int:
        return sum(bool(design.good) for design in self.tableau)

    def _use(self, power: Power) -> float:
        """Return how many times a consume power is expected to be used."""
        goods = power.words("goods")
        kinds = Counter(design.good for design in self.tableau if design.good)
        fitting = kinds.total() if "any" in goods else kinds[goods[0]]
        return min(power.number("times"), max(0.5, (fitting - len(goods) + 1) * 0.8))

    def price(self, card: race_pb2.HeldCard) -> float:
        """Return how many cards a hand card costs the seat; 0 if the seat conquers it."""
        if card.HasField("missing_military") and card.missing_military == 0:
            return 0
        return card.price if card.HasField("price") else 0

    def chance(self, card: race_pb2.HeldCard) -> float:
        """Return the probability that the seat can place a card the next time it may place one."""
        if card.HasField("missing_military"):
            conquest: float = self.weights.step ** (1.5 * card.missing_military)
            return max(conquest, self._chance_to_pay(card)) if card.HasField("price") else conquest
        return self._chance_to_pay(card)

    def _chance_to_pay(self, card: race_pb2.HeldCard) -> float:
        return float(self.weights.step ** max(0, card.price - self.hand - 1))

    def prospects(self, card: str) -> float:
        """Return the VP expected from a hand card if the seat keeps it for later."""
        held = self.held[card]
        return self.chance(held) * (self.worth(held.component, held.vp_gain) - self.card * self.price(held))

    def net(self, card: race_pb2.HeldCard, saved: int = 0) -> float:
        """Return the VP expected from placing a card now, minus the VP of what that costs.

        The costs are the cards that pay for it, and the card itself, which leaves the hand. The price is `saved` cards
        lower.
        """
        price = max(0.0, self.price(card) - saved)
        return self.worth(card.component, card.vp_gain) - self.card * (price + 0.6)

    def placeable(self, card: race_pb2.HeldCard, spare: int) -> bool:
        """Return whether the seat can place a card if it has `spare` other cards to pay with."""
        if card.HasField("missing_military") and card.missing_military == 0:
            return True
        return card.HasField("price") and card.price <= spare

    def sale(self, component: str) -> int:
        """Return how many cards the seat gets for selling the good of one of its worlds."""
        good = self.design(component).holds
        good = _DEAREST if good == "any" else good
        value = TRADE_VALUE.get(good, 0)
        for card, power in self.powers("trade_bonus"):
            here = not power.facts.get("this_world_only") or card.component == component
            if power.word("good") in ("any", good) and here:
                value += power.number("cards")
        return value
