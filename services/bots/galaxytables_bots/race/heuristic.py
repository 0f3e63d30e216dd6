"""A bot for Race for the Galaxy that builds an engine of powers and runs it.

It estimates how many rounds are left and gives everything a value in VP: a card by its points and by the gains of its
powers per round, an action by the cards it would place and the goods it would sell, consume or produce. It knows only
what its seat sees.
"""

from collections import Counter
from collections.abc import Sequence

from google.protobuf.message import Message

from galaxytables.race.v1 import race_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.race.actions import best_actions
from galaxytables_bots.race.designs import TRADE_VALUE, Designs
from galaxytables_bots.race.evaluation import USUAL, Evaluation, Weights
from galaxytables_bots.race.invasion import ANSWERS as INVASION
from galaxytables_bots.race.orb import explore_orb, explorers, use_artifact
from galaxytables_bots.race.prestige import answer
from galaxytables_bots.race.takeovers import cards_for_military, fight, takeover_gain
from galaxytables_bots.strategy import Catalogue, view_as

_GUESS = "2"
"""The most common cost."""
_PLAIN_MEANS = ("conquer", "pay")
_CHEAP_BET = 3
_DEAR = 2
_ENOUGH_CARDS = 4
_LAST_ROUNDS = 2.0
_OF_ARTIFACTS = "alien"
"""The kind of good as which an artifact is consumed."""


