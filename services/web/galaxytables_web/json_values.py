"""Checks values of a JSON request that protobuf's parser would drop or clean up.

They are words of enums, and bytes in base64.
"""

import re
from collections.abc import Iterator
from typing import cast

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

from galaxytables_web.errors import UnknownValueError
from galaxytables_web.unknown_fields import Json

_BASE64 = re.compile(r"(?:[A-Za-z0-9+/_-]{4})*(?:[A-Za-z0-9+/_-]{2,3}={0,2})?")
# Types of this package have special JSON forms.
_WELL_KNOWN = "google.protobuf"


def check_values(fields: dict[str, Json], message: type[Message]) -> None:
    """Raise `UnknownValueError` for a word that its enum does not have, and `ValueError` for bytes not in base64."""
    descriptor = cast("Descriptor", message.DESCRIPTOR)  # its stubs name another class as well
    for path, field, value in _scalars(fields, descriptor, ""):
        if not isinstance(value, str):
            continue
        if field.enum_type is not None and not _is_of(field.enum_type, value):
            raise UnknownValueError(path, value)
        if field.type == FieldDescriptor.TYPE_BYTES and not _BASE64.fullmatch(value):
            raise ValueError(path)


def _is_of(kind: EnumDescriptor, value: str) -> bool:
    return value in kind.values_by_name or value.removeprefix("-").isdecimal()


def _scalars(fields: dict[str, Json], message: Descriptor, path: str) -> Iterator[tuple[str, FieldDescriptor, Json]]:
    """Yield each value of a known field that holds no message: its path, its field, itself."""
    for name, value in fields.items():
        field = message.fields_by_camelcase_name.get(name) or message.fields_by_name.get(name)
        if field is not None:
            yield from _values(value, field, path + name)


def _values(value: Json, field: FieldDescriptor, path: str) -> Iterator[tuple[str, FieldDescriptor, Json]]:
    inner = field.message_type
    if inner is not None and inner.GetOptions().map_entry:
        for item in value.values() if isinstance(value, dict) else ():
            yield from _values(item, inner.fields_by_name["value"], path)
    elif isinstance(value, list):
        for item in value:
            yield from _values(item, field, path)
    elif inner is None:
        yield path, field, value
    elif isinstance(value, dict) and inner.file.package != _WELL_KNOWN:
        yield from _scalars(value, inner, f"{path}.")
