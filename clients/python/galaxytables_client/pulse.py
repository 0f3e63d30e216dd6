"""Ends streams on which nothing has arrived for too long."""

import asyncio
from types import TracebackType
from typing import Protocol, Self

import grpc

from galaxytables_client.errors import UnavailableError


class Cancellable(Protocol):
    """The part of a gRPC call that `Pulse` uses."""

    def cancel(self) -> bool:
        """Cancel the call."""


class Pulse:
    """A context manager for a streaming call.

    If nothing arrives on the call for too long, it is ended with `UnavailableError`.
    """

    def __init__(self, call: Cancellable, address: str, silence: float) -> None:
        self._call = call
        self._address = address
        self._silence = silence
        self._loop = asyncio.get_running_loop()
        self._heard = self._loop.time()
        # The message with which the call was ended.
        self._failed = ""
        self._timer = self._loop.call_later(self._silence, self._look)

    def heard(self) -> None:
        """Record that something has arrived on the call."""
        self._heard = self._loop.time()

    def give_up(self, words: str) -> None:
        """End the call with `UnavailableError` and a message."""
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
            raise UnavailableError(grpc.StatusCode.DEADLINE_EXCEEDED, self._failed, address=self._address) from None

    def _look(self) -> None:
        left = self._heard + self._silence - self._loop.time()
        if left > 0:
            self._timer = self._loop.call_later(left, self._look)
        else:
            self.give_up(f"nothing was heard for {self._silence:.0f} seconds.")
