"""Messages as text that shows well in a diff: protobuf JSON, sorted, a fact a line."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

Json: TypeAlias = Any

_WIDTH = 120
_INDENT = 1


def data_of(message: Message) -> Json:
    """A message as protobuf JSON with the names of its proto."""
    return MessageToDict(message, preserving_proto_field_name=True)


def changes(base: Json, other: Json) -> Json:
    """What of `other` is not as in `base`: its changed parts, with `null` for what it lacks."""
    if isinstance(base, Mapping) and isinstance(other, Mapping):
        keys = sorted({*base, *other})
        return {key: changes(base.get(key), other.get(key)) for key in keys if base.get(key) != other.get(key)}
    if isinstance(base, list) and isinstance(other, list) and len(base) == len(other) and base:
        return {f"[{n}]": changes(*pair) for n, pair in enumerate(zip(base, other, strict=True)) if pair[0] != pair[1]}
    return other


def pretty(data: Json) -> str:
    """JSON with sorted names; lists of objects and whatever is longer than a line are broken up."""
    return "\n".join(_lines(data, "", 0)) + "\n"


def _lines(data: Json, before: str, depth: int) -> Iterator[str]:
    """The lines of a value, the first of which begins with `before`."""
    margin = " " * (depth * _INDENT)
    short = margin + before + json.dumps(data, sort_keys=True, ensure_ascii=False)
    if not data or not isinstance(data, dict | list) or (len(short) < _WIDTH and not _lists_objects(data)):
        yield short
        return
    parts = sorted(data.items()) if isinstance(data, dict) else [("", each) for each in data]
    yield margin + before + ("{" if isinstance(data, dict) else "[")
    for number, (name, value) in enumerate(parts, 1):
        *lines, last = _lines(value, f"{json.dumps(name)}: " if isinstance(data, dict) else "", depth + 1)
        yield from lines
        yield last + ("," if number < len(parts) else "")
    yield margin + ("}" if isinstance(data, dict) else "]")


def _lists_objects(data: Json) -> bool:
    """Whether somewhere within there are objects in a list: each has a line of its own."""
    if isinstance(data, dict):
        return any(map(_lists_objects, data.values()))
    return isinstance(data, list) and any(isinstance(each, dict | list) for each in data)
