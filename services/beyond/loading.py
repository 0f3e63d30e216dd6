"""Reads a component pack: a folder of JSON files, or one JSON file with the same parts; typed and checked.

A folder needs `pack.json`. Each part that a pack lacks is taken from the built-in one, so that an operator can replace
a single deck. Everything wrong is found; loading raises the first of it as `ComponentError` with file, entry and field.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct

from services.beyond.assembly import assemble
from services.beyond.cards import (
    Achievement,
    BasicAction,
    BoardSide,
    Event,
    Guild,
    Mat,
    Pack,
    Printed,
    System,
    Technology,
    TechSlot,
)
from services.beyond.catalogue import facts_by_entry
from services.beyond.checks import Box, contradictions
from services.beyond.faults import Fault, faults_of, read_cost
from services.kit.errors import ComponentError
from services.kit.pack import place_in

BUILT_IN = Path(__file__).with_name("components")

E = TypeVar("E", bound=Printed)


class File(Struct, forbid_unknown_fields=True, kw_only=True):
    """A part of a pack: its number of entries, against lost lines, and the entries. `explained` is for who reads it."""

    count: int
    entries: list[msgspec.Raw]
    explained: dict[str, str] = {}


class AchievementFile(File, kw_only=True):
    """`end_trigger_discs`: how many discs end the game, by number of players (R7.1, R7.2)."""

    end_trigger_discs: dict[Annotated[str, Meta(pattern="^[234]$")], Annotated[int, Meta(ge=1)]]


class FactionFile(File, kw_only=True):
    """`seat_bonus_ore`: extra ore at the start in turn order (R2.10)."""

    seat_bonus_ore: Annotated[tuple[int, ...], Meta(min_length=4, max_length=4)]


PARTS: Mapping[str, tuple[type[Printed], type[File]]] = {
    "technologies": (Technology, File),
    "events": (Event, File),
    "systems": (System, File),
    "achievements": (Achievement, AchievementFile),
    "guilds": (Guild, File),
    "basic_spaces": (BasicAction, File),
    "technology_board": (TechSlot, File),
    "exploration_board": (BoardSide, File),
    "factions": (Mat, FactionFile),
}
"""Every part of a pack: what its entries and its head are. In a folder it is a file of that name."""


class PackFile(Struct, forbid_unknown_fields=True):
    """A pack in one file: its parts as objects under their names."""

    game: str
    title: str = ""
    explained: dict[str, Any] = {}
    technologies: msgspec.Raw = msgspec.Raw()
    events: msgspec.Raw = msgspec.Raw()
    systems: msgspec.Raw = msgspec.Raw()
    achievements: msgspec.Raw = msgspec.Raw()
    guilds: msgspec.Raw = msgspec.Raw()
    basic_spaces: msgspec.Raw = msgspec.Raw()
    technology_board: msgspec.Raw = msgspec.Raw()
    exploration_board: msgspec.Raw = msgspec.Raw()
    factions: msgspec.Raw = msgspec.Raw()


class EntryId(Struct):
    """The one field that is read first, so that errors can name the entry."""

    id: str = "?"


class Reading(Struct):
    """What was read of a pack: its own parts, heads and entries of all parts, and what could not be read.

    `unread` are the files that lack entries, or all, for that; a head that could not be read is the built-in one.
    """

    own: tuple[str, ...] = ()
    heads: dict[str, File] = {}
    entries: dict[str, list[Printed]] = {}
    faults: list[Fault] = []
    unread: set[str] = set()

    def of(self, part: str, kind: type[E]) -> tuple[E, ...]:
        """The entries of a part."""
        return tuple(entry for entry in self.entries[part] if isinstance(entry, kind))

    def box(self) -> Box:
        """All that was read."""
        achievements, factions = self.heads["achievements"], self.heads["factions"]
        assert isinstance(achievements, AchievementFile)  # noqa: S101 - PARTS says so
        assert isinstance(factions, FactionFile)  # noqa: S101 - PARTS says so
        return Box(
            technologies=self.of("technologies", Technology),
            events=self.of("events", Event),
            systems=self.of("systems", System),
            achievements=self.of("achievements", Achievement),
            guilds=self.of("guilds", Guild),
            basics=self.of("basic_spaces", BasicAction),
            slots=self.of("technology_board", TechSlot),
            sides=self.of("exploration_board", BoardSide),
            mats=self.of("factions", Mat),
            end_trigger={int(players): discs for players, discs in achievements.end_trigger_discs.items()},
            seat_bonus=factions.seat_bonus_ore,
        )


def load_pack(path: Path) -> Pack:
    """Load and check a pack. Raises `ComponentError`."""
    reading = read_pack(path)
    _refuse(reading.faults)
    box = reading.box()
    _refuse(contradictions(box))
    pack = assemble(box)
    _refuse(unknown_facts(box, pack))
    return pack


def _refuse(faults: Iterable[Fault]) -> None:
    for fault in faults:
        raise fault.error()


def unknown_facts(box: Box, pack: Pack) -> list[Fault]:
    """Facts that entries name as sourced, though the catalogue has no such fact of them."""
    known = facts_by_entry(pack)
    return [
        Fault(file, entry.id, "sourced_facts", f"there is no fact {fact}: {', '.join(sorted(known[entry.id]))}")
        for file, entries in box.files().items()
        for entry in entries
        for fact in entry.sourced_facts
        if fact not in known[entry.id]
    ]


def read_pack(path: Path) -> Reading:
    """Read all parts of a pack, its own or the built-in ones. Raises `ComponentError` if there is none at the path."""
    own = _parts_of_folder(path) if path.is_dir() else _parts_of_file(path)
    reading = Reading(tuple(own))
    for part, (kind, head_kind) in PARTS.items():
        content = own[part] if part in own else (BUILT_IN / f"{part}.json").read_bytes()
        _read_part(reading, part, content, kind, head_kind)
    return reading


def _parts_of_folder(path: Path) -> dict[str, bytes]:
    return {part: (path / f"{part}.json").read_bytes() for part in PARTS if (path / f"{part}.json").exists()}


def _parts_of_file(path: Path) -> dict[str, bytes]:
    try:
        file = msgspec.json.decode(path.read_bytes(), type=PackFile)
    except OSError as error:
        raise ComponentError(path.name, "pack", "path", error.strerror or "cannot be read") from None
    except msgspec.DecodeError as error:
        field, message = place_in(error)
        raise ComponentError(path.name, "pack", field or "json", message) from None
    parts = {part: bytes(getattr(file, part)) for part in PARTS}
    return {part: content for part, content in parts.items() if content}


def _read_part(reading: Reading, part: str, content: bytes, kind: type[Printed], head_kind: type[File]) -> None:
    """Read the head and the entries of a part, and note what is wrong with them."""
    file = f"{part}.json"
    reading.entries[part] = []
    try:
        head = reading.heads[part] = msgspec.json.decode(content, type=head_kind)
    except msgspec.DecodeError as error:
        reading.unread.add(file)
        field, message = place_in(error)
        reading.faults.append(Fault(file, "head", field or "json", message, "missing required" in message))
        reading.heads[part] = msgspec.json.decode((BUILT_IN / file).read_bytes(), type=head_kind)
        return
    if head.count != len(head.entries):
        message = f"says {head.count}, the file has {len(head.entries)} entries"
        reading.faults.append(Fault(file, "head", "count", message, head.count > len(head.entries)))
    for number, raw in enumerate(head.entries, 1):
        try:
            reading.entries[part].append(msgspec.json.decode(raw, type=kind, dec_hook=read_cost))
        except msgspec.DecodeError:
            reading.unread.add(file)
            reading.faults += faults_of(file, _entry_name(raw, number), msgspec.json.decode(raw), kind)


def _entry_name(raw: msgspec.Raw, number: int) -> str:
    try:
        return msgspec.json.decode(raw, type=EntryId).id
    except msgspec.DecodeError:
        return f"entry {number}"
