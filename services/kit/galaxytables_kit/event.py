"""Events: facts about what happened at a table, for everybody or for single seats."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from galaxytables_kit.seat import Seat


class Component(Struct, frozen=True, gc=False):
    """A fact whose value is a card or other component, given by its component id."""

    id: str


class Components(Struct, frozen=True, gc=False):
    """A fact whose value is several components, in order, given by their component ids."""

    ids: tuple[str, ...]


class At(Struct, frozen=True, gc=False):
    """A fact whose value is a seat."""

    seat: Seat


class Piece(Struct, frozen=True, gc=False):
    """A fact whose value is a piece on the table (card, die, cube, disc, ship, team or tile), by its id in the view."""

    id: str


class Place(Struct, frozen=True, gc=False):
    """A fact whose value is a place on the table (a slot, space, lane, cell or zone), by its id in the view."""

    id: str


class Words(Struct, frozen=True, gc=False):
    """A fact whose value is several words, in order."""

    words: tuple[str, ...]


class Numbers(Struct, frozen=True, gc=False):
    """A fact whose value is several numbers, in order, such as a track or a table of values."""

    numbers: tuple[int, ...]


class Group(Struct, frozen=True):
    """A fact whose value is a group of facts that belong together, such as a condition."""

    facts: "Facts"

    def __hash__(self) -> int:
        return hash(frozenset(self.facts.items()))


class Groups(Struct, frozen=True):
    """A fact whose value is several groups of facts, in order."""

    groups: tuple["Facts", ...]

    def __hash__(self) -> int:
        # Other facts tell most options apart, and groups are hashed at every question.
        return len(self.groups)


FactValue: TypeAlias = int | str | bool | Component | Components | At | Piece | Place | Words | Numbers | Group | Groups
Facts: TypeAlias = Mapping[str, FactValue]


class EmittedEvent(Struct, frozen=True):
    """One event: `facts` for everybody, and `private` with additional facts for single seats."""

    kind: str
    seat: Seat | None
    facts: Facts
    private: Mapping[Seat, Facts]
