"""Any view, readably: what is played before somebody has drawn it.

Fields are told by their names, components by theirs. A view whose type is unknown here is told by field numbers,
which is still enough to follow a game, since prompts and events are in words.
"""

from collections.abc import Iterator, Sequence

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.empty_pb2 import Empty
from google.protobuf.message import DecodeError, Message
from google.protobuf.unknown_fields import UnknownFieldSet
from rich.text import Text

from clients.terminal.catalogue import Catalogue, in_words, plain_line
from clients.terminal.drawing.scene import Area, Look, Picture, Spot
from galaxy.rules.v1 import rules_pb2

_LONGEST_BYTES = 16
_WIRE_BYTES = 2


def draw(view: Message, look: Look) -> Picture:
    """Draw a message field by field: one area for its plain fields, one for each list or nested message."""
    areas: list[Area] = []
    plain: list[Text] = []
    for field, value in view.ListFields():
        if field.is_repeated or field.type == FieldDescriptor.TYPE_MESSAGE:
            areas.append(Area(in_words(field.name), tuple(_spots(field, value, look))))
        else:
            plain.append(_pair(field.name, _scalar(field, value, look)))
    body = Text("\n").join(plain) if plain else None
    first = [Area(in_words(view.DESCRIPTOR.name), body=body)] if body is not None else []
    return Picture(headline="", areas=(*first, *areas))


def line(component: rules_pb2.Component, look: Look) -> Text:
    """Write any component in one line."""
    return plain_line(component, look.width, look.say)


def draw_unknown(type_name: str, content: bytes, look: Look) -> Picture:
    """Draw a message of a type that is not known here, from its wire format."""
    empty = Empty()
    try:
        empty.ParseFromString(content)
    except DecodeError:
        return Picture("", areas=(Area(look.say("view-unreadable", type=type_name)),))
    lines = [Text("  " * depth + said) for depth, said in _wire(empty, 0)]
    return Picture("", areas=(Area(look.say("view-by-numbers", type=type_name), body=Text("\n").join(lines)),))


def _spots(field: FieldDescriptor, value: object, look: Look) -> Iterator[Spot]:
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        for key, entry in sorted(getattr(value, "items", dict)()):
            shown = _sentence(entry, look) if isinstance(entry, Message) else str(entry)
            yield Spot(_pair(str(key), shown))
        return
    items: Sequence[object] = list(value) if field.is_repeated else [value]  # type: ignore[call-overload]
    for item in items:
        if isinstance(item, Message):
            component = _component(item, look.catalogue)
            yield Spot(Text(_sentence(item, look)), component=component, ids=tuple(_ids(item)))
        else:
            known = isinstance(item, str) and look.catalogue.knows(item)
            yield Spot(Text(_scalar(field, item, look)), component=str(item) if known else "")


def _component(message: Message, catalogue: Catalogue) -> str:
    """Find the component that a message is about, so that its details can be shown."""
    for _, value in message.ListFields():
        if isinstance(value, str) and catalogue.knows(value):
            return value
    return ""


def _ids(message: Message) -> Iterator[str]:
    """The ids of a piece or place, and of those that lie in it."""
    for field, value in message.ListFields():
        if field.name == "id":
            yield value
        elif field.message_type is not None and not field.message_type.GetOptions().map_entry:
            for inner in value if field.is_repeated else [value]:
                yield from _ids(inner)


def _sentence(message: Message, look: Look) -> str:
    """Write a nested message in one line: `seat 1, vp 12, cards (Survey HQ; Gem World)`."""
    parts = []
    for field, value in message.ListFields():
        name = field.name.replace("_", " ")
        if field.is_repeated or field.type == FieldDescriptor.TYPE_MESSAGE:
            inner = "; ".join(spot.text.plain for spot in _spots(field, value, look))
            parts.append(f"{name} ({inner})")
        else:
            parts.append(f"{name} {_scalar(field, value, look)}")
    return ", ".join(parts) or look.say("view-empty")


def _scalar(field: FieldDescriptor, value: object, look: Look) -> str:
    if field.enum_type is not None and isinstance(value, int):
        named = field.enum_type.values_by_number.get(value)
        return named.name.lower().replace("_", " ") if named is not None else str(value)
    if isinstance(value, bool):
        return look.say("view-yes" if value else "view-no")
    if isinstance(value, bytes):
        return value[:_LONGEST_BYTES].hex() + ("…" if len(value) > _LONGEST_BYTES else "")
    if isinstance(value, str) and look.catalogue.knows(value):
        return look.catalogue.name(value)
    return str(value)


def _pair(name: str, value: str) -> Text:
    return Text.assemble((f"{name.replace('_', ' ')} ", "italic"), value)


def _wire(message: Message, depth: int) -> Iterator[tuple[int, str]]:
    fields = UnknownFieldSet(message)
    for field in (fields[index] for index in range(len(fields))):
        if field.wire_type != _WIRE_BYTES:
            yield depth, f"{field.field_number}: {field.data}"
            continue
        content: bytes = field.data
        words = _printable(content)
        if words is not None:
            yield depth, f"{field.field_number}: {words}"
            continue
        nested = Empty()
        try:
            nested.ParseFromString(content)
        except DecodeError:
            yield depth, f"{field.field_number}: {content[:_LONGEST_BYTES].hex()}"
            continue
        yield depth, f"{field.field_number}:"
        yield from _wire(nested, depth + 1)


def _printable(content: bytes) -> str | None:
    try:
        words = content.decode()
    except UnicodeDecodeError:
        return None
    return words if words.isprintable() else None
