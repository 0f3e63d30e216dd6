"""Gives options of Jump Drive a value for one seat, in expected VP."""

from dataclasses import dataclass

from galaxytables.jump.v1 import jump_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_bots.strategy import Catalogue


@dataclass(frozen=True)
class Weights:
    """The weights of the evaluation.

    Each was changed alone in games of bots (services/arena), and no such change won more games.
    """

    growth: float = 3.5
    """By how many VP per round an empire is expected to increase its scoring each round."""
    card: float = 0.55
    """VP that a card in hand brings for each remaining round."""
    strength: float = 0.35
    """VP that a military icon is expected to bring for each remaining round."""
    explore: float = 0.12
    """The same for an explore icon."""
    conquest_step: float = 0.55
    """The chance to get one missing point of strength in time; its power for several points."""
    price_step: float = 0.75
    """The same for one card by which a price exceeds the next hand."""
    choice: float = 0.7
    """The worth, in cards, of the choice among the cards seen in exploring."""


USUAL = Weights()

_MAX_ROUNDS = 8


class Evaluation:
    """The values of the options of one prompt. `hand` has the seat's own cards by option id."""

    def __init__(self, view: jump_pb2.JumpView, catalogue: Catalogue, seat: int, weights: Weights) -> None:
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
        """Return whether a component is a world."""
        return self._component(component).kind == "world"

    def cards_worth(self, cards: float) -> float:
        """Return how many VP this many more cards in hand (fewer if negative) are worth after this round."""
        return cards * self.weights.card * max(0, self.rounds - 1)

    def price(self, option: game_pb2.Option) -> int:
        """Return how many cards it costs to pick an option of a prompt to place a card."""
        if option.id in self.hand:
            return self.price_in_hand(option.id)
        return self._fact(option.component, "cost")

    def price_in_hand(self, card: str) -> int:
        """Return how many cards a hand card costs; 0 if the seat can conquer it."""
        held = self.hand[card]
        if held.conquerable:
            return 0
        return held.price if held.HasField("price") else self._fact(held.component, "defense")

    def net_value(self, option: game_pb2.Option) -> float:
        """Return the VP expected from placing an option's card, minus the value of the cards that pay for it."""
        if option.id in self.hand:
            return self.net_value_in_hand(option.id)
        component = option.component
        gain = self._gain(component, self._fact(component, "vp"), self._fact(component, "income"), self.rounds)
        return gain - self.cards_worth(self._fact(component, "cost"))

    def net_value_in_hand(self, card: str) -> float:
        """Return the VP expected from placing a hand card, minus the value of the cards that pay for it."""
        held = self.hand[card]
        gain = self._gain(held.component, held.vp_gain, held.income_gain, self.rounds)
        return gain - self.cards_worth(self.price_in_hand(card))

    def prospects(self, card: str, component: str) -> float:
        """Return the VP expected from a card if the seat keeps it in hand and places it next round, if it can."""
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
        """Return what placing a card next round costs, and the chance that it is possible."""
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
        """Return the VP of a card over this many scorings; the income after the last one is not drawn."""
        if scorings <= 0:
            return 0.0
        drawn = income * self.weights.card * scorings * (scorings - 1) / 2
        icons = self.weights.strength * self._fact(component, "military_icons")
        icons += self.weights.explore * self._fact(component, "explore_icons")
        return vp * scorings + drawn + icons * (scorings - 1)

    def _component(self, component: str) -> rules_pb2.Component:
        return self._catalogue[component]

    def _fact(self, component: str, name: str) -> int:
        """Return a figure of the catalogue; 0 if the card has none."""
        return next((fact.number for fact in self._component(component).facts if fact.name == name), 0)

    def _marks(self, component: str) -> set[str]:
        """Return the words on a card to which targeted strength may apply."""
        facts = self._component(component).facts
        return {fact.word for fact in facts if fact.HasField("word")}.union(*(fact.words.words for fact in facts))


def rounds_left(view: jump_pb2.JumpView, growth: float) -> int:
    """Return the expected number of rounds, at least 1, until a player reaches the VP that end the game."""
    goal = view.goal_vp
    return min((rounds_to_goal(empire.vp, empire.vp_per_round, goal, growth) for empire in view.empires), default=1)


def rounds_to_goal(vp: int, vp_per_round: int, goal: int, growth: float) -> int:
    """Return how many rounds, at least 1, an empire needs to reach the VP that end the game."""
    total, rate = float(vp), float(vp_per_round)
    for number in range(1, _MAX_ROUNDS):
        rate += growth
        total += rate
        if total >= goal:
            return number
    return _MAX_ROUNDS
