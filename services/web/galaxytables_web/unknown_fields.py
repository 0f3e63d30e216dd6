"""Finds fields of a JSON request that its message does not have, such as typing errors."""

from collections.abc import Iterator
from itertools import islice
from typing import TypeAlias, cast
from urllib.parse import quote

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

MAX_NAMED = 8
_MAX_CHARACTERS = 64
# Types of this package have special JSON forms without fields.
_WELL_KNOWN = "google.protobuf"

Json: TypeAlias = "dict[str, Json] | list[Json] | str | float | bool | None"


def unknown_fields(fields: dict[str, Json], message: type[Message]) -> tuple[str, ...]:
    """Return the first `MAX_NAMED` unknown fields of a message, each by its path (`control.perMove`).

    They are safe in a header: everything but letters and digits of a name is percent-encoded.
    """
    descriptor = cast("Descriptor", message.DESCRIPTOR)  # its stubs name another class as well
    return tuple(islice(_unknown(fields, descriptor, ""), MAX_NAMED))


def _unknown(fields: dict[str, Json], message: Descriptor, path: str) -> Iterator[str]:
    for name, value in fields.items():
        field = message.fields_by_camelcase_name.get(name) or message.fields_by_name.get(name)
        if field is None:
            yield path + quote(name[:_MAX_CHARACTERS], safe="")
        elif field.message_type is not None:
            yield from _within(value, field, f"{path}{name}.")


def _within(value: Json, field: FieldDescriptor, path: str) -> Iterator[str]:
    """Yield the unknown fields in the value of a field that holds messages."""
    inner = field.message_type
    if inner is None or inner.file.package == _WELL_KNOWN:
        return
    values = value if isinstance(value, list) else [value]
    if inner.GetOptions().map_entry:
        entry = inner.fields_by_name["value"]
        for item in value.values() if isinstance(value, dict) and entry.message_type is not None else ():
            yield from _within(item, entry, path)
        return
    for item in values:
        if isinstance(item, dict):
            yield from _unknown(item, inner, path)
