"""Faults of component files: finds all of them, not only the first."""

import re
from collections.abc import Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import StructConfig

from galaxytables_kit.compiled import Compiled, Json, read_compiled
from galaxytables_kit.errors import ComponentError

WHOLE = "pack"
"""The entry that a fault names if it lies outside of all entries."""

_AT = re.compile(r" - at `[^`]*`$")
_MISSING = "is missing"

Keys: TypeAlias = tuple[str | int, ...]
"""The keys from the top of a file to one of its fields."""
Mistake: TypeAlias = tuple[Keys, str]


class Fault(Struct, frozen=True):
    """One fault of a component file: where it is, and a sentence that says what would be right.

    A fault without a file name is in the only file of its pack. `missing` means that something is not there yet.
    `needs` lists files that must have been read completely for the fault to be certain.
    """

    entry: str
    field: str
    message: str
    file: str = ""
    missing: bool = False
    needs: tuple[str, ...] = ()

    def error(self) -> ComponentError:
        """Return this fault as the error that loading the pack raises."""
        return ComponentError(self.file, self.entry, self.field, self.message)


def mistakes(data: Json, kind: Any, at: Keys = ()) -> Iterator[Mistake]:  # noqa: ANN401 - any type
    """Yield everything that keeps data from having the type `kind`.

    Each mistake is located as deep inside the data as possible.
    """
    try:
        msgspec.convert(data, kind, str_keys=True, dec_hook=read_compiled)
    except msgspec.ValidationError as error:
        found = False
        for inner in _inside(data, kind, at):
            found = True
            yield inner
        if not found:
            yield at, _MISSING if data is None else _AT.sub("", str(error))


def fault_of(data: Json, mistake: Mistake) -> Fault:
    """Return a mistake, which is a path with a text, as a fault.

    The fault's entry is the outermost object with an id around the mistake, or else the mistake's path in the file.
    """
    keys, message = mistake
    entry, field = _place(data, keys)
    return Fault(entry, field, message, missing=message == _MISSING)


def _place(data: Json, keys: Keys) -> tuple[str, str]:
    part, item = data, 0
    for depth, key in enumerate(keys, 1):
        if isinstance(part, Mapping) and key not in part:
            break
        part = part[key]
        if isinstance(part, Mapping):
            if isinstance(part.get("id"), str):
                return part["id"], _path(keys[depth:]) or "entry"
            item = item or (depth if isinstance(key, int) else 0)
    return _path(keys[:item]) or WHOLE, _path(keys[item:]) or "file"


def _path(keys: Keys) -> str:
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in keys).lstrip(".")


def _inside(data: Json, kind: Any, at: Keys) -> Iterator[Mistake]:  # noqa: ANN401 - any type
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    for member in _members(kind):
        if isinstance(member, type) and issubclass(member, Compiled):
            kind = member.form
    if isinstance(data, Mapping):
        structs = {_config(struct).tag: struct for struct in _structs(kind)}
        if structs and None not in structs:
            yield from _word(data, structs, at)
        elif structs:
            yield from _fields(data, structs[None], at)
            return
    for key, part, inner in _parts(data, kind):
        yield from mistakes(part, inner, (*at, key))


def _members(kind: Any) -> tuple[Any, ...]:  # noqa: ANN401 - any type
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def _structs(kind: Any) -> Iterator[Any]:  # noqa: ANN401 - any type; a generic one with its arguments is none
    for member in _members(kind):
        bare = get_origin(member) or member
        if isinstance(bare, type) and issubclass(bare, Struct):
            yield member


def _config(struct: Any) -> StructConfig:  # noqa: ANN401 - a Struct, maybe generic
    config: StructConfig = (get_origin(struct) or struct).__struct_config__
    return config


# Any: a tag is a word or a number, and a generic Struct with its arguments is not a class.
def _word(data: Mapping[str, Json], structs: Mapping[Any, Any], at: Keys) -> Iterator[Mistake]:
    """Yield the mistakes of an object whose tag names its struct."""
    for field in sorted({_config(struct).tag_field or "" for struct in structs.values()}):
        word = data.get(field)
        if word in structs:
            yield from _fields(data, structs[word], at)
        else:
            message = f"{word!r} is none of {', '.join(sorted(structs))}"
            yield (*at, field), _MISSING if word is None else message


def _fields(data: Mapping[str, Json], kind: Any, at: Keys) -> Iterator[Mistake]:  # noqa: ANN401 - a Struct, maybe generic
    """Yield the missing, unknown and wrong fields of a struct."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    config = _config(kind)
    for name, field in fields.items():
        if name in data:
            yield from mistakes(data[name], field.type, (*at, name))
        elif field.required:
            yield (*at, name), _MISSING
    for name in data:
        if config.forbid_unknown_fields and name not in fields and name != config.tag_field:
            yield (*at, name), "there is no such field"


def _parts(data: Json, kind: Any) -> Iterator[tuple[str | int, Json, Any]]:  # noqa: ANN401 - any type
    """Yield the items of a list or the values of an object: key, value, and the type that it should have."""
    for member in _members(kind):
        origin, args = get_origin(member), get_args(member)
        if origin in (tuple, list) and isinstance(data, list):
            several = origin is list or args[-1] is Ellipsis
            kinds = [args[0]] * len(data) if several else args
            if len(kinds) == len(data):
                yield from ((number, *both) for number, both in enumerate(zip(data, kinds, strict=True)))
        elif origin is dict and isinstance(data, Mapping):
            yield from ((name, part, args[1]) for name, part in data.items())
