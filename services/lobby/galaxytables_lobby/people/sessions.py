"""Sessions of players: chains of refresh tokens, of which each is used once to get the next. The store keeps sessions.

A refresh token is

    <player's id>.<secret of the session>.<number of the use>.<proof>

and the proof is HMAC-SHA-256 of the number under the secret, with a salt that only the store has. The store has only a
hash of the secret. So neither a token nor the store's data is enough to make another token. A use that is repeated
because its answer was lost returns the same next token. A store that lost its latest writes, or was restored from a
backup, still accepts later tokens.

If a spent token is used again, one of its two users has stolen it. Nobody can tell which, so the session ends for both.
Two kinds of repeats are honest: the same request id, as long as the next token has not been used, and any request
within the grace, since tabs of one browser may compete.
"""

import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

import msgspec
import structlog
from msgspec.structs import replace

from galaxytables_lobby import errors
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.metrics import REFRESHES
from galaxytables_lobby.people.tokens import DAY, Caller, Tokens
from galaxytables_lobby.ports import Store
from galaxytables_serving.settings import Kind, seconds, variable

_SECRET_BYTES = 24
_SALT_BYTES = 16
# The secrets are random, so half of the hash is as good as all of it.
_DIGEST_BYTES = 16
_FORM = re.compile(r"([\x21-\x7e]{1,128})\.([\w-]{32})\.([0-9]{1,12})\.([\w-]{43})", re.ASCII)


class RefreshToken(NamedTuple):
    """The parts of a refresh token."""

    player_id: PlayerId
    secret: str
    number: int
    proof: str

    def __str__(self) -> str:
        """Return the token as text."""
        return f"{self.player_id}.{self.secret}.{self.number}.{self.proof}"

    @property
    def name(self) -> bytes:
        """Return the session's key in the store: a hash, which does not reveal the secret."""
        return _digest(self.secret)

    @classmethod
    def parse(cls, text: str) -> "RefreshToken":
        """Parse a refresh token. Raises REFRESH_TOKEN_INVALID."""
        parts = _FORM.fullmatch(text)
        if parts is None:
            raise errors.refresh_token_invalid()
        player_id, secret, number, proof = parts.groups()
        return cls(PlayerId(player_id), secret, int(number), proof)


class Session(msgspec.Struct, frozen=True, array_like=True):
    """A session as the store keeps it; times in milliseconds since the epoch."""

    player_name: str
    # When the player first proved who they are. Revoking the tokens of that time also revokes all refreshed ones.
    begun: int
    until: int
    salt: bytes
    # The number of the use that is valid now; when the previous use was made, and the hash of its request id.
    number: int = 0
    used_at: int = 0
    request: bytes = b""
    # What the client calls the device, and whether the player has an account.
    label: str = ""
    account: bool = False

    def token(self, player_id: PlayerId, secret: str) -> RefreshToken:
        """Return the session's refresh token that is valid now."""
        return RefreshToken(player_id, secret, self.number, self._proof(secret, self.number))

    def used(self, shown: RefreshToken, request_id: str, *, now: int, until: int, grace: int) -> "Use | None":
        """Return the result of using a refresh token. Returns None if the token was used before.

        A repeat still counts as the same use if it comes within the `grace` period, or has the same request id. Raises
        REFRESH_TOKEN_INVALID for a token that was never issued.
        """
        if not hmac.compare_digest(shown.proof, self._proof(shown.secret, shown.number)):
            raise errors.refresh_token_invalid()
        request = _digest(request_id) if request_id else b""
        if shown.number >= self.number:
            number = shown.number + 1
            return Use(replace(self, until=until, number=number, used_at=now, request=request), repeated=False)
        is_last = shown.number == self.number - 1
        if is_last and (now < self.used_at + grace or request == self.request != b""):
            return Use(self, repeated=True)
        return None

    def _proof(self, secret: str, number: int) -> str:
        proof = hmac.digest(secret.encode(), self.salt + str(number).encode(), "sha256")
        return urlsafe_b64encode(proof).rstrip(b"=").decode()


@dataclass(frozen=True)
class Use:
    """The result of using a refresh token: the session afterwards, and whether the use was a repeat."""

    session: Session
    repeated: bool


