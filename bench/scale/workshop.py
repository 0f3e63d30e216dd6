"""Runs what the simulated lobbies need: a real Redis and a real rules service, each as a process of its own."""

import asyncio
import os
import secrets
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from bench.scale.desk import Desk
from galaxytables_lobby.adapters.rules.directory import Directory
from galaxytables_lobby.app import open_lobby
from galaxytables_lobby.people.limit_settings import NO_LIMITS
from galaxytables_lobby.people.tokens import Tokens
from galaxytables_lobby.settings import Settings
from galaxytables_platform.games import package_of
from galaxytables_platform.ports import HOST, free_ports
from galaxytables_platform.probes import Probe, grpc_serves, redis_answers, until_healthy
from galaxytables_platform.redis_server import redis_command
from galaxytables_serving.settings import read_settings

START_SECONDS = 60.0
_CACHED_TABLES = 20_000


@dataclass
class Workshop:
    """Opens lobbies in this process. `port` is the port of Redis."""

    game: str
    port: int
    settings: Settings
    desks: list[Desk] = field(default_factory=list)
    _stack: AsyncExitStack = field(default_factory=AsyncExitStack)
    _keys: dict[str, bytes] = field(default_factory=lambda: {"bench": secrets.token_bytes(32)})

    def __post_init__(self) -> None:
        self._tokens = Tokens(self._keys)

    async def open_lobbies(self, count: int) -> None:
        """Open lobbies until there are `count`."""
        while len(self.desks) < count:
            lobby = await self._stack.enter_async_context(open_lobby(self.settings, self._tokens, NO_LIMITS))
            await cast("Directory", lobby.games).probed()  # the port does not say that a first look is over
            self.desks.append(Desk(lobby))

    async def close(self) -> None:
        """Close all lobbies."""
        await self._stack.aclose()


@asynccontextmanager
async def open_workshop(game: str, folder: Path) -> AsyncIterator[Workshop]:
    """Run Redis and the rules service of a game while the block runs. At first no lobby is open."""
    redis, rules = free_ports(2)
    (folder / "redis").mkdir()
    variables = {
        "GALAXYTABLES_GAMES": f"{game}=dns:///{HOST}:{rules}",
        "GALAXYTABLES_REDIS_URL": f"redis://{HOST}:{redis}/0",
        "GALAXYTABLES_ARCHIVE_URL": f"sqlite:///{folder / 'archive.db'}",
        "GALAXYTABLES_CACHED_TABLES": str(_CACHED_TABLES),
    }
    package = package_of(game)
    if package is None:
        raise LookupError(f"no game {game!r}")
    environment = {**os.environ, "GALAXYTABLES_LISTEN": f"{HOST}:{rules}", "GALAXYTABLES_LOG_LEVEL": "error"}
    async with AsyncExitStack() as stack:
        # Nothing is measured here that waits for a disk; the later of two settings counts.
        command = (*redis_command(folder / "redis", HOST, redis), "--appendfsync", "no")
        await stack.enter_async_context(_process(command, dict(os.environ), redis_answers(f"{HOST}:{redis}")))
        command = (sys.executable, "-m", package)
        await stack.enter_async_context(_process(command, environment, grpc_serves(f"{HOST}:{rules}")))
        workshop = Workshop(game, redis, read_settings(Settings, variables))
        stack.push_async_callback(workshop.close)
        yield workshop


@asynccontextmanager
async def _process(command: tuple[str, ...], environment: dict[str, str], probe: Probe) -> AsyncIterator[None]:
    process = await asyncio.create_subprocess_exec(*command, env=environment, stdout=asyncio.subprocess.DEVNULL)
    try:
        await until_healthy(probe, within=START_SECONDS)
        yield
    finally:
        process.terminate()
        await process.wait()
