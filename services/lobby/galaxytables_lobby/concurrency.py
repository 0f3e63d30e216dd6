"""Helpers for asyncio: reading queues in batches, and starting and ending tasks."""

import asyncio
import sys
from collections.abc import Coroutine, Iterable
from typing import TypeVar

T = TypeVar("T")

_AGAIN_SECONDS = 0.2


async def take(queue: asyncio.Queue[T], limit: int = sys.maxsize) -> list[T]:
    """Wait until a queue has an item, and return all items that are in the queue then, at most `limit`."""
    taken = [await queue.get()]
    while len(taken) < limit and not queue.empty():
        taken.append(queue.get_nowait())
    return taken


def start_tasks(**work: Coroutine[None, None, None]) -> list[asyncio.Task[None]]:
    """Start a task for each coroutine, named like its argument. The caller must end them."""
    return [asyncio.create_task(each, name=name) for name, each in work.items()]


async def end_tasks(tasks: Iterable[asyncio.Task[object] | None]) -> None:
    """Cancel tasks and wait until they have ended, ignoring their errors.

    A library may swallow a cancellation, for example by raising a connection error while it closes the connection. So a
    task that has not ended after a moment is cancelled again.
    """
    pending = {task for task in tasks if task is not None and not task.done()}
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=_AGAIN_SECONDS)
