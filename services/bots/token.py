"""The token with which the bots call the lobby: a JWT with the role `bots`.

Either one is given (GALAXY_BOTS_TOKEN), or it is signed here with the first of the lobby's keys
(GALAXY_TOKEN_KEYS), anew before it expires.
"""

import time
from uuid import uuid4

import jwt

from services.serving import Environment, SettingError

ROLE = "bots"
LIFETIME_SECONDS = 3600
_NAME = "bots"
_HINT = "GALAXY_BOTS_TOKEN (a token with the role `bots`) or GALAXY_TOKEN_KEYS (kid:secret,...)"

Metadata = tuple[tuple[str, str], ...]


class TokenSource:
    """Gives call metadata with a valid token."""

    def __init__(self, *, token: str = "", key_id: str = "", secret: str = "") -> None:
        """Take a ready token, or the key to sign tokens with."""
        self._token = token
        self._key_id, self._secret = key_id, secret
        self._renew_at = float("inf") if token else 0.0
        # The lobby keeps offers by host: two processes under one name would withdraw each other's.
        self._subject = uuid4().hex

    @classmethod
    def read(cls, environment: Environment) -> "TokenSource":
        """Read the environment. Raises `SettingError` where it holds neither token nor keys."""
        token = environment.text("GALAXY_BOTS_TOKEN", "")
        if token:
            return cls(token=token)
        keys = environment.pairs("GALAXY_TOKEN_KEYS", between=":", example="kid1:secret1,kid2:secret2")
        if not keys:
            raise SettingError(f"The bots need {_HINT}.")
        key_id, secret = next(iter(keys.items()))
        return cls(key_id=key_id, secret=secret)

    def metadata(self) -> Metadata:
        """Give the metadata of a call to the lobby."""
        now = time.time()
        if now >= self._renew_at:
            self._token = self._sign(int(now))
            self._renew_at = now + LIFETIME_SECONDS / 2
        return (("authorization", f"Bearer {self._token}"),)

    def _sign(self, now: int) -> str:
        claims = {"sub": self._subject, "name": _NAME, "role": ROLE, "iat": now, "exp": now + LIFETIME_SECONDS}
        return jwt.encode(claims, self._secret, algorithm="HS256", headers={"kid": self._key_id})
