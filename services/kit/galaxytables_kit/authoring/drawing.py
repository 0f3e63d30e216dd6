"""Draws the view of any game as lines of text: a line for each field, named by the game's words."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from google.protobuf.struct_pb2 import Struct

from galaxytables_client.words import Words, in_words, message_id

_ID, _SEAT, _COMPONENT = "id", "seat", "component"
_INDENT = "  "
_WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

Group: TypeAlias = Mapping[str, Any]  # values are plain ones, groups, and lists of them


class Drawing:
    """Draws views as text, with the words of a game. `seat_name` returns the name of the player at a seat."""

    def __init__(self, words: Words, seat_name: Callable[[int], str]) -> None:
        self._words, self._seat_name = words, seat_name

    def lines(self, view: Message) -> Iterator[str]:
        """Yield the lines of text that show a view."""
        yield from self._group(plain(view), "")

    def _group(self, group: Group, indent: str) -> Iterator[str]:
        """Yield a line for each plain field, then what is in the others."""
        deep = {name: value for name, value in group.items() if _holds_more(value)}
        for name, value in group.items():
            if name not in deep and name != _SEAT and value not in ("", None):
                yield f"{indent}{self._title(name)}: {self._said(name, value)}"
        for name, value in deep.items():
            yield f"{indent}{self._title(name)}"
            for number, item in enumerate(value if isinstance(value, list) else [value], 1):
                yield from self._item(name, item, number, indent + _INDENT)

    def _item(self, name: str, item: Any, number: int, indent: str) -> Iterator[str]:  # noqa: ANN401 - as in a group
        if not isinstance(item, dict):
            yield f"{indent}{self._said(name, item)}"
            return
        seat, named = item.get(_SEAT), item.get(_COMPONENT) or item.get(_ID)
        called = self._words.thing(named) if named else str(number)
        yield f"{indent}{called if seat is None else self._seat_name(int(seat))}"
        rest = {key: value for key, value in item.items() if key not in {_ID, _SEAT, _COMPONENT}}
        yield from self._group(rest, indent + _INDENT)

    def _said(self, name: str, value: Any) -> str:  # noqa: ANN401 - as in a group
        """Return a value in one line: a thing by its name, with its other fields in brackets."""
        match value:
            case bool():
                return "✓" if value else "-"
            case float() | int():
                return self._seat_name(int(value)) if name == _SEAT else f"{value:g}"
            case str():
                return self._words.thing(value)
            case list():
                return ", ".join(self._said(name, item) for item in value) or "-"
            case dict():
                return self._thing(value)
            case _:
                return "-"

    def _thing(self, group: Group) -> str:
        named = group.get(_COMPONENT) or group.get(_ID)
        rest = {name: value for name, value in group.items() if value and name not in {_ID, _COMPONENT}}
        facts = [f"{self._title(name)} {self._said(name, value)}" for name, value in rest.items()]
        if not named:
            return ", ".join(facts) or "-"
        return self._words.thing(named) + (f" ({', '.join(facts)})" if facts else "")

    def _title(self, name: str) -> str:
        said = self._words.message(message_id("field", name), {}) or in_words(name)
        return said[:1].upper() + said[1:]


def plain(view: Message) -> Group:
    """Return the fields of a message as plain Python values, in the order of the fields.

    The fields of a `Struct`, which have no order, are sorted by name.
    """
    if isinstance(view, Struct):
        fields: Group = _ordered(MessageToDict(view))
        return fields
    fields_of: Iterable[Any] = view.DESCRIPTOR.fields  # descriptors have several types, by what protobuf runs on
    there = (field for field in fields_of if not field.has_presence or view.HasField(field.name))
    return {field.name: _plain_field(field, getattr(view, field.name)) for field in there}


def _plain_field(field: FieldDescriptor, value: Any) -> Any:  # noqa: ANN401 - what a field can hold
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        inner = field.message_type.fields_by_name["value"]
        return {str(key): _plain_value(inner, value[key]) for key in sorted(value)}
    return [_plain_value(field, item) for item in value] if field.is_repeated else _plain_value(field, value)


def _plain_value(field: FieldDescriptor, value: Any) -> Any:  # noqa: ANN401 - as above
    if isinstance(value, Message):
        return plain(value)
    if isinstance(value, bytes):
        return value.hex()
    if field.enum_type is None:
        return value
    named = field.enum_type.values_by_number.get(value)
    if named is None or not value:
        return ""
    prefix = _WORD_START.sub("_", field.enum_type.name).upper()
    return str(named.name).removeprefix(f"{prefix}_").lower()


def _ordered(value: Any) -> Any:  # noqa: ANN401 - JSON
    if isinstance(value, list):
        return [_ordered(item) for item in value]
    return {name: _ordered(value[name]) for name in sorted(value)} if isinstance(value, dict) else value


def _holds_more(value: object) -> bool:
    """Return whether a value takes several lines: a group, or a list of groups that hold more themselves."""
    if isinstance(value, list):
        return any(isinstance(item, dict) and (_SEAT in item or _deep(item)) for item in value)
    return isinstance(value, dict) and _deep(value)


def _deep(group: Group) -> bool:
    return any(isinstance(value, list | dict) for value in group.values())
