"""Converts the options of a game between the fields of a msgspec Struct, in which the game declares them, and texts.

`bool` fields are flags (`on`/`off`), `Literal` fields are words, `int` fields with `Meta(ge=, le=)` are numbers.
`Meta(description=)` is the text for people, and `Meta(title=)` the title; without a title, it is made from the field's
name. Every field has a default.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.inspect import BoolType, Field, IntType, LiteralType, Metadata, StructType, Type, type_info

from galaxytables.rules.v1 import rules_pb2
from galaxytables_kit.errors import InvalidOption
from galaxytables_kit.game import Game

S = TypeVar("S", bound=Struct)
P = TypeVar("P")
OptionsT = TypeVar("OptionsT", bound=Struct)

_FLAGS = {"off": False, "on": True}


def option_specs(options: type[Struct]) -> list[rules_pb2.OptionSpec]:
    """Return a description of each option, in the order of the fields."""
    specs = []
    for field in _fields(options):
        kind, title, text = _unwrap(field.type)
        spec = rules_pb2.OptionSpec(
            name=field.name, title=title or _title(field.name), text=text, default_value=written(field.default)
        )
        if isinstance(kind, BoolType):
            spec.kind = rules_pb2.OPTION_KIND_FLAG
        elif isinstance(kind, LiteralType):
            spec.kind = rules_pb2.OPTION_KIND_WORD
            spec.values.extend(str(value) for value in kind.values)
        elif isinstance(kind, IntType) and kind.ge is not None and kind.le is not None:
            spec.kind = rules_pb2.OPTION_KIND_NUMBER
            spec.least, spec.most = kind.ge, kind.le
        else:
            raise TypeError(f"option {field.name}: flags, words and bounded numbers only")
        specs.append(spec)
    return specs


@cache
def option_values(options: type[Struct]) -> Mapping[str, Sequence[bool | int | str]]:
    """Return every value that each option can have."""
    values: dict[str, Sequence[bool | int | str]] = {}
    for spec in option_specs(options):
        if spec.kind == rules_pb2.OPTION_KIND_NUMBER:
            values[spec.name] = range(spec.least, spec.most + 1)
        else:
            values[spec.name] = tuple(spec.values) or tuple(_FLAGS.values())
    return values


def read_options(options: type[OptionsT], given: Mapping[str, str]) -> OptionsT:
    """Return options as a Struct, read from the texts that players give. Options that are not given have their default.

    Raises `InvalidOption`.
    """
    fields = {field.name: field for field in _fields(options)}
    values: dict[str, bool | int | str] = {}
    for name, value in given.items():
        if name not in fields:
            raise InvalidOption(name, value, f"an option; there are {', '.join(fields) or 'none'}")
        values[name] = _read(name, _unwrap(fields[name].type)[0], value)
    return options(**values)


def write_options(options: Struct) -> dict[str, str]:
    """Return all options as texts, which `read_options` can read."""
    return {name: written(value) for name, value in msgspec.structs.asdict(options).items()}


def options_of_version(game: Game[S, P, OptionsT], rules_version: int, options: OptionsT) -> OptionsT:
    """Return the options of a table that is played by an older version of the rules.

    Options that were added after that version get the values that the game declares in `older_options`.
    """
    later = game.older_options.get(rules_version, {})
    return read_options(type(options), {**write_options(options), **later}) if later else options


@cache
def _fields(options: type[Struct]) -> tuple[Field, ...]:
    info = type_info(options)
    assert isinstance(info, StructType)  # noqa: S101 - a Struct by type
    return info.fields


def _unwrap(kind: Type) -> tuple[Type, str, str]:
    title = text = ""
    while isinstance(kind, Metadata):
        said = kind.extra_json_schema or {}
        title, text = str(said.get("title", title)), str(said.get("description", text))
        kind = kind.type
    return kind, title, text


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def written(value: Any) -> str:  # noqa: ANN401 - a field's default or value
    """Return the value of an option as text."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _read(name: str, kind: Type, value: str) -> bool | int | str:
    if isinstance(kind, BoolType):
        if value not in _FLAGS:
            raise InvalidOption(name, value, "on or off")
        return _FLAGS[value]
    if isinstance(kind, LiteralType):
        if value not in kind.values:
            raise InvalidOption(name, value, "one of " + ", ".join(map(str, kind.values)))
        return value
    assert isinstance(kind, IntType)  # noqa: S101 - option_specs refuses everything else
    minimum, maximum = kind.ge or 0, kind.le or 0
    if not value.removeprefix("-").isdecimal() or not value.isascii() or not minimum <= int(value[:20]) <= maximum:
        raise InvalidOption(name, value, f"a whole number from {minimum} to {maximum}")
    return int(value)
