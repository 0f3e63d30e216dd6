"""Keeps the keys that sign players' tokens in the data folder, so that tokens stay valid after a restart."""

import os
import secrets
from pathlib import Path

from galaxytables_serving import StartError

KEYS_FILE = "token-keys"
_BYTES = 32


def token_keys(data: Path) -> str:
    """Return the keys of a data folder in the form of GALAXYTABLES_TOKEN_KEYS.

    If the folder has none, creates one in a file of mode 0600. Raises `StartError` if the file exists but is empty.
    """
    path = data / KEYS_FILE
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        keys = path.read_text(encoding="ascii").strip()
        if not keys:
            raise StartError(f"{path} is empty; delete it to have new keys made.") from None
        return keys
    keys = f"local:{secrets.token_hex(_BYTES)}"
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(keys + "\n")
        file.flush()
        os.fsync(file.fileno())
    return keys
