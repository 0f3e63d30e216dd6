"""The servers that are compared. Each is run with everything that it needs, from its first process to its last."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench.peer.install import INSTALLED, NODE
from galaxytables_platform.console import Console
from galaxytables_platform.layout import free_layout
from galaxytables_platform.ports import HOST, free_ports
from galaxytables_platform.probes import redis_answers, until_healthy
from galaxytables_platform.redis_server import redis_command
from galaxytables_platform.running import running_platform
from galaxytables_platform.settings import RunSettings
from galaxytables_serving.settings import read_settings

START_SECONDS = 30.0


@dataclass(frozen=True)
class Running:
    """The address for players, and all processes that serve them."""

    address: str
    pids: tuple[int, ...]


@dataclass(frozen=True)
class Side:
    """A server: its name on the command line, its description, the protocol of its players, and how to run it."""

    name: str
    what: str
    players: str
    run: Callable[[], AbstractAsyncContextManager[Running]]


def all_sides(game: str, lobbies: int) -> tuple[Side, ...]:
    """Return our server, then its peers in the order of README.md."""
    race = partial(_node, "boardgame_server.js", "--game", "race")
    return (
        Side("ours", f"Galaxy Tables, {game}, in Redis", "galaxytables", partial(_platform, game, lobbies)),
        Side("a", "boardgame.io, counting, in memory", "boardgame", partial(_node, "boardgame_server.js")),
        Side("b", "boardgame.io, Race-shaped, ids, in memory", "boardgame", race),
        Side("c", "boardgame.io, Race-shaped, ids, in Redis", "boardgame", partial(race, redis=True)),
        Side(
            "d",
            "boardgame.io, Race-shaped, objects, in Redis",
            "boardgame",
            partial(race, "--cards=objects", redis=True),
        ),
        Side("floor", "Colyseus, counting, in memory", "colyseus", partial(_node, "colyseus_server.js")),
    )


@asynccontextmanager
async def _platform(game: str, lobbies: int) -> AsyncIterator[Running]:
    """Our platform with one game: every process that `make run` starts."""
    with tempfile.TemporaryDirectory(prefix="galaxytables-bench-") as folder:
        variables = {"GAMES": game, "LOBBIES": str(lobbies), "GALAXYTABLES_LOG_LEVEL": "warning"}
        layout = free_layout(read_settings(RunSettings, variables), Path(folder))
        async with running_platform(layout, Console()) as supervisor:
            pids = [child.pid for child in supervisor.children.values() if child.pid is not None]
            yield Running(layout.lobby, tuple(pids))


@asynccontextmanager
async def _node(program: str, *words: str, redis: bool = False) -> AsyncIterator[Running]:
    """A Node program, with a Redis beside it that is set as ours is."""
    async with AsyncExitStack() as stack:
        pids: list[int] = []
        if redis:
            url, pid = await stack.enter_async_context(_redis())
            words, pids = (*words, "--redis", url), [pid]
        [port] = free_ports(1)
        command = (str(NODE), str(INSTALLED / program), "--port", str(port), *words)
        process = await stack.enter_async_context(_process(command, asyncio.subprocess.PIPE))
        assert process.stdout is not None  # noqa: S101  # it was asked for
        async with asyncio.timeout(START_SECONDS):
            while line := await process.stdout.readline():
                if line == b"ready\n":
                    break
            else:
                raise RuntimeError(f"{program} ended while it started")
        yield Running(f"{HOST}:{port}", (process.pid, *pids))


@asynccontextmanager
async def _redis() -> AsyncIterator[tuple[str, int]]:
    """A Redis of its own, durable as ours: every write is on the disk before it is answered."""
    with tempfile.TemporaryDirectory(prefix="galaxytables-bench-") as folder:
        [port] = free_ports(1)
        async with _process(redis_command(Path(folder), HOST, port), asyncio.subprocess.DEVNULL) as process:
            await until_healthy(redis_answers(f"{HOST}:{port}"), within=START_SECONDS)
            yield f"redis://{HOST}:{port}", process.pid


@asynccontextmanager
async def _process(command: tuple[str, ...], stdout: int) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(*command, stdout=stdout)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()
