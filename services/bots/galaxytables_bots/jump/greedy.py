"""A bot for Jump Drive that weighs VP, income and tempo one round ahead.

It estimates how many rounds are left, and gives everything a value in VP: a placed card by the VP and the income per
round that it adds, a hand card by its future value. It knows only what its seat sees.
"""

from collections.abc import Iterable, Sequence

from google.protobuf.message import Message

from galaxytables.jump.v1 import jump_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.jump.evaluation import USUAL, Evaluation, Weights
from galaxytables_bots.strategy import Catalogue, view_as

DRAW_FOR_LONE_WORLD = 1
BONUS_FOR_LONE_DEVELOPMENT = 1
GAIN_OF_EXPLORING = 2


class Greedy:
    """A strategy that picks the option with the highest value."""

    needs_view = True

    def __init__(self, weights: Weights = USUAL) -> None:
        self._weights = weights

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Return the option with the highest value for this kind of prompt; unknown kinds get the default answer."""
        evaluation = Evaluation(view_as(jump_pb2.JumpView, view), catalogue, prompt.seat, self._weights)
        match prompt.kind:
            case "choose.card":
                return [_best_card(prompt, evaluation)]
            case "choose.world":
                return [_best_world(prompt, evaluation, BONUS_FOR_LONE_DEVELOPMENT)]
            case "second.world":
                return [_best_world(prompt, evaluation, 0)]
            case "choose.means":
                return [_cheapest_means(prompt)]
            case kind if kind.endswith((".discard", ".payment")):
                return _least_wanted(prompt, evaluation)
            case _:
                return list(prompt.default_picks)


def _best_card(prompt: game_pb2.Prompt, evaluation: Evaluation) -> str:
    """Return a development (perhaps with a world), a world, or exploring."""
    worlds = [each.id for each in prompt.options if each.id in evaluation.hand and evaluation.is_world(each.component)]
    best, highest = "", float("-inf")
    for option in prompt.options:
        if not option.component:
            value = evaluation.cards_worth(GAIN_OF_EXPLORING + evaluation.weights.choice)
        elif evaluation.is_world(option.component):
            value = evaluation.net_value(option) + evaluation.cards_worth(DRAW_FOR_LONE_WORLD)
        else:
            value = evaluation.net_value(option) + _best_company(option, worlds, evaluation)
        if value > highest:
            best, highest = option.id, value
    return best


def _best_company(development: game_pb2.Option, worlds: Iterable[str], evaluation: Evaluation) -> float:
    """Return what a development gains by the best world that can be placed with it, or the bonus without one."""
    taken = 1 if development.id in evaluation.hand else 0
    left = len(evaluation.hand) - taken - evaluation.price(development)
    alone = evaluation.cards_worth(BONUS_FOR_LONE_DEVELOPMENT)
    company = (evaluation.net_value_in_hand(world) for world in worlds if evaluation.price_in_hand(world) < left)
    return max(company, default=alone) if left > 0 else alone


def _best_world(prompt: game_pb2.Prompt, evaluation: Evaluation, saved: int) -> str:
    """Return a world, or the option without one if none is worth its price and the cards saved."""
    best, highest = next(option.id for option in prompt.options if not option.component), evaluation.cards_worth(saved)
    for option in prompt.options:
        if option.component and evaluation.net_value(option) > highest:
            best, highest = option.id, evaluation.net_value(option)
    return best


def _cheapest_means(prompt: game_pb2.Prompt) -> str:
    """Return the first option: the rules list the ways to take a world from the cheapest on, and conquest is free."""
    return prompt.options[0].id


def _least_wanted(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[str]:
    """Return as few cards as allowed, those with the lowest prospects."""
    ordered = sorted(prompt.options, key=lambda option: evaluation.prospects(option.id, option.component))
    return [option.id for option in ordered[: prompt.least]]


STRATEGY = Greedy()
