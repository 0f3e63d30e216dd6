"""Checks requests against the bounds that their protos declare (`galaxytables/bounds/v1/bounds.proto`).

The size is checked before a request is decoded, so that decoding is cheap. Counts, lengths and depth are checked before
a handler gets the request. Fields that declare no bound get the defaults of this module, so that every field has one.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from galaxytables.bounds.v1 import bounds_pb2
from galaxytables_serving.errors import FieldTooLargeError

MAX_ITEMS = 64
MAX_LENGTH = 256
MAX_BYTES = 1024
MAX_SIZE = 16 * 1024
MIN_RECEIVED_SIZE = 64 * 1024
"""A request of up to this size is always received, so that it can be refused with a reason."""
MAX_DEPTH = 32
"""How deep messages may be nested. No field declares another depth."""
_JSON_SIZE_FACTOR = 2

_Check: TypeAlias = Callable[[Any, int], None]  # a message of its kind, and its depth


@dataclass(frozen=True)
class FieldBounds:
    """The bounds of a field; a bound that its type cannot have is None."""

    items: int | None
    """Entries of a repeated field or a map."""
    length: int | None
    """Characters of each text."""
    size: int | None
    """Bytes of each value of bytes."""

    @property
    def is_bound(self) -> bool:
        """Return whether anything about the field is bounded."""
        return (self.items, self.length, self.size) != (None, None, None)


class Bounds:
    """The bounds of one type of request, compiled into checks."""

    def __init__(self, request: Descriptor) -> None:
        """Compile the bounds that the request and its fields declare."""
        self.max_size = max_size(request)
        self._check = _compiled(request)

    @property
    def max_json_size(self) -> int:
        """Return the maximum size of the request in JSON, in bytes; it is greater than in binary."""
        return _JSON_SIZE_FACTOR * self.max_size

    def check(self, request: Message) -> None:
        """Check counts, lengths and depth of a request. Raises `FieldTooLargeError`."""
        self._check(request, 1)


@cache
def bounds_of(request: Descriptor) -> Bounds:
    """Return the bounds of a type of request."""
    return Bounds(request)


def max_size(request: Descriptor) -> int:
    """Return the maximum size of a serialized request, in bytes."""
    options = request.GetOptions()
    declared = bounds_pb2.max_size
    return options.Extensions[declared] if options.HasExtension(declared) else MAX_SIZE


def received_size(requests: Iterable[Descriptor]) -> int:
    """Return the size in bytes up to which a server must receive requests of these types; gRPC refuses others."""
    return max(MIN_RECEIVED_SIZE, *map(max_size, requests))


def field_bounds(field: FieldDescriptor) -> FieldBounds:
    """Return the bounds that a field declares, or the defaults."""
    options, of = field.GetOptions(), _valued(field)

    def declared(extension: Any, default: int) -> int:  # noqa: ANN401  # the stubs name no type for extensions
        value: int = options.Extensions[extension] if options.HasExtension(extension) else default
        return value

    return FieldBounds(
        items=declared(bounds_pb2.max_items, MAX_ITEMS) if field.is_repeated else None,
        length=declared(bounds_pb2.max_length, MAX_LENGTH) if FieldDescriptor.TYPE_STRING in of else None,
        size=declared(bounds_pb2.max_bytes, MAX_BYTES) if FieldDescriptor.TYPE_BYTES in of else None,
    )


def check_json(kind: Descriptor, fields: Mapping[str, object]) -> None:
    """Check how many entries lists and maps of a JSON message have, before it is parsed.

    Raises `FieldTooLargeError`.
    """
    for name, value in fields.items():
        field = _json_fields(kind).get(name)
        if field is None or not isinstance(value, list | dict):
            continue
        max_items, inner = field_bounds(field).items, field.message_type
        if max_items is not None and len(value) > max_items:
            raise FieldTooLargeError(field.name, "entries", max_items, len(value))
        if inner is not None and not is_map(field):
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, dict):
                    check_json(inner, each)


@cache
def _json_fields(kind: Descriptor) -> Mapping[str, FieldDescriptor]:
    """Return the fields of a message type by each name that JSON may use."""
    return {name: field for field in kind.fields for name in (field.name, field.json_name)}


def is_map(field: FieldDescriptor) -> bool:
    """Return whether a field is a map."""
    return _entry(field) is not None


def _valued(field: FieldDescriptor) -> tuple[int, ...]:
    """Return the types of a field's values; for a map, those of its keys and values."""
    entry = _entry(field)
    return (field.type,) if entry is None else tuple(each.type for each in entry.fields)


