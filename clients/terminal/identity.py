"""The keys to one's seats: guest tokens, kept in a file that only its owner can read."""

import json
import os
import tempfile
from pathlib import Path

_PRIVATE_FILE = 0o600
_PRIVATE_FOLDER = 0o700


class Keyring:
    """Tokens by server and player name, in `<folder>/tokens.json` (mode 0600, replaced as a whole).

    A file that cannot be read counts as empty: the worst that follows is a new guest.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "tokens.json"

    def token(self, server: str, name: str) -> str:
        """Return the token last kept for this name on this server, or an empty string."""
        return self._read().get(server, {}).get(name, "")

    def keep(self, server: str, name: str, token: str) -> None:
        """Keep the token; an empty one forgets what was there."""
        kept = self._read()
        of_server = kept.setdefault(server, {})
        if token:
            of_server[name] = token
        else:
            of_server.pop(name, None)
        self._write(kept)

    def _read(self) -> dict[str, dict[str, str]]:
        try:
            content = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        if not isinstance(content, dict):
            return {}
        return {
            str(server): {str(name): str(token) for name, token in names.items()}
            for server, names in content.items()
            if isinstance(names, dict)
        }

    def _write(self, kept: dict[str, dict[str, str]]) -> None:
        self._folder.mkdir(mode=_PRIVATE_FOLDER, parents=True, exist_ok=True)
        # mkstemp makes the file with mode 0600: others cannot read the tokens, not even for a moment.
        handle, temporary = tempfile.mkstemp(prefix=".tokens-", dir=self._folder)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(kept, file, indent=1, sort_keys=True)
            Path(temporary).chmod(_PRIVATE_FILE)
            Path(temporary).replace(self._file)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
