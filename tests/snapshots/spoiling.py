"""Component packs spoilt in each field of each kind of entry, and the place that loading says of it."""

import json
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias
from unittest.mock import patch

from msgspec import Struct

from galaxytables_kit import components
from galaxytables_kit.component_json import beyond_bounds
from galaxytables_kit.errors import ComponentError
from galaxytables_kit.faults import Fault
from galaxytables_kit.game import Game
from tests.snapshots.pretty import Json

Place: TypeAlias = tuple[str | int, ...]

LEFT_OUT = "(left out)"
WRONG_TYPE = 0.5
"""No field of any pack is a fraction."""

_NUMBERS = re.compile(r"\[[^]]*\]")
_SHOWN = 40
_TELLS_KIND = ("kind", "op", "type")
_ABSENT = object()


class Spoilt(Struct, frozen=True):
    """A place in a file and what was put there; file, entry and field of the fault, None where it is still a pack."""

    file: str
    place: str
    put: Json
    fault: tuple[str, str, str] | None

    def __str__(self) -> str:
        put = self.put if self.put == LEFT_OUT else json.dumps(self.put)[:_SHOWN]
        return f"{self.file}: {self.place} = {put} -> {', '.join(self.fault or ('taken',))}"

    @property
    def is_told_in_its_place(self) -> bool:
        """Whether the fault names the file, and the field or what it is a part of."""
        if self.fault is None:
            return False
        file, entry, field = self.fault
        told = {entry, _NUMBERS.sub("", field).rpartition(".")[2]}
        return file == self.file and not told.isdisjoint(_NUMBERS.sub("", self.place).split("."))


def mistyped_packs(game: Game[Any, Any, Any]) -> list[Spoilt]:
    """Those of `spoilt_packs` with a wrong type in a place: one of each place."""
    return list(_spoilt(game, lambda put: put == WRONG_TYPE))


def spoilt_packs(game: Game[Any, Any, Any]) -> Sequence[Spoilt]:
    """Spoil the built-in pack of a game in one place after another, and load it each time."""
    return list(_spoilt(game, lambda _: True))


def _spoilt(game: Game[Any, Any, Any], wanted: Callable[[Json], bool]) -> Iterator[Spoilt]:
    source = game.components_path
    with TemporaryDirectory() as folder, patch.object(components, "beyond_bounds", _Bounds().broken_by):
        pack = Path(folder) / source.name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, pack)
        known: set[str] = set()
        for file in sorted(pack.glob("*.json")) if pack.is_dir() else [pack]:
            content = file.read_bytes()
            data = json.loads(content)
            for place, value in _fields(data, (), "", known):
                for put in filter(wanted, _instead(value, _neighbour(data, place))):
                    file.unlink()  # a file that is cut and written anew waits for the disk
                    file.write_text(json.dumps(_with(data, place, put)))
                    yield Spoilt(file.name, _told(place), put, _fault(game, pack))
            file.write_bytes(content)


class _Bounds:
    """What is beyond a bound in each file, looked for anew only where the file has changed: one does at a time."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[bytes | None, list[Fault]]] = {}

    def broken_by(self, file: Path) -> list[Fault]:
        content = file.read_bytes() if file.exists() else None
        if file.name not in self._last or self._last[file.name][0] != content:
            self._last[file.name] = content, list(beyond_bounds(file))
        return self._last[file.name][1]


def _fault(game: Game[Any, Any, Any], pack: Path) -> tuple[str, str, str] | None:
    """What loading a pack says; each fault says in words what would be right."""
    try:
        game.load_pack(pack)
    except ComponentError as error:
        if error.message.endswith(": None"):
            raise AssertionError(f"{error.metadata}: a fault without words") from error
        return error.metadata["file"], error.metadata["entry"], error.metadata["field"]
    return None


def _told(place: Place) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place).lstrip(".")


def _fields(data: Json, place: Place, kind: str, known: set[str]) -> Iterator[tuple[Place, Json]]:
    """One field of each kind: entries of a list are alike, unless a field tells of what kind they are."""
    if isinstance(data, dict):
        kind += "".join(f"<{data[name]}>" for name in _TELLS_KIND if isinstance(data.get(name), str))
        for name, value in data.items():
            at = f"{kind}.{name}"
            if at not in known:
                known.add(at)
                yield (*place, name), value
            yield from _fields(value, (*place, name), at, known)
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from _fields(value, (*place, number), f"{kind}[]", known)


def _instead(value: Json, neighbour: Json) -> Iterator[Json]:
    """What to put in place of a value: nothing, a wrong type, what is too little or too much or unknown, another's."""
    yield LEFT_OUT
    yield WRONG_TYPE
    match value:
        case bool():
            yield not value
        case int():
            yield from (-1, value + 1, 99)
        case str():
            yield "no_such_thing"
        case [first, *others]:
            yield from ([], [first, *value])
            if others:
                yield others
        case dict() if value:
            yield {}
    if neighbour not in (value, _ABSENT) and not isinstance(value, bool):
        yield neighbour


def _neighbour(data: Json, place: Place) -> Json:
    """The same field of the next entry that has it."""
    for depth, number in reversed([(depth, step) for depth, step in enumerate(place) if isinstance(step, int)]):
        entries = _at(data, place[:depth])
        for other in (*entries[number + 1 :], *entries[:number]):
            if (found := _at(other, place[depth + 1 :])) is not _ABSENT:
                return found
    return _ABSENT


def _at(data: Json, place: Place) -> Json:
    for step in place:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return _ABSENT
    return data


def _with(data: Json, place: Place, put: Json) -> Json:
    """The same data with something else in one place."""
    step, *inner = place
    changed = data.copy()
    if not inner and put == LEFT_OUT:
        del changed[step]
    else:
        changed[step] = _with(data[step], tuple(inner), put) if inner else put
    return changed
