"""What happened, in facts, with a part for everybody and parts for single seats."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct


class Component(Struct, frozen=True, gc=False):
    """A card or the like, by its component id."""

    id: str


class Components(Struct, frozen=True, gc=False):
    """Several components, in order."""

    ids: tuple[str, ...]


class At(Struct, frozen=True, gc=False):
    """A seat."""

    seat: int


FactValue: TypeAlias = int | str | bool | Component | Components | At
Facts: TypeAlias = Mapping[str, FactValue]


class Told(Struct, frozen=True):
    """One event: `facts` for everybody, `private` for single seats besides."""

    kind: str
    seat: int | None
    facts: Facts
    private: Mapping[int, Facts]
