"""What a table of Jump Drive looks like to one seat, in expected VP."""

from dataclasses import dataclass

from galaxytables.jump.v1 import jump_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_bots.strategy import Catalogue


@dataclass(frozen=True)
class Weights:
    """What the bot believes. Against these figures, changing any one alone won no more games (services/arena)."""

    growth: float = 3.5
    """By how many VP a round an empire is expected to score more each round."""
    card: float = 0.55
    """VP that a card in hand becomes in each round that is left."""
    strength: float = 0.35
    """VP that a military icon is expected to bring in each round that is left."""
    explore: float = 0.12
    """The same for an explore icon."""
    conquest_step: float = 0.55
    """How likely one missing point of strength is found in time; so many times as points are missing."""
    price_step: float = 0.75
    """The same for one card that a price is above what the next hand holds."""
    choice: float = 0.7
    """What the choice among the cards seen in exploring is worth, in cards."""


USUAL = Weights()

_MOST_ROUNDS = 8


class Evaluation:
    """Values for one decision. `hand` has the seat's own cards by option id."""

    def __init__(self, view: jump_pb2.JumpView, catalogue: Catalogue, seat: int, weights: Weights) -> None:
        """Look at the view of a seat."""
        self.weights = weights
        self._catalogue = catalogue
        self._own = next(empire for empire in view.empires if empire.seat == seat)
        self.hand = {card.id: card for card in view.hand}
        self._opening = view.phase == jump_pb2.PHASE_OPENING
        self.rounds = rounds_left(view, weights.growth)
        if view.phase == jump_pb2.PHASE_HAND_LIMIT:
            self._scorings_at_next_placing = self.rounds
        else:
            self._scorings_at_next_placing = self.rounds if self._opening else self.rounds - 1

    def is_world(self, component: str) -> bool:
        """Whether it is a world."""
        return self._component(component).kind == "world"

    def cards_worth(self, cards: float) -> float:
        """VP that so many cards more or less in hand after this round are worth."""
        return cards * self.weights.card * max(0, self.rounds - 1)

    def price(self, option: game_pb2.Option) -> int:
        """Cards to pay for an option of a placing prompt."""
        if option.id in self.hand:
            return self.price_in_hand(option.id)
        return self._fact(option.component, "cost")

    def price_in_hand(self, card: str) -> int:
        """Cards to pay for a card in hand; 0 for one that is conquered."""
        held = self.hand[card]
        if held.conquerable:
            return 0
        return held.price if held.HasField("price") else self._fact(held.component, "defense")

    def net_value(self, option: game_pb2.Option) -> float:
        """VP that placing the option is expected to bring in the end, its price taken off."""
        if option.id in self.hand:
            return self.net_value_in_hand(option.id)
        component = option.component
        gain = self._gain(component, self._fact(component, "vp"), self._fact(component, "income"), self.rounds)
        return gain - self.cards_worth(self._fact(component, "cost"))

    def net_value_in_hand(self, card: str) -> float:
        """The same for a card in hand."""
        held = self.hand[card]
        gain = self._gain(held.component, held.vp_gain, held.income_gain, self.rounds)
        return gain - self.cards_worth(self.price_in_hand(card))

    def prospects(self, card: str, component: str) -> float:
        """VP that keeping a card is expected to bring: placed next round, if it can be."""
        held = self.hand.get(card)
        if held is None:
            vp, income = self._fact(component, "vp"), self._fact(component, "income")
            held = jump_pb2.HandCard(id=card, component=component, vp_gain=vp, income_gain=income)
            held.price = self._fact(component, "cost")
        scorings = self._scorings_at_next_placing
        gain = self._gain(component, held.vp_gain, held.income_gain, scorings)
        price, chance = self._effort(held)
        return chance * (gain - price * self.weights.card * max(0, scorings - 1))

    def _effort(self, held: jump_pb2.HandCard) -> tuple[int, float]:
        """What placing a card next round costs, and how likely it is possible."""
        if held.conquerable:
            return 0, 1.0
        if held.HasField("price"):
            next_hand = len(self.hand) + self._own.income
            return held.price, self.weights.price_step ** max(0, held.price + 1 - next_hand)
        strength = self._own.military + sum(
            each.strength for each in self._own.targeted if each.against in self._marks(held.component)
        )
        return 0, self.weights.conquest_step ** max(1, self._fact(held.component, "defense") - strength)

    def _gain(self, component: str, vp: int, income: int, scorings: int) -> float:
        """VP of a card that is in play for so many scorings; the income after the last one is not drawn."""
        if scorings <= 0:
            return 0.0
        drawn = income * self.weights.card * scorings * (scorings - 1) / 2
        icons = self.weights.strength * self._fact(component, "military_icons")
        icons += self.weights.explore * self._fact(component, "explore_icons")
        return vp * scorings + drawn + icons * (scorings - 1)

    def _component(self, component: str) -> rules_pb2.Component:
        return self._catalogue[component]

    def _fact(self, component: str, name: str) -> int:
        """A figure of the catalogue; 0 where the card has none."""
        return next((fact.number for fact in self._component(component).facts if fact.name == name), 0)

    def _marks(self, component: str) -> set[str]:
        """Words on a card that targeted strength may be good against."""
        facts = self._component(component).facts
        return {fact.word for fact in facts if fact.HasField("word")}.union(*(fact.words.words for fact in facts))


def rounds_left(view: jump_pb2.JumpView, growth: float) -> int:
    """How many scorings are still to come, at least 1: until somebody is expected to reach the goal."""
    goal = view.goal_vp
    return min((rounds_to_goal(empire.vp, empire.vp_per_round, goal, growth) for empire in view.empires), default=1)


def rounds_to_goal(vp: int, vp_per_round: int, goal: int, growth: float) -> int:
    """How many scorings an empire needs to reach the goal, at least 1."""
    total, rate = float(vp), float(vp_per_round)
    for number in range(1, _MOST_ROUNDS):
        rate += growth
        total += rate
        if total >= goal:
            return number
    return _MOST_ROUNDS
