"""The component catalogue: whatever is printed, as facts; what else the rules say in figures, too."""

from collections.abc import Iterator, Mapping
from enum import StrEnum

from galaxy.rules.v1 import rules_pb2
from services.jump.cards import Pack
from services.jump.compiling import MOST_SEATS
from services.jump.schema import (
    CardEntry,
    Colour,
    Entry,
    Filter,
    Formula,
    Icon,
    Power,
    Requirement,
    Selector,
)
from services.kit.declared import ComponentKind, Form, Maybe, OneOf, PowerKind
from services.kit.event import Component, Components, Facts, FactValue, Group, Groups, Words
from services.kit.facts import fact_messages

_COLOURS = OneOf(colour.value for colour in Colour)
_ICONS = OneOf(icon.value for icon in Icon)
_FIGURES: Mapping[str, Form] = {
    "keywords": Maybe(Words),
    **{f"{icon}_icons": Maybe(int) for icon in Icon},
    "vp": int,
    "vp_per": Maybe(Groups),
    "income": int,
    "income_per": Maybe(Groups),
}

COMPONENT_KINDS: Mapping[str, ComponentKind] = {
    "development": ComponentKind({"cost": int, **_FIGURES}),
    "world": ComponentKind({"cost": Maybe(int), "defense": Maybe(int), "colour": _COLOURS, **_FIGURES}),
    "explore_marker": ComponentKind({"explore_icons": int}),
    "preset_hand": ComponentKind({"cards": Components}),
    "reference": ComponentKind({"dealt": int, "kept": int, "hand_limit": int, "goal_vp": int}),
}

POWER_KINDS: Mapping[str, PowerKind] = {
    "cost_reduction": PowerKind({"amount": int, "on": Group}),
    "targeted_military": PowerKind({"amount": int, "against": Group}),
    "strength_per_icon": PowerKind({"amount": int, "icon": _ICONS}),
    "negotiate_military_world": PowerKind({"cost_change": int, "excluded_colour": Maybe(_COLOURS)}),
    "second_peaceful_world": PowerKind({"cost_change": int, "sacrifice_self": bool, "works_with_negotiation": bool}),
    "second_conquered_world": PowerKind({"works_with_negotiation": bool}),
    "placement_requirement": PowerKind({"any_of": Groups}),
    "one_per_empire": PowerKind(),
    "moves_to_strongest": PowerKind({"moment": OneOf(("before_scoring",)), "on_tie": OneOf(("stay",))}),
    "table_supply": PowerKind(),
}

_MARKERS = 2 * MOST_SEATS
_GIVEN = frozenset({"name", "copies", "kind", "military", "colour", "keywords", "icons", "vp", "income", "powers"})


def catalogue(pack: Pack) -> Iterator[rules_pb2.Component]:
    """Every title of a pack in the order of its file, Survey Team last, then markers, preset hands and limits."""
    for entry in pack.entries:
        yield rules_pb2.Component(
            id=entry.id,
            name=entry.name,
            kind=entry.kind,
            copies=entry.copies,
            facts=fact_messages(_figures(entry)),
            powers=map(_power, entry.powers),
            provenance=_provenance(entry),
            inferred_facts=entry.inferred_fields,
        )
    yield _besides("explore_marker", _MARKERS, {"explore_icons": pack.marker_icons})
    for number, hand in enumerate(pack.preset_hands, 1):
        yield _besides(f"preset_hand_{number}", 1, {"cards": pack.components(hand)})
    limits = {"dealt": pack.dealt, "kept": pack.kept, "hand_limit": pack.hand_limit, "goal_vp": pack.goal_vp}
    yield _besides("reference", MOST_SEATS, limits)


def name_of(pack: Pack, component: str) -> str:
    """The printed name of a title, or what something else is called."""
    entry = pack.by_id.get(component)
    return component.replace("_", " ").capitalize() if entry is None else entry.name


def _besides(name: str, copies: int, facts: Facts) -> rules_pb2.Component:
    """What is no card of a title; the rules tell its figures."""
    return rules_pb2.Component(
        id=name,
        name=name.replace("_", " ").capitalize(),
        kind=name.rstrip("_0123456789"),
        copies=copies,
        facts=fact_messages(facts),
        provenance=rules_pb2.PROVENANCE_SOURCED,
    )


def _provenance(entry: CardEntry) -> rules_pb2.Provenance.ValueType:
    if not entry.inferred_fields:
        return rules_pb2.PROVENANCE_SOURCED
    if set(entry.inferred_fields) >= _GIVEN:
        return rules_pb2.PROVENANCE_RECONSTRUCTED
    return rules_pb2.PROVENANCE_PARTLY_SOURCED


def _figures(entry: CardEntry) -> Facts:
    figures: dict[str, FactValue] = {}
    if entry.cost is not None:
        figures["cost"] = entry.cost
    if entry.defense is not None:
        figures["defense"] = entry.defense
    if entry.colour is not None:
        figures["colour"] = entry.colour.value
    if entry.keywords:
        figures["keywords"] = Words(entry.keywords)
    figures |= {f"{icon}_icons": count for icon in Icon if (count := getattr(entry.icons, icon))}
    return figures | _formula("vp", entry.vp) | _formula("income", entry.income)


def _formula(name: str, formula: Formula) -> dict[str, FactValue]:
    facts: dict[str, FactValue] = {name: formula.base}
    if formula.per:
        facts[f"{name}_per"] = Groups(tuple(map(_entry, formula.per)))
    return facts


def _entry(entry: Entry) -> Facts:
    """Part of a formula: `amount` for each `group` of what is counted, or once with any of it."""
    if entry.with_ is not None:
        return {"amount": entry.amount, "scope": entry.scope.value, "once": True, **_selector(entry.with_)}
    facts: dict[str, FactValue] = {"amount": entry.amount, "scope": entry.scope.value, "group": entry.group or 1}
    return facts if entry.each is None else facts | _selector(entry.each)


def _selector(selector: Selector) -> dict[str, FactValue]:
    facts: dict[str, FactValue] = {"count": selector.count.value}
    if selector.icon is not None:
        facts["icon"] = selector.icon.value
    return facts | _filter(selector)


def _filter(wanted: Filter) -> dict[str, FactValue]:
    """A condition: every part that is there must hold."""
    facts: dict[str, FactValue] = {}
    if wanted.kind is not None:
        facts["kind"] = wanted.kind.value
    if wanted.colour is not None:
        facts["colour"] = wanted.colour.value
    if wanted.military is not None:
        facts["military"] = wanted.military
    if wanted.keyword is not None:
        facts["keyword"] = wanted.keyword
    if wanted.card is not None:
        facts["card"] = Component(wanted.card)
    return facts


def _power(power: Power) -> rules_pb2.Power:
    facts = {
        name: _parameter(getattr(power.params, name))
        for name in power.params.__struct_fields__
        if getattr(power.params, name) is not None
    }
    return rules_pb2.Power(kind=str(power.__struct_config__.tag), facts=fact_messages(facts))


def _parameter(value: object) -> FactValue:
    """A parameter of a power: a figure, a word, a condition, or ways of which one must do."""
    if isinstance(value, Filter):
        return Group(_filter(value))
    if isinstance(value, tuple):
        return Groups(tuple(map(_way, value)))
    if isinstance(value, StrEnum):
        return value.value
    assert isinstance(value, bool | int | str)  # noqa: S101 - the schema has nothing else
    return value


def _way(way: Requirement) -> Facts:
    if way.own_card is not None:
        return {"card": Component(way.own_card)}
    return {"military_strength": way.own_military_strength or 0}
