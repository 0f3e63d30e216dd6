"""Measures what a library would cost in place of two parts of ours: the Redis client, and the gateway's tunnels.

    python -m bench.borrowed [--workers 200] [--commands 100] [--tables 40] [--choices 150] [--rounds 2]

Each pair is measured in turn in one run. The Redis clients send the same script, with a kilobyte of arguments, to one
Valkey that stores nothing on disk. Their own processor time counts, and that of the server. For the gateway the
processor time of its process counts, while two watchers follow every choice; the lobby is in neither figure.
"""

import argparse
import asyncio
import subprocess
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from statistics import median

import psutil
import redis.asyncio

from bench.figures import Figure, print_figures
from bench.gateway import choices_through
from galaxytables_lobby.adapters.redis.url import read_url
from galaxytables_lobby.adapters.redis.wire import Wire
from galaxytables_platform.ports import HOST, free_ports
from galaxytables_platform.redis_server import redis_executable

SCRIPT = "redis.call('SET', KEYS[1], ARGV[1]) return redis.call('HSET', KEYS[1] .. ':h', 'f', ARGV[2])"
VALUES = (b"x" * 1_000, b"y" * 300)
SECONDS = 30.0

Send = Callable[[str], Awaitable[object]]
"""Runs the script on a key."""


@asynccontextmanager
async def _ours(port: int) -> AsyncIterator[Send]:
    wire = Wire(read_url(f"redis://{HOST}:{port}/0"))
    wire.start()
    digest = await wire.run("SCRIPT", "LOAD", SCRIPT)
    try:
        yield lambda key: wire.run("EVALSHA", digest, 1, key, *VALUES)
    finally:
        await wire.close()


@asynccontextmanager
async def _redis_py(port: int) -> AsyncIterator[Send]:
    async with redis.asyncio.Redis(host=HOST, port=port, max_connections=10_000) as client:
        digest = await client.script_load(SCRIPT)
        yield lambda key: client.evalsha(digest, 1, key, *VALUES)


CLIENTS: dict[str, Callable[[int], AbstractAsyncContextManager[Send]]] = {"ours": _ours, "redis-py": _redis_py}


async def command_cost(client: str, workers: int, commands: int) -> tuple[float, float]:
    """Return the processor time of a command in microseconds: that of the client, and that of the server."""
    (port,) = free_ports(1)
    server = subprocess.Popen(  # noqa: ASYNC220 - nothing else runs meanwhile
        [redis_executable(), "--port", str(port), "--bind", HOST, "--save", ""], stdout=subprocess.DEVNULL
    )
    try:
        await _listens(port)
        async with CLIENTS[client](port) as send:
            await _all(send, workers, 5)
            here, there = time.process_time(), _seconds(server.pid)
            await _all(send, workers, commands)
            share = 1e6 / (workers * commands)
            return (time.process_time() - here) * share, (_seconds(server.pid) - there) * share
    finally:
        server.terminate()
        server.wait()


async def _all(send: Send, workers: int, commands: int) -> None:
    async def work(key: str) -> None:
        for _ in range(commands):
            await send(key)

    await asyncio.gather(*(work(f"{{{number}}}") for number in range(workers)))


async def _listens(port: int) -> None:
    async with asyncio.timeout(SECONDS):
        while True:
            with suppress(OSError):
                _, writer = await asyncio.open_connection(HOST, port)
                writer.close()
                return
            await asyncio.sleep(0.05)


def _seconds(pid: int) -> float:
    spent = psutil.Process(pid).cpu_times()
    return float(spent.user + spent.system)


async def measured(workers: int, commands: int, tables: int, choices: int, rounds: int) -> list[Figure]:
    """Return every figure, as the median of all rounds."""
    costs: dict[str, list[tuple[float, float]]] = {name: [] for name in CLIENTS}
    gateway: dict[bool, list[float]] = {True: [], False: []}
    for _ in range(rounds):
        for name in CLIENTS:
            costs[name].append(await command_cost(name, workers, commands))
        for tunnels, spent in gateway.items():
            (seconds,) = await choices_through(1, tables, choices, tunnels=tunnels)
            spent.append(seconds / (tables * choices) * 1e6)
    figures = []
    for name, pairs in costs.items():
        figures.append(Figure(f"{name}: client, a command of {workers} at once", median(p[0] for p in pairs), "us"))
        figures.append(Figure(f"{name}: server, the same", median(p[1] for p in pairs), "us"))
    ours, theirs = (median(map(sum, costs[name])) for name in CLIENTS)
    with_tunnels, without = (median(gateway[tunnels]) for tunnels in (True, False))
    return [
        *figures,
        Figure("redis-py beside ours, client and server", theirs / ours, ""),
        Figure("gateway: a choice with two watching, through tunnels", with_tunnels, "us"),
        Figure("gateway: the same, each call one of gRPC's own", without, "us"),
        Figure("gateway: without tunnels beside with", without / with_tunnels, ""),
    ]


def main() -> None:
    """Measure both pairs and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in {"workers": 200, "commands": 100, "tables": 40, "choices": 150, "rounds": 2}.items():
        parser.add_argument(f"--{name}", type=int, default=default)
    given = parser.parse_args()
    print_figures(asyncio.run(measured(given.workers, given.commands, given.tables, given.choices, given.rounds)))


if __name__ == "__main__":
    main()
