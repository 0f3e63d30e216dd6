"""Draws the view of a game without a proto of its own, a `google.protobuf.Struct`, by the names in it.

Plain values are shown together; each list and each group has an area. Names are shown by the game's messages
(`field-<name>`). A value named `seat` is shown as the player on that seat. A component, and a thing with an `id`, can
be picked.
"""

from collections.abc import Iterator, Mapping

from google.protobuf import json_format, struct_pb2
from rich.text import Text

from galaxytables_client.words import message_id
from galaxytables_terminal.catalogue import in_words
from galaxytables_terminal.drawing import generic
from galaxytables_terminal.drawing.scene import Area, Drawing, Look, Picture, Spot

_ID, _SEAT = "id", "seat"


def draw(view: struct_pb2.Struct, look: Look) -> Picture:
    """Draw the known values of the table, in alphabetical order of their names."""
    values = {name: value for name, value in sorted(json_format.MessageToDict(view).items()) if value not in (None, [])}
    plain = {name: value for name, value in values.items() if not isinstance(value, (list, dict))}
    lines = [
        Text.assemble((f"{_called(name, look)} ", "italic"), _said(name, value, look)) for name, value in plain.items()
    ]
    areas = [Area(look.words.message("game", {}), body=Text("\n").join(lines))] if lines else []
    for name, value in values.items():
        if name not in plain:
            items = value if isinstance(value, list) else [value]
            areas.append(Area(in_words(_called(name, look)), [_spot(name, item, look) for item in items]))
    return Picture(headline="", areas=areas)


def _spot(name: str, value: object, look: Look) -> Spot:
    component = value if isinstance(value, str) and look.catalogue.knows(value) else ""
    ids = (component,) if component else tuple(_ids(value))
    return Spot(Text(_said(name, value, look)), component=component, ids=ids)


def _ids(value: object) -> Iterator[str]:
    """Yield the ids of a thing and of the things in it."""
    if isinstance(value, Mapping):
        if isinstance(value.get(_ID), str):
            yield value[_ID]
        for inner in value.values():
            yield from _ids(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _ids(inner)


def _said(name: str, value: object, look: Look) -> str:
    """Return a value as words. For a group, these are the name and value of each entry except its id."""
    match value:
        case bool():
            return look.say("view-yes" if value else "view-no")
        case float():
            return look.people.name(int(value)) if name == _SEAT else f"{value:g}"
        case str():
            return look.catalogue.name(value) if look.catalogue.knows(value) else look.words.thing(value)
        case list():
            return " ".join(_said(name, each, look) for each in value) or look.say("view-empty")
        case dict():
            known = [key for key, each in value.items() if key != _ID and each is not None]
            keys = sorted(known, key=lambda key: (key != _SEAT, key))
            parts = [_said(key, value[key], look) for key in keys]
            pairs = zip(keys, parts, strict=True)
            return ", ".join(part if key == _SEAT else f"{_called(key, look)} {part}" for key, part in pairs)
        case _:
            return look.say("view-empty")


def _called(name: str, look: Look) -> str:
    return look.words.message(message_id("field", name), {}) or name.replace("_", " ")


DRAWING = Drawing(struct_pb2.Struct, draw, generic.line)
