"""Component packs for tests: the built-in one with changes."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from galaxytables_jump.components.cards import Pack
from galaxytables_jump.components.numbers import Cards, numbered
from galaxytables_jump.rules import JUMP


class Draft:
    """A pack file being written: `file` is the whole of it."""

    def __init__(self) -> None:
        self.file: dict[str, Any] = json.loads(JUMP.components_path.read_text())

    def card(self, name: str) -> dict[str, Any]:
        """The entry of a card."""
        found: dict[str, Any] = next(
            entry for entry in (*self.file["cards"], self.file["survey_team"]) if entry["id"] == name
        )
        return found

    def write(self, path: Path) -> Path:
        """Write it to a folder."""
        file = path / "pack.json"
        file.write_text(json.dumps(self.file))
        return file


def changed(path: Path, change: Callable[[Draft], object]) -> Pack:
    """Load the built-in pack with a change."""
    draft = Draft()
    change(draft)
    return JUMP.load_pack(draft.write(path))


def numbers_in(pack: Pack, *names: str) -> Cards:
    """Card numbers with these component ids, copies apart."""
    taken: Cards = []
    for name in names:
        taken.append(next(number for number, card in numbered(pack.cards) if card.id == name and number not in taken))
    return taken
