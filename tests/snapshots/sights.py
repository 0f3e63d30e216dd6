"""What there is to be seen in messages, and the fewest moments in which all of it is seen."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeVar

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

K = TypeVar("K")

_TELLING_APART = ("kind", "name")


def sights(message: Message, path: str) -> frozenset[str]:
    """Every field that holds something, by the path to it.

    Messages with a `kind` or a `name` are told apart by it, and so are the values of an enum.
    """
    kind = type(message)
    return _sights(kind, message.SerializeToString(), path)  # type: ignore[arg-type]  # objects have no hash, classes do


# From one moment to the next, most of what a message holds stays.
@lru_cache(maxsize=50_000)
def _sights(kind: type[Message], content: bytes, path: str) -> frozenset[str]:
    message = kind.FromString(content)
    path += _mark(message)
    found = set[str]()
    for field, value in message.ListFields():
        at = f"{path}.{field.name}"
        for each in value if field.is_repeated else [value]:
            if isinstance(each, Message):
                found |= sights(each, at)
            else:
                found.add(f"{at}={each}" if field.type == FieldDescriptor.TYPE_ENUM else at)
    return frozenset(found)


def _mark(message: Message) -> str:
    fields = message.DESCRIPTOR.fields_by_name
    told = (getattr(message, name) for name in _TELLING_APART if name in fields)
    return "".join(f"[{value}]" for value in told if isinstance(value, str))


def fewest(seen: Mapping[K, frozenset[str]]) -> list[K]:
    """Moments in which everything is seen that is seen at all: always the one next that shows most of what is left."""
    left = set().union(*seen.values())
    chosen: list[K] = []
    while left:
        best = max(seen, key=lambda each: len(seen[each] & left))
        left -= seen[best]
        chosen.append(best)
    return chosen
