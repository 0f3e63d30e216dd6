"""The component catalogue: every title with its figures as facts and its effects in words."""

from collections.abc import Iterator, Mapping

import msgspec

from galaxy.rules.v1 import game_pb2, rules_pb2
from services.jump import schema
from services.jump.cards import Pack
from services.jump.schema import CardEntry, Counted, Entry, Filter, Formula, Icon, Kind, Scope, Selector

_GIVEN = frozenset({"name", "copies", "kind", "military", "colour", "keywords", "icons", "vp", "income", "powers"})

_COLOURS: Mapping[str, str] = {
    "novelty": "novelty (blue)",
    "rare": "rare elements (brown)",
    "genes": "genes (green)",
    "alien": "alien technology (yellow)",
    "grey": "grey",
}


def catalogue(pack: Pack) -> Iterator[rules_pb2.Component]:
    """Every title of a pack."""
    names = {entry.id: entry.name for entry in pack.entries}
    for entry in pack.entries:
        yield rules_pb2.Component(
            id=entry.id,
            name=entry.name,
            kind=entry.kind,
            copies=entry.copies,
            facts=_facts(entry),
            lines=_lines(entry, names),
            provenance=_provenance(entry),
            inferred_facts=entry.inferred_fields,
        )


def _provenance(entry: CardEntry) -> rules_pb2.Provenance.ValueType:
    if not entry.inferred_fields:
        return rules_pb2.PROVENANCE_SOURCED
    if set(entry.inferred_fields) >= _GIVEN:
        return rules_pb2.PROVENANCE_RECONSTRUCTED
    return rules_pb2.PROVENANCE_PARTLY_SOURCED


def _facts(entry: CardEntry) -> list[game_pb2.Fact]:
    """Figures for programs: plain ones by name, nested ones by path (`vp_per_1_each_colour`), lists from 1."""
    facts = [_fact("military", entry.military), _fact("defense" if entry.military else "cost", _cost(entry))]
    if entry.colour is not None:
        facts.append(_fact("colour", entry.colour.value))
    facts += _flatten("keyword", list(entry.keywords))
    facts += (_fact(f"{icon}_icons", getattr(entry.icons, icon)) for icon in Icon)
    facts += _flatten("vp", {"base": entry.vp.base, "per": msgspec.to_builtins(entry.vp.per)})
    facts += _flatten("income", {"base": entry.income.base, "per": msgspec.to_builtins(entry.income.per)})
    for number, power in enumerate(entry.powers, 1):
        written = msgspec.to_builtins(power)
        facts.append(_fact(f"power_{number}", written["kind"]))
        facts += _flatten(f"power_{number}", written["params"])
    return facts


def _flatten(name: str, value: object) -> Iterator[game_pb2.Fact]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _flatten(f"{name}_{key}", inner)
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value, 1):
            yield from _flatten(f"{name}_{number}", inner)
    elif isinstance(value, bool | int | str):
        yield _fact(name, value)


def _fact(name: str, value: bool | int | str) -> game_pb2.Fact:
    if isinstance(value, bool):
        return game_pb2.Fact(name=name, flag=value)
    if isinstance(value, int):
        return game_pb2.Fact(name=name, number=value)
    return game_pb2.Fact(name=name, word=value)


def _cost(entry: CardEntry) -> int:
    return (entry.defense if entry.military else entry.cost) or 0


def _lines(entry: CardEntry, names: Mapping[str, str]) -> list[str]:
    """What a person reads on the card."""
    words = _Words(names)
    lines = [_title(entry), *words.formula("VP", entry.vp), *words.formula("Income", entry.income)]
    lines += (words.power(power) for power in entry.powers)
    if entry.note:
        lines.append(f"Note: {entry.note}")
    return lines


def _title(entry: CardEntry) -> str:
    what = "development" if entry.kind is Kind.DEVELOPMENT else f"{'military ' if entry.military else ''}world"
    parts = [f"{'Defense' if entry.military else 'Cost'} {_cost(entry)} {what}"]
    if entry.colour is not None:
        parts.append(_COLOURS[entry.colour])
    parts += (keyword.upper() for keyword in entry.keywords)
    parts += (f"{getattr(entry.icons, icon)} {icon}" for icon in Icon if getattr(entry.icons, icon))
    return ", ".join(parts)


class _Words:
    """Formulas and powers in words."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def formula(self, what: str, formula: Formula) -> list[str]:
        lines = [f"{what} {formula.base}"] if formula.base else []
        return lines + [f"{what} {self._entry(entry)}" for entry in formula.per]

    def _entry(self, entry: Entry) -> str:
        if entry.with_ is not None:
            whose = " in any other empire" if entry.scope is Scope.ANY_RIVAL else " in your empire"
            return f"{entry.amount} with {self._counted(entry.with_, 1)}{whose}"
        whose = " of yours, and as much for one other empire" if entry.scope is Scope.OWN_PLUS_CHOSEN_RIVAL else ""
        group = entry.group or 1
        each = self._counted(entry.each, group) if entry.each is not None else ""
        return f"{entry.amount} for each {f'{group} ' if group > 1 else ''}{each}{whose}"

    def _counted(self, selector: Selector, number: int) -> str:
        if selector.count is Counted.MILITARY_STRENGTH:
            return "general strength"
        if selector.icon is not None:
            return f"{selector.icon} icon{'s' if number > 1 else ''}"
        return self._filter(selector, "card", number)

    def _filter(self, wanted: Filter, thing: str, number: int) -> str:
        if wanted.card is not None:
            return self._names[wanted.card]
        military = {True: "military", False: "non-military", None: None}[wanted.military]
        words = [military, wanted.keyword and wanted.keyword.upper(), wanted.colour and wanted.colour.value]
        noun = wanted.kind.value if wanted.kind is not None else thing
        return " ".join([*(word for word in words if word), noun + ("s" if number > 1 else "")])

    def power(self, power: schema.Power) -> str:  # noqa: C901, PLR0911 - one a kind
        match power:
            case schema.CostReduction(params=p):
                return f"Pay {p.amount} less for each {self._filter(p.on, 'card', 1)}."
            case schema.TargetedMilitary(params=p):
                return f"Strength +{p.amount} against each {self._filter(p.against, 'world', 1)}."
            case schema.StrengthPerIcon(params=p):
                return f"Strength +{p.amount} for each {p.icon} icon."
            case schema.NegotiateMilitaryWorld(params=p):
                but = "" if p.excluded_colour is None else f" that is not {p.excluded_colour}"
                return f"You may pay for a military world{but} as for a non-military one, at {p.cost_change:+d}."
            case schema.SecondPeacefulWorld(params=p):
                cost = "Give this card up to" if p.sacrifice_self else "You may"
                return f"{cost} place a second non-military world at {p.cost_change:+d}; both are non-military."
            case schema.SecondConqueredWorld():
                return "You may conquer a second military world with strength that the first left over."
            case schema.PlacementRequirement(params=p):
                return f"Place it only with {' or '.join(map(self._way, p.any_of))}."
            case schema.OnePerEmpire():
                return "One per empire."
            case schema.MovesToStrongest():
                return "Before scoring it goes to the one player with the highest general strength; not on a tie."
            case schema.TableSupply():
                return "Lies on the table; take one instead of a development from hand."

    def _way(self, way: schema.Requirement) -> str:
        if way.own_card is not None:
            return f"{self._names[way.own_card]} in your empire"
        return f"general strength {way.own_military_strength}"
