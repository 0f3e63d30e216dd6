"""Tokens that say who somebody is: JWTs signed with HMAC-SHA-256.

Keys come from `GALAXY_TOKEN_KEYS` as `kid1:secret1,kid2:secret2`: the first signs, all verify, so a key is rotated
by putting a new one in front and taking the old one out once its tokens have expired.

A bot host's token carries the role `bots`; an operator makes one:

    python -m services.lobby.identity --role bots --name fillers --days 365
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from uuid import uuid4

import jwt

from services.lobby import errors
from services.lobby.identity.person import Person
from services.serving import Environment, SettingError

ROLE_BOTS = "bots"
VARIABLE = "GALAXY_TOKEN_KEYS"
# A shorter secret would be the weakest part of HMAC-SHA-256.
LEAST_SECRET_BYTES = 32
DAY = 24 * 3600
GUEST_DAYS = 90
_ALGORITHM = "HS256"
_CACHED = 4_096


@dataclass(frozen=True)
class Caller:
    """Who a token belongs to; `expires` in seconds since the epoch."""

    player: Person
    role: str
    expires: int

    @property
    def hosts_bots(self) -> bool:
        """Whether it may play bots' seats."""
        return self.role == ROLE_BOTS


def read_keys(environment: Environment) -> dict[str, bytes]:
    """Keys by their ids, the signing one first. Raises `SettingError`; never quotes a secret."""
    environment.required(VARIABLE, "the keys that sign players' tokens, as kid1:secret1,kid2:secret2")
    keys = {
        kid: secret.encode()
        for kid, secret in environment.pairs(VARIABLE, between=":", example="kid1:secret1,kid2:secret2").items()
    }
    for kid, secret in keys.items():
        if len(secret) < LEAST_SECRET_BYTES:
            raise SettingError(f"{VARIABLE}: the secret of key {kid!r} must have at least {LEAST_SECRET_BYTES} bytes.")
    return keys


class Tokens:
    """Makes and reads tokens."""

    def __init__(self, keys: Mapping[str, bytes], *, clock: Callable[[], float] = time.time) -> None:
        """Take the keys, the signing one first, and the clock, in seconds since the epoch."""
        self._keys = dict(keys)
        self._signing = next(iter(self._keys))
        self._clock = clock
        self._read: OrderedDict[str, Caller] = OrderedDict()

    def make(self, player: Person, *, role: str = "", days: float = GUEST_DAYS) -> tuple[str, int]:
        """A token for a player, and when it expires."""
        now = int(self._clock())
        expires = now + int(days * DAY)
        claims = {"sub": player.id, "name": player.name, "iat": now, "exp": expires}
        if role:
            claims["role"] = role
        headers = {"kid": self._signing}
        return jwt.encode(claims, self._keys[self._signing], algorithm=_ALGORITHM, headers=headers), expires

    def read(self, token: str) -> Caller:
        """Whose token it is. Raises TOKEN_INVALID, TOKEN_EXPIRED."""
        caller = self._read.get(token)
        if caller is None:
            caller = self._verify(token)
            self._read[token] = caller
            if len(self._read) > _CACHED:
                self._read.popitem(last=False)
        if caller.expires <= self._clock():
            self._read.pop(token, None)
            raise errors.token_expired()
        return caller

    def _verify(self, token: str) -> Caller:
        try:
            kid = jwt.get_unverified_header(token).get("kid")
            key = self._keys[kid] if isinstance(kid, str) else b""
            claims = jwt.decode(
                token,
                key,
                algorithms=[_ALGORITHM],
                # The lobby has a clock of its own, which tests can set.
                options={"verify_exp": False, "verify_iat": False, "require": ["sub", "exp", "iat"]},
            )
            player = Person(id=str(claims["sub"]), name=str(claims.get("name", "")))
            return Caller(player, role=str(claims.get("role", "")), expires=int(claims["exp"]))
        except (jwt.PyJWTError, KeyError, ValueError, TypeError):
            raise errors.token_invalid() from None


def new_player_id() -> str:
    """An id that no other player has."""
    return uuid4().hex
