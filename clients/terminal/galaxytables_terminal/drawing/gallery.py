"""Finds the drawing for a view by the name of its type."""

import importlib
import pkgutil
from dataclasses import replace
from functools import cache
from typing import Any, TypeAlias

from google.protobuf import descriptor_pool, message_factory
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import DecodeError, Message
from rich.cells import cell_len
from rich.text import Text

import galaxytables_terminal.drawing as drawings
from galaxytables.rules.v1 import rules_pb2
from galaxytables_terminal.drawing import generic
from galaxytables_terminal.drawing.scene import Area, Drawing, Look, Picture, Spot
from galaxytables_terminal.marks import Marks

AnyDrawing: TypeAlias = Drawing[Any]  # of its own game's view


def picture(view: AnyMessage, look: Look) -> Picture:
    """Draw a view, packed in an `Any`, with its game's drawing, or field by field if there is none.

    Options of the open question are marked.
    """
    drawn = _drawn(view, replace(look, width=look.width - min(look.width // 4, _room(look.marks))))
    return replace(drawn, areas=[_marked(area, look.marks) for area in drawn.areas]) if look.marks else drawn


def component_line(view_type: str, component: rules_pb2.Component, look: Look) -> Text:
    """Write a component in one line, as the drawing of its game does it."""
    drawing = _drawings().get(view_type)
    return (drawing.line if drawing is not None else generic.line)(component, look)


def _drawn(view: AnyMessage, look: Look) -> Picture:
    name, drawings_by_view = view.TypeName(), _drawings()  # importing the drawings makes the types of their views known
    message_type = _message_type(name)
    if message_type is None:
        return generic.draw_unknown(name, view.value, look)
    try:
        message = message_type.FromString(view.value)
    except DecodeError:
        return generic.draw_unknown(name, view.value, look)
    drawing = drawings_by_view.get(name)
    return drawing.draw(message, look) if drawing is not None else generic.draw(message, look)


def _room(marks: Marks) -> int:
    """Return the columns that spots leave free for the numbers before them."""
    return max(map(cell_len, marks.all), default=-1) + 1


def _marked(area: Area, marks: Marks) -> Area:
    return replace(area, spots=[_marked_spot(spot, marks) for spot in area.spots])


def _marked_spot(spot: Spot, marks: Marks) -> Spot:
    return replace(spot, mark=marks.at(*spot.ids))


@cache
def _drawings() -> dict[str, AnyDrawing]:
    """Return the `DRAWING` of every module of this package, by the full name of its view."""
    found: dict[str, AnyDrawing] = {}
    for module in pkgutil.iter_modules(drawings.__path__, f"{drawings.__name__}."):
        drawing = getattr(importlib.import_module(module.name), "DRAWING", None)
        if isinstance(drawing, Drawing):
            found[drawing.view.DESCRIPTOR.full_name] = drawing
    return found


@cache
def _message_type(name: str) -> type[Message] | None:
    """Return the generated class of a type, such as `galaxytables.jump.v1.JumpView`; None if this client has none.

    The name comes from the server, so only modules below `galaxytables` are imported for it.
    """
    package, _, _ = name.rpartition(".")
    parts = package.split(".")
    if parts[0] == "galaxytables" and all(part.isidentifier() for part in parts):
        try:
            found = importlib.import_module(package)
        except ImportError:
            return None
        for module in pkgutil.iter_modules(found.__path__, f"{package}."):
            if module.name.endswith("_pb2"):
                importlib.import_module(module.name)
    try:
        descriptor = descriptor_pool.Default().FindMessageTypeByName(name)
    except KeyError:
        return None
    return message_factory.GetMessageClass(descriptor)
