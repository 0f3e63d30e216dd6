"""Who calls: where a token comes from, and how it is renewed.

- `Guest(name)`: a new guest, or with a `Keyring` the one that was kept under this name;
- `Bearer(token)`: whoever the token belongs to.

A token is asked for at the first call that needs one, and renewed when half of its life is over: by the refresh token
that came with it, which is good for one use. That use has a request id from the moment on in which the refresh token is
known, so it may be repeated, by whoever finds both in the keyring, after whatever has happened meanwhile.
"""

import base64
import binascii
import contextlib
import json
import math
import os
import tempfile
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from galaxytables_client.errors import Unauthenticated

_KEPT = ("player", "refresh", "request")
_PRIVATE_FILE = 0o600
_PRIVATE_FOLDER = 0o700


@dataclass(frozen=True, slots=True)
class Token:
    """A token, and when it expires: seconds since 1970, infinite where that is not known.

    Where a refresh token came with it: that, and the request id of its use. `player` is whose it is, if that was told.
    """

    text: str
    expires: float = math.inf
    refresh: str = ""
    request: str = ""
    player: str = ""


class Door(Protocol):
    """The calls that can be made before one is anybody."""

    @property
    def address(self) -> str:
        """Whose door it is."""

    async def create_guest(self, name: str) -> Token:
        """Make a guest. Raises `ClientError`."""

    async def renew(self, token: str) -> Token:
        """Have a fresh token made for the same player. Raises `ClientError`, `Unauthenticated` for a token of old."""

    async def refresh(self, refresh_token: str, request_id: str) -> Token:
        """Use a refresh token. Raises `ClientError`, `Unauthenticated` for one that is good no more."""


class Identity(ABC):
    """Where a token comes from."""

    @abstractmethod
    async def obtain(self, door: Door) -> Token:
        """Give the first token. Raises `ClientError`."""

    async def renew(self, door: Door, token: Token) -> Token:
        """Give a fresh token in place of one that is still good, or has just expired. Raises `ClientError`."""
        fresh = await (door.refresh(token.refresh, token.request) if token.refresh else door.renew(token.text))
        return replace(fresh, player=token.player)


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

    The token is the only key to the guest's seats, so without a keyring they are lost with the process. Processes that
    share a keyring take the refresh token that is in it, whichever of them put it there.
    """

    def __init__(self, name: str, keyring: "Keyring | None" = None) -> None:
        """Take a name of 1 to 40 printable characters, which need not be unique."""
        self.name = name
        self._keyring = keyring

    async def obtain(self, door: Door) -> Token:
        """Come back as the guest that was kept, or as a new one. Raises `ClientError`, INVALID_NAME."""
        kept = self._kept(door)
        if kept is not None:
            with contextlib.suppress(Unauthenticated):
                return self._keep(door, await super().renew(door, kept))
        return self._keep(door, await door.create_guest(self.name))

    async def renew(self, door: Door, token: Token) -> Token:
        """Renew the token that is kept, or this one, and keep it."""
        kept = self._kept(door)
        if kept is not None and kept.player != token.player:
            # Somebody else goes by this name here now.
            return await super().renew(door, token)
        return self._keep(door, await super().renew(door, kept or token))

    def _kept(self, door: Door) -> Token | None:
        return self._keyring.token(door.address, self.name) if self._keyring is not None else None

    def _keep(self, door: Door, token: Token) -> Token:
        if self._keyring is not None:
            try:
                self._keyring.keep(door.address, self.name, token)
            except OSError:
                # This evening goes on without, and does not look for what was there before.
                self._keyring = None
        return token


class Keyring:
    """Tokens by server and player name, in `<folder>/tokens.json` (mode 0600, replaced as a whole).

    Where a refresh token came with a token, only that is kept. A file that cannot be read counts as empty: the worst
    that follows is a new guest.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "tokens.json"

    def token(self, server: str, name: str) -> Token | None:
        """Give the token last kept for this name on this server, if there is one."""
        return self._read().get(server, {}).get(name)

    def keep(self, server: str, name: str, token: Token | None) -> None:
        """Keep the token; None forgets what was there. Raises `OSError` where nothing can be written."""
        kept = self._read()
        of_server = kept.setdefault(server, {})
        if token is not None:
            of_server[name] = token
        else:
            of_server.pop(name, None)
        self._write(kept)

    def _read(self) -> dict[str, dict[str, Token]]:
        try:
            content = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        if not isinstance(content, dict):
            return {}
        return {
            server: {name: token for name, entry in names.items() if (token := _token(entry)) is not None}
            for server, names in content.items()
            if isinstance(names, dict)
        }

    def _write(self, kept: dict[str, dict[str, Token]]) -> None:
        self._folder.mkdir(mode=_PRIVATE_FOLDER, parents=True, exist_ok=True)
        # mkstemp makes the file with mode 0600: others cannot read the tokens, not even for a moment.
        handle, temporary = tempfile.mkstemp(prefix=".tokens-", dir=self._folder)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                entries = {server: {name: _entry(each) for name, each in of.items()} for server, of in kept.items()}
                json.dump(entries, file, indent=1, sort_keys=True)
            Path(temporary).chmod(_PRIVATE_FILE)
            Path(temporary).replace(self._file)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise


def _entry(token: Token) -> str | dict[str, str]:
    """What stands in the file: a token by itself as it is, as it always was there."""
    if not token.refresh:
        return token.text
    return {name: getattr(token, name) for name in _KEPT}


def _token(entry: object) -> Token | None:
    """Read what stands in the file; None where that is nothing that was written there."""
    if isinstance(entry, str):
        return Token(entry)
    if isinstance(entry, dict) and entry.keys() == set(_KEPT) and all(isinstance(each, str) for each in entry.values()):
        return Token("", **entry)
    return None


def _expiry(token: str) -> float:
    """Read the claim `exp` of a JWT; infinite where it is none."""
    try:
        _, claims, _ = token.split(".")
        return float(json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))["exp"])
    except (ValueError, KeyError, TypeError, binascii.Error):
        return math.inf
