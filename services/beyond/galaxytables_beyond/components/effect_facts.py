"""Converts the effect vocabulary to facts: each operation or lasting power with its fields under their own names.

An operation is a group of facts: first `op`, the word for the operation, then its fields. Boolean fields that are true
are words of `manner`. An amount that depends on the table is a group (`metric`, `times`, `divide`, `plus`, `max`)
instead of a number; a list of operations is a list of groups. A missing limit is 0. A cost is `cost_ore` and
`cost_population`.
"""

from functools import lru_cache
from typing import Any

from msgspec import Struct

from galaxytables_beyond.components.effects import Amount, Cost, Modifier, Operation, Operations, Words
from galaxytables_kit import Facts, FactValue, Group, Groups, Numbers, naming_fields
from galaxytables_kit import Words as WordList

_ADDED = "number"
"""A field that loading a pack adds; no card has it."""
_NUMBERS = frozenset({"level", "levels"})
"""Fields that are lists of numbers."""


def cost_facts(ore: int, population: int) -> Facts:
    """Return a cost as facts."""
    return {"cost_ore": ore, "cost_population": population}


@lru_cache(4096)
def effects_fact(effects: Operations) -> Groups:
    """Return a list of operations as a fact."""
    return Groups(tuple(map(_operation, effects)))


def modifier_facts(modifier: Modifier) -> Facts:
    """Return a lasting power as facts. The word of its class is the kind of the power."""
    return _fields(modifier)


def word_of(word: Words | Modifier | type[Modifier]) -> str:
    """Return the word that stands for an operation or a lasting power in component files."""
    return str(word.__struct_config__.tag)


def _operation(op: Operation) -> Facts:
    fields = _fields(op)
    flags = {name: value for name, value in fields.items() if isinstance(value, bool)}
    facts = {"op": word_of(op), **{name: value for name, value in fields.items() if name not in flags}}
    return {**facts, "manner": WordList(tuple(name for name, holds in flags.items() if holds))} if flags else facts


def _fields(word: Struct) -> dict[str, FactValue]:
    facts: dict[str, FactValue] = {}
    naming = naming_fields(type(word))
    for name in word.__struct_fields__:
        value = getattr(word, name)
        if isinstance(value, Cost):
            facts |= cost_facts(value.ore, value.population)
        elif name in naming:
            facts[name] = naming[name](value)
        elif name != _ADDED:
            facts[name] = 0 if value is None else _value(name, value)
    return facts


def _value(name: str, value: Any) -> FactValue:  # noqa: ANN401 - what a field can hold
    match value:
        case Amount():
            return Group(_fields(value))
        case Struct():
            return Group({"kind": str(value.__struct_config__.tag), **_fields(value)})
        case tuple() if name in _NUMBERS:
            return Numbers(value)
        case tuple():
            return effects_fact(value) if name == "effects" else Groups(tuple(map(_fields, value)))
        case bool() | int() | str():
            return value
    raise TypeError(f"{name}: {value!r} is no fact")
