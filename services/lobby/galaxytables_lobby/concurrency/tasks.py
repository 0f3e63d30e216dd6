"""Starting background tasks, and ending them for certain."""

import asyncio
from collections.abc import Coroutine, Iterable

_AGAIN_SECONDS = 0.2


def start_tasks(**work: Coroutine[None, None, None]) -> list[asyncio.Task[None]]:
    """Start tasks, each under its name; the caller ends them."""
    return [asyncio.create_task(each, name=name) for name, each in work.items()]


async def end_tasks(tasks: Iterable[asyncio.Task[object] | None]) -> None:
    """Cancel tasks and wait until they have ended, whatever they end with.

    A library underneath may lose a cancellation, for example by raising a connection error while it closes the
    connection; so one that has not ended after a moment is cancelled again.
    """
    pending = {task for task in tasks if task is not None and not task.done()}
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=_AGAIN_SECONDS)
