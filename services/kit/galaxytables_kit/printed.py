"""Converts what is printed on components, which are fields of a Struct, to facts.

Also converts the types of these fields to forms of facts. A field is a number, a flag, a word (a `Literal` or an enum),
several of them, a component, or a Struct of such fields, which becomes a group. Fields that are None are left out, and
so are fields that the caller excludes.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct

from galaxytables.rules.v1 import rules_pb2
from galaxytables_kit.compiled import Compiled
from galaxytables_kit.declared import Form, Maybe, OneOf
from galaxytables_kit.dispatch import Dispatched
from galaxytables_kit.event import Component, Components, Facts, FactValue, Group, Groups, Numbers, Words
from galaxytables_kit.facts import fact_messages

ComponentId: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_]{1,40}$", description="the id of a component")]
"""A field that names a component; its fact is that component."""

Written: TypeAlias = Mapping[type, Callable[[Dispatched], FactValue]]
"""How values of a game's own classes become facts."""

_FACTS = (Component, Components, Group, Groups, Numbers, Words)


class PrintedPower(Struct, frozen=True):
    """A power of a component: its kind, moment, figures and conditions. `inferred` names the facts without a source."""

    kind: str
    moment: str
    facts: Facts
    inferred: tuple[str, ...] = ()


class Printed(Struct, frozen=True):
    """A component: all that is printed on it, and how many copies of it are in the box.

    `inferred` names the facts without a source.
    """

    id: str
    name: str
    kind: str
    copies: int
    facts: Facts
    powers: tuple[PrintedPower, ...] = ()
    provenance: rules_pb2.Provenance.ValueType = rules_pb2.PROVENANCE_SOURCED
    inferred: tuple[str, ...] = ()


def component_message(printed: Printed) -> rules_pb2.Component:
    """Return a component as a protobuf message for the catalogue."""
    return rules_pb2.Component(
        id=printed.id,
        name=printed.name,
        kind=printed.kind,
        copies=printed.copies,
        facts=fact_messages(printed.facts),
        powers=(
            rules_pb2.Power(
                kind=power.kind, moment=power.moment, facts=fact_messages(power.facts), inferred_facts=power.inferred
            )
            for power in printed.powers
        ),
        provenance=printed.provenance,
        inferred_facts=printed.inferred,
    )


def facts_of(described: Struct, written: Written | None = None, elsewhere: Iterable[str] = ()) -> dict[str, FactValue]:
    """Return the fields of a Struct as facts. Fields named in `elsewhere` are left out."""
    facts: dict[str, FactValue] = {}
    naming = naming_fields(type(described))
    for name in described.__struct_fields__:
        value = getattr(described, name)
        if value is not None and name not in elsewhere:
            facts[name] = naming[name](value) if name in naming else _fact(value, written or {})
    return facts


def forms_of(
    kind: type[Struct], written: Mapping[object, type] | None = None, elsewhere: Iterable[str] = ()
) -> dict[str, Form]:
    """Return the forms of the facts that `facts_of` makes.

    `written` maps classes of the game to the classes of their facts.
    """
    hints = get_type_hints(kind, include_extras=True)
    return {name: _form(hints[name], written or {}) for name in kind.__struct_fields__ if name not in elsewhere}


@cache
def naming_fields(kind: type[Struct]) -> Mapping[str, Callable[[Any], FactValue]]:  # an id, or several
    """Return the fields of a Struct that name components, each with a function that makes its fact."""
    hints = {name: _without_none(hint) for name, hint in get_type_hints(kind, include_extras=True).items()}
    one = {name: Component for name, hint in hints.items() if hint == ComponentId}
    return one | {name: Components for name, hint in hints.items() if ComponentId in get_args(hint)}


def _without_none(hint: Any) -> Any:  # noqa: ANN401 - any annotation
    """Return the type of a field without None."""
    kinds = [each for each in get_args(hint) if each is not type(None)]
    return kinds[0] if get_origin(hint) in (Union, UnionType) and len(kinds) == 1 else hint


def _fact(value: Any, written: Written) -> FactValue:  # noqa: ANN401 - any field
    own = written.get(type(value))
    if own is not None:
        return own(value)
    if isinstance(value, tuple):
        return _several(value, written)
    if isinstance(value, Compiled):
        return Group(value.facts)
    if isinstance(value, Struct) and type(value) not in _FACTS:
        return Group(facts_of(value, written))
    fact: FactValue = value.value if isinstance(value, StrEnum) else value
    return fact


def _several(values: tuple[Any, ...], written: Written) -> FactValue:  # any field
    if any(isinstance(value, Struct | Compiled) for value in values):
        return Groups(tuple(v.facts if isinstance(v, Compiled) else facts_of(v, written) for v in values))
    return Numbers(values) if any(isinstance(value, int) for value in values) else Words(values)


def _form(hint: Any, written: Mapping[object, type]) -> Form:  # noqa: ANN401 - any annotation
    inner = _without_none(hint)
    form = _form_of_value(inner, written)
    return form if inner is hint else Maybe(form)


def _form_of_value(hint: Any, written: Mapping[object, type]) -> type | OneOf:  # noqa: ANN401 - any annotation
    if get_origin(hint) is Annotated:
        return Component if hint == ComponentId else _form_of_value(get_args(hint)[0], written)
    if get_origin(hint) is Literal:
        return OneOf(get_args(hint))
    if get_origin(hint) is tuple:
        return _form_of_several(get_args(hint)[0])
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return OneOf(word.value for word in hint)
    form: type = written.get(hint, hint)
    return Group if _is_group(form) else form


def _form_of_several(hint: Any) -> type:  # noqa: ANN401 - any annotation
    if hint == ComponentId:
        return Components
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    if hint is int:
        return Numbers
    return Groups if _is_group(hint) else Words


def _is_group(hint: Any) -> bool:  # noqa: ANN401 - any annotation
    return isinstance(hint, type) and issubclass(hint, Struct | Compiled) and hint not in _FACTS
