"""What more lobbies cost: the same load, its players at random lobbies, on one lobby and on several, in turn.

Measured at a steady rate, at which both do the same work, and at once as fast as it goes: there one lobby takes more
messages together than several do, whatever those say to each other. What a platform uses when nobody plays is taken
off.
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
        figures: list[Figure] = []
        for rate in (RATE, 0):
            costs: defaultdict[int, list[dict[str, float]]] = defaultdict(list)
            for _ in range(ROUNDS):
                for lobbies, (layout, supervisor) in platforms.items():
                    loaded = await run_load(
                        layout, supervisor, game, tables=TABLES, seconds=seconds, rate=rate, apart=True
                    )
                    made = loaded.result["choices_per_second"]
                    spent = {name: cost - idle[lobbies][name] / made for name, cost in loaded.costs.items()}
                    costs[lobbies].append(spent)
            least = {lobbies: min(rounds, key=lambda each: sum(each.values())) for lobbies, rounds in costs.items()}
            how = f"{rate} choices/s" if rate else "as many choices as it goes"
            figures += _figures(f"{game}, {TABLES} tables, players at random lobbies, {how}", least, steady=rate > 0)
    return figures


def _figures(what: str, least: Mapping[int, Mapping[str, float]], *, steady: bool) -> list[Figure]:
    alone, shared = (sum(least[lobbies].values()) for lobbies in LOBBIES)
    parts = [
        Figure(f"{what}: processor time of {part}, {lobbies} in all", cost, "us/choice")
        for lobbies in LOBBIES
        for part, cost in _parts(least[lobbies]).items()
    ]
    ratio = f"{what}: processor time of all servers, {LOBBIES[1]} lobbies over {LOBBIES[0]}"
    return [*parts, Figure(ratio, shared / alone, "x", f"goal <= {GOAL}" if steady else "")]


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
