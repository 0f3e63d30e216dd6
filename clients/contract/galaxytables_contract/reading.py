"""Reads the texts and numbers of a view from its bytes, whatever its message type."""

import struct
from collections.abc import Iterator
from functools import lru_cache

Path = tuple[str, ...]
Leaf = int | str

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_LOW = 0x7F
_KEPT = 4096


class _NotAMessageError(Exception):
    """The bytes are no message."""


@lru_cache(_KEPT)
def strings_in(message: bytes) -> frozenset[str]:
    """Return every text in a serialized message and in the messages inside it."""
    return frozenset(leaf for _, leaf in _leaves(message, ()) if isinstance(leaf, str))


@lru_cache(_KEPT)
def leaves_in(message: bytes) -> dict[Path, Leaf]:
    """Return every text and number in a serialized message, by its path."""
    return dict(_leaves(message, ()))


def _leaves(message: bytes, path: Path) -> Iterator[tuple[Path, Leaf]]:
    """Yield paths and values.

    A field of bytes may be a text, a message or a list of numbers. It is read in every way that is possible, so it may
    yield several values.

    A message in a list is named after its first text, such as the key of a map, with a number if several begin alike.
    """
    counted: dict[str, int] = {}
    for number, value in _fields(message):
        count = counted[number] = counted.get(number, -1) + 1
        if isinstance(value, int):
            yield (*path, number, str(count)), value
            continue
        text = _text(value)
        if text is not None:
            yield (*path, number, str(count)), text
        try:
            inner = list(_fields(value))
        except _NotAMessageError:
            pass
        else:
            first = (_text(inner[0][1]) if inner else None) or ""
            first = first if first.isprintable() else ""  # otherwise it is a message whose bytes happen to be text
            alike = counted[f"{number} {first}"] = counted.get(f"{number} {first}", -1) + 1
            yield from _leaves(value, (*path, number, first, str(alike)))
        yield from (((*path, number, str(count), "packed", str(at)), each) for at, each in enumerate(_packed(value)))


def _fields(message: bytes) -> Iterator[tuple[str, int | bytes]]:
    at = 0
    while at < len(message):
        tag, at = _varint(message, at)
        kind = tag & 7
        if not tag >> 3:
            raise _NotAMessageError
        if kind == _VARINT:
            value, at = _varint(message, at)
            yield str(tag >> 3), value
            # Also as a signed number: the wire format does not say which one is meant.
            yield f"{tag >> 3}s", (value >> 1) ^ -(value & 1)
        elif kind == _BYTES:
            length, at = _varint(message, at)
            yield str(tag >> 3), _slice(message, at, length)
            at += length
        elif kind == _FIXED64:
            (number,) = struct.unpack("<d", _slice(message, at, 8))
            at += 8
            if number == number // 1 and abs(number) < 2**53:
                yield str(tag >> 3), int(number)
        elif kind == _FIXED32:
            yield str(tag >> 3), int.from_bytes(_slice(message, at, 4), "little")
            at += 4
        else:
            raise _NotAMessageError


def _varint(message: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place in range(10):
        if at >= len(message):
            break
        byte = message[at]
        at += 1
        value |= (byte & _LOW) << (7 * place)
        if byte <= _LOW:
            return value, at
    raise _NotAMessageError


def _slice(message: bytes, at: int, length: int) -> bytes:
    if at + length > len(message):
        raise _NotAMessageError
    return message[at : at + length]


def _packed(value: bytes) -> list[int]:
    numbers, at = [], 0
    try:
        while at < len(value):
            number, at = _varint(value, at)
            numbers.append(number)
    except _NotAMessageError:
        return []
    return numbers


def _text(value: bytes | int) -> str | None:
    if isinstance(value, int):
        return None
    try:
        return value.decode()
    except UnicodeDecodeError:
        return None