def _entry(field: FieldDescriptor) -> Descriptor | None:
    """Return the message type of a map's entry; None if the field is no map."""
    kind = field.message_type
    return kind if kind is not None and kind.GetOptions().map_entry else None


@cache
def _compiled(kind: Descriptor) -> _Check:
    # Its fields are compiled at first use, so that a message type may contain itself.
    checks = [found for field in kind.fields if (found := _field_check(field)) is not None]

    def check(message: Any, depth: int) -> None:  # noqa: ANN401  # of the kind
        if depth > MAX_DEPTH:
            raise FieldTooLargeError(kind.full_name, "nested messages", MAX_DEPTH, depth)
        for each in checks:
            each(message, depth)

    return check


def _field_check(field: FieldDescriptor) -> _Check | None:
    bounds, entry, kind = field_bounds(field), _entry(field), field.message_type
    if entry is not None:
        return _map_check(field.name, entry, bounds)
    if field.is_repeated:
        return _repeated_check(field, bounds)
    if kind is not None:
        return _message_check(field.name, kind)
    return _value_check(field, bounds) if bounds.is_bound else None


def _value_check(field: FieldDescriptor, bounds: FieldBounds) -> _Check:
    name, limit, unit = field.name, *_of_values(bounds)

    def check(message: Any, _: int) -> None:  # noqa: ANN401  # of the kind that has the field
        size = len(getattr(message, name))
        if size > limit:
            raise FieldTooLargeError(name, unit, limit, size)

    return check


def _message_check(name: str, kind: Descriptor) -> _Check:
    def check(message: Any, depth: int) -> None:  # noqa: ANN401  # of the kind that has the field
        if message.HasField(name):
            _compiled(kind)(getattr(message, name), depth + 1)

    return check


def _repeated_check(field: FieldDescriptor, bounds: FieldBounds) -> _Check:
    name, kind, max_items = field.name, field.message_type, bounds.items or 0
    limit, unit = _of_values(bounds)

    def check(message: Any, depth: int) -> None:  # noqa: ANN401  # of the kind that has the field
        values = getattr(message, name)
        count = len(values)
        if count > max_items:
            raise FieldTooLargeError(name, "entries", max_items, count)
        if kind is not None:
            for value in values:
                _compiled(kind)(value, depth + 1)
        elif limit:
            for value in values:
                if len(value) > limit:
                    raise FieldTooLargeError(name, unit, limit, len(value))

    return check


def _map_check(name: str, entry: Descriptor, bounds: FieldBounds) -> _Check:
    max_items, length, size = bounds.items or 0, bounds.length, bounds.size
    key, value = entry.fields_by_name["key"], entry.fields_by_name["value"]
    units = {FieldDescriptor.TYPE_STRING: (length, "characters"), FieldDescriptor.TYPE_BYTES: (size, "bytes")}
    kind = value.message_type

    def check(message: Any, depth: int) -> None:  # noqa: ANN401  # of the kind that has the field
        entries = getattr(message, name)
        if len(entries) > max_items:
            raise FieldTooLargeError(name, "entries", max_items, len(entries))
        for pair in entries.items():
            for each, part in zip(pair, (key, value), strict=True):
                limit, unit = units.get(part.type, (None, ""))
                if limit is not None and len(each) > limit:
                    raise FieldTooLargeError(name, unit, limit, len(each))
            if kind is not None:
                _compiled(kind)(pair[1], depth + 1)

    return check


def _of_values(bounds: FieldBounds) -> tuple[int, str]:
    """Return the maximum size of a value, and its unit. The size is 0, without a unit, if values have a fixed size."""
    if bounds.length is not None:
        return bounds.length, "characters"
    return (0, "") if bounds.size is None else (bounds.size, "bytes")
