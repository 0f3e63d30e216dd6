"""How the bot plays the invasion game: it buys strength, gives goods and repairs worlds when that pays off."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from galaxytables.race.v1 import race_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.race.designs import TRADE_VALUE
from galaxytables_bots.race.evaluation import Evaluation

_BUNKER = 2
_HELD = 2.0
"""VP of a won fight besides the world that it saves: the reward, and no step towards defeat."""
_GOOD = 0.4
"""VP of a good per point of its trade value."""
_LAST_ROUND = 1.5
_FOR_CARDS, _FOR_GOOD, _ACTION = "repair_cards", "repair_good", "produce_repair"


def repair_gain(evaluation: Evaluation) -> float:
    """Return the VP expected from the action that repairs two worlds."""
    return sum(sorted((_world(evaluation, card.component) for card in _damaged(evaluation)), reverse=True)[:2])


@dataclass(frozen=True)
class _Boost:
    pick: str
    amount: int
    price: float
    good: str = ""
    card: bool = False


def _defend(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[str]:
    """Return the cheapest set of powers that wins, if it is worth it."""
    fight = evaluation.own.admiral.fight
    missing = fight.invader_strength + 1 - fight.strength
    boosts = [_boost(option, evaluation) for option in prompt.options]
    sets = [some for size in range(1, len(boosts) + 1) for some in combinations(boosts, size)]
    winning = [some for some in sets if sum(each.amount for each in some) >= missing and _payable(some, evaluation)]
    cheapest = min(winning, key=_price, default=())
    worth = _HELD + min((_world(evaluation, card.component) for card in _whole(evaluation)), default=0.0)
    return [boost.pick for boost in cheapest] if _price(cheapest) <= worth else []


def _price(boosts: Iterable[_Boost]) -> float:
    return sum(boost.price for boost in boosts)


def _boost(option: game_pb2.Option, evaluation: Evaluation) -> _Boost:
    for power in evaluation.design(option.component).powers if option.component else ():
        if power.kind in ("temporary_military", "temporary_xeno_defense"):
            amount, cost = power.number("amount"), power.word("cost")
            if cost == "good":
                good = power.word("good")
                cheapest = min(TRADE_VALUE.values()) if good == "any" else TRADE_VALUE[good]
                return _Boost(option.id, amount, _GOOD * cheapest, good=good)
            if cost == "discard_self":
                return _Boost(
                    option.id, amount, evaluation.worth(option.component, evaluation.design(option.component).vp)
                )
            return _Boost(option.id, amount, evaluation.card, card=True)
    return _Boost(option.id, _BUNKER, evaluation.card, card=True)


def _payable(boosts: Sequence[_Boost], evaluation: Evaluation) -> bool:
    """Return whether there are hand cards and goods for all of them."""
    held = Counter(evaluation.design(card.component).holds for card in evaluation.own.cards for _ in card.goods)
    needed = Counter(boost.good for boost in boosts if boost.good)
    fits = all(good == "any" or held[good] >= count for good, count in needed.items())
    return fits and needed.total() <= held.total() and sum(boost.card for boost in boosts) <= evaluation.hand


def _way(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[str]:
    """Repair for nothing first, then for less than the world is worth."""
    worth = max((_world(evaluation, card.component) for card in _damaged(evaluation)), default=0.0)
    prices = {option.id: _way_price(option.id, evaluation) for option in prompt.options}
    cheapest = min(prices, key=lambda way: (prices[way], way == _ACTION))
    return [cheapest] if prices[cheapest] < worth else []


def _way_price(way: str, evaluation: Evaluation) -> float:
    if way == _FOR_CARDS:
        return 2 * evaluation.card
    if way == _FOR_GOOD:
        return min((_good(evaluation, card.id) for card in evaluation.own.cards if card.goods), default=0.0)
    return 0.0


def _good(evaluation: Evaluation, option: str) -> float:
    """Return the VP of the good of an own world; little if a new one follows at once."""
    component = next(card.component for card in evaluation.own.cards if card.id == option.partition(":")[0])
    design = evaluation.design(component)
    return (_GOOD if design.windfall else _GOOD / 4) * TRADE_VALUE.get(design.good, 0)


def _world(evaluation: Evaluation, component: str) -> float:
    """Return the VP that an own world is expected to bring from now on."""
    return evaluation.worth(component, evaluation.design(component).vp)


def _damaged(evaluation: Evaluation) -> list[race_pb2.PlacedCard]:
    return [card for card in evaluation.own.cards if card.damaged]


def _whole(evaluation: Evaluation) -> list[race_pb2.PlacedCard]:
    return [card for card in evaluation.own.cards if not card.damaged and evaluation.design(card.component).is_world]


def _damage(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[str]:
    """Return the world that is worth least."""
    return [min(prompt.options, key=lambda option: _world(evaluation, option.component)).id]


def _war_effort(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[str]:
    """Return goods that return in the same phase; near the end every good."""
    return [
        option.id for option in prompt.options if evaluation.rounds <= _LAST_ROUND or _good(evaluation, option.id) < 1
    ]


def _mend(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[str]:
    """Return the worlds that are worth most."""
    best = sorted(prompt.options, key=lambda option: -_world(evaluation, option.component))
    return [option.id for option in best[: prompt.most]]


def _spend(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[str]:
    """Return the good that is worth least."""
    return [min(prompt.options, key=lambda option: _good(evaluation, option.id)).id]


ANSWERS: Mapping[str, Callable[[game_pb2.Prompt, Evaluation], list[str]]] = {
    "invasion.damage": _damage,
    "invasion.defend": _defend,
    "invasion.good": _spend,
    "produce.war_effort": _war_effort,
    "repair.good": _spend,
    "repair.way": _way,
    "repair.world": _mend,
}
"""How each kind of question of the invasion game is answered; hand cards are discarded as elsewhere."""
