"""Returns the running event loop without a system call.

`asyncio.get_running_loop` makes a system call for the process id each time, which is expensive on a virtual machine.
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
