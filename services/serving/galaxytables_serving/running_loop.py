"""Returns the running event loop without a system call.

`asyncio.get_running_loop` asks the system for the number of the process at every call, which on a virtual machine costs
more than much of what a choice does.
"""

import asyncio
import threading


class _Kept(threading.local):
    loop: asyncio.AbstractEventLoop | None = None


_kept = _Kept()


def running_loop() -> asyncio.AbstractEventLoop:
    """Return the event loop of this thread. Raises `RuntimeError` if none runs."""
    loop = _kept.loop
    if loop is None or not loop.is_running():
        loop = _kept.loop = asyncio.get_running_loop()
    return loop
