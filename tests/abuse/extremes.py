"""Requests at their extremes, made from descriptors: each field of each call as long, as many, as deep as can be."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from google.protobuf.descriptor import Descriptor, FieldDescriptor, MethodDescriptor

from galaxytables_serving.bounds import is_map, max_size

HUGE_BYTES = 4 * 1024 * 1024
MANY_ENTRIES = 300_000
DEEP = 3_000
# Marks that a letter could carry, to be composed with it.
_MARK = "\u0301".encode()
_VARINT, _LENGTH, _BEGIN_GROUP = 0, 2, 3
_UNKNOWN = 4_000
_NESTED = 4
_NUMBERS = frozenset({FieldDescriptor.CPPTYPE_STRING, FieldDescriptor.CPPTYPE_MESSAGE})


@dataclass(frozen=True)
class Extreme:
    """A request, and what is extreme about it."""

    what: str
    request: bytes


def extremes(method: MethodDescriptor) -> Iterator[Extreme]:
    """Every field of a call's request at its extreme: far beyond all bounds, and as large as the call still takes."""
    kind = method.input_type
    room = max_size(kind) - 64
    for path, number, field in _fields(kind):
        for what, value in _values(field, room):
            yield Extreme(f"{'.'.join(path)} {what}", _within(number, value))
    yield Extreme("an unknown field", _delimited(_UNKNOWN, bytes(room)))
    yield Extreme("a huge unknown field", _delimited(_UNKNOWN, bytes(HUGE_BYTES)))
    yield Extreme("unknown groups, nested", _tag(_UNKNOWN, _BEGIN_GROUP) * (room // 3))
    yield Extreme("unknown numbers", (_tag(_UNKNOWN, _VARINT) + b"\x01") * (room // 4))


def _fields(
    kind: Descriptor, path: tuple[str, ...] = (), numbers: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[str, ...], tuple[int, ...], FieldDescriptor]]:
    """The fields that can be extreme, with the names and numbers of those that they lie in."""
    for field in kind.fields:
        inner = field.message_type
        if inner is not None and not is_map(field) and len(path) < _NESTED and field.name not in path:
            yield from _fields(inner, (*path, field.name), (*numbers, field.number))
        if field.is_repeated or field.cpp_type in _NUMBERS:
            yield (*path, field.name), numbers, field


def _values(field: FieldDescriptor, room: int) -> Iterator[tuple[str, bytes]]:
    number, inner = field.number, field.message_type
    if is_map(field):
        few, entries = room // 12, _entries(number)
        yield "with 300,000 entries", b"".join(entries)
        yield "with as many entries as there is room for", b"".join(entries[:few])
    elif inner is not None:
        if field.is_repeated:
            yield "a million times", _delimited(number, b"") * 1_000_000
            yield "as often as there is room for", _delimited(number, b"") * (room // 3)
        if any(each.message_type is inner for each in inner.fields):
            yield "within itself", _deep(number)
    elif field.cpp_type == FieldDescriptor.CPPTYPE_STRING:
        text = field.type == FieldDescriptor.TYPE_STRING
        unit = _MARK if text else b"\x01"
        if field.is_repeated:
            yield "a million times", _delimited(number, b"a") * 1_000_000
            yield "as often as there is room for", _delimited(number, b"a") * (room // 4)
        yield "of 4 MiB", _delimited(number, unit * (HUGE_BYTES // len(unit)))
        yield "as long as there is room for", _delimited(number, unit * (room // len(unit)))
    elif field.is_repeated:
        yield "four million times", _delimited(number, b"\x01" * HUGE_BYTES)
        yield "as often as there is room for", _delimited(number, b"\x01" * room)


@cache
def _entries(number: int) -> Sequence[bytes]:
    """Those of a map, each with another key; a field is tried by many ways."""
    return [_delimited(number, _entry(each)) for each in range(MANY_ENTRIES)]


def _entry(number: int) -> bytes:
    return _delimited(1, b"%x" % number) + _delimited(2, b"")


def _deep(number: int) -> bytes:
    value = b""
    for _ in range(DEEP):
        value = _delimited(number, value)
    return value


def _within(numbers: tuple[int, ...], value: bytes) -> bytes:
    for number in reversed(numbers):
        value = _delimited(number, value)
    return value


def _delimited(number: int, value: bytes) -> bytes:
    return _tag(number, _LENGTH) + _varint(len(value)) + value


def _tag(number: int, kind: int) -> bytes:
    return _varint(number << 3 | kind)


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)
