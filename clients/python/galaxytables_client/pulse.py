"""Streams that are silent although they should not be."""

import asyncio
from types import TracebackType
from typing import Protocol, Self

import grpc

from galaxytables_client.errors import Unavailable


class Cancellable(Protocol):
    """What of a call is used here."""

    def cancel(self) -> bool:
        """End it."""


class Pulse:
    """Within it, a call of which nothing is heard for too long ends in `Unavailable`."""

    def __init__(self, call: Cancellable, address: str, silence: float) -> None:
        self._call = call
        self._address = address
        self._silence = silence
        self._loop = asyncio.get_running_loop()
        self._heard = self._loop.time()
        # Why it was given up.
        self._failed = ""
        self._timer = self._loop.call_later(self._silence, self._look)

    def heard(self) -> None:
        """Note that something came."""
        self._heard = self._loop.time()

    def give_up(self, words: str) -> None:
        """End the call, in `Unavailable` with these words."""
        self._failed = words
        self._call.cancel()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        task = asyncio.current_task()
        if self._failed and isinstance(error, asyncio.CancelledError) and not (task and task.cancelling()):
            raise Unavailable(grpc.StatusCode.DEADLINE_EXCEEDED, self._failed, address=self._address) from None

    def _look(self) -> None:
        left = self._heard + self._silence - self._loop.time()
        if left > 0:
            self._timer = self._loop.call_later(left, self._look)
        else:
            self.give_up(f"nothing was heard for {self._silence:.0f} seconds.")
