"""Draws any view, so that a game can be played before it has a drawing.

Fields are shown by the game's messages (`field-<name>`), or by their names if there is no message; components by their
names, and seats by the names of their players. A view of an unknown type is shown by field numbers; that is enough to
follow a game, since prompts and events have words.
"""

from collections.abc import Iterator, Sequence

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.empty_pb2 import Empty
from google.protobuf.message import DecodeError, Message
from google.protobuf.unknown_fields import UnknownFieldSet
from rich.text import Text

from galaxytables.rules.v1 import rules_pb2
from galaxytables_client.words import message_id
from galaxytables_terminal.catalogue import Catalogue, in_words, plain_line
from galaxytables_terminal.drawing.scene import Area, Look, Picture, Spot

_LONGEST_BYTES = 16
_WIRE_BYTES = 2
_ID, _SEAT = "id", "seat"


def draw(view: Message, look: Look) -> Picture:
    """Draw a message field by field: its plain fields together, then an area for each list and each nested message."""
    title = look.words.message("game", {}) or in_words(view.DESCRIPTOR.name)
    return Picture(headline="", areas=tuple(_areas(view, title, "", look)))


def line(component: rules_pb2.Component, look: Look) -> Text:
    """Write any component in one line."""
    return plain_line(component, look.width, look.say)


def draw_unknown(type_name: str, content: bytes, look: Look) -> Picture:
    """Draw a message of an unknown type, from its wire format."""
    empty = Empty()
    try:
        empty.ParseFromString(content)
    except DecodeError:
        return Picture("", areas=(Area(look.say("view-unreadable", type=type_name)),))
    lines = [Text("  " * depth + said) for depth, said in _wire(empty, 0)]
    return Picture("", areas=(Area(look.say("view-by-numbers", type=type_name), body=Text("\n").join(lines)),))


def _areas(message: Message, title: str, whose: str, look: Look) -> Iterator[Area]:
    """Yield an area for the plain fields of a message, then areas for its nested fields.

    `whose` stands before the titles of the nested ones.
    """
    plain = [(field, value) for field, value in message.ListFields() if not _is_nested(field)]
    shown = [(field, value) for field, value in plain if not (whose and field.name == _SEAT)]
    parts = [_pair(_called(field.name, look), _scalar(field, value, look)) for field, value in shown]
    if parts:
        yield Area(title, body=Text("\n").join(parts))
    for field, value in message.ListFields():
        if _is_nested(field):
            yield from _held(field, value, whose, look)


def _held(field: FieldDescriptor, value: object, whose: str, look: Look) -> Iterator[Area]:
    """Yield the content of a field: side by side, or one by one if its items hold messages themselves."""
    title = _title(field.name, look)
    if field.message_type is None or not _holds_more(field.message_type):
        yield Area(f"{whose} · {title}" if whose else title, tuple(_spots(field, value, look)))
        return
    for number, item in enumerate(_items(field, value), start=1):
        if isinstance(item, Message):
            seat = getattr(item, _SEAT, None)
            numbered = f"{title} {number}" if field.is_repeated else title
            own = look.people.name(seat) if isinstance(seat, int) else numbered
            inner = f"{whose} · {own}" if whose else own
            yield from _areas(item, inner, inner, look)


def _is_nested(field: FieldDescriptor) -> bool:
    return bool(field.is_repeated) or field.message_type is not None


def _holds_more(message: Descriptor) -> bool:
    """Return whether a message holds more than fits in a line."""
    return not message.GetOptions().map_entry and any(map(_is_nested, message.fields))


def _items(field: FieldDescriptor, value: object) -> Sequence[object]:
    return list(value) if field.is_repeated else [value]  # type: ignore[call-overload]  # then it is a list


def _spots(field: FieldDescriptor, value: object, look: Look) -> Iterator[Spot]:
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        for key, entry in sorted(getattr(value, "items", dict)()):
            shown = _sentence(entry, look) if isinstance(entry, Message) else str(entry)
            yield Spot(_pair(str(key), shown))
        return
    for item in _items(field, value):
        if isinstance(item, Message):
            component = _component(item, look.catalogue)
            yield Spot(Text(_sentence(item, look)), component=component, ids=tuple(_ids(item)))
        elif isinstance(item, str):
            known = look.catalogue.knows(item)
            yield Spot(Text(_scalar(field, item, look)), component=item if known else "", ids=(item,))
        else:
            yield Spot(Text(_scalar(field, item, look)))


def _component(message: Message, catalogue: Catalogue) -> str:
    """Return the component that a message is about, so that its details can be shown; empty if there is none."""
    for _, value in message.ListFields():
        if isinstance(value, str) and catalogue.knows(value):
            return value
    return ""


def _ids(message: Message) -> Iterator[str]:
    """Yield the ids of a piece or place and of those in it."""
    for field, value in message.ListFields():
        if field.name == "id":
            yield value
        elif field.message_type is not None and not field.message_type.GetOptions().map_entry:
            for inner in value if field.is_repeated else [value]:
                yield from _ids(inner)


def _sentence(message: Message, look: Look) -> str:
    """Write a message in one line: `Survey HQ, price 4`; its id is shown only if it has nothing else."""
    fields = [(field, value) for field, value in message.ListFields() if field.name != _ID] or message.ListFields()
    parts = []
    for field, value in fields:
        if _is_nested(field):
            said = "; ".join(spot.text.plain for spot in _spots(field, value, look))
            parts.append(f"{_called(field.name, look)} ({said})")
        else:
            said = _scalar(field, value, look)
            bare = len(fields) == 1 or (isinstance(value, str) and look.catalogue.knows(value))
            parts.append(said if bare else f"{_called(field.name, look)} {said}")
    return ", ".join(parts) or look.say("view-empty")


def _scalar(field: FieldDescriptor, value: object, look: Look) -> str:
    if field.enum_type is not None and isinstance(value, int):
        named = field.enum_type.values_by_number.get(value)
        return _called(named.name.lower(), look) if named is not None else str(value)
    if isinstance(value, bool):
        return look.say("view-yes" if value else "view-no")
    if isinstance(value, bytes):
        return value[:_LONGEST_BYTES].hex() + ("…" if len(value) > _LONGEST_BYTES else "")
    if isinstance(value, str):
        return look.catalogue.name(value) if look.catalogue.knows(value) else look.words.thing(value)
    if isinstance(value, int) and field.name == _SEAT:
        return look.people.name(value)
    return str(value)


def _called(name: str, look: Look) -> str:
    """Return the game's name of a field or of an enum value."""
    return look.words.message(message_id("field", name), {}) or name.replace("_", " ")


def _title(name: str, look: Look) -> str:
    return look.words.message(message_id("field", name), {}) or in_words(name)


def _pair(name: str, value: str) -> Text:
    return Text.assemble((f"{name} ", "italic"), value)


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
