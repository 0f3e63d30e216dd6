"""Turns entries of component files into components of the catalogue: their facts, powers, and how well these are known.

Most facts are fields of the entry under their own names. For a fact that has another form than its field, a Struct here
describes this form.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import count
from typing import Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from galaxytables.rules.v1 import rules_pb2
from galaxytables_beyond.components.cards import Achievement, Event, FileEntry, System, Technology, TechSlot
from galaxytables_beyond.components.effect_facts import cost_facts, effects_fact, modifier_facts, word_of
from galaxytables_beyond.components.effects import Cost, DeckName, Modifier, On, OncePerTurn, Operations, Scoring
from galaxytables_beyond.components.figures import figures
from galaxytables_kit import (
    ComponentId,
    ComponentKind,
    Facts,
    FactValue,
    Form,
    Group,
    Groups,
    Maybe,
    PowerKind,
    Printed,
    PrintedPower,
    facts_of,
    forms_of,
)

_ELSEWHERE = frozenset(
    (*FileEntry.__struct_fields__, "name", "immediate", "actions", "permanent", "effects", "on_control", "on_colonize")
)
"""Fields of entries that are not facts: name, powers, and sources."""


class Layout(Struct, frozen=True):
    """The place where a front end may draw a component, in coordinates from 0 to 100.

    The layout is ours, not the printed one.
    """

    x: int
    y: int


class Spaces(Struct, frozen=True):
    """The spaces of a basic action for one number of players: the extra ore that each costs."""

    players: int
    surcharges: tuple[int, ...]


class Basic(Struct, frozen=True):
    """A basic action in the catalogue, with a group of facts about its spaces for each number of players."""

    may_stay: bool
    spaces: tuple[Spaces, ...]


class OnSide(Struct, frozen=True):
    """A location on one side of the exploration board in the catalogue, and where a front end may draw it."""

    players: tuple[int, ...]
    traits: tuple[str, ...]
    lanes: tuple[ComponentId, ...]
    x: int
    y: int


class Place(Struct, frozen=True):
    """A location in the catalogue: its deck, and for each side of the board that shows it, the details of that side."""

    deck: DeckName | None
    sides: tuple[OnSide, ...]


class MatStart(Struct, frozen=True):
    """The things with which a faction starts, in the catalogue."""

    population: int
    ore: int
    ship_level: int
    ship_at: ComponentId


class FactionMat(Struct, frozen=True):
    """A faction mat in the catalogue."""

    faction: str
    mat: Literal["basic", "advanced"]
    columns: tuple[int, ...]
    population_track: tuple[str, ...]
    ore_track: tuple[int, ...]
    automation: tuple[int, ...]
    automation_beyond: int
    trade_ore_to_pop: int
    trade_retire_ship: int
    trade_pop_to_ore: int
    start: MatStart


class EndTrigger(Struct, frozen=True):
    """The end of the game in the catalogue: how many discs trigger it, by number of players."""

    players: int
    discs: int


class Reference(Struct, frozen=True):
    """The numbers in the rules that hold for all factions (R1.2, R2.10, R7.1, R7.2)."""

    cubes: int
    discs_of_each_kind: int
    seat_bonus_ore: tuple[int, ...]
    end_trigger: tuple[EndTrigger, ...]


COMPONENT_KINDS: Mapping[str, ComponentKind] = {
    "technology": ComponentKind(forms_of(Technology, elsewhere=_ELSEWHERE)),
    "event": ComponentKind(forms_of(Event, elsewhere=_ELSEWHERE)),
    "system": ComponentKind(forms_of(System, elsewhere=_ELSEWHERE)),
    "achievement": ComponentKind(forms_of(Achievement, elsewhere=_ELSEWHERE)),
    "guild": ComponentKind(),
    "basic": ComponentKind(forms_of(Basic)),
    "slot": ComponentKind({**forms_of(TechSlot, elsewhere=_ELSEWHERE), **forms_of(Layout)}),
    **dict.fromkeys(("sol", "deep_space", "system_slot", "shipyard"), ComponentKind(forms_of(Place))),
    "mat": ComponentKind(forms_of(FactionMat)),
    "reference": ComponentKind(forms_of(Reference)),
}

_BONUSES = {"immediate": "immediate", "control": "control", "colonization": "colonize", "discovery": "event"}
"""The names of bonuses in packs, where these list sourced parts, by their moments."""

_EFFECTS: Mapping[str, Form] = {"effects": Groups, "figures": Group}
_COST: Mapping[str, Form] = {"cost_ore": int, "cost_population": int}


class Lasting(Struct, frozen=True):
    """The automation level from which a mat has a power on; 0 if the power always works."""

    from_level: int = 0


def _lasting_forms(kind: type[Modifier]) -> dict[str, Form]:
    own = forms_of(kind, {Scoring: Group}, elsewhere=("cost", "effects", "number"))
    acts = {**_COST, **_EFFECTS} if issubclass(kind, OncePerTurn | On) else {}
    return {**forms_of(Lasting), **own, **acts}


POWER_KINDS: Mapping[str, PowerKind] = {
    "bonus": PowerKind(_EFFECTS, frozenset(_BONUSES)),
    "action": PowerKind({"spaces": Maybe(int), **_COST, **_EFFECTS}),
    **{word_of(kind): PowerKind(_lasting_forms(kind)) for kind in get_args(Modifier)},
}

PROVENANCES = {
    "sourced": rules_pb2.PROVENANCE_SOURCED,
    "partly_sourced": rules_pb2.PROVENANCE_PARTLY_SOURCED,
    "named": rules_pb2.PROVENANCE_NAMED,
    "reconstructed": rules_pb2.PROVENANCE_RECONSTRUCTED,
}
_MADE_OF: Mapping[str, frozenset[str]] = {"condition": frozenset({"metric", "at_least"})}
"""The parts that packs name as sourced of facts with several parts."""


def own_facts(entry: FileEntry) -> dict[str, FactValue]:
    """Return those fields of an entry that the catalogue has as facts with the same names."""
    return facts_of(entry, elsewhere=_ELSEWHERE)


def describe(
    entry: FileEntry, name: str, kind: str, powers: Iterable[PrintedPower] = (), facts: Facts | None = None
) -> Printed:
    """Return an entry as a component of the catalogue, with the names of those of its facts that have no source.

    Without `facts`, its facts are the fields of the entry.
    """
    facts = own_facts(entry) if facts is None else facts
    powers = tuple(powers)
    ours: tuple[str, ...] = ()
    if entry.provenance != "sourced":
        named = frozenset(entry.sourced_facts)
        ours = tuple(fact for fact in facts if not _MADE_OF.get(fact, {fact}) <= named)
        powers = tuple(replace(power, inferred=_inferred(called, power, named)) for called, power in _called(powers))
    return Printed(entry.id, name, kind, 1, facts, powers, PROVENANCES[entry.provenance], ours)


def sourceable(printed: Printed) -> set[str]:
    """Return the names of everything in a component that a pack can list as having a source.

    These are its facts, parts of facts, and figures of powers.
    """
    names = set().union(*(_MADE_OF.get(fact, {fact}) for fact in printed.facts))
    return names.union(*({f"{called}_{name}" for name in _sums(power)} for called, power in _called(printed.powers)))


def _sums(power: PrintedPower) -> Collection[str]:
    """Return the names of a power's figures."""
    sums = power.facts.get("figures")
    return sums.facts.keys() if isinstance(sums, Group) else ()


