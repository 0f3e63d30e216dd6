"""Kills and restarts parts of the platform while tables are played."""

import asyncio
import os
import signal
from random import Random
from time import monotonic

from bench.soak.findings import Findings
from galaxytables_platform.supervisor import Supervisor

KILL_EVERY_SECONDS = (2.0, 6.0)
REDIS_RESTARTS = 2


async def kill_at_random(supervisor: Supervisor, random: Random, end: float, findings: Findings) -> None:
    """Kill a process with SIGKILL every few seconds until the time `end`, each kind in turn, in random order."""
    names: list[str] = []
    while monotonic() < end:
        await asyncio.sleep(random.uniform(*KILL_EVERY_SECONDS))
        names = names or random.sample(list(supervisor.children), len(supervisor.children))
        name = names.pop()
        os.kill(await _running(supervisor, name), signal.SIGKILL)
        findings.kills[name] += 1


async def restart_redis(supervisor: Supervisor, seconds: float, findings: Findings) -> None:
    """Ask Redis to end, twice within `seconds` seconds; the supervisor starts it again."""
    for _ in range(REDIS_RESTARTS):
        await asyncio.sleep(seconds / (REDIS_RESTARTS + 1))
        os.kill(await _running(supervisor, "redis"), signal.SIGTERM)
        findings.restarts += 1


async def _running(supervisor: Supervisor, name: str) -> int:
    """The id of a process, as soon as it runs: it may be down from a kill, or a restart, just before."""
    while (pid := supervisor.children[name].pid) is None:  # noqa: ASYNC110  # nobody tells
        await asyncio.sleep(0.1)
    return pid
