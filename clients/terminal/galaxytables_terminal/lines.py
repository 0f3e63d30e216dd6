"""Lines of text on a screen, each of which may stand for an act."""

from dataclasses import dataclass
from typing import Generic, TypeVar

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Line(Generic[A]):
    """A line of text on the screen. Picking it performs `act`; a line without an act cannot be picked."""

    text: str
    act: A | None = None
    heading: bool = False
