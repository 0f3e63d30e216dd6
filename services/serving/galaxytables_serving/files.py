"""Raises and watches this process's limit of open files, which also limits its connections."""

import asyncio
import errno
import os
import resource
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

import structlog

from galaxytables_serving.metrics import FILES_OUT
from galaxytables_serving.rhythm import until_next

_log = structlog.get_logger(__name__)

# Linux allows no process more than this by default (`fs.nr_open`).
_MAX_FILES = 1_048_576
# For all other files: logs, the store, rules services, and connections that are being refused.
RESERVED = 128
USUAL_CONNECTIONS = 20_000
"""How many connections a server accepts by default, if it may open enough files."""
LOOK_SECONDS = 1.0


def raise_file_limit() -> None:
    """Raise this process's limit of open files to what the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = _MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, _MAX_FILES)
    if soft == resource.RLIM_INFINITY or soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))


def connections_within(requested: int | None, variable: str) -> int:
    """Return how many connections a server may accept: as many as `requested`, but fewer if too few files may be open.

    If it is fewer, that is logged with the name of the setting (`variable`). None means `USUAL_CONNECTIONS`, and is not
    logged.
    """
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    connections = USUAL_CONNECTIONS if requested is None else requested
    if limit == resource.RLIM_INFINITY:
        return connections
    room = max(1, limit - RESERVED)
    if requested is not None and requested > room:
        _tell_excess(variable, requested, room, limit)
    return min(connections, room)


@cache
def _tell_excess(variable: str, requested: int, room: int, limit: int) -> None:
    """Log a setting that exceeds the open files, once for all ports."""
    _log.warning("settings_exceed_files", variable=variable, wanted=requested, connections=room, files=limit)


@asynccontextmanager
async def watching_files() -> AsyncIterator[None]:
    """While the block runs, log when no more files can be opened.

    New connections are then reset without an error.
    """

    async def watch() -> None:
        out = False
        while True:
            await asyncio.sleep(until_next(LOOK_SECONDS))
            was, out = out, _is_out()
            if out:
                FILES_OUT.inc()
            if out != was:
                _log.warning(
                    "out_of_files" if out else "files_available", files=resource.getrlimit(resource.RLIMIT_NOFILE)[0]
                )

    watcher = asyncio.create_task(watch(), name="files")
    try:
        yield
    finally:
        watcher.cancel()
        await asyncio.gather(watcher, return_exceptions=True)


def _is_out() -> bool:
    try:
        os.close(os.dup(2))
    except OSError as error:
        return error.errno in (errno.EMFILE, errno.ENFILE)
    return False
