"""What can be wrong with a component file, and how all that is wrong with an entry is found."""

import re
from collections.abc import Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from services.beyond.effects import Cost, PayOre, ReturnPop
from services.kit.errors import ComponentError

_AT = re.compile(r" - at `[^`]*`$")
_MISSING = "is missing"


class Fault(Struct, frozen=True):
    """One thing that is wrong: where, and what would be right.

    `missing`: something is not there yet. `needs` are files that must have been read whole for this to be sure.
    """

    file: str
    entry: str
    field: str
    message: str
    missing: bool = False
    needs: tuple[str, ...] = ()

    def error(self) -> ComponentError:
        """As the error that it is when the pack is loaded."""
        return ComponentError(self.file, self.entry, self.field, self.message)


Part: TypeAlias = tuple[str, Any, Any]
"""A part of some data: its path within, what it is, and the type that it should have."""


def faults_of(file: str, entry: str, data: Any, kind: Any) -> Iterator[Fault]:  # noqa: ANN401 - what a JSON file holds
    """Everything that keeps data from being of a type, each with the path of its field."""
    for path, message in _walk(data, kind, ""):
        yield Fault(file, entry, path.lstrip(".") or "entry", message, message == _MISSING)


def read_cost(kind: type, data: Any) -> Any:  # noqa: ANN401 - msgspec's own signature
    """Read what msgspec does not know: costs."""
    if kind is Cost:
        return Cost.read(data)
    raise NotImplementedError(kind)


def _walk(data: Any, kind: Any, path: str) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - any type, any data
    """Faults as deep inside as they can be found; what no part is to blame for is a fault of the whole."""
    try:
        msgspec.convert(data, kind, dec_hook=read_cost)
    except msgspec.ValidationError as error:
        found = False
        for inner in _inside(data, kind, path):
            found = True
            yield inner
        if not found:
            yield path, _MISSING if data is None else _AT.sub("", str(error))


def _inside(data: Any, kind: Any, path: str) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - any type, any data
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if kind is Cost:
        kind = list[PayOre | ReturnPop]
    if isinstance(data, Mapping):
        structs = {struct.__struct_config__.tag: struct for struct in _structs(kind)}
        if structs and None not in structs:
            yield from _word(data, structs, path)
        elif structs:
            yield from _fields(data, structs[None], path)
            return
    for name, part, inner in _parts(data, kind):
        yield from _walk(part, inner, f"{path}{name}")


def _structs(kind: Any) -> Iterator[type[Struct]]:  # noqa: ANN401 - any type
    members = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    return (member for member in members if isinstance(member, type) and issubclass(member, Struct))


def _word(data: Mapping[str, Any], structs: Mapping[Any, type[Struct]], path: str) -> Iterator[tuple[str, str]]:
    """Faults of what names by a word which struct it is."""
    for field in sorted({struct.__struct_config__.tag_field or "" for struct in structs.values()}):
        word = data.get(field)
        if word in structs:
            yield from _fields(data, structs[word], path)
        else:
            yield f"{path}.{field}", _MISSING if word is None else f"{word!r} is none of {', '.join(sorted(structs))}"


def _fields(data: Mapping[str, Any], kind: type[Struct], path: str) -> Iterator[tuple[str, str]]:
    """Faults of the fields of a struct: missing ones, unknown ones, wrong ones."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    for name, field in fields.items():
        if name in data:
            yield from _walk(data[name], field.type, f"{path}.{name}")
        elif field.required:
            yield f"{path}.{name}", _MISSING
    for name in data:
        if name not in fields and name != kind.__struct_config__.tag_field:
            yield f"{path}.{name}", "there is no such field"


def _parts(data: Any, kind: Any) -> Iterator[Part]:  # noqa: ANN401 - any type, any data
    """Items of a list, values of an object."""
    origin, args = get_origin(kind), get_args(kind)
    if origin in (tuple, list) and isinstance(data, list):
        several = origin is list or args[-1] is Ellipsis
        kinds = [args[0]] * len(data) if several else args
        if len(kinds) == len(data):
            for number, (part, inner) in enumerate(zip(data, kinds, strict=True)):
                yield f"[{number}]", part, inner
    elif origin is dict and isinstance(data, Mapping):
        for name, part in data.items():
            yield f".{name}", part, args[1]
