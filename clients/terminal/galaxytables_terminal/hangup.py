"""Notices that the terminal is gone, even if no SIGHUP came when its other end was closed."""

import os
import select
import threading
from collections.abc import Callable, Iterable

_STANDARD = (0, 1, 2)


def on_hangup(descriptor: int, gone: Callable[[], object]) -> None:
    """Call `gone`, in a thread of its own, once the terminal behind a file descriptor is gone.

    Before that, the standard streams are redirected to nowhere, so that code that still writes to the terminal neither
    fails nor blocks.
    """

    def wait() -> None:
        poll = select.poll()
        # No events are requested: POLLHUP is always reported.
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
