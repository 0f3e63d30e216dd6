"""What there is to be seen in messages, and the fewest moments in which all of it is seen."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

K = TypeVar("K")

_TELLING_APART = ("kind", "name")


def sights(message: Message, path: str) -> Iterator[str]:
    """Every field that holds something, by the path to it.

    Messages with a `kind` or a `name` are told apart by it, and so are the values of an enum.
    """
    path += _mark(message)
    for field, value in message.ListFields():
        at = f"{path}.{field.name}"
        for each in value if field.is_repeated else [value]:
            if isinstance(each, Message):
                yield from sights(each, at)
            elif field.type == FieldDescriptor.TYPE_ENUM:
                yield f"{at}={each}"
            else:
                yield at


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
