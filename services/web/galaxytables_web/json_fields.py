"""Checks a JSON request for mistakes that protobuf's parser would accept silently.

Such mistakes are unknown fields (misspelled ones, for example), words that an enum does not have, and bytes that are
not valid base64.
"""

import re
from collections.abc import Iterator
from typing import TypeAlias, cast
from urllib.parse import quote

from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from galaxytables_web.errors import UnknownValueError

MAX_NAMED = 8
_MAX_CHARACTERS = 64
_BASE64 = re.compile(r"(?:[A-Za-z0-9+/_-]{4})*(?:[A-Za-z0-9+/_-]{2,3}={0,2})?")
# Types of this package have special JSON forms without fields.
_WELL_KNOWN = "google.protobuf"

JsonValue: TypeAlias = "dict[str, JsonValue] | list[JsonValue] | str | float | bool | None"


def check_fields(fields: dict[str, JsonValue], message: type[Message]) -> tuple[str, ...]:
    """Return the first `MAX_NAMED` unknown fields of a message, each by its path (`control.perMove`).

    The paths are safe in a header: characters of names other than letters and digits are percent-encoded. Raises
    `UnknownValueError` for a word that its enum does not have, and `ValueError` for bytes that are not valid base64.
    """
    unknown: list[str] = []
    descriptor = cast("Descriptor", message.DESCRIPTOR)  # its stubs name another class as well
    for path, field, value in _fields(fields, descriptor, ""):
        if field is None:
            unknown.append(path)
        elif isinstance(value, str):
            if field.enum_type is not None and not _is_of(field.enum_type, value):
                raise UnknownValueError(path, value)
            if field.type == FieldDescriptor.TYPE_BYTES and not _BASE64.fullmatch(value):
                raise ValueError(path)
    return tuple(unknown[:MAX_NAMED])


def unreadable_field(fields: dict[str, JsonValue], message: type[Message]) -> str:
    """Return the path of the first field whose value is not of its type; empty if no single field is at fault."""
    descriptor = cast("Descriptor", message.DESCRIPTOR)  # its stubs name another class as well
    for name, value in fields.items():
        try:
            check_fields({name: value}, message)
            json_format.ParseDict({name: value}, message(), ignore_unknown_fields=True)
        except (ValueError, json_format.ParseError, RecursionError):
            inner = _field_named(descriptor, name)
            kind = None if inner is None else inner.message_type
            if kind is not None and isinstance(value, dict) and _has_fields(kind):
                within = unreadable_field(value, GetMessageClass(kind))
                return f"{name}.{within}" if within else name
            return name
    return ""


def _is_of(kind: EnumDescriptor, value: str) -> bool:
    return value in kind.values_by_name or value.removeprefix("-").isdecimal()


def _fields(
    fields: dict[str, JsonValue], message: Descriptor, path: str
) -> Iterator[tuple[str, FieldDescriptor | None, JsonValue]]:
    """Yield each value that is no message: its path, its field (None if the message has none), itself."""
    for name, value in fields.items():
        field = _field_named(message, name)
        if field is None:
            yield path + quote(name[:_MAX_CHARACTERS], safe=""), None, value
        else:
            yield from _values(value, field, path + name)


def _field_named(message: Descriptor, name: str) -> FieldDescriptor | None:
    return message.fields_by_camelcase_name.get(name) or message.fields_by_name.get(name)


def _has_fields(kind: Descriptor) -> bool:
    """Whether the JSON form of a message is an object of its fields."""
    return kind.file.package != _WELL_KNOWN and not kind.GetOptions().map_entry


def _values(
    value: JsonValue, field: FieldDescriptor, path: str
) -> Iterator[tuple[str, FieldDescriptor | None, JsonValue]]:
    inner = field.message_type
    if inner is not None and inner.GetOptions().map_entry:
        for item in value.values() if isinstance(value, dict) else ():
            yield from _values(item, inner.fields_by_name["value"], path)
    elif isinstance(value, list):
        for item in value:
            yield from _values(item, field, path)
    elif inner is None:
        yield path, field, value
    elif isinstance(value, dict) and _has_fields(inner):
        yield from _fields(value, inner, f"{path}.")
