"""Serves the boards that games bring for the page, under addresses that change with their content.

`/boards.json` says where the board of each game is, and the page loads it at tables of that game. Boards have the
page's origin, so they are code that the operator trusts, like the rules that they come with.
"""

import asyncio
import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from galaxytables_web.asgi import Scope, Send
from galaxytables_web.page import File, file_of, files_in, give, only_reads, paths_in, say

PREFIX = "/boards/"
INDEX = "/boards.json"
MODULE = "board.js"
_DIGEST_CHARACTERS = 16

_State: TypeAlias = tuple[tuple[Path, int, int], ...]


class Boards:
    """The boards that games bring for the page, one folder each.

    When the page asks for the list of boards, boards whose files have changed are read again.
    """

    def __init__(self, folders: Mapping[str, Path]) -> None:
        self._folders = folders
        self._files: Mapping[str, File] = {}
        self._index = file_of(INDEX, b"{}")
        self._state: _State | None = None
        self._reading = asyncio.Lock()

    async def start(self) -> None:
        """Read the files of all boards, unless they are unchanged since they were last read."""
        async with self._reading:
            state = await asyncio.to_thread(_state_of, self._folders)
            if state != self._state:
                self._index, self._files = await asyncio.to_thread(_read, self._folders)
                self._state = state

    async def __call__(self, scope: Scope, send: Send) -> None:
        """Answer GET and HEAD for `/boards.json` or a file of a board."""
        if not await only_reads(scope, send):
            return
        if scope["path"] == INDEX:
            await self.start()
            await give(send, self._index, scope)
        elif (file := self._files.get(scope["path"])) is not None:
            await give(send, file, scope)
        else:
            await say(send, 404, "There is no such file of a board.")


def is_of_boards(path: str) -> bool:
    """Return whether a path is `/boards.json` or has the form of a path to a board's file."""
    return path == INDEX or path.startswith(PREFIX)


def _state_of(folders: Mapping[str, Path]) -> _State:
    """Return what changes with the files: their paths, times and sizes."""
    paths = [path for folder in folders.values() for path in paths_in(folder).values()]
    return tuple((path, path.stat().st_mtime_ns, path.stat().st_size) for path in paths)


def _read(folders: Mapping[str, Path]) -> tuple[File, dict[str, File]]:
    """Return where boards are, and their files by path. A folder without a module has none."""
    found: dict[str, File] = {}
    index = {}
    for game, folder in sorted(folders.items()):
        files = files_in(folder)
        if MODULE not in files:
            continue
        address = f"{PREFIX}{game}/{_digest(files)}/"
        index[game] = address + MODULE
        found |= {address + name: replace(file, for_ever=True) for name, file in files.items()}
    return file_of(INDEX, json.dumps(index).encode()), found


def _digest(files: Mapping[str, File]) -> str:
    digest = hashlib.sha256()
    for name, file in sorted(files.items()):
        digest.update(name.encode() + b"\0" + file.tag)
    return digest.hexdigest()[:_DIGEST_CHARACTERS]
