"""Runs a load of players (`bench.load`) on a platform, and computes the cost of a choice for each process."""

import asyncio
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import psutil

from bench.load import CONNECTIONS, COUNTING
from galaxytables_platform.layout import Layout
from galaxytables_platform.supervisor import Supervisor

# What each process has used so far, by name.
Meter: TypeAlias = Callable[[Supervisor], Mapping[str, float]]


@dataclass(frozen=True)
class Loaded:
    """The result of a load: the fields of `bench.load.Result` by name, and the cost of a choice for each process.

    Costs are in millionths of the unit of the meter: in microseconds of processor time, unless another meter is given.
    """

    result: Mapping[str, float]
    costs: Mapping[str, float]


async def run_load(
    layout: Layout,
    supervisor: Supervisor,
    game: str,
    *,
    lobbies: str = "",
    tables: int,
    seconds: float,
    seats: int = 2,
    rate: float = 0.0,
    connections: int = CONNECTIONS,
    apart: bool = False,
    at_homes: bool = False,
    gateway: bool = False,
    meter: Meter | None = None,
) -> Loaded:
    """Load the platform for some seconds. Returns the costs of the counted seconds. Raises `RuntimeError`.

    Players of a table share a connection, or are `apart`. From there they may go to the homes of their tables, or they
    watch and choose through the `gateway`. `lobbies`, addresses separated by commas, are loaded in place of the
    platform's own. `meter` is read before and after, in place of processor time.
    """
    meter = meter or processor_seconds
    arguments = {"lobby": lobbies or layout.lobby, "game": game, "seats": seats, "tables": tables}
    arguments |= {
        "seconds": seconds,
        "rate": rate,
        "connections": connections,
        "apart": int(apart),
        "homes": int(at_homes),
    }
    if gateway and layout.web is not None:
        arguments["gateway"] = layout.web.port.address
    words = [word for name, value in arguments.items() for word in (f"--{name}", str(value))]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.load", *words, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None  # noqa: S101  # it was asked for
    begun = await process.stdout.readline()
    before = meter(supervisor)
    line = await process.stdout.readline()
    after = meter(supervisor)
    if await process.wait() or begun.decode().strip() != COUNTING:
        raise RuntimeError(f"the load of {tables} tables failed")
    result: dict[str, float] = json.loads(line)
    choices = max(1.0, result["choices"])
    costs = {name: (after[name] - used) / choices * 1e6 for name, used in before.items() if name in after}
    return Loaded(result, costs)


def processor_seconds(supervisor: Supervisor) -> dict[str, float]:
    """Return the processor time that each process of the platform has used so far, its own children included."""
    used = {}
    for name, child in supervisor.children.items():
        if child.pid is not None:
            process = psutil.Process(child.pid)
            family = [process, *process.children(recursive=True)]
            used[name] = sum(each.cpu_times().user + each.cpu_times().system for each in family)
    return used
