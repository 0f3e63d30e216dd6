"""What more lobbies cost: the same load, its players at random lobbies, on one lobby and on several, in turn.

Players go from there to the homes of their tables, which the lobby tells them, or stay where they came, or watch and
choose through a gateway, as browsers do, which goes to the homes for them.
Measured at a steady rate, at which both do the same work, and at once as fast as it goes: there one lobby takes more
messages together than several do, whatever those say to each other. A process that has less to do takes more for each
thing that it does; so one lobby is also measured with the share that each of several has, and several with the players
of each table together at the lobby that is its home: there nothing is said between lobbies, and what is left is what
several processes cost. What a platform uses when nobody plays is taken off.
"""

import asyncio
import tempfile
from collections import defaultdict
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from bench.figures import Figure
from bench.loading import processor_seconds, run_load
from bench.throughput import layout_of
from services.platform.console import Console
from services.platform.layout import Layout, Web
from services.platform.ports import Port, free_ports
from services.platform.running import running_platform
from services.platform.supervisor import Supervisor

ALONE, SEVERAL = 1, 4
TABLES = 200
RATE = 200
ROUNDS = 3
# So many that each lobby has its share of them.
CONNECTIONS = 32
IDLE_SECONDS = 4.0
GOAL = "goal <= 1.1"


class _Run(NamedTuple):
    """One load: on how many lobbies and at how many tables, how fast, where its players come, and whether they go home.

    Players of a table come together, or each somewhere (`apart`), or all through a `gateway`.
    """

    name: str
    lobbies: int
    tables: int = TABLES
    rate: int = 0
    apart: bool = True
    at_homes: bool = False
    gateway: bool = False


def _runs(rate: int) -> list[_Run]:
    share = [_Run(f"{ALONE} with a {SEVERAL}th of it", ALONE, TABLES // SEVERAL, rate // SEVERAL)] if rate else []
    return [
        _Run(f"{ALONE}", ALONE, rate=rate),
        _Run(f"{SEVERAL}", SEVERAL, rate=rate, at_homes=True),
        _Run(f"{SEVERAL} with players who stay", SEVERAL, rate=rate),
        _Run(f"{SEVERAL} with a table's players together", SEVERAL, rate=rate, apart=False),
        _Run(f"{ALONE} behind a gateway", ALONE, rate=rate, gateway=True),
        _Run(f"{SEVERAL} behind a gateway", SEVERAL, rate=rate, gateway=True),
        *share,
    ]


async def more_lobbies(game: str, seconds: float) -> list[Figure]:
    """Processor time a choice of all servers together, the least of some rounds, and how the two compare."""
    async with AsyncExitStack() as stack:
        platforms = {}
        for lobbies in (ALONE, SEVERAL):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="galaxy-bench-")))
            layout = with_gateway(layout_of(folder, game, lobbies))
            supervisor = await stack.enter_async_context(running_platform(layout, Console()))
            platforms[lobbies] = layout, supervisor
        idle = {lobbies: await _idle(supervisor) for lobbies, (_, supervisor) in platforms.items()}

        async def spent(run: _Run) -> dict[str, float]:
            layout, supervisor = platforms[run.lobbies]
            loaded = await run_load(
                layout,
                supervisor,
                game,
                tables=run.tables,
                seconds=seconds,
                rate=run.rate,
                connections=CONNECTIONS,
                apart=run.apart,
                at_homes=run.at_homes,
                gateway=run.gateway,
            )
            made = loaded.result["choices_per_second"]
            return {name: cost - idle[run.lobbies][name] / made for name, cost in loaded.costs.items()}

        figures: list[Figure] = []
        for rate in (RATE, 0):
            runs = _runs(rate)
            costs: defaultdict[str, list[dict[str, float]]] = defaultdict(list)
            for _ in range(ROUNDS):
                for run in runs:
                    costs[run.name].append(await spent(run))
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
    alone, several, staying, together, behind, several_behind, *share = least
    goals = [(several, alone, GOAL), (several_behind, behind, GOAL)]
    goals += [(staying, alone, ""), (several, together, ""), (together, alone, "")]
    goals += [(several, name, GOAL) for name in share]
    totals = {name: sum(costs.values()) for name, costs in least.items()}
    ratio = f"{what}: processor time of all servers, lobbies,"
    return [
        *parts,
        *[Figure(f"{ratio} {more} over {less}", totals[more] / totals[less], "x", goal) for more, less, goal in goals],
    ]


def with_gateway(layout: Layout) -> Layout:
    """The same platform with a gateway on free ports."""
    port, metrics = free_ports(2)
    web = Web(
        port=Port(port, "web", "WEB_PORT"), metrics=Port(metrics, "metrics of web", "METRICS_PORT"), page=layout.data
    )
    return replace(layout, web=web)


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
