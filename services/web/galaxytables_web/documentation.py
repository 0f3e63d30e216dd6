"""Serves the documentation at `/docs/`: the site that `make docs` builds. Each file is read when it is first requested.

Only files that were in the folder at the start have an address here, so no address can lead outside the folder.
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path

import structlog

from galaxytables_web.asgi import Header, Scope, Send
from galaxytables_web.page import GUARDS, INDEX, POLICY, File, give, only_reads, paths_in, read_file, say

PREFIX = "/docs/"

# Its theme has small pictures in its styles, and hides parts of a page by attributes of style. No script is inline.
_POLICY = POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'").replace(
    "img-src 'self'", "img-src 'self' data:"
)
_GUARDS: tuple[Header, ...] = ((b"content-security-policy", _POLICY.encode()), *GUARDS[1:])

_log = structlog.get_logger(__name__)


class Documentation:
    """An ASGI application that answers paths below `/docs/` with the files of a folder."""

    def __init__(self, folder: Path) -> None:
        """The folder may not exist."""
        self._folder = folder
        self._paths: Mapping[str, Path] = {}
        self._files: dict[str, File] = {}

    async def start(self) -> None:
        """List the files of the folder; if there are none, log that."""
        self._paths = await asyncio.to_thread(paths_in, self._folder)
        if not self._paths:
            _log.info("documentation_missing", folder=str(self._folder))

    async def __call__(self, scope: Scope, send: Send) -> None:
        """Answer GET and HEAD with the file of a path."""
        if not await only_reads(scope, send):
            return
        name = scope["path"].removeprefix(PREFIX)
        path = self._paths.get(f"{name}{INDEX}" if not name or name.endswith("/") else name)
        if path is None:
            await say(send, 404, "There is no such page.")
        else:
            await give(send, await self._read(path), scope, _GUARDS)

    async def _read(self, path: Path) -> File:
        file = self._files.get(str(path))
        if file is None:
            file = self._files[str(path)] = await asyncio.to_thread(read_file, path.name, path)
        return file
