"""Sums up lists of operations in figures, for programs that choose between cards without reading operations.

The sums take every optional part as done, and the first of several options as chosen. An amount that depends on the
table is computed with `TYPICAL` as its metric, within its cap.
"""

from collections import Counter
from collections.abc import Iterable

from galaxytables_beyond.components.effects import (
    Automate,
    Build,
    Choose,
    Colonize,
    CopyAction,
    Cost,
    GainOre,
    Jump,
    May,
    Number,
    Operation,
    Operations,
    PrivateTech,
    Repeat,
    Research,
    SupplyToPop,
    Teleport,
    Upgrade,
)

TYPICAL = 2
_TOP_LEVEL = 4
_TELEPORT_WORTH = 2


def figures(effects: Operations, cost: Cost | None = None) -> dict[str, int]:
    """Return in total what operations give and cost. Totals of 0 are left out.

    The keys are:

    - `ore`, and `population` (cubes to the mat)
    - `strength` (levels of new ships and upgrades), and `ship_population` (population built into ships)
    - `jump` (points of movement; a teleported ship counts as 2), and `automation` (discs)
    - `research` (the highest level; 5 if such an action is copied)
    - `colonize` (systems; 5 if such an action is copied)
    - `private` (private technologies kept)
    - `cost_ore` and `cost_population`
    """
    total: Counter[str] = Counter()
    _add(total, effects, 1)
    if cost is not None:
        total["cost_ore"] += cost.ore
        total["cost_population"] += cost.population
    return {name: count for name, count in total.items() if count}


def _worth(number: Number) -> int:
    if isinstance(number, int):
        return number
    value = TYPICAL // number.divide * number.times + number.plus
    return value if number.max is None else min(value, number.max)


def _add(total: Counter[str], effects: Iterable[Operation], times: int) -> None:  # noqa: C901, PLR0912 - one case a kind
    for op in effects:
        match op:
            case GainOre():
                total["ore"] += times * _worth(op.n)
            case SupplyToPop():
                total["population"] += times * _worth(op.n)
            case Build():
                total["strength"] += times * op.n * op.level
                total["ship_population"] += times * op.n * (op.source == "pop")
            case Upgrade():
                total["strength"] += times * _worth(op.steps)
            case Jump():
                total["jump"] += times * _worth(op.points)
            case Teleport():
                total["jump"] += times * op.ships * _TELEPORT_WORTH
            case Automate():
                total["automation"] += times * op.n
            case Research():
                level = max(op.level) if isinstance(op.level, tuple) else min(_TOP_LEVEL, _worth(op.level))
                total["research"] = max(total["research"], level)
            case CopyAction():
                total["research" if op.action_class == "research" else "colonize"] = _TOP_LEVEL + 1
            case Colonize():
                total["colonize"] += times
            case PrivateTech():
                total["private"] += times * op.keep
            case May() | Repeat():
                if isinstance(op, May):
                    total["cost_ore"] += times * op.cost.ore
                    total["cost_population"] += times * op.cost.population
                _add(total, op.effects, times * (op.n if isinstance(op, Repeat) else 1))
            case Choose():
                first = op.options[0]
                total["cost_ore"] += times * op.times * first.cost.ore
                total["cost_population"] += times * op.times * first.cost.population
                _add(total, first.effects, times * op.times)
            case _:
                pass
