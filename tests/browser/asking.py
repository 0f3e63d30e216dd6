"""Scenes of a browser in which the rest of the world is the test's: they say what they wait for."""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.browser.scenes import HERE, NODE, browser

SECONDS = 120


class Scene:
    """A scene that runs."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.said: list[str] = []

    async def until(self, line: str) -> None:
        assert self._process.stdout is not None
        async with asyncio.timeout(SECONDS):
            while line not in self.said:
                said = (await self._process.stdout.readline()).decode().strip()
                assert said or not self._process.stdout.at_eof(), "\n".join(self.said)
                self.said.append(said)

    async def tell(self, what: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{json.dumps(what)}\n".encode())
        await self._process.stdin.drain()


@asynccontextmanager
async def scene(script: str, address: str, folder: str, *words: str) -> AsyncIterator[Scene]:
    """Run a script of this folder at an address of the page; pictures of what goes wrong are left in `folder`."""
    pipe = asyncio.subprocess.PIPE
    environment = {"PATH": os.environ["PATH"], "HOME": folder, **browser()}
    process = await asyncio.create_subprocess_exec(
        str(NODE), script, address, folder, *words, cwd=HERE, env=environment, stdin=pipe, stdout=pipe
    )
    try:
        yield Scene(process)
        async with asyncio.timeout(SECONDS):
            await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
