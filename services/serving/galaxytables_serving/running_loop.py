"""The event loop that runs in this thread, without asking the system each time.

`asyncio.get_running_loop` asks the system for the number of the process at every call, which on a virtual machine costs
more than much of what a choice does.
"""

import asyncio
import threading


class _Kept(threading.local):
    loop: asyncio.AbstractEventLoop | None = None


_kept = _Kept()


def running_loop() -> asyncio.AbstractEventLoop:
    """The loop that runs in this thread. Raises `RuntimeError` where none does."""
    loop = _kept.loop
    if loop is None or not loop.is_running():
        loop = _kept.loop = asyncio.get_running_loop()
    return loop
