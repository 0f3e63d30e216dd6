"""The identity with which bots call the lobby: a token with the role `bots`.

The token is either given (GALAXYTABLES_BOTS_TOKEN), or signed here with the first of the lobby's keys
(GALAXYTABLES_TOKEN_KEYS). A token that is signed here is replaced before it expires.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import uuid4

import jwt

from galaxytables_client import Bearer, Identity, Token
from galaxytables_client.identity import Door
from galaxytables_serving import SettingError
from galaxytables_serving.settings import pairs, secret, variable

ROLE = "bots"
LIFETIME_SECONDS = 3600
SKEW_SECONDS = 24 * 3600
"""Tokens are valid this much longer than they are used, so that a host whose clock is behind is admitted too."""
_NAME = "bots"
_HINT = "GALAXYTABLES_BOTS_TOKEN (a token with the role `bots`) or GALAXYTABLES_TOKEN_KEYS (kid:secret,...)"


class Signed(Identity):
    """The identity of a bot host that signs its tokens itself."""

    def __init__(self, key_id: str, secret: str) -> None:
        """`secret` is the key to sign with."""
        self._key_id, self._secret = key_id, secret
        # The lobby keeps offers by host: two processes with the same name would withdraw each other's.
        self._subject = uuid4().hex

    async def obtain(self, door: Door) -> Token:
        """Return a signed token."""
        del door
        return self._sign()

    async def renew(self, door: Door, token: Token) -> Token:
        """Return a newly signed token."""
        del door, token
        return self._sign()

    def _sign(self) -> Token:
        now = int(time.time())
        expires = now + LIFETIME_SECONDS
        claims = {"sub": self._subject, "name": _NAME, "role": ROLE, "iat": now, "exp": expires + SKEW_SECONDS}
        return Token(jwt.encode(claims, self._secret, algorithm="HS256", headers={"kid": self._key_id}), expires)


@dataclass(frozen=True)
class TokenSettings:
    """The credentials of bots: a token, or keys with which to sign tokens."""

    token: str = variable("GALAXYTABLES_BOTS_TOKEN", secret, "a token with the role `bots`, instead of the keys")
    keys: Mapping[str, str] = variable(
        "GALAXYTABLES_TOKEN_KEYS",
        pairs(":", example="kid1:secret1,kid2:secret2"),
        "the lobby's keys, of which the first signs the bots' tokens",
    )


def identity(settings: TokenSettings) -> Identity:
    """Return the identity with which bots call the lobby.

    Raises `SettingError` if the settings have neither a token nor keys.
    """
    if settings.token:
        return Bearer(settings.token)
    if not settings.keys:
        raise SettingError(f"The bots need {_HINT}.")
    return Signed(*next(iter(settings.keys.items())))
