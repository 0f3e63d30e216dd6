"""Estimates the VP that an empire gains by consuming its goods."""

from collections import Counter

from galaxytables_bots.race.designs import Power
from galaxytables_bots.race.evaluation import Evaluation

_KINDS_OF_DISTINCT = 3


def consume(evaluation: Evaluation, goods: Counter[str], *, doubled: bool) -> float:
    """Return the VP expected if all consume powers are used on these goods; cards drawn by them are counted in VP too.

    Powers for specific goods are used first.
    """
    left = Counter(goods)
    vp, cards = 0.0, 0.0
    powers = [power for _, power in evaluation.powers("consume")]
    for power in sorted(powers, key=_order):
        required = power.words("goods")
        kinds = list(left) if required[0] == "any" else [required[0]]
        available = sum(left[kind] for kind in kinds)
        times = min(power.number("times"), available // len(required))
        _take(left, kinds, times * len(required))
        vp += times * power.number("vp")
        cards += times * power.number("cards")
    for _, power in evaluation.powers("consume_distinct"):
        if sum(count > 0 for count in left.values()) >= max(_KINDS_OF_DISTINCT, power.number("min_kinds")):
            vp += power.number("vp")
    for _ in evaluation.powers("consume_all_goods"):
        vp += max(0, left.total() - 1)
    return vp * (2 if doubled else 1) + cards * evaluation.card


def _order(power: Power) -> tuple[bool, float]:
    goods = power.words("goods")
    return goods[0] == "any", -(power.number("vp") + 0.5 * power.number("cards")) / len(goods)


def _take(left: Counter[str], kinds: list[str], count: int) -> None:
    for kind in sorted(kinds, key=lambda kind: -left[kind]):
        taken = min(left[kind], count)
        left[kind] -= taken
        count -= taken
