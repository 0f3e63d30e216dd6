"""Loads component packs: decodes each file by its type, reports mistakes by file, entry and field, builds the pack.

A pack is a folder of JSON files, or one JSON file with a field for each of those files. A game declares a `Loader`,
which says what files there are, how to check them, and how to build the pack from them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Generic, TypeVar, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from galaxytables_kit.compiled import Json, read_compiled
from galaxytables_kit.component_json import HEAD, beyond_bounds, read_component_file
from galaxytables_kit.errors import ComponentError
from galaxytables_kit.faults import WHOLE, Fault, Mistake, fault_of, mistakes

B = TypeVar("B")
P = TypeVar("P")
T = TypeVar("T")

_NOTHING = b""
"""Stands for the content of a file that exceeds the limits."""

_ABOUT = frozenset(("game", "title", "explained"))
"""Fields that a pack in one file may have besides its parts."""


class Files:
    """The files of one pack while it is read; `faults` collects all mistakes found.

    `own` names the parts that the pack itself contains. `built_in` names the parts taken from the built-in pack, if
    that may supply missing parts. `unread` names the files that could not be read completely: `left_out` counts their
    skipped entries, and the built-in pack supplies their faulty fields.
    """

    def __init__(self, path: Path, built_in: Path | None = None) -> None:
        self.path = path
        self.faults: list[Fault] = []
        self.unread: set[str] = set()
        self.left_out: Counter[str] = Counter()
        self.own: list[str] = []
        self.built_in: list[str] = []
        self._spares = built_in
        self._parts: dict[str, msgspec.Raw] | None = None

    def whole(self, kind: type[T]) -> T:
        """Read a pack that is a single file, and return it decoded as one type."""
        return self._read(self.path.name, self._content(self.path), kind)

    def parts(self, kind: type[T]) -> T:
        """Read a pack of several files, and return it as a Struct of type `kind`, which has one field per file.

        Raises `ComponentError` if there is no pack.
        """
        kinds = get_type_hints(kind)
        if not self.path.is_dir():
            self._parts = self._of_one_file(kinds)
        return kind(**{name: self.part(name, part) for name, part in kinds.items()})

    def part(self, name: str, kind: type[T]) -> T:
        """Read one of a pack's several files, and return it decoded as a type."""
        if self._parts is not None:
            content: bytes | None = bytes(self._parts[name]) if name in self._parts else None
        else:
            file = self.path / f"{name}.json"
            content = self._content(file) if self._spares is None or file.exists() else None
        (self.built_in if content is None else self.own).append(name)
        return self._read(f"{name}.json", self._spare(name) if content is None else content, kind, name)

    def strangers(self) -> Iterator[Fault]:
        """Yield a fault for each file in the pack's folder that this game does not use.

        No part of the game's packs has the name of such a file.
        """
        read = {HEAD, *(f"{name}.json" for name in self.own)}
        for file in files_of(self.path) if self.path.is_dir() else ():
            if file.name not in read:
                yield Fault(WHOLE, "file", "no part of a pack of this game has this name", file.name)

    def _of_one_file(self, parts: Iterable[str]) -> dict[str, msgspec.Raw]:
        file = self.path.name
        try:
            found = msgspec.json.decode(read_component_file(self.path), type=dict[str, msgspec.Raw])
        except msgspec.DecodeError as error:
            raise ComponentError(file, WHOLE, "json", str(error)) from None
        if "game" not in found:
            raise ComponentError(file, WHOLE, "game", "is missing")
        for name in found.keys() - _ABOUT - set(parts):
            raise ComponentError(file, WHOLE, name, "there is no such field")
        return {name: part for name, part in found.items() if name not in _ABOUT}

    def _content(self, file: Path) -> bytes:
        """Return the content of a file. If it exceeds a limit, note its faults and return `_NOTHING`."""
        beyond = list(beyond_bounds(file))
        self.faults += beyond
        if beyond and self._spares is None:
            raise beyond[0].error()
        return _NOTHING if beyond else file.read_bytes()

    def _read(self, file: str, content: bytes, kind: type[T], part: str = "") -> T:
        if content is _NOTHING:
            self.unread.add(file)
            sound, self.left_out[file] = _sound({}, msgspec.json.decode(self._spare(part)), ())
            return msgspec.convert(sound, kind, str_keys=True, dec_hook=read_compiled)
        try:
            return msgspec.json.decode(content, type=kind, dec_hook=read_compiled)
        except msgspec.DecodeError as error:
            self.unread.add(file)
            data, wrong = _wrong(content, kind, error)
            faults = [replace(fault_of(data, mistake), file=file) for mistake in wrong]
            self.faults += faults
            if self._spares is None or not part:
                raise self.faults[0].error() from None
            spare = msgspec.json.decode(self._spare(part))
            sound, self.left_out[file] = _sound(data, spare, wrong)
            return msgspec.convert(sound, kind, str_keys=True, dec_hook=read_compiled)

    def _spare(self, part: str) -> bytes:
        if self._spares is None:
            raise ComponentError(self.path.name, WHOLE, part, "is missing")
        return read_component_file(self._spares / f"{part}.json")


