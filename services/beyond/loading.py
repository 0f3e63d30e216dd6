"""Reads a component pack: a folder of JSON files, typed and checked.

A folder needs `pack.json`; each other file that it lacks is taken from the built-in pack, so that an operator can
replace a single deck. Everything wrong raises `ComponentError` with file, entry and field.
"""

import re
from functools import partial
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
from services.beyond.checks import Box, check_box
from services.beyond.effects import Cost
from services.kit.errors import ComponentError

BUILT_IN = Path(__file__).with_name("components")

E = TypeVar("E", bound=Printed)

_AT = re.compile(r" - at `\$\.?([^`]*)`$")


class File(Struct, forbid_unknown_fields=True):
    """A component file: its number of entries, against lost lines, and the entries."""

    count: int
    entries: list[msgspec.Raw]


class AchievementFile(File):
    """`end_trigger_discs`: how many discs end the game, by number of players (R7.1, R7.2)."""

    end_trigger_discs: dict[Annotated[str, Meta(pattern="^[234]$")], Annotated[int, Meta(ge=1)]]


class FactionFile(File):
    """`seat_bonus_ore`: extra ore at the start in turn order (R2.10)."""

    seat_bonus_ore: Annotated[tuple[int, ...], Meta(min_length=4, max_length=4)]


class EntryId(Struct):
    """The one field that is read first, so that errors can name the entry."""

    id: str = "?"


F = TypeVar("F", bound=File)


def load_pack(path: Path) -> Pack:
    """Load and check a pack folder. Raises `ComponentError`."""
    if not path.is_dir():
        raise ComponentError(path.name, "pack", "path", "a pack of this game is a folder of JSON files")
    read = partial(_entries, path)
    achievements, head = _entries_with_head(path, "achievements.json", Achievement, AchievementFile)
    mats, mat_head = _entries_with_head(path, "factions.json", Mat, FactionFile)
    box = Box(
        technologies=read("technologies.json", Technology),
        events=read("events.json", Event),
        systems=read("systems.json", System),
        achievements=achievements,
        guilds=read("guilds.json", Guild),
        basics=read("basic_spaces.json", BasicAction),
        slots=read("technology_board.json", TechSlot),
        sides=read("exploration_board.json", BoardSide),
        mats=mats,
        end_trigger={int(players): discs for players, discs in head.end_trigger_discs.items()},
        seat_bonus=mat_head.seat_bonus_ore,
    )
    check_box(box)
    return assemble(box)


def _entries(folder: Path, name: str, kind: type[E]) -> tuple[E, ...]:
    return _entries_with_head(folder, name, kind, File)[0]


def _entries_with_head(folder: Path, name: str, kind: type[E], file_kind: type[F]) -> tuple[tuple[E, ...], F]:
    file = folder / name
    if not file.exists():
        file = BUILT_IN / name
    try:
        head = msgspec.json.decode(file.read_bytes(), type=file_kind)
    except OSError as error:
        raise ComponentError(name, "file", "file", error.strerror or "cannot be read") from None
    except msgspec.DecodeError as error:
        message, field = _split(error)
        raise ComponentError(name, "head", field or "json", message) from None
    if head.count != len(head.entries):
        raise ComponentError(name, "head", "count", f"says {head.count}, the file has {len(head.entries)} entries")
    entries = tuple(_entry(name, number, raw, kind) for number, raw in enumerate(head.entries, 1))
    return entries, head


def _entry(file: str, number: int, raw: msgspec.Raw, kind: type[E]) -> E:
    try:
        return msgspec.json.decode(raw, type=kind, dec_hook=_read_cost)
    except msgspec.DecodeError as error:
        message, field = _split(error)
        raise ComponentError(file, _entry_name(raw, number), field or "entry", message) from None


def _entry_name(raw: msgspec.Raw, number: int) -> str:
    try:
        return msgspec.json.decode(raw, type=EntryId).id
    except msgspec.DecodeError:
        return f"entry {number}"


def _split(error: msgspec.DecodeError) -> tuple[str, str]:
    """Part msgspec's message into what is wrong and the path of the field."""
    text = str(error)
    at = _AT.search(text)
    if at is None:
        named = re.search(r"field `(\w+)`", text)
        return text, named.group(1) if named else ""
    message = text[: at.start()]
    named = re.search(r"field `(\w+)`", message)
    path = at.group(1)
    return message, f"{path}.{named.group(1)}".lstrip(".") if named else path


def _read_cost(kind: type, data: Any) -> Any:  # noqa: ANN401 - msgspec's own signature
    if kind is Cost:
        return Cost.read(data)
    raise NotImplementedError(kind)
