"""Streams that break are opened again."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import grpc

from galaxytables_client.backoff import Backoff
from galaxytables_client.errors import Broken, ClientError, TooMany, Unavailable

TOKEN_EXPIRED = "TOKEN_EXPIRED"  # noqa: S105  # a reason


@dataclass(frozen=True, slots=True)
class Lost:
    """A stream broke; after `wait` seconds it is opened again, for the `attempt`-th time in vain from 0."""

    error: ClientError
    wait: float
    attempt: int


OnLost = Callable[[Lost], None]


class Resuming:
    """When to open a stream again, and when not: no such table, no valid token."""

    def __init__(self, address: str, on_lost: OnLost | None = None) -> None:
        """Take whom to tell of each loss, before it is waited for."""
        self._address = address
        self._on_lost = on_lost
        self._backoff = Backoff(0.2, 5.0)
        self._attempt = 0

    def heard(self) -> None:
        """The stream stands: something came."""
        if self._attempt:
            self._backoff.reset()
            self._attempt = 0

    async def wait(self, error: ClientError | None) -> None:
        """Wait before the next attempt, after this error or an end in good order. Raises what will not pass."""
        if error is None:
            error = Unavailable(grpc.StatusCode.UNAVAILABLE, "It ended the stream.", address=self._address)
        if not isinstance(error, (Unavailable, Broken, TooMany)):
            raise error
        if error.reason == TOKEN_EXPIRED and not self._attempt:
            # Nothing was lost: it ended with its token, and there is another one.
            self._attempt = 1
            return
        wait = max(self._backoff.next(), error.retry_after or 0.0)
        if self._on_lost is not None:
            self._on_lost(Lost(error, wait, self._attempt))
        self._attempt += 1
        await asyncio.sleep(wait)
