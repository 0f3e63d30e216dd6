"""Identities of callers: where a token comes from, and how it is renewed.

- `Guest(name)`: a new guest, or with a `Keyring` the guest that was stored under this name;
- `Bearer(token)`: the player to whom the token belongs;
- `SignedIn(token)`: the account of a completed sign-in.

A token is obtained at the first call that needs one, and renewed after half of its life with the refresh token that
came with it. A refresh token can be used once. The request id for using it is chosen as soon as the refresh token is
known, and stored with it. So any process that finds both in the keyring may safely repeat the call, whatever has
happened meanwhile.
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

from galaxytables_client.errors import UnauthenticatedError

_KEPT = ("player", "refresh", "request")
_PRIVATE_FILE = 0o600
_PRIVATE_FOLDER = 0o700


@dataclass(frozen=True, slots=True)
class Token:
    """A token, and when it expires, in seconds since 1970; infinite if unknown.

    `refresh` is the refresh token that came with it, if any, and `request` the request id with which to use the refresh
    token. `player` is the owner, if known.
    """

    text: str
    expires: float = math.inf
    refresh: str = ""
    request: str = ""
    player: str = ""


class Door(Protocol):
    """The calls of a server that need no identity. An identity gets its tokens through them."""

    @property
    def address(self) -> str:
        """Return the server's address."""

    async def create_guest(self, name: str) -> Token:
        """Create a guest. Raises `ClientError`."""

    async def renew(self, token: str) -> Token:
        """Return a fresh token for the same player.

        Raises `ClientError`; `UnauthenticatedError` if the token has expired.
        """

    async def refresh(self, refresh_token: str, request_id: str) -> Token:
        """Use a refresh token, and return the next token.

        Raises `ClientError`; `UnauthenticatedError` if the refresh token is no longer valid.
        """


class Identity(ABC):
    """Base class of identities: it obtains and renews the token of a player."""

    @abstractmethod
    async def obtain(self, door: Door) -> Token:
        """Return the first token; the calls to get it are made through `door`. Raises `ClientError`."""

    async def renew(self, door: Door, token: Token) -> Token:
        """Return a fresh token in place of one that is still valid or has just expired. Raises `ClientError`."""
        fresh = await (door.refresh(token.refresh, token.request) if token.refresh else door.renew(token.text))
        return replace(fresh, player=token.player)

    def keep(self, door: Door, token: Token) -> None:  # noqa: B027  # most identities store nothing
        """Store the token of an account to which the player has signed in. By default nothing is stored."""

    def forget(self, door: Door) -> None:  # noqa: B027  # as above
        """Delete the stored token, because the player has signed out."""


class SignedIn(Identity):
    """The account of a completed sign-in, identified by the token that the sign-in returned."""

    def __init__(self, token: Token) -> None:
        self._token = token

    async def obtain(self, door: Door) -> Token:
        """Return the given token."""
        del door
        return self._token


class Bearer(Identity):
    """The identity of the player to whom a given token belongs."""

    def __init__(self, token: str) -> None:
        """Spaces and line breaks around the token, as in a file that holds it, do not count."""
        self._token = token.strip()

    async def obtain(self, door: Door) -> Token:
        """Return the given token, with the time of expiry that the token contains."""
        del door
        return Token(self._token, _expiry(self._token))


class Guest(Identity):
    """A guest with this name: the one in the keyring, if it has one with a valid token, otherwise a new one.

    The token is the only way to come back to the guest's seats, so without a keyring the seats are lost when the
    process ends. Processes that share a keyring all use the refresh token in it, whichever of them stored it.
    """

    def __init__(self, name: str, keyring: "Keyring | None" = None) -> None:
        """`name` has 1 to 40 printable characters and need not be unique."""
        self.name = name
        self._keyring = keyring

    async def obtain(self, door: Door) -> Token:
        """Return a token of the stored guest, or of a new one. Raises `ClientError`, with reason INVALID_NAME."""
        kept = self._kept(door)
        if kept is not None:
            with contextlib.suppress(UnauthenticatedError):
                return self._keep(door, await super().renew(door, kept))
        return self._keep(door, await door.create_guest(self.name))

    async def renew(self, door: Door, token: Token) -> Token:
        """Renew the stored token, or `token` if none is stored. Returns the new token and stores it."""
        kept = self._kept(door)
        if kept is not None and kept.player != token.player:
            # Another player uses this name here now.
            return await super().renew(door, token)
        return self._keep(door, await super().renew(door, kept or token))

    def keep(self, door: Door, token: Token) -> None:
        """Store the account's token in place of the guest's."""
        self._keep(door, token)

    def forget(self, door: Door) -> None:
        """Delete the stored token; the next token belongs to a new guest."""
        if self._keyring is not None:
            self._keyring.keep(door.address, self.name, None)

    def _kept(self, door: Door) -> Token | None:
        return self._keyring.token(door.address, self.name) if self._keyring is not None else None

    def _keep(self, door: Door, token: Token) -> Token:
        if self._keyring is not None:
            try:
                self._keyring.keep(door.address, self.name, token)
            except OSError:
                # Continue without the keyring, and do not read it again.
                self._keyring = None
        return token


class Keyring:
    """Stores tokens by server and player name, in `<folder>/tokens.json` (mode 0600, replaced as a whole).

    If a refresh token came with a token, only the refresh token is stored. A file that cannot be read counts as empty;
    at worst, a new guest is created then.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "tokens.json"

    def token(self, server: str, name: str) -> Token | None:
        """Return the token that was last stored for this name on this server, or None."""
        return self._read().get(server, {}).get(name)

    def keep(self, server: str, name: str, token: Token | None) -> None:
        """Store the token; None deletes the stored one. Raises `OSError` if the file cannot be written."""
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
        # mkstemp creates the file with mode 0600: others cannot read the tokens, not even for a moment.
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
    """Return the entry for the file: plain text for a token without a refresh token, as in older files."""
    if not token.refresh:
        return token.text
    return {name: getattr(token, name) for name in _KEPT}


def _token(entry: object) -> Token | None:
    """Return the token of an entry in the file; None if the entry is not valid."""
    if isinstance(entry, str):
        return Token(entry)
    if isinstance(entry, dict) and entry.keys() == set(_KEPT) and all(isinstance(each, str) for each in entry.values()):
        return Token("", **entry)
    return None


def _expiry(token: str) -> float:
    """Return the claim `exp` of a JWT; infinity if there is none."""
    try:
        _, claims, _ = token.split(".")
        return float(json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))["exp"])
    except (ValueError, KeyError, TypeError, binascii.Error):
        return math.inf
