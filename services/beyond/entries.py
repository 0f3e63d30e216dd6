"""How an entry of a component file becomes a component of the catalogue: kinds, powers, and what is known of them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import get_args

from msgspec import Struct

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


class Power(Struct, frozen=True):
    """A power of an entry."""

    kind: str
    facts: Facts
    moment: str = ""

    @property
    def sums(self) -> Collection[str]:
        """The names of its figures."""
        sums = self.facts.get("figures")
        return sums.facts.keys() if isinstance(sums, Group) else ()

    def message(self, inferred: Iterable[str]) -> rules_pb2.Power:
        """The power as the catalogue has it."""
        check(self.kind, POWER_KINDS[self.kind].facts, self.facts)
        facts = fact_messages(self.facts)
        return rules_pb2.Power(kind=self.kind, moment=self.moment, facts=facts, inferred_facts=inferred)


class Entry(Struct, frozen=True):
    """An entry of a component file with its facts and powers."""

    printed: Printed
    name: str
    kind: str
    powers: Sequence[Power]
    facts: Facts

    def sourceable(self) -> set[str]:
        """What a pack can name as sourced of it: facts, what they are made of, figures of its powers."""
        names = set().union(*(_MADE_OF.get(fact, {fact}) for fact in self.facts))
        return names.union(*({f"{called}_{name}" for name in power.sums} for called, power in self._called()))

    def message(self) -> rules_pb2.Component:
        """The component, and which of its facts no source has."""
        check(self.kind, COMPONENT_KINDS[self.kind].facts, self.facts)
        named = None if self.printed.provenance == "sourced" else frozenset(self.printed.sourced_facts)
        ours = [] if named is None else [fact for fact in self.facts if not _MADE_OF.get(fact, {fact}) <= named]
        return rules_pb2.Component(
            id=self.printed.id,
            name=self.name,
            kind=self.kind,
            copies=1,
            facts=fact_messages(self.facts),
            powers=[
                power.message(() if named is None else _inferred(called, power, named))
                for called, power in self._called()
            ],
            provenance=_PROVENANCE[self.printed.provenance],
            inferred_facts=ours,
        )

    def _called(self) -> Iterator[tuple[str, Power]]:
        """Powers under what packs call them: bonuses by their moment, others numbered."""
        numbers: dict[str, count[int]] = defaultdict(count)
        for power in self.powers:
            if power.kind == "bonus":
                yield _BONUSES[power.moment], power
            else:
                kind = "action" if power.kind == "action" else "power"
                yield f"{kind}_{next(numbers[kind])}", power


def entry(printed: Printed, name: str, kind: str, powers: Iterable[Power] = (), **facts: FactValue) -> Entry:
    """Make an entry."""
    return Entry(printed, name, kind, tuple(powers), facts)


def _inferred(called: str, power: Power, named: Collection[str]) -> list[str]:
    """Facts of a power that no source has: effects are known if all their figures are, a cost if it is, too."""
    effects = {f"{called}_{name}" for name in power.sums if name not in _COST}
    costs = {f"{called}_{name}" for name in power.sums if name in _COST}
    known: set[str] = set()
    if effects and effects.issubset(named):
        known |= _EFFECTS.keys()
        known |= _COST.keys() if costs.issubset(named) else set()
    return [fact for fact in power.facts if fact not in known]


def _effects(effects: Operations, cost: Cost | None = None) -> Facts:
    return {"effects": effects_fact(effects), "figures": Group(figures(effects, cost))}


def bonus(moment: str, effects: Operations) -> list[Power]:
    """Operations that are carried out at a moment, if there are any."""
    return [Power("bonus", _effects(effects), moment)] if effects else []


def action(cost: Cost, effects: Operations, **spaces: int) -> Power:
    """An action with its cost, on so many spaces where that is the same at every table."""
    return Power("action", {**spaces, **cost_facts(cost.ore, cost.population), **_effects(effects, cost)})


def lasting(modifier: Modifier, from_level: int = 0) -> Power:
    """A lasting power."""
    facts = {"from_level": from_level, **modifier_facts(modifier)}
    if isinstance(modifier, OncePerTurn | On):
        facts |= _effects(modifier.effects, modifier.cost)
    return Power(word_of(modifier), facts)
