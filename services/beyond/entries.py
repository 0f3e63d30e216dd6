"""How an entry of a component file becomes a component of the catalogue: kinds, powers, and what is known of them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import count
from typing import get_args

from galaxy.rules.v1 import rules_pb2
from services.beyond.cards import TECH_TYPES, Printed
from services.beyond.effect_facts import cost_facts, effects_fact, modifier_facts, word_of
from services.beyond.effects import ActionClass, Cost, Modifier, On, OncePerTurn, Operations, Trigger
from services.beyond.figures import figures
from services.kit.declared import ComponentKind, Form, Maybe, OneOf, PowerKind, check
from services.kit.event import Components, Facts, FactValue, Group, Groups, Numbers, Words
from services.kit.facts import fact_messages

_DECK = OneOf(("A", "B"))
_PLACE: Mapping[str, Form] = {"deck": Maybe(_DECK), "sides": Groups}

COMPONENT_KINDS: Mapping[str, ComponentKind] = {
    "technology": ComponentKind({"level": int, "types": Words, "output": Maybe(OneOf(TECH_TYPES)), "vp": int}),
    "event": ComponentKind({"level": int, "fixed": bool}),
    "system": ComponentKind({"deck": _DECK, "starting": bool, "strength": int, "traits": Words, "vp": int}),
    "achievement": ComponentKind({"group": OneOf(("basic", "A", "B")), "slots": Numbers, "condition": Group}),
    "guild": ComponentKind(),
    "basic": ComponentKind({"may_stay": bool, "spaces": Groups}),
    "slot": ComponentKind(
        {"level": int, "row": int, "required": int, "prerequisites": Components, "event": bool, "x": int, "y": int}
    ),
    "sol": ComponentKind(_PLACE),
    "deep_space": ComponentKind(_PLACE),
    "system_slot": ComponentKind(_PLACE),
    "shipyard": ComponentKind(_PLACE),
    "mat": ComponentKind(
        {
            "faction": str,
            "mat": OneOf(("basic", "advanced")),
            "columns": Numbers,
            "population_track": Words,
            "ore_track": Numbers,
            "automation": Numbers,
            "automation_beyond": int,
            "trade_ore_to_pop": int,
            "trade_retire_ship": int,
            "trade_pop_to_ore": int,
            "start": Group,
        }
    ),
    "reference": ComponentKind(
        {"cubes": int, "discs_of_each_kind": int, "seat_bonus_ore": Numbers, "end_trigger": Groups}
    ),
}
"""`sides` has a group for each side of the exploration board: `players`, `traits`, `lanes`, and where to draw it;
`spaces` one for each number of players. Coordinates go from 0 to 100 and are a layout of ours."""

_BONUSES = {"immediate": "immediate", "control": "control", "colonization": "colonize", "discovery": "event"}
"""What packs call bonuses where they name what is sourced of them, by their moments."""

_EFFECTS: Mapping[str, Form] = {"effects": Groups, "figures": Group}
_COST: Mapping[str, Form] = {"cost_ore": int, "cost_population": int}
_LASTING: Mapping[str, Form] = {"from_level": int}  # the automation level that gives it; 0: it is always there

POWER_KINDS: Mapping[str, PowerKind] = {
    "bonus": PowerKind(_EFFECTS, frozenset(_BONUSES)),
    "action": PowerKind({"spaces": Maybe(int), **_COST, **_EFFECTS}),
    "skip_prerequisite": PowerKind(
        {**_LASTING, "skip": int, "when_required": int, "discovered_only": bool, "levels": Numbers}
    ),
    "swap_pop_cost": PowerKind({**_LASTING, "count": int, "ore": int}),
    "wild_tracks": PowerKind(_LASTING),
    "long_jump": PowerKind({**_LASTING, "except_from": Components}),
    "jump_bonus": PowerKind({**_LASTING, "points": int}),
    "discount": PowerKind({**_LASTING, "action_class": OneOf(get_args(ActionClass)), "ore": int}),
    "trade_rate": PowerKind({**_LASTING, "trade": OneOf(("ore_to_pop", "retire_ship")), "ore": int}),
    "once_per_turn": PowerKind({**_LASTING, **_COST, **_EFFECTS}),
    "swap_placeholders": PowerKind({**_LASTING, "auto_at_end": bool}),
    "on": PowerKind({**_LASTING, "trigger": OneOf(get_args(Trigger)), "limit": int, **_COST, **_EFFECTS}),
    "end_score": PowerKind({**_LASTING, "scoring": Group}),
}

_PROVENANCE = {
    "sourced": rules_pb2.PROVENANCE_SOURCED,
    "partly_sourced": rules_pb2.PROVENANCE_PARTLY_SOURCED,
    "reconstructed": rules_pb2.PROVENANCE_RECONSTRUCTED,
}
_MADE_OF: Mapping[str, frozenset[str]] = {"condition": frozenset({"metric", "at_least"})}
"""What packs name as sourced of facts that hold several things."""


def facts_that_can_be_sourced(component: rules_pb2.Component) -> set[str]:
    """What packs can name as sourced of a component: facts, what they are made of, figures of its powers."""
    names: set[str] = set()
    for fact in component.facts:
        names |= _MADE_OF.get(fact.name, {fact.name})
    for called, power in zip(_names_of_powers(component.powers), component.powers, strict=True):
        names |= {f"{called}_{name}" for name in _sums(power)}
    return names


def _names_of_powers(powers: Iterable[rules_pb2.Power]) -> Iterator[str]:
    """What packs call powers where they name what is sourced of them: bonuses by their moment, others numbered."""
    numbers: dict[str, count[int]] = defaultdict(count)
    for power in powers:
        if power.kind == "bonus":
            yield _BONUSES[power.moment]
        else:
            kind = "action" if power.kind == "action" else "power"
            yield f"{kind}_{next(numbers[kind])}"


def component(
    entry: Printed, name: str, kind: str, powers: Iterable[rules_pb2.Power], **facts: FactValue
) -> rules_pb2.Component:
    """An entry with its facts and powers, and which of them no source has."""
    check(kind, COMPONENT_KINDS[kind].facts, facts)
    made = rules_pb2.Component(
        id=entry.id,
        name=name,
        kind=kind,
        copies=1,
        facts=fact_messages(facts),
        powers=powers,
        provenance=_PROVENANCE[entry.provenance],
    )
    if entry.provenance != "sourced":
        sourced = set(entry.sourced_facts)
        made.inferred_facts[:] = [fact for fact in facts if not _MADE_OF.get(fact, {fact}) <= sourced]
        for called, power in zip(_names_of_powers(made.powers), made.powers, strict=True):
            power.inferred_facts[:] = _inferred(called, power, sourced)
    return made


def _inferred(called: str, power: rules_pb2.Power, sourced: Collection[str]) -> list[str]:
    """Facts of a power that no source has: effects are known if all their figures are, a cost if it is, too."""
    sums = _sums(power)
    effects, costs = ({f"{called}_{name}" for name in some} for some in (sums - _COST.keys(), sums & _COST.keys()))
    known: set[str] = set()
    if effects and effects <= set(sourced):
        known |= _EFFECTS.keys()
        known |= _COST.keys() if costs <= set(sourced) else set()
    return [fact.name for fact in power.facts if fact.name not in known]


def _sums(power: rules_pb2.Power) -> set[str]:
    """The names of the figures of a power."""
    return {fact.name for each in power.facts if each.name == "figures" for fact in each.group.facts}


def _power(kind: str, facts: Facts, moment: str = "") -> rules_pb2.Power:
    check(kind, POWER_KINDS[kind].facts, facts)
    return rules_pb2.Power(kind=kind, moment=moment, facts=fact_messages(facts))


def _effects(effects: Operations, cost: Cost | None = None) -> Facts:
    return {"effects": effects_fact(effects), "figures": Group(figures(effects, cost))}


def bonus(moment: str, effects: Operations) -> list[rules_pb2.Power]:
    """Operations that are carried out at a moment, if there are any."""
    return [_power("bonus", _effects(effects), moment)] if effects else []


def action(cost: Cost, effects: Operations, **spaces: int) -> rules_pb2.Power:
    """An action with its cost, on so many spaces where that is the same at every table."""
    price = cost_facts(cost.ore, cost.population)
    return _power("action", {**spaces, **price, **_effects(effects, cost)})


def lasting(modifier: Modifier, from_level: int = 0) -> rules_pb2.Power:
    """A lasting power."""
    facts = {"from_level": from_level, **modifier_facts(modifier)}
    if isinstance(modifier, OncePerTurn | On):
        facts |= _effects(modifier.effects, modifier.cost)
    return _power(word_of(modifier), facts)
