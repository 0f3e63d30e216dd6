"""Reads the JSON of component files, after checking it against size limits.

A file within the limits is safe to decode and walk, even if its author is malicious: it is not large or deeply nested,
has no key twice, and no text, list or number exceeds what any game needs. The bounds of each figure are part of its
type (`figures.py`).
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec.structs import replace

from galaxytables_kit.compiled import Json
from galaxytables_kit.errors import ComponentError
from galaxytables_kit.faults import WHOLE, Fault, Keys, fault_of

HEAD = "pack.json"
"""The file of a folder that names the game to which the pack belongs."""

MAX_FILE_BYTES = 4 * 1024 * 1024
MAX_DEPTH = 32
MAX_ITEMS = 2_000
MAX_TEXT = 4_000
MAX_NUMBER = 9_999
MAX_KEY = 200


class _UnreadableError(ValueError):
    """A file cannot be read here. The message says why, and `field` names the field of the fault."""

    def __init__(self, message: str, field: str = "json") -> None:
        super().__init__(message)
        self.field = field


def read_component_file(file: Path) -> bytes:
    """Return the content of a component file that is within all limits.

    Raises `ComponentError` with the first limit that the file exceeds, or if it cannot be read.
    """
    for fault in beyond_bounds(file):
        raise fault.error()
    return file.read_bytes()


def beyond_bounds(file: Path) -> Iterator[Fault]:
    """Yield a fault for everything in a component file that exceeds a limit.

    If the file cannot be read, the only fault says why.
    """
    try:
        data = _decode(file)
    except _UnreadableError as error:
        yield _unreadable(file, error)
        return
    for place, limit in _walk(data, ()):
        fault = fault_of(data, (place, limit))
        yield Fault(fault.entry, fault.field, limit, file.name)


def named_game(file: Path) -> str:
    """Return the name of the game that a component file is for. Raises `ComponentError` if the file does not say."""
    try:
        data = _decode(file)
    except _UnreadableError as error:
        raise replace(_unreadable(file, error), file=str(file)).error() from None
    game = data.get("game") if isinstance(data, dict) else None
    if not isinstance(game, str):
        raise ComponentError(str(file), WHOLE, "game", "the name of a game is missing")
    return game


def _unreadable(file: Path, error: _UnreadableError) -> Fault:
    return Fault(WHOLE, error.field, str(error), file.name)


def _decode(file: Path) -> Json:
    """Decode a file. Raises `_UnreadableError`."""
    try:
        return json.loads(_text(file), object_pairs_hook=_once, parse_constant=_refuse_constant)
    except OSError as error:
        raise _UnreadableError(error.strerror or "cannot be read", "file") from None
    except _UnreadableError:
        raise
    except RecursionError:
        raise _UnreadableError(f"nested deeper than {MAX_DEPTH}") from None
    except ValueError as error:  # not JSON, not UTF-8, or a number with thousands of digits
        raise _UnreadableError(str(error)) from None


def _text(file: Path) -> str:
    if file.stat().st_size > MAX_FILE_BYTES:
        raise _UnreadableError(f"at most {MAX_FILE_BYTES} bytes", "file")
    return file.read_bytes().decode()


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for key, value in pairs:
        if key in found:
            raise _UnreadableError(f"the key {key!r} stands twice in one object{_named(found)}")
        found[key] = value
    return found


def _named(found: dict[str, Json]) -> str:
    return f", {found['id']!r}" if isinstance(found.get("id"), str) else ""


def _refuse_constant(word: str) -> Json:
    raise _UnreadableError(f"{word} is not JSON")


def _walk(data: Json, at: Keys) -> Iterator[tuple[Keys, str]]:
    """Yield the place of each value that exceeds a limit, with the limit in words."""
    if limit := _exceeded_limit(data, len(at)):
        yield at, limit
        return
    steps: Iterable[tuple[str | int, Json]] = ()
    if isinstance(data, dict):
        steps = data.items()
    elif isinstance(data, list):
        steps = enumerate(data)
    for step, value in steps:
        if isinstance(value, (dict, list)):
            yield from _walk(value, (*at, step))
        elif limit := _exceeded_limit_of_one(value):
            yield (*at, step), limit


def _exceeded_limit(data: Json, depth: int) -> str:
    """Return the limit that a value exceeds, in words; an empty string if it exceeds none."""
    if not isinstance(data, (dict, list)):
        return _exceeded_limit_of_one(data)
    if depth >= MAX_DEPTH:
        return f"nested no deeper than {MAX_DEPTH}"
    if len(data) > MAX_ITEMS:
        return f"at most {MAX_ITEMS} items"
    if isinstance(data, dict) and max(map(len, data), default=0) > MAX_KEY:
        return f"keys of at most {MAX_KEY} characters"
    return ""


def _exceeded_limit_of_one(data: Json) -> str:
    """Return the same for a text or a number."""
    if isinstance(data, str):
        return f"at most {MAX_TEXT} characters" if len(data) > MAX_TEXT else ""
    if isinstance(data, (int, float)) and not -MAX_NUMBER <= data <= MAX_NUMBER:
        return f"{-MAX_NUMBER} to {MAX_NUMBER}"
    return ""
