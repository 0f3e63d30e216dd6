"""Converts facts and targets to messages of `galaxytables.rules.v1`."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from galaxytables.rules.v1 import game_pb2
from galaxytables_kit.dispatch import Dispatched
from galaxytables_kit.event import (
    At,
    Component,
    Components,
    Facts,
    FactValue,
    Group,
    Groups,
    Numbers,
    Piece,
    Place,
    Words,
)
from galaxytables_kit.target import Action, Number, Target, Word

_FACTS: Mapping[type, Callable[[str, Dispatched], game_pb2.Fact]] = {
    bool: lambda name, value: game_pb2.Fact(name=name, flag=value),
    int: lambda name, value: game_pb2.Fact(name=name, number=value),
    str: lambda name, value: game_pb2.Fact(name=name, word=value),
    Component: lambda name, value: game_pb2.Fact(name=name, component=value.id),
    Components: lambda name, value: game_pb2.Fact(name=name, components=game_pb2.ComponentList(ids=value.ids)),
    At: lambda name, value: game_pb2.Fact(name=name, seat=value.seat),
    Piece: lambda name, value: game_pb2.Fact(name=name, piece=value.id),
    Place: lambda name, value: game_pb2.Fact(name=name, place=value.id),
    Words: lambda name, value: game_pb2.Fact(name=name, words=game_pb2.WordList(words=value.words)),
    Numbers: lambda name, value: game_pb2.Fact(name=name, numbers=game_pb2.NumberList(numbers=value.numbers)),
    Group: lambda name, value: game_pb2.Fact(name=name, group=_group(value.facts)),
    Groups: lambda name, value: game_pb2.Fact(name=name, groups=game_pb2.FactGroups(groups=map(_group, value.groups))),
}
_TARGETS: Mapping[type, Callable[[Dispatched], game_pb2.Target]] = {
    Piece: lambda target: game_pb2.Target(piece=target.id),
    Place: lambda target: game_pb2.Target(place=target.id),
    At: lambda target: game_pb2.Target(seat=target.seat),
    Action: lambda target: game_pb2.Target(action=target.name),
    Number: lambda target: game_pb2.Target(number=target.value),
    Word: lambda target: game_pb2.Target(word=target.word),
}


def fact_messages(facts: Facts) -> list[game_pb2.Fact]:
    """Return facts as protobuf messages, in order."""
    return [fact_message(name, value) for name, value in facts.items()]


def fact_message(name: str, value: FactValue) -> game_pb2.Fact:
    """Return one fact, given as a name and a value, as a protobuf message."""
    return _FACTS[type(value)](name, value)


@lru_cache(4096)
def target_message(target: Target) -> game_pb2.Target:
    """Return a target as a protobuf message.

    The message is cached: many options have the same few targets, and protobuf copies submessages.
    """
    return _TARGETS[type(target)](target)


def _group(facts: Facts) -> game_pb2.FactGroup:
    return game_pb2.FactGroup(facts=fact_messages(facts))
