"""What more lobbies cost: the same load, its players at random lobbies, on one lobby and on several, in turn.

Measured at a steady rate, at which both do the same work, and at once as fast as it goes: there one lobby takes more
messages together than several do, whatever those say to each other. A process that has less to do takes more for each
thing that it does; so one lobby is also measured with the share that each of several has. What a platform uses when
nobody plays is taken off.
"""

import asyncio
import tempfile
from collections import defaultdict
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path

from bench.figures import Figure
from bench.loading import processor_seconds, run_load
from bench.throughput import layout_of
from services.platform.console import Console
from services.platform.running import running_platform
from services.platform.supervisor import Supervisor

LOBBIES = (1, 4)
TABLES = 200
RATE = 200
ROUNDS = 3
IDLE_SECONDS = 4.0
GOAL = 1.1
_SHARE = f"1 with a {LOBBIES[1]}th of it"


async def more_lobbies(game: str, seconds: float) -> list[Figure]:
    """Processor time a choice of all servers together, the least of some rounds, and how the two compare."""
    async with AsyncExitStack() as stack:
        platforms = {}
        for lobbies in LOBBIES:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="galaxy-bench-")))
            layout = layout_of(folder, game, lobbies)
            supervisor = await stack.enter_async_context(running_platform(layout, Console()))
            platforms[lobbies] = layout, supervisor
        idle = {lobbies: await _idle(supervisor) for lobbies, (_, supervisor) in platforms.items()}

        async def spent(lobbies: int, rate: int, tables: int) -> dict[str, float]:
            layout, supervisor = platforms[lobbies]
            loaded = await run_load(layout, supervisor, game, tables=tables, seconds=seconds, rate=rate, apart=True)
            made = loaded.result["choices_per_second"]
            return {name: cost - idle[lobbies][name] / made for name, cost in loaded.costs.items()}

        alone, several = LOBBIES
        figures: list[Figure] = []
        for rate in (RATE, 0):
            runs = {f"{lobbies} in all": (lobbies, rate, TABLES) for lobbies in LOBBIES}
            if rate:
                runs[_SHARE] = alone, rate // several, TABLES // several
            costs: defaultdict[str, list[dict[str, float]]] = defaultdict(list)
            for _ in range(ROUNDS):
                for name, run in runs.items():
                    costs[name].append(await spent(*run))
            least = {name: min(rounds, key=lambda each: sum(each.values())) for name, rounds in costs.items()}
            how = f"{rate} choices/s" if rate else "as many choices as it goes"
            figures += _figures(f"{game}, {TABLES} tables, players at random lobbies, {how}", least)
    return figures


def _figures(what: str, least: Mapping[str, Mapping[str, float]]) -> list[Figure]:
    parts = [
        Figure(f"{what}: processor time of {part}, {name}", cost, "us/choice")
        for name, costs in least.items()
        for part, cost in _parts(costs).items()
    ]
    alone, shared, *share = (sum(costs.values()) for costs in least.values())
    ratio = f"{what}: processor time of all servers, {LOBBIES[1]} lobbies over"
    steady = f"goal <= {GOAL}" if share else ""
    return [
        *parts,
        Figure(f"{ratio} {LOBBIES[0]}", shared / alone, "x", steady),
        *[Figure(f"{ratio} {_SHARE}", shared / cost, "x", steady) for cost in share],
    ]


async def _idle(supervisor: Supervisor) -> dict[str, float]:
    """Microseconds of processor time in a second in which nobody plays, by process."""
    before = processor_seconds(supervisor)
    await asyncio.sleep(IDLE_SECONDS)
    after = processor_seconds(supervisor)
    return {name: (after[name] - used) / IDLE_SECONDS * 1e6 for name, used in before.items()}


def _parts(costs: Mapping[str, float]) -> dict[str, float]:
    """Costs of all lobbies together, of Redis, and of the rest."""
    found = {"lobbies": 0.0, "Redis": 0.0, "others": 0.0}
    for name, cost in costs.items():
        found["lobbies" if name.startswith("lobby") else "Redis" if name == "redis" else "others"] += cost
    return found
