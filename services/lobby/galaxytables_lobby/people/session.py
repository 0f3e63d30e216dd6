"""A session: a row of refresh tokens, each good for one use, which gives the next.

A refresh token is

    <player's id>.<secret of the session>.<number of the use>.<proof>

and the proof is HMAC-SHA-256 of the number under the secret, with a salt that the store alone has. Of the secret the
store has only a hash. So neither a token nor what the store holds is enough to make another token; a use that is
repeated because its answer was lost gives the same next token; and a store that has lost its last moments, or was put
back from a copy, knows a later token for what it is.

Whoever shows a token that was spent has stolen it, or was stolen from, and nobody can tell which: the session ends for
both. Two uses of one token are honest: a repeat under its request id, for as long as nothing was done with what it
had given, and another one within the grace, since tabs of a browser may get into each other's way.
"""

import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from galaxytables_lobby import errors
from galaxytables_lobby.ids import PlayerId

_SECRET_BYTES = 24
_SALT_BYTES = 16
# Of secrets that are drawn, not thought up, half of the hash is as good as all of it.
_DIGEST_BYTES = 16
_FORM = re.compile(r"([\x21-\x7e]{1,128})\.([\w-]{32})\.([0-9]{1,12})\.([\w-]{43})", re.ASCII)


class RefreshToken(NamedTuple):
    """A refresh token in its parts."""

    player_id: PlayerId
    secret: str
    number: int
    proof: str

    def __str__(self) -> str:
        """As it travels."""
        return f"{self.player_id}.{self.secret}.{self.number}.{self.proof}"

    @property
    def name(self) -> bytes:
        """What the store knows its session by; the secret does not follow from it."""
        return _digest(self.secret)

    @classmethod
    def parse(cls, text: str) -> "RefreshToken":
        """Read one. Raises REFRESH_TOKEN_INVALID."""
        parts = _FORM.fullmatch(text)
        if parts is None:
            raise errors.refresh_token_invalid()
        player_id, secret, number, proof = parts.groups()
        return cls(PlayerId(player_id), secret, int(number), proof)


class Session(msgspec.Struct, frozen=True, array_like=True):
    """A session as the store keeps it; times in milliseconds since the epoch."""

    player_name: str
    # When the player showed who they are: revoking the tokens of that time revokes all that came of them.
    begun: int
    until: int
    salt: bytes
    # The use that is good now; when the one before was made, and the hash of its request's id.
    number: int = 0
    used_at: int = 0
    request: bytes = b""

    def token(self, player_id: PlayerId, secret: str) -> RefreshToken:
        """The refresh token that is good now."""
        return RefreshToken(player_id, secret, self.number, self._proof(secret, self.number))

    def used(self, shown: RefreshToken, request_id: str, *, now: int, until: int, grace: int) -> "Use | None":
        """What showing a token leads to; None if it was spent, and nobody honest would show it now.

        Raises REFRESH_TOKEN_INVALID for one that was never given.
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
    """What a use leads to: the session after it."""

    session: Session
    repeated: bool


def new_session(player_name: str, *, begun: int, until: int) -> tuple[Session, str]:
    """A session and its secret."""
    session = Session(player_name, begun, until, secrets.token_bytes(_SALT_BYTES))
    return session, secrets.token_urlsafe(_SECRET_BYTES)


def _digest(text: str) -> bytes:
    return sha256(text.encode()).digest()[:_DIGEST_BYTES]


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Session)


def encode(session: Session) -> bytes:
    """The session as the store keeps it."""
    return _ENCODER.encode(session)


def decode(stored: bytes) -> Session:
    """The session that `encode` wrote."""
    return _DECODER.decode(stored)
