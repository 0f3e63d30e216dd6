"""Measures what a platform costs while nobody uses it: to start, and then each second."""

import asyncio
import tempfile
import time

from bench.figures import Figure
from bench.loading import processor_seconds
from galaxytables_platform.console import Console
from galaxytables_platform.layout import Layout, usual_layout
from galaxytables_platform.ports import free_ports
from galaxytables_platform.running import running_platform
from galaxytables_platform.settings import RunSettings
from galaxytables_platform.supervisor import Supervisor
from galaxytables_serving.settings import read_settings

# What a start leaves to do is done by then.
SETTLED_SECONDS = 15.0
MEASURED_SECONDS = 60.0
# Enough for the processes of nine games.
_PORTS = 32
READY_SECONDS = 5
IDLE_PERCENT = 3


async def standby(_game: str, _seconds: float) -> list[Figure]:
    """Return what a platform of all games costs to start, and each of its processes while nobody is connected."""
    with tempfile.TemporaryDirectory(prefix="galaxytables-bench-") as folder:
        layout = _layout(folder)
        began, own = time.perf_counter(), time.process_time()
        async with running_platform(layout, Console()) as supervisor:
            ready = time.perf_counter() - began
            start = sum(processor_seconds(supervisor).values()) + time.process_time() - own
            await asyncio.sleep(SETTLED_SECONDS)
            used = await _idle_percent(supervisor)
    return [
        Figure("start: seconds until ready", ready, "s", f"< {READY_SECONDS}"),
        Figure("start: processor time of all processes", start, "s"),
        *(Figure(f"idle: {name}", percent, "% of a core") for name, percent in used.items()),
        Figure("idle: all processes", sum(used.values()), "% of a core", f"< {IDLE_PERCENT}"),
    ]


def _layout(folder: str) -> Layout:
    """Return the layout of a platform with a gateway, on free ports."""
    first, *_ = free_ports(_PORTS)
    offsets = {"LOBBY_PORT": 0, "RULES_PORT": 1, "REDIS_PORT": 10, "WEB_PORT": 11, "METRICS_PORT": 12}
    ports = {name: str(first + offset) for name, offset in offsets.items()}
    return usual_layout(read_settings(RunSettings, {"GALAXYTABLES_DATA": folder, **ports}))


async def _idle_percent(supervisor: Supervisor) -> dict[str, float]:
    """Return the share of a core that each process uses, in percent; the supervisor is this process."""
    began, before = time.perf_counter(), _used(supervisor)
    await asyncio.sleep(MEASURED_SECONDS)
    after, seconds = _used(supervisor), time.perf_counter() - began
    return {name: 100 * (after[name] - before[name]) / seconds for name in after}


def _used(supervisor: Supervisor) -> dict[str, float]:
    return {**processor_seconds(supervisor), "supervisor": time.process_time()}