class Found(Struct, Generic[P], frozen=True):
    """The result of checking a pack: its faults, the names of the parts taken from the built-in pack, and the pack.

    `pack` is None if the pack cannot be played.
    """

    faults: tuple[Fault, ...]
    built_in: tuple[str, ...]
    pack: P | None


class Loader(Generic[B, P]):
    """Loads the packs of a game: reads the files, checks them, and builds the pack.

    `checks` yields the faults that the files show by themselves. `then` yields those that show only once the pack is
    built from the files. `incomplete` yields what is missing, which is reported to authors and does not prevent play.
    `built_in`, if given, is the pack that supplies missing parts.
    """

    def __init__(
        self,
        read: Callable[[Files], B],
        make: Callable[[B], P],
        checks: Callable[[B], Iterable[Fault]],
        then: Callable[[B, P], Iterable[Fault]] = lambda _box, _pack: (),
        *,
        built_in: Path | None = None,
        incomplete: Callable[[Files, B], Iterable[Fault]] = lambda _files, _box: (),
    ) -> None:
        self._read = read
        self._make = make
        self._checks = checks
        self._then = then
        self._built_in = built_in
        self._incomplete = incomplete

    def load(self, path: Path) -> P:
        """Load and check a pack. Raises `ComponentError` with its first fault."""
        files = Files(path, self._built_in)
        box = self._read(files)
        _refuse(path, files.faults)
        _refuse(path, self._checks(box))
        pack = self._make(box)
        _refuse(path, self._then(box, pack))
        return pack

    def find(self, path: Path) -> Found[P]:
        """Check a pack and return all its faults.

        Faults that depend on incompletely read files are left out unless they are certain. Without a built-in pack to
        supply missing parts, checking stops at the first such file. Raises `ComponentError` if there is no pack at the
        path.
        """
        files = Files(path, self._built_in)
        try:
            box = self._read(files)
        except ComponentError:
            if not files.faults:
                raise
            return Found(tuple(files.faults), tuple(files.built_in), None)
        sure = (fault for fault in self._checks(box) if files.unread.isdisjoint(fault.needs))
        faults = _named(path, (*files.faults, *files.strangers(), *self._incomplete(files, box), *sure))
        if faults:
            return Found(faults, tuple(files.built_in), None)
        pack = self._make(box)
        return Found(_named(path, self._then(box, pack)), tuple(files.built_in), pack)


def one_file(kind: type[T], checks: Callable[[T], Iterable[Fault]] = lambda _: ()) -> Loader[T, T]:
    """Return a loader for packs that consist of one file and need no building: the decoded file is the pack.

    `checks` yields the faults of the decoded file.
    """
    return Loader(lambda files: files.whole(kind), lambda pack: pack, checks)


def files_of(path: Path) -> list[Path]:
    """Return the files of a pack: the file itself, or all JSON files of its folder."""
    return sorted(path.glob("*.json")) if path.is_dir() else [path]


def _refuse(path: Path, faults: Iterable[Fault]) -> None:
    for fault in faults:
        raise _named(path, [fault])[0].error()


def _named(path: Path, faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Return faults with the name of the file that each is in."""
    return tuple([replace(fault, file=fault.file or path.name) for fault in faults])


def _wrong(content: bytes, kind: type[T], error: msgspec.DecodeError) -> tuple[Json, list[Mistake]]:
    """Return a file's decoded content and every mistake in it."""
    try:
        data = msgspec.json.decode(content)
    except msgspec.DecodeError:
        return {}, [(("json",), str(error))]
    return data, list(mistakes(data, kind))


def _sound(data: Json, spare: dict[str, Json], wrong: Iterable[Mistake]) -> tuple[dict[str, Json], int]:
    """Return the sound part of a file and how many faulty entries it leaves out.

    Faulty fields are taken from the spare file, which also shows which fields are lists of entries.
    """
    lists = {
        name
        for name, value in spare.items()
        if isinstance(value, list) and all(isinstance(item, Mapping) for item in value)
    }
    sound = {name: [] if name in lists else value for name, value in spare.items()}
    if not isinstance(data, Mapping):
        return sound, 0
    fields, entries = set(), set()
    for (name, *inside), _ in wrong:
        if name in lists and inside:
            entries.add((name, inside[0]))
        else:
            fields.add(name)
    sound |= {name: value for name, value in data.items() if name not in fields}
    for name in {name for name, _ in entries} - fields:
        sound[name] = [item for number, item in enumerate(data[name]) if (name, number) not in entries]
    return sound, len(entries)
