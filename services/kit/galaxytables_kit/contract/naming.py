"""Finds the components that a message or an event names."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import cache

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from galaxytables_kit.event import Component, Components, Facts
from galaxytables_kit.live import AnyLive
from galaxytables_kit.seat import Seat
from galaxytables_kit.wire import component_of


def names_in(message: Message, known: Collection[str]) -> Counter[str]:
    """Return how often each known component id occurs in a message, as a whole string in any field."""
    return Counter(word for word in strings_in(message) if word in known)


def components_in(facts: Facts) -> Iterator[str]:
    """Yield the ids of the components that facts name."""
    for value in facts.values():
        if isinstance(value, Component):
            yield value.id
        elif isinstance(value, Components):
            yield from value.ids


def names_asked(live: AnyLive, seat: Seat) -> set[str]:
    """Return the ids of the components that the open prompts of a seat name."""
    return {
        component_of(live, prompt, pick)
        for prompt in live.prompts.values()
        if prompt.seat == seat
        for pick in prompt.options
    }


def strings_in(message: Message) -> Iterator[str]:
    """Yield every string in a message and in the messages inside it."""
    for field, value in message.ListFields():
        if field.type == FieldDescriptor.TYPE_STRING:
            yield from value if field.is_repeated else (value,)
        elif field.message_type is None:
            continue
        elif _is_map(field.message_type):
            yield from _words_of(value)
            yield from _words_of(value.values())
        else:
            for inner in value if field.is_repeated else (value,):
                yield from strings_in(inner)


@cache
def _is_map(inner: Descriptor) -> bool:
    return inner.GetOptions().map_entry


def _words_of(values: Iterable[object]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, Message):
            yield from strings_in(value)
