"""Answers `/alive`, which tells the probe that restarts a process whether the process still works.

It does not depend on other processes, since a restart would not bring those back.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

ALIVE = "/alive"
TURN_SECONDS = 2.0
"""How long an event loop may take to respond."""

Alive = Callable[[], bool]


def turning(loop: asyncio.AbstractEventLoop) -> Alive:
    """Return a check whether an event loop is running freely, to be called in another thread.

    The check fails if the loop is blocked or closed.
    """

    def alive() -> bool:
        turned = threading.Event()
        try:
            loop.call_soon_threadsafe(turned.set)
        except RuntimeError:
            return False
        return turned.wait(TURN_SECONDS)

    return alive


class Ticks:
    """Liveness of a process without an event loop: it counts ticks, and is alive if the last tick is recent."""

    def __init__(self, patience: float, clock: Callable[[], float] = time.monotonic) -> None:
        """`patience` is the maximum of seconds between ticks."""
        self._patience = patience
        self._clock = clock
        self._latest = clock()

    def count(self) -> None:
        """Record a tick, now."""
        self._latest = self._clock()

    def __call__(self) -> bool:
        """Return whether the last tick is recent."""
        return self._clock() - self._latest < self._patience


def answering(alive: Alive, others: WSGIApplication) -> WSGIApplication:
    """Return a WSGI application that answers `/alive` with 200 or 503, and passes other paths to `others`."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"] != ALIVE:
            return others(environ, start_response)
        status, body = ("200 OK", b"alive\n") if alive() else ("503 Service Unavailable", b"stuck\n")
        start_response(status, [("Content-Type", "text/plain"), ("Cache-Control", "no-store")])
        return [body]

    return answer
