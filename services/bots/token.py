"""As whom the bots call the lobby: a token with the role `bots`.

Either one is given (GALAXY_BOTS_TOKEN), or it is signed here with the first of the lobby's keys
(GALAXY_TOKEN_KEYS), anew before it expires.
"""

import time
from uuid import uuid4

import jwt

from galaxy_client import Bearer, Identity, Token
from galaxy_client.identity import Door
from services.serving import Environment, SettingError

ROLE = "bots"
LIFETIME_SECONDS = 3600
_NAME = "bots"
_HINT = "GALAXY_BOTS_TOKEN (a token with the role `bots`) or GALAXY_TOKEN_KEYS (kid:secret,...)"


class Signed(Identity):
    """A bot host that signs its own tokens."""

    def __init__(self, key_id: str, secret: str) -> None:
        """Take the key to sign with."""
        self._key_id, self._secret = key_id, secret
        # The lobby keeps offers by host: two processes under one name would withdraw each other's.
        self._subject = uuid4().hex

    async def obtain(self, door: Door) -> Token:
        """Sign a token."""
        del door
        return self._sign()

    async def renew(self, door: Door, token: Token) -> Token:
        """Sign another one."""
        del door, token
        return self._sign()

    def _sign(self) -> Token:
        now = int(time.time())
        expires = now + LIFETIME_SECONDS
        claims = {"sub": self._subject, "name": _NAME, "role": ROLE, "iat": now, "exp": expires}
        return Token(jwt.encode(claims, self._secret, algorithm="HS256", headers={"kid": self._key_id}), expires)


def read_identity(environment: Environment) -> Identity:
    """Read the environment. Raises `SettingError` where it holds neither token nor keys."""
    token = environment.text("GALAXY_BOTS_TOKEN", "")
    if token:
        return Bearer(token)
    keys = environment.pairs("GALAXY_TOKEN_KEYS", between=":", example="kid1:secret1,kid2:secret2")
    if not keys:
        raise SettingError(f"The bots need {_HINT}.")
    return Signed(*next(iter(keys.items())))
