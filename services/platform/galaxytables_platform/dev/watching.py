"""Watches the files of a package for changes."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable
from collections.abc import Set as AbstractSet
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeAlias

from galaxytables_serving import StartError

Changes: TypeAlias = AsyncIterator[AbstractSet[tuple[object, str]]]
"""Sets of what has happened to which file."""


class WatcherMissingError(StartError):
    """The library that watches files is not installed."""


@asynccontextmanager
async def watched(folder: Path) -> AsyncIterator[Changes]:
    """Yield each change of the files in a folder from now on. Changes queue up until they are read.

    Raises `WatcherMissingError`.
    """
    try:
        from watchfiles import awatch
    except ModuleNotFoundError:
        raise WatcherMissingError("watchfiles is missing: pip install 'galaxytables[dev]'") from None
    changes = awatch(folder)
    first = asyncio.ensure_future(anext(changes))
    await asyncio.sleep(0)  # it watches from its first step on
    try:
        yield _after(first, changes)
    finally:
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        await changes.aclose()


async def _after(
    first: Awaitable[AbstractSet[tuple[object, str]]], rest: Changes
) -> AsyncGenerator[AbstractSet[tuple[object, str]], None]:
    yield await first
    async for changed in rest:
        yield changed
