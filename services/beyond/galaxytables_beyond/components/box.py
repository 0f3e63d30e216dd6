"""The files of a component pack.

Each file lists its entries and also states how many there are, so that a lost line is noticed.
"""

from collections.abc import Sequence
from typing import Annotated, Generic, TypeVar

from msgspec import Meta, Struct, field

from galaxytables_beyond.components.cards import (
    Achievement,
    BasicAction,
    BoardSide,
    Event,
    FileEntry,
    Guild,
    Mat,
    System,
    Technology,
    TechSlot,
)
from galaxytables_kit import Amount, Count

E = TypeVar("E", bound=FileEntry)


class Part(Struct, Generic[E], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The content of one file of a pack. `explained` is text for human readers."""

    count: Amount
    entries: tuple[E, ...]
    explained: dict[str, str] = field(default_factory=dict)


class Achievements(Part[Achievement], frozen=True, kw_only=True):
    """The file of achievements.

    `end_trigger_discs` is the number of discs that triggers the end of the game, by number of players (R7.1, R7.2).
    """

    end_trigger_discs: dict[Annotated[str, Meta(pattern="^[234]$")], Count]


class Factions(Part[Mat], frozen=True, kw_only=True):
    """The file of factions; `seat_bonus_ore` is the extra ore at the start, in turn order (R2.10)."""

    seat_bonus_ore: Annotated[tuple[Amount, ...], Meta(min_length=4, max_length=4)]


class Box(Struct, frozen=True, eq=False):
    """The contents of all files of a pack, with one field for each file."""

    technologies: Part[Technology]
    events: Part[Event]
    systems: Part[System]
    achievements: Achievements
    guilds: Part[Guild]
    basic_spaces: Part[BasicAction]
    technology_board: Part[TechSlot]
    exploration_board: Part[BoardSide]
    factions: Factions

    def files(self) -> dict[str, Sequence[FileEntry]]:
        """Return the entries of each file, by the name of the file."""
        return {f"{part}.json": getattr(self, part).entries for part in PARTS}


PARTS: tuple[str, ...] = Box.__struct_fields__
"""Every part of a pack. In a folder each is a file of that name."""
