"""Signs and verifies tokens, which prove who a player is: JWTs with HMAC-SHA-256.

A bot host's token carries the role `bots`; an operator makes one:

    python -m galaxytables_lobby.identity --role bots --name fillers --days 365 --bots random,greedy
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from uuid import uuid4

import jwt

from galaxytables_lobby import errors
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.scopes import TokenScope
from galaxytables_lobby.ids import PlayerId
from galaxytables_serving.settings import Kind, pairs, variable
from galaxytables_serving.sources import Source

ROLE_BOTS = "bots"
# A shorter secret would be the weakest part of HMAC-SHA-256.
MIN_SECRET_BYTES = 32
DAY = 24 * 3600
GUEST_DAYS = 90
_ALGORITHM = "HS256"
# Claims: when the player first proved who they are (OpenID Connect's name), and that the token came with a refresh
# token.
_ISSUED, _REFRESHABLE = "auth_time", "refreshable"
# Claims: the session that the token came from (OpenID Connect's name), and whether its player has an account.
_SESSION, _ACCOUNT = "sid", "account"
# A bot host's claim: the bots that it may offer.
_BOTS = "bots"
_CACHED = 4_096


@dataclass(frozen=True)
class Caller:
    """The owner of a token; `expires` is in seconds since the epoch."""

    player: Person
    role: str
    expires: int
    # When the player first proved who they are, before any refreshes. 0 for callers whose tokens have been checked
    # already.
    issued: int = field(default=0, kw_only=True)
    # The token came with a refresh token.
    refreshable: bool = field(default=False, kw_only=True)
    # The id of the session that the token came from; empty for a token without a refresh token.
    session: str = field(default="", kw_only=True)
    # The player has an account.
    account: bool = field(default=False, kw_only=True)
    # For personal tokens: what they allow, and their id.
    scopes: frozenset[TokenScope] | None = field(default=None, kw_only=True)
    token_id: str = field(default="", kw_only=True)
    # For bot hosts: the bots that they may offer; None for any.
    bots: frozenset[str] | None = field(default=None, kw_only=True)
    # A caller without a token, who sees only what is public and over.
    visits: bool = field(default=False, kw_only=True)

    @property
    def hosts_bots(self) -> bool:
        """Return whether the caller may play bots' seats."""
        return self.role == ROLE_BOTS

    @property
    def automated(self) -> bool:
        """Return whether the caller is a program that plays seats as a bot: its personal token has the scope `bots`."""
        return self.scopes is not None and TokenScope.BOTS in self.scopes


@dataclass(frozen=True)
class Asker(Caller):
    """The caller of one call: the owner of the call's token, with the address that the call came from."""

    source: Source


def _read_keys(text: str) -> dict[str, bytes]:
    keys = {kid: secret.encode() for kid, secret in _PAIRS.parse(text).items()}
    if min(map(len, keys.values())) < MIN_SECRET_BYTES:
        raise ValueError
    return keys


_PAIRS = pairs(":", example="kid1:secret1,kid2:secret2", minimum=1)
_EXPECTED = f"{_PAIRS.expected}, each secret of at least {MIN_SECRET_BYTES} bytes"


@dataclass(frozen=True)
class TokenSettings:
    """The setting with the keys that sign tokens."""

    keys: Mapping[str, bytes] = variable(
        "GALAXYTABLES_TOKEN_KEYS",
        Kind(_read_keys, _EXPECTED, secret=True),
        "the keys of players' tokens: `kid1:secret1,…`; the first signs, all verify: put a new key first, remove the "
        "old one when its tokens have expired",
        default=None,
    )


class Tokens:
    """Signs and verifies tokens."""

    def __init__(self, keys: Mapping[str, bytes], *, clock: Callable[[], float] = time.time) -> None:
        """The first of `keys` signs new tokens; all of them verify. `clock` returns seconds since the epoch."""
        self._keys = dict(keys)
        self._signing = next(iter(self._keys))
        self._clock = clock
        self._read: OrderedDict[str, Caller] = OrderedDict()

    def by(self, clock: Callable[[], float]) -> "Tokens":
        """Return an object that signs and verifies with the same keys, and takes the time from another clock."""
        return Tokens(self._keys, clock=clock)

    def make(
        self,
        player: Person,
        *,
        role: str = "",
        bots: Collection[str] | None = None,
        days: float = GUEST_DAYS,
        issued: int | None = None,
    ) -> tuple[str, int]:
        """Return a token for a player, and when it expires. `issued` is the issue time of the token that it replaces.

        A bot host with such a token may offer only these `bots`, or any bot if that is None.
        """
        claims: dict[str, object] = {"role": role} if role else {}
        if bots is not None:
            claims[_BOTS] = sorted(bots)
        return self._signed(player, int(days * DAY), issued, claims)

    def make_refreshable(
        self, player: Person, *, seconds: float, issued: int, session: str, account: bool
    ) -> tuple[str, int]:
        """Return a session's access token, which comes with a refresh token, and when it expires."""
        claims = {_REFRESHABLE: True, _SESSION: session, **({_ACCOUNT: True} if account else {})}
        return self._signed(player, int(seconds), issued, claims)

    def _signed(self, player: Person, seconds: int, issued: int | None, more: Mapping[str, object]) -> tuple[str, int]:
        now = int(self._clock())
        claims = {"sub": player.id, "name": player.name, "iat": now, "exp": now + seconds, **more}
        if issued is not None:
            claims[_ISSUED] = issued
        headers = {"kid": self._signing}
        return jwt.encode(claims, self._keys[self._signing], algorithm=_ALGORITHM, headers=headers), now + seconds

    def read(self, token: str) -> Caller:
        """Return the owner of a token. Raises TOKEN_INVALID, TOKEN_EXPIRED."""
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
            claims = jwt.decode(
                token,
                # Without a known `kid` there is no key, so verification fails.
                self._keys[jwt.get_unverified_header(token)["kid"]],
                algorithms=[_ALGORITHM],
                # Expiry is checked by the lobby's clock, which tests can set.
                options={"verify_exp": False, "verify_iat": False, "require": ["sub", "exp", "iat"]},
            )
            player = Person(id=PlayerId(str(claims["sub"])), name=str(claims.get("name", "")))
            return Caller(
                player,
                role=str(claims.get("role", "")),
                expires=int(claims["exp"]),
                issued=int(claims.get(_ISSUED, claims["iat"])),
                refreshable=bool(claims.get(_REFRESHABLE, False)),
                session=str(claims.get(_SESSION, "")),
                account=bool(claims.get(_ACCOUNT, False)),
                bots=frozenset(map(str, claims[_BOTS])) if _BOTS in claims else None,
            )
        except (jwt.PyJWTError, KeyError, ValueError, TypeError):
            raise errors.token_invalid() from None


def new_player_id() -> PlayerId:
    """Return a new, random id for a player."""
    return PlayerId(uuid4().hex)
