"""Measures the cost of waiting until a replica has a choice: `GALAXYTABLES_WAIT_REPLICAS` at 1, compared with 0.

Both platforms have a replica, which writes its own log. One platform waits for its replica, the other does not.
"""

import asyncio
import os
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from unittest.mock import patch

import psutil
import redis.asyncio as redis

from bench.figures import Figure
from bench.loading import Loaded, processor_seconds, run_load
from bench.throughput import layout_of
from galaxytables_platform.console import Console
from galaxytables_platform.layout import Layout
from galaxytables_platform.ports import HOST, free_ports
from galaxytables_platform.probes import until_healthy
from galaxytables_platform.redis_server import redis_command
from galaxytables_platform.running import running_platform
from galaxytables_platform.supervisor import Supervisor

WAITS = (0, 1)
TABLES = (1, 200)
ROUNDS = 3
REPLICA = "replica"
_SYNC_SECONDS = 20.0
# As `bench.load.Result` names them, and as figures do.
_TIMES = {"submit_p50_ms": "submit to answer, p50", "submit_p99_ms": "submit to answer, p99"}


async def waiting_for_replicas(game: str, seconds: float) -> list[Figure]:
    """Return choices per second, latency and processor time, as medians of some rounds, and the ratios of both."""
    async with AsyncExitStack() as stack:
        platforms = {waits: await stack.enter_async_context(_replicated_platform(game, waits)) for waits in WAITS}
        figures: list[Figure] = []
        for tables in TABLES:
            rounds: defaultdict[int, list[Loaded]] = defaultdict(list)
            for _ in range(ROUNDS):
                for waits, platform in platforms.items():
                    rounds[waits].append(await platform.load(game, tables, seconds))
            figures += figures_of(f"{game}, {tables} tables", rounds)
    return figures


def figures_of(what: str, rounds: Mapping[int, list[Loaded]]) -> list[Figure]:
    """Return the medians of some rounds, by the number of replicas waited for, and the ratio of 1 to 0."""
    figures, medians = [], {}
    for waits, loads in rounds.items():
        found = {"accepted choices": (median(load.result["choices_per_second"] for load in loads), "choices/s")}
        found |= {measure: (median(load.result[time] for load in loads), "ms") for time, measure in _TIMES.items()}
        found["processor time of all servers"] = (median(sum(load.costs.values()) for load in loads), "us/choice")
        for name in ("redis", REPLICA):
            found[f"processor time of {name}"] = (median(load.costs[name] for load in loads), "us/choice")
        figures += [Figure(f"{what}, waiting for {waits}: {measure}", *each) for measure, each in found.items()]
        medians[waits] = found
    none, one = WAITS
    return [
        *figures,
        *[
            Figure(f"{what}: {measure}, waiting for {one} over {none}", value / medians[none][measure][0], "x")
            for measure, (value, _) in medians[one].items()
        ],
    ]


@dataclass(frozen=True)
class _Platform:
    """A platform and the replica of its Redis."""

    layout: Layout
    supervisor: Supervisor
    replica: psutil.Process

    async def load(self, game: str, tables: int, seconds: float) -> Loaded:
        """Load it for some seconds."""
        return await run_load(self.layout, self.supervisor, game, tables=tables, seconds=seconds, meter=self._used)

    def _used(self, supervisor: Supervisor) -> dict[str, float]:
        times = self.replica.cpu_times()
        return {**processor_seconds(supervisor), REPLICA: times.user + times.system}


@asynccontextmanager
async def _replicated_platform(game: str, waits: int) -> AsyncIterator[_Platform]:
    with tempfile.TemporaryDirectory(prefix="galaxytables-bench-") as folder:
        layout = layout_of(Path(folder, "data"), game, 1)
        with patch.dict(os.environ, GALAXYTABLES_WAIT_REPLICAS=str(waits)):
            async with running_platform(layout, Console()) as supervisor, _replica_of(layout, Path(folder)) as replica:
                yield _Platform(layout, supervisor, replica)


@asynccontextmanager
async def _replica_of(layout: Layout, folder: Path) -> AsyncIterator[psutil.Process]:
    """A replica of the platform's Redis, once it has all that there is. Raises `TimeoutError`."""
    (port,) = free_ports(1)
    async with redis.from_url(layout.redis.url) as master:
        there = master.connection_pool.connection_kwargs

        async def follows() -> bool:
            replication = await master.info("replication")
            return bool(replication.get("slave0", {}).get("state") == "online")

        server = await asyncio.create_subprocess_exec(
            *redis_command(folder, HOST, port),
            *("--replicaof", there["host"], str(there["port"])),
            stdout=asyncio.subprocess.DEVNULL,
        )
        try:
            await until_healthy(follows, within=_SYNC_SECONDS)
            yield psutil.Process(server.pid)
        finally:
            server.terminate()
            await server.wait()