def _called(powers: Iterable[PrintedPower]) -> Iterator[tuple[str, PrintedPower]]:
    """Yield powers with their names in packs: bonuses by their moment, others numbered."""
    numbers: dict[str, count[int]] = defaultdict(count)
    for power in powers:
        if power.kind == "bonus":
            yield _BONUSES[power.moment], power
        else:
            kind = "action" if power.kind == "action" else "power"
            yield f"{kind}_{next(numbers[kind])}", power


def _inferred(called: str, power: PrintedPower, named: Collection[str]) -> tuple[str, ...]:
    """Return the facts of a power without a source: effects are known if all their figures are, and so is a cost."""
    effects = {f"{called}_{name}" for name in _sums(power) if name not in _COST}
    costs = {f"{called}_{name}" for name in _sums(power) if name in _COST}
    known: set[str] = set()
    if effects and effects.issubset(named):
        known |= _EFFECTS.keys()
        known |= _COST.keys() if costs.issubset(named) else set()
    return tuple(fact for fact in power.facts if fact not in known)


def _effects(effects: Operations, cost: Cost | None = None) -> Facts:
    return {"effects": effects_fact(effects), "figures": Group(figures(effects, cost))}


def bonus(moment: str, effects: Operations) -> list[PrintedPower]:
    """Return the operations that work at one moment as a power, in a list of one.

    Without operations, the list is empty.
    """
    return [PrintedPower("bonus", moment, _effects(effects))] if effects else []


def action(cost: Cost, effects: Operations, **spaces: int) -> PrintedPower:
    """Return an action as a power, with its cost, and its number of spaces if that is the same at every table."""
    return PrintedPower("action", "", {**spaces, **cost_facts(cost.ore, cost.population), **_effects(effects, cost)})


def lasting(modifier: Modifier, from_level: int = 0) -> PrintedPower:
    """Return a lasting power in the form that powers have in the catalogue."""
    facts: dict[str, FactValue] = {**facts_of(Lasting(from_level)), **modifier_facts(modifier)}
    if isinstance(modifier, OncePerTurn | On):
        facts |= _effects(modifier.effects, modifier.cost)
    return PrintedPower(word_of(modifier), "", facts)
