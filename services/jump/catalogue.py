"""The component catalogue: every title with its figures as facts and its effects in words."""

from collections.abc import Iterator, Mapping

import msgspec

from galaxy.rules.v1 import game_pb2, rules_pb2
from services.jump.card_text import card_lines
from services.jump.cards import Pack
from services.jump.schema import CardEntry, Icon

_GIVEN = frozenset({"name", "copies", "kind", "military", "colour", "keywords", "icons", "vp", "income", "powers"})


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
            lines=card_lines(entry, names),
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
    facts = [_fact("military", entry.military), _fact(*_cost(entry))]
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


def _cost(entry: CardEntry) -> tuple[str, int]:
    """Name and figure of the printed number."""
    return ("defense", entry.defense or 0) if entry.military else ("cost", entry.cost or 0)
