"""Decides whether and when to reopen streams that break."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import grpc

from galaxytables_client.backoff import Backoff
from galaxytables_client.errors import ClientError, LimitExceededError, ServerError, UnavailableError

TOKEN_EXPIRED = "TOKEN_EXPIRED"  # noqa: S105  # a reason


@dataclass(frozen=True, slots=True)
class Lost:
    """The loss of a stream. It is reopened after `wait` seconds; `attempt` counts earlier failures, from 0."""

    error: ClientError
    wait: float
    attempt: int


OnLost = Callable[[Lost], None]


class Resuming:
    """Waits before a stream is reopened.

    If reopening is pointless, for example without a valid token, the stream's error is raised instead.
    """

    def __init__(self, address: str, on_lost: OnLost | None = None) -> None:
        """`on_lost` is called for each loss, before the wait."""
        self._address = address
        self._on_lost = on_lost
        self._backoff = Backoff(0.2, 5.0)
        self._attempt = 0

    def heard(self) -> None:
        """Record that the stream works, because something has arrived."""
        if self._attempt:
            self._backoff.reset()
            self._attempt = 0

    async def wait(self, error: ClientError | None) -> None:
        """Wait before the next attempt, after a stream has ended with this error or (None) without one.

        Raises the error if it is not temporary.
        """
        if error is None:
            error = UnavailableError(grpc.StatusCode.UNAVAILABLE, "It ended the stream.", address=self._address)
        if not isinstance(error, (UnavailableError, ServerError, LimitExceededError)):
            raise error
        if error.reason == TOKEN_EXPIRED and not self._attempt:
            # Nothing was lost: the stream ended with its token, and there is a new one.
            self._attempt = 1
            return
        wait = max(self._backoff.next(), error.retry_after or 0.0)
        if self._on_lost is not None:
            self._on_lost(Lost(error, wait, self._attempt))
        self._attempt += 1
        await asyncio.sleep(wait)
