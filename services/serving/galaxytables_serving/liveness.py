"""Whether what a process lives by still turns: `/alive` tells whoever restarts processes that do not.

What depends on others is no part of it, since a restart would mend nothing there.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

ALIVE = "/alive"
TURN_SECONDS = 2.0
"""How long a loop may take until it comes round to a question."""

Alive = Callable[[], bool]


def turning(loop: asyncio.AbstractEventLoop) -> Alive:
    """Ask an event loop itself, from another thread; one that is blocked or closed does not answer."""

    def alive() -> bool:
        turned = threading.Event()
        try:
            loop.call_soon_threadsafe(turned.set)
        except RuntimeError:
            return False
        return turned.wait(TURN_SECONDS)

    return alive


class Ticks:
    """Counted by what turns without an event loop that could be asked; alive unless the last count was long ago."""

    def __init__(self, patience: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Take for how many seconds it may be silent."""
        self._patience = patience
        self._clock = clock
        self._latest = clock()

    def count(self) -> None:
        """It turns."""
        self._latest = self._clock()

    def __call__(self) -> bool:
        """Whether it has turned lately."""
        return self._clock() - self._latest < self._patience


def answering(alive: Alive, others: WSGIApplication) -> WSGIApplication:
    """Answer `/alive` with 200 or 503, and leave all else to others."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"] != ALIVE:
            return others(environ, start_response)
        status, told = ("200 OK", b"alive\n") if alive() else ("503 Service Unavailable", b"stuck\n")
        start_response(status, [("Content-Type", "text/plain"), ("Cache-Control", "no-store")])
        return [told]

    return answer
