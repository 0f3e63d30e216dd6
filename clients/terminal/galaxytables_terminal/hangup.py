"""A terminal that vanishes without a word: its other end is closed, and no SIGHUP comes."""

import os
import select
import threading
from collections.abc import Callable, Iterable

_STANDARD = (0, 1, 2)


def on_hangup(descriptor: int, gone: Callable[[], object]) -> None:
    """Call `gone`, from a thread of its own, once the terminal behind a descriptor has gone; until then, only wait.

    The standard streams lead nowhere from then on: who still writes to the terminal shall end in order, not by an
    error or by waiting for a reader.
    """

    def wait() -> None:
        poll = select.poll()
        # No events asked for: what is left is hanging up, which cannot be left out.
        poll.register(descriptor, 0)
        poll.poll()
        _lead_nowhere(_STANDARD)
        gone()

    threading.Thread(target=wait, name="hangup", daemon=True).start()


def _lead_nowhere(descriptors: Iterable[int]) -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in descriptors:
        os.dup2(nowhere, descriptor)
    os.close(nowhere)