def new_secret() -> str:
    """Return the secret of a new session."""
    return secrets.token_urlsafe(_SECRET_BYTES)


def session_id(name: bytes) -> str:
    """Return the id by which players and tokens name a session; it is no secret."""
    return urlsafe_b64encode(name).rstrip(b"=").decode()


def id_of_secret(secret: str) -> str:
    """Return the id of the session that has a secret."""
    return session_id(_digest(secret))


def _digest(text: str) -> bytes:
    return sha256(text.encode()).digest()[:_DIGEST_BYTES]


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Session)


def encode(session: Session) -> bytes:
    """Return a session as the bytes that the store keeps."""
    return _ENCODER.encode(session)


def decode(stored: bytes) -> Session:
    """Return the session that `encode` wrote."""
    return _DECODER.decode(stored)


def _days(minimum: float, maximum: float) -> Kind[float]:
    given = seconds(minimum, maximum)
    return Kind(given.parse, f"days from {minimum:.15g} to {maximum:.15g}")


@dataclass(frozen=True)
class SessionSettings:
    """Settings that say how long the tokens of players are valid."""

    access: float = variable(
        "GALAXYTABLES_ACCESS_SECONDS",
        seconds(30, DAY),
        "how long a token is good that came with a refresh token; a stolen one is for no longer",
        default="900",
    )
    refresh_days: float = variable(
        "GALAXYTABLES_REFRESH_DAYS",
        _days(0.01, 3_650),
        "how long a refresh token waits for its use: a guest who stays away for longer is lost",
        default="90",
    )
    grace: float = variable(
        "GALAXYTABLES_REFRESH_GRACE_SECONDS",
        seconds(0, 600),
        "for how long after its use a refresh token is answered once more under another request id, since tabs of a "
        "browser may get into each other's way; after that it counts as stolen",
        default="30",
    )
    unrefreshed_days: float = variable(
        "GALAXYTABLES_LONG_TOKEN_DAYS",
        _days(0, 3_650),
        "how long a token is good for clients that ask for no refresh token, as older ones do; 0: for no longer "
        "than others are",
        default="90",
    )


_log = structlog.get_logger(__name__)

# How many sessions a player may have; the least recently used one ends.
MAX_SESSIONS = 16
# How often a use is retried because another one was faster.
_ATTEMPTS = 8


@dataclass(frozen=True)
class Pair:
    """An access token and the refresh token that gets the next pair.

    Both have the time when they expire, in seconds since the epoch.
    """

    token: str
    expires: int
    refresh_token: str
    refresh_expires: int


async def sessions_of(store: Store, player_id: PlayerId) -> dict[str, Session]:
    """Return a player's sessions by their ids, oldest first. Raises STORE_UNAVAILABLE."""
    found = {session_id(name): decode(stored) for name, stored in (await store.sessions_of(player_id)).items()}
    return dict(sorted(found.items(), key=lambda each: each[1].begun))