class Heuristic:
    """A strategy that picks the options with the highest value."""

    needs_view = True

    def __init__(self, weights: Weights = USUAL) -> None:
        self._weights = weights
        self._designs = Designs()

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Return the options with the highest value for this kind of prompt; unknown kinds get the default answer."""
        evaluation = Evaluation(view_as(race_pb2.RaceView, view), catalogue, prompt.seat, self._weights, self._designs)
        return answer_by(prompt, evaluation)


def answer_by(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[str]:
    """Return the options to which an evaluation gives the highest value; unknown kinds of prompts get the default."""
    picks = answer(prompt, evaluation)
    return _by_phase(prompt, evaluation) if picks is None else picks


def _by_phase(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[str]:
    phase, _, question = prompt.kind.partition(".")
    match phase, question:
        case "actions", _:
            picks = best_actions(prompt, evaluation)
        case "takeover", _:
            picks = list(fight(prompt, evaluation))
        case "orb", _:
            picks = explore_orb(prompt, explorers(evaluation))
        case _, "place" | "extra":
            picks = _place(prompt, evaluation)
        case _, "pay" | "discard":
            picks = _least_wanted(prompt, evaluation, prompt.least)
        case "explore" | "draft", _:
            picks = _most_wanted(prompt, evaluation)
        case _, "artifacts":
            picks = use_artifact(prompt)
        case "develop", "discount":
            picks = use_artifact(prompt)
        case "settle", _:
            picks = _settle(prompt, evaluation)
        case _:
            picks = _use_goods(prompt, evaluation)
    return picks


def card_value(option: game_pb2.Option, evaluation: Evaluation) -> float:
    """Return the VP expected from a card.

    For a hand card the VP come from the effects in the view, for any other card from the printed figures.
    """
    if option.id in evaluation.held:
        return evaluation.prospects(option.id)
    design = evaluation.design(option.component)
    return evaluation.worth(option.component, design.vp) - evaluation.card * design.cost


def _most_wanted(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[str]:
    ordered = sorted(prompt.options, key=lambda option: -card_value(option, evaluation))
    return [option.id for option in ordered[: prompt.most]]


def _least_wanted(prompt: game_pb2.Prompt, evaluation: Evaluation, count: int) -> list[str]:
    ordered = sorted(prompt.options, key=lambda option: card_value(option, evaluation))
    return [option.id for option in ordered[:count]]


def _place(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[str]:
    """Return the best card or takeover, unless none is worth it; else the power that reveals one for nothing."""
    flips = [option.id for option in prompt.options if any(option.id == card.id for card in evaluation.own.cards)]
    others = [option for option in prompt.options if option.id not in flips]
    best = max(others, key=lambda option: placing_gain(prompt, option, evaluation), default=None)
    if best is not None and placing_gain(prompt, best, evaluation) > 0:
        return [best.id]
    return flips[:1]


def placing_gain(prompt: game_pb2.Prompt, option: game_pb2.Option, evaluation: Evaluation) -> float:
    """Return the VP expected from placing a card or taking it over.

    An extra world costs nothing but the card itself.
    """
    card = evaluation.held.get(option.id)
    if card is None:
        return takeover_gain(option.id, evaluation)
    modes = {power.word("mode") for _, power in evaluation.powers("extra_world")}
    if prompt.kind == "settle.extra" and modes and "any" not in modes:
        return evaluation.worth(card.component, card.vp_gain) - evaluation.card
    return evaluation.net(card)


def _settle(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[str]:
    """Conquer rather than pay; give up a card only for an expensive world."""
    options = [option.id for option in prompt.options]
    if prompt.kind == "settle.means":
        dear = evaluation.design(evaluation.own.placing.component).cost > _DEAR
        others = [option for option in options if option not in _PLAIN_MEANS]
        return ["conquer"] if "conquer" in options else others[:1] if dear or "pay" not in options else ["pay"]
    if prompt.kind == "settle.temporary_cards":
        return _least_wanted(prompt, evaluation, cards_for_military(prompt, evaluation))
    if prompt.kind == "settle.power":
        return [prompt.options[0].id]
    if prompt.kind == "settle.discount" and not prompt.least:
        dear = evaluation.design(evaluation.own.placing.component).cost > _DEAR
        return [prompt.options[0].id] if dear else []
    return list(prompt.default_picks)


def _use_goods(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[str]:
    """Answer for Trade, Consume and Produce: sell and make the most valuable good, consume the least valuable."""
    by_value = sorted(prompt.options, key=lambda option: evaluation.sale(option.component) if option.component else 0)
    match prompt.kind:
        case "consume.power":
            picks = [_best_power(prompt, evaluation)]
        case "consume.goods":
            picks = [option.id for option in by_value[: prompt.least]]
        case "consume.hand":
            spare = prompt.most if evaluation.rounds <= _LAST_ROUNDS else evaluation.hand - _ENOUGH_CARDS
            pairs = any(power.number("discard") > 1 for _, power in evaluation.powers("consume_hand"))
            count = max(0, min(prompt.most, spare))
            picks = _least_wanted(prompt, evaluation, count - (count % 2 if pairs else 0))
        case "consume.ante":
            cheap = [option for option in prompt.options if evaluation.design(option.component).cost <= _CHEAP_BET]
            picks = [min(cheap, key=lambda option: card_value(option, evaluation)).id] if cheap else []
        case "consume.take":
            picks = _most_wanted(prompt, evaluation)
        case "consume.gamble":
            picks = [_GUESS]
        case "consume.option":
            picks = [prompt.options[0].id]
        case kind if kind.startswith(("trade.", "consume.sell", "produce.windfall", "produce.bonus")):
            picks = [by_value[-1].id]
        case kind if kind in INVASION:
            picks = INVASION[kind](prompt, evaluation)
        case _:
            picks = list(prompt.default_picks)
    return picks


def _best_power(prompt: game_pb2.Prompt, evaluation: Evaluation) -> str:
    """Return the power of the card whose consumption brings most."""
    goods = Counter(evaluation.design(card.component).holds for card in evaluation.own.cards if card.goods)

    def value(option: game_pb2.Option) -> float:
        best = 0.0
        for power in evaluation.design(option.component).powers:
            if power.kind == "consume":
                size = len(power.words("goods")) or 1
                best = max(best, (power.number("vp") + evaluation.card * power.number("cards")) / size)
            elif power.kind == "consume_all_goods":
                best = max(best, (goods.total() - 1) / max(1, goods.total()))
            elif power.kind == "trade_as_consume":
                values = [TRADE_VALUE.get(good, 0) for good in goods] or [TRADE_VALUE[_OF_ARTIFACTS]]
                best = max(best, evaluation.card * max(values))
            elif power.kind == "consume_distinct":
                best = max(best, 1.0)
        return best

    return max(prompt.options, key=value).id


STRATEGY = Heuristic()
