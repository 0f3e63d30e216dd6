"""Remembers, from one visit to the next, up to which event the player has seen each table."""

import contextlib
import json
import os
import tempfile
from pathlib import Path

from galaxytables_client import TableId

_MAX_TABLES = 100


class LastSeen:
    """The last event seen at each table, in `<folder>/seen.json`. Only the tables seen most recently are kept.

    A file that cannot be read counts as empty, and a file that cannot be written is left as it is; at worst, a player
    is shown something that they know already.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / "seen.json"

    def at(self, table_id: TableId) -> int:
        """Return the number of the last event that was seen; 0 for a table that was never seen."""
        return self._read().get(table_id, 0)

    def note(self, table_id: TableId, event: int) -> None:
        """Store the number of the last event that was seen."""
        kept = self._read()
        kept.pop(table_id, None)
        kept[table_id] = event
        with contextlib.suppress(OSError):
            self._write(dict(list(kept.items())[-_MAX_TABLES:]))

    def _read(self) -> dict[str, int]:
        try:
            content = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        if not isinstance(content, dict):
            return {}
        return {table_id: event for table_id, event in content.items() if isinstance(event, int)}

    def _write(self, kept: dict[str, int]) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=".seen-", dir=self._file.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(kept, file)
        Path(temporary).replace(self._file)
