"""Who calls: where a token comes from, and how it is renewed.

- `Guest(name)`: a new guest, or with a `Keyring` the one that was kept under this name;
- `Bearer(token)`: whoever the token belongs to.

A token is asked for at the first call that needs one, and renewed when half of its life is over.
"""

import base64
import binascii
import contextlib
import json
import math
import os
import tempfile
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from galaxy_client.errors import Unauthenticated

_PRIVATE_FILE = 0o600
_PRIVATE_FOLDER = 0o700


@dataclass(frozen=True, slots=True)
class Token:
    """A token, and when it expires: seconds since 1970, infinite where that is not known."""

    text: str
    expires: float = math.inf


class Door(Protocol):
    """The calls that can be made before one is anybody."""

    @property
    def address(self) -> str:
        """Whose door it is."""

    async def create_guest(self, name: str) -> Token:
        """Make a guest. Raises `ClientError`."""

    async def renew(self, token: str) -> Token:
        """Have a fresh token made for the same player. Raises `ClientError`, `Unauthenticated` for a token of old."""


class Identity(ABC):
    """Where a token comes from."""

    @abstractmethod
    async def obtain(self, door: Door) -> Token:
        """Give the first token. Raises `ClientError`."""

    async def renew(self, door: Door, token: Token) -> Token:
        """Give a fresh token in place of one that is still good, or has just expired. Raises `ClientError`."""
        return await door.renew(token.text)


class Bearer(Identity):
    """Whoever a token belongs to."""

    def __init__(self, token: str) -> None:
        self._token = token

    async def obtain(self, door: Door) -> Token:
        """Give the token as it is; when it expires stands in it."""
        del door
        return Token(self._token, _expiry(self._token))


class Guest(Identity):
    """A guest of this name: the one whose token is in the keyring, if there is one and it still counts, else a new one.

    The token is the only key to the guest's seats, so without a keyring they are lost with the process.
    """

    def __init__(self, name: str, keyring: "Keyring | None" = None) -> None:
        """Take a name of 1 to 40 printable characters, which need not be unique."""
        self.name = name
        self._keyring = keyring

    async def obtain(self, door: Door) -> Token:
        """Come back as the guest that was kept, or as a new one. Raises `ClientError`, INVALID_NAME."""
        kept = self._keyring.token(door.address, self.name) if self._keyring is not None else ""
        if kept:
            with contextlib.suppress(Unauthenticated):
                return self._keep(door, await door.renew(kept))
        return self._keep(door, await door.create_guest(self.name))

    async def renew(self, door: Door, token: Token) -> Token:
        """Renew the token and keep it."""
        return self._keep(door, await door.renew(token.text))

    def _keep(self, door: Door, token: Token) -> Token:
        if self._keyring is not None:
            # Where there is no place to keep it, this evening goes on without.
            with contextlib.suppress(OSError):
                self._keyring.keep(door.address, self.name, token.text)
        return token


class Keyring:
    """Tokens by server and player name, in `<folder>/tokens.json` (mode 0600, replaced as a whole).

    A file that cannot be read counts as empty: the worst that follows is a new guest.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "tokens.json"

    def token(self, server: str, name: str) -> str:
        """Give the token last kept for this name on this server, or an empty string."""
        return self._read().get(server, {}).get(name, "")

    def keep(self, server: str, name: str, token: str) -> None:
        """Keep the token; an empty one forgets what was there. Raises `OSError` where nothing can be written."""
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


def _expiry(token: str) -> float:
    """Read the claim `exp` of a JWT; infinite where it is none."""
    try:
        _, claims, _ = token.split(".")
        return float(json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))["exp"])
    except (ValueError, KeyError, TypeError, binascii.Error):
        return math.inf