class Sessions:
    """Begins sessions and refreshes their tokens."""

    def __init__(self, store: Store, tokens: Tokens, settings: SessionSettings, clock: Callable[[], float]) -> None:
        """`clock` returns seconds since the epoch."""
        self._store = store
        self._tokens = tokens
        self._settings = settings
        self._clock = clock
        self._lasting = int(settings.refresh_days * DAY * 1000)

    def lasting_token(self, player: Person, *, replacing: Caller | None = None) -> tuple[str, int]:
        """Return a long-lived token without a refresh token, and when it expires.

        It has the same rights as the token that it replaces. A bot host's token lasts `GUEST_DAYS`.
        """
        if replacing is not None and replacing.role:
            return self._tokens.make(player, role=replacing.role, bots=replacing.bots, issued=replacing.issued)
        days = max(self._settings.unrefreshed_days, self._settings.access / DAY)
        return self._tokens.make(player, days=days, issued=None if replacing is None else replacing.issued)

    async def begin(
        self,
        player: Person,
        *,
        issued: int | None = None,
        label: str = "",
        account: bool = False,
        secret: str | None = None,
    ) -> Pair:
        """Begin a session of a player who signed in at `issued`, in Unix seconds; by default now.

        `label` names the device. If the session's id must be known beforehand, pass a `secret` from `new_secret`.
        Raises STORE_UNAVAILABLE.
        """
        now, secret = self._now(), secret or new_secret()
        session = Session(
            player.name,
            begun=now if issued is None else issued * 1000,
            until=now + self._lasting,
            salt=secrets.token_bytes(_SALT_BYTES),
            label=label,
            account=account,
        )
        if issued is not None or account:
            await self._make_room(player.id, now)
        token = session.token(player.id, secret)
        await self._store.keep_session(player.id, token.name, encode(session), instead_of=b"", lasting=self._lasting)
        return self._pair(token, session)

    async def refresh(self, text: str, request_id: str, let_in: Callable[[Caller], None]) -> Pair:
        """Use a refresh token and return the next pair; `let_in` raises if the player's calls are refused.

        Raises the errors of `let_in`, REFRESH_TOKEN_INVALID, REFRESH_TOKEN_SPENT, STORE_UNAVAILABLE.
        """
        shown = RefreshToken.parse(text)
        for _ in range(_ATTEMPTS):
            stored = await self._store.session(shown.player_id, shown.name)
            session, now = None if stored is None else decode(stored), self._now()
            if stored is None or session is None or session.until <= now:
                REFRESHES.labels("unknown").inc()
                raise errors.refresh_token_invalid()
            player = Person(shown.player_id, session.player_name)
            let_in(
                Caller(
                    player,
                    role="",
                    expires=session.until // 1000,
                    issued=session.begun // 1000,
                    session=session_id(shown.name),
                    account=session.account,
                )
            )
            use = session.used(
                shown, request_id, now=now, until=now + self._lasting, grace=int(self._settings.grace * 1000)
            )
            if use is None:
                await self._store.end_session(shown.player_id, shown.name)
                REFRESHES.labels("spent").inc()
                _log.warning("session_ended", player=shown.player_id, why="spent")
                raise errors.refresh_token_spent()
            if use.repeated or await self._store.keep_session(
                shown.player_id, shown.name, encode(use.session), instead_of=stored, lasting=self._lasting
            ):
                REFRESHES.labels("repeated" if use.repeated else "refreshed").inc()
                return self._pair(use.session.token(shown.player_id, shown.secret), use.session)
        raise errors.store_unavailable()

    async def rename(self, player: Person) -> None:
        """Update a player's name in all of their sessions. Raises STORE_UNAVAILABLE."""
        for _ in range(_ATTEMPTS):
            found = (await self._store.sessions_of(player.id)).items()
            others = [(name, stored) for name, stored in found if decode(stored).player_name != player.name]
            if not others:
                return
            for name, stored in others:
                renamed = replace(decode(stored), player_name=player.name)
                await self._store.keep_session(
                    player.id, name, encode(renamed), instead_of=stored, lasting=self._lasting
                )
        raise errors.store_unavailable()

    def access_token(self, player: Person, *, issued: int, session: str, account: bool) -> tuple[str, int]:
        """Return a short-lived token for a player with a session, and when it expires, in seconds since the epoch."""
        return self._tokens.make_refreshable(
            player, seconds=self._settings.access, issued=issued, session=session, account=account
        )

    async def _make_room(self, player_id: PlayerId, now: int) -> None:
        """End the expired sessions and, if there are too many, the least recently used ones."""
        found = {name: decode(stored) for name, stored in (await self._store.sessions_of(player_id)).items()}
        newest = sorted(found, key=lambda name: -found[name].until)
        for place, name in enumerate(newest):
            if place >= MAX_SESSIONS - 1 or found[name].until <= now:
                await self._store.end_session(player_id, name)

    def _pair(self, token: RefreshToken, session: Session) -> Pair:
        player = Person(token.player_id, session.player_name)
        text, expires = self.access_token(
            player, issued=session.begun // 1000, session=session_id(token.name), account=session.account
        )
        return Pair(text, expires, str(token), session.until // 1000)

    def _now(self) -> int:
        return int(self._clock() * 1000)
