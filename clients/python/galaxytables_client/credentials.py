"""Keeps the token of a connection: obtains it once and renews it before it expires."""

import asyncio
import time
from dataclasses import replace

import grpc

from galaxytables_client.backoff import Backoff
from galaxytables_client.errors import ClientError
from galaxytables_client.identity import Door, Identity, Token
from galaxytables_client.uncopied import Uncopied

Metadata = tuple[tuple[str, str], ...]
"""The metadata of a call."""

_RENEWED_AT = 0.5
"""The part of a token's life after which it is renewed."""

_SOONEST_SECONDS = 60.0
_LATEST_SECONDS = 24 * 3600.0
"""The longest wait until the time is checked again, since timers stop while a machine sleeps."""


def bearer(token: str) -> Metadata:
    """Return the metadata that carries a token."""
    return (("authorization", f"Bearer {token}"),)


class Credentials(Uncopied):
    """Keeps the token of one player at one server."""

    def __init__(self, identity: Identity, door: Door) -> None:
        self._identity = identity
        self._door = door
        self._token: Token | None = None
        self._metadata: Metadata = ()
        self._changing = asyncio.Lock()
        self._renew_at = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._renewing: asyncio.Task[None] | None = None
        self._backoff = Backoff(_SOONEST_SECONDS, 3600.0)

    @property
    def token(self) -> str:
        """Return the current token; empty before the first call that needed one."""
        return self._token.text if self._token is not None else ""

    @property
    def player(self) -> str:
        """Return the id of the player to whom the token belongs; empty if unknown."""
        return self._token.player if self._token is not None else ""

    @property
    def present(self) -> Metadata:
        """Return the metadata with the current token; empty before there is a token."""
        return self._metadata

    async def metadata(self) -> Metadata:
        """Return the metadata of a call, with a token. Raises `ClientError` if no token can be obtained."""
        if self._token is None:
            async with self._changing:
                if self._token is None:
                    self._take(await self._identity.obtain(self._door))
        return self._metadata

    async def replace(self, refused: Metadata) -> bool:
        """Replace the token in `refused`, unless it was replaced already.

        Returns whether the connection has another token now. Raises `ClientError` if no other token can be obtained.
        """
        async with self._changing:
            if self._metadata == refused and self._token is not None:
                self._take(await self._identity.renew(self._door, self._token))
        return self._metadata != refused

    async def exchange(self, text: str, expires: float) -> None:
        """Continue with another token of the same player; `expires` is in seconds since 1970.

        A refresh token stays as it is.
        """
        async with self._changing:
            held = self._token or Token(text)
            self._take(replace(held, text=text, expires=expires))

    async def sign_in(self, token: Token) -> None:
        """Continue as the account to which this token belongs, and let the identity store the token."""
        async with self._changing:
            self._take(token)
            self._identity.keep(self._door, token)

    async def sign_out(self) -> None:
        """Forget the token, and let the identity delete it where it is stored.

        For the next call that needs a token, the identity gets a new one.
        """
        async with self._changing:
            self._token, self._metadata = None, ()
            if self._timer is not None:
                self._timer.cancel()
            self._identity.forget(self._door)

    async def close(self) -> None:
        """Stop renewing the token."""
        if self._timer is not None:
            self._timer.cancel()
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.gather(self._renewing, return_exceptions=True)

    def _take(self, token: Token) -> None:
        self._token = token
        self._metadata = bearer(token.text)
        now = time.time()
        self._renew_at = now + max(_SOONEST_SECONDS, (token.expires - now) * _RENEWED_AT)
        self._backoff.reset()
        self._look_again(self._renew_at - now)

    def _look_again(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(min(seconds, _LATEST_SECONDS), self._look)

    def _look(self) -> None:
        left = self._renew_at - time.time()
        if left > 0:
            self._look_again(left)
        else:
            self._renewing = asyncio.create_task(self._renew(), name="renew-token")

    async def _renew(self) -> None:
        due = self._token
        async with self._changing:
            if due is None or self._token is not due:
                # It was replaced while this task waited for the lock.
                return
            try:
                self._take(await self._identity.renew(self._door, due))
            except ClientError:
                self._look_again(self._backoff.next())
            except grpc.aio.UsageError:
                # The caller has closed the channel, so nobody uses the token any more.
                pass
