"""How the bot uses prestige: for boosts, searches, and powers that cost prestige."""

from collections import Counter
from collections.abc import Callable, Mapping

from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.race.consumption import consume
from galaxytables_bots.race.evaluation import Evaluation

_CHIP = 1.2
"""VP of a prestige chip: its point, and what the lead may bring."""
_SEARCHED_CARDS = 2.2
"""The worth, in cards, of a searched card while there is time for it."""
_EARLY = 4.0
"""The number of remaining rounds at which a search still pays."""
_LATE = 2.0
_SPARE_HAND = 2
_BOOSTED_CARDS: Mapping[str, float] = {"explore": 1.8, "develop": 1.8, "settle": 2.2, "produce": 3.5}
"""The worth, in cards, of a boost of an action that has something to do."""


def search_gain(evaluation: Evaluation) -> float:
    """Return the VP expected from a search for a card of the category that the seat would name."""
    return evaluation.card * _SEARCHED_CARDS if evaluation.rounds > _EARLY else 0.0


def answer(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[str] | None:
    """Return the answer to a prompt about prestige, or None for any other prompt."""
    answerer = _ANSWERS.get(prompt.kind)
    return None if answerer is None else answerer(prompt, evaluation)


def _boost(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[str]:
    """Boost the action that gains most by it, if that is more than a chip is worth."""
    gains = {option.id: _boost_gain(option.id, evaluation) for option in prompt.options}
    best = max(gains, key=lambda action: gains[action])
    patience = _CHIP if evaluation.rounds <= _LATE else 2 * _CHIP
    return [best] if gains[best] > patience else []


def _boost_gain(action: str, evaluation: Evaluation) -> float:
    goods = evaluation.goods()
    if action == "consume_x2":
        return consume(evaluation, goods, doubled=True) / 2
    if action == "consume_trade":
        return 3 * evaluation.card + consume(evaluation, goods - Counter(list(goods)[:1]), doubled=True) / 2
    kind = action.partition("_")[0]
    busy = kind not in ("develop", "settle") or evaluation.hand > _SPARE_HAND
    return evaluation.card * _BOOSTED_CARDS[kind] if busy else 0.0


def _category(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[str]:
    """Return what suits the empire: strong worlds with much military, good worlds with little, else scoring cards."""
    offered = [option.id for option in prompt.options]
    strong = 4
    if evaluation.own.military >= strong:
        return ["strong_military_world"]
    preferred = "alien_goods_world" if evaluation.rounds > 2 * _EARLY else "six_cost_development"
    return [preferred if preferred in offered else offered[0]]


def _keep(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[str]:
    """Take what fits and can be paid soon; continue if it is too expensive."""
    offered = [option.id for option in prompt.options]
    found = evaluation.own.revealed[-1].component
    too_dear = evaluation.design(found).cost > evaluation.hand + _SPARE_HAND
    return ["go_on" if too_dear and "go_on" in offered else "take"]


def _spend(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[str]:
    """Spend prestige for more than it is worth."""
    powers = [power for _, power in evaluation.powers("consume_prestige")]
    worth = max((power.number("vp") + evaluation.card * power.number("cards") for power in powers), default=0)
    return [prompt.options[0].id] if worth > _CHIP else []


def _discard(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[str]:
    """Discard the card that is worth least, if that is less than a chip."""
    ordered = sorted(prompt.options, key=lambda option: evaluation.prospects(option.id))
    cheap = evaluation.prospects(ordered[0].id) < _CHIP
    return [ordered[0].id] if cheap and evaluation.hand > _SPARE_HAND else []


def _put_under(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[str]:
    """Save the card that was most expensive to give."""
    best = max(prompt.options, key=lambda option: evaluation.design(option.component).cost)
    return [best.id]


_ANSWERS: Mapping[str, Callable[[game_pb2.Prompt, Evaluation], list[str]]] = {
    "actions.boost": _boost,
    "search.category": _category,
    "search.keep": _keep,
    "consume.prestige": _spend,
    "explore.discard_for_prestige": _discard,
    "setup.put_under": _put_under,
    "settle.put_under": _put_under,
}
