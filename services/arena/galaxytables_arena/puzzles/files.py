"""Reads and writes files of puzzles: one puzzle a line, so that a diff shows which puzzle changed."""

from pathlib import Path

import msgspec

from galaxytables_arena.puzzles.trials import SEATS
from galaxytables_kit.puzzles import PuzzleFile, read


def load(path: Path) -> PuzzleFile:
    """Return a file of puzzles; an empty one if there is none yet."""
    return read(path) if path.exists() else PuzzleFile(seats=SEATS, options={}, found=[], puzzles=[])


def save(path: Path, file: PuzzleFile) -> None:
    """Write a file of puzzles, replacing the old one atomically."""
    lines = [
        "{",
        f'"seats": {file.seats},',
        f'"options": {_line(file.options)},',
        '"found": [',
        ",\n".join(map(_line, file.found)),
        "],",
        '"puzzles": [',
        ",\n".join(map(_line, file.puzzles)),
        "]",
        "}",
        "",
    ]
    fresh = path.with_suffix(".new")
    fresh.write_text("\n".join(lines), encoding="utf-8")
    fresh.replace(path)


def _line(value: object) -> str:
    return msgspec.json.encode(value).decode()
