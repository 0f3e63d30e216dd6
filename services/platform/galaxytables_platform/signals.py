"""Ends a command cleanly when a signal comes."""

import asyncio
import signal
from collections.abc import Coroutine


async def until_signal(work: Coroutine[object, object, int], *, at_signal: int) -> int:
    """Run a coroutine and return its result, or `at_signal` if a signal ended it.

    SIGINT, SIGTERM and SIGHUP cancel the coroutine; a second signal cancels its cleanup.
    """
    task = asyncio.ensure_future(work)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, task.cancel)
    try:
        return await task
    except asyncio.CancelledError:
        return at_signal
