"""Measures the cost of more lobbies: the same load on one lobby and on four, in turn.

Every player has a connection of their own, to any lobby. From there, they either go to the home of their table, which
the lobby names, or they stay, or they watch and choose through a gateway, as browsers do, and the gateway goes to the
homes. If the players of each table are `together` at its home, no lobby has to read anything that another has written.
The difference is then the cost of several processes in place of one.

A lobby that sleeps must be woken for each request; a lobby that is awake takes the next one along. So a lobby with less
to do sleeps more often per choice, and a choice costs more. For a fair comparison, one lobby is measured with a quarter
of the load too, which is the load of each of four. The use of a platform without play is subtracted.

Four processes cost more than one on a machine with fewer cores, whatever they do. How much is measured too, by four
lobbies that know nothing of each other. Each is a platform of its own with a quarter of the tables, with its own
databases in the same Redis and with the same rules service.
"""

import asyncio
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import NamedTuple

import psutil

from bench.figures import Figure
from bench.loading import processor_seconds, run_load
from bench.throughput import layout_of
from galaxytables_platform.console import Console
from galaxytables_platform.layout import Layout, OtherRedis, Web
from galaxytables_platform.ports import Port, free_ports
from galaxytables_platform.running import running_platform
from galaxytables_platform.supervisor import Supervisor

ALONE, SEVERAL = 1, 4
TABLES, SEATS = 200, 2
RATE = 200
# As fast as it goes.
AT_ONCE = 0
ROUNDS = 3
IDLE_SECONDS = 10.0
GOAL = "goal <= 1.1"
SLEEPS = "sleeps of lobbies"
_LOBBIES, _REDIS, _OTHERS = "lobbies", "Redis", "others"
# How players come to their tables, as figures say it: to their homes where nothing is said.
HOME, STAY, TOGETHER, GATEWAY = "", "with players who stay", "with a table's players together", "behind a gateway"
STRANGERS = "that know nothing of each other"


class Run(NamedTuple):
    """One load: the number of lobbies, the choices per second, and how players reach their tables."""

    lobbies: int
    rate: int
    way: str = HOME


class Platform(NamedTuple):
    """The target of a load: one platform, or several that share no table. Addresses are separated by commas."""

    layout: Layout
    lobbies: str
    supervisors: Sequence[Supervisor]


_WAYS: Mapping[int, Sequence[str]] = {
    ALONE: (HOME, GATEWAY),
    SEVERAL: (HOME, STAY, TOGETHER, GATEWAY, STRANGERS),
}


def _runs() -> list[Run]:
    found = [Run(lobbies, RATE // SEVERAL) for lobbies in (ALONE, SEVERAL)]
    for rate in (RATE, AT_ONCE):
        found += [Run(lobbies, rate, way) for lobbies, ways in _WAYS.items() for way in ways]
    return found


async def more_lobbies(game: str, seconds: float) -> list[Figure]:
    """Return the processor time per choice and how often lobbies slept, as medians of some rounds, and the ratios."""
    return figures_of(game, await _rounds(game, seconds, _runs()))


async def _rounds(game: str, seconds: float, runs: Sequence[Run]) -> dict[Run, list[dict[str, float]]]:
    """What a choice took in each round, by what took it."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="galaxytables-bench-")))
        platforms = {}
        for lobbies in (ALONE, SEVERAL):
            layout = with_gateway(layout_of(folder / str(lobbies), game, lobbies))
            supervisor = await stack.enter_async_context(running_platform(layout, Console()))
            platforms[lobbies, False] = Platform(layout, layout.lobby, [supervisor])
        platforms[SEVERAL, True] = await stack.enter_async_context(_strangers(folder / "strangers", game))
        idle = {which: await _idle(platform) for which, platform in platforms.items()}
        rounds: defaultdict[Run, list[dict[str, float]]] = defaultdict(list)
        for turn in range(ROUNDS):
            for run in runs[:: -1 if turn % 2 else 1]:
                which = run.lobbies, run.way == STRANGERS
                platform = platforms[which]
                loaded = await run_load(
                    platform.layout,
                    platform.supervisors[0],
                    game,
                    lobbies=platform.lobbies,
                    tables=TABLES,
                    seats=SEATS,
                    seconds=seconds,
                    rate=run.rate,
                    connections=TABLES * SEATS,
                    apart=run.way != TOGETHER,
                    at_homes=run.lobbies > 1 and run.way == HOME,
                    gateway=run.way == GATEWAY,
                    meter=lambda _, platform=platform: _used(platform),  # type: ignore[misc] # of all its supervisors
                )
                made = loaded.result["choices_per_second"]
                rounds[run].append(
                    _parts({name: cost - idle[which][name] / made for name, cost in loaded.costs.items()})
                )
        return rounds


@asynccontextmanager
async def _strangers(folder: Path, game: str) -> AsyncIterator[Platform]:
    """Platforms of a lobby each, which have one Redis server and one rules service between them."""
    layouts = unrelated(folder, game)
    async with AsyncExitStack() as stack:
        supervisors = [await stack.enter_async_context(running_platform(layout, Console())) for layout in layouts]
        yield Platform(layouts[0], ",".join(layout.lobby for layout in layouts), supervisors)


def unrelated(folder: Path, game: str) -> list[Layout]:
    """Return as many separate platforms as there are lobbies otherwise.

    All use the Redis of the first one, with two databases each, and its rules services.
    """
    first, *others = (layout_of(folder / str(place), game, ALONE) for place in range(SEVERAL))
    server = first.redis.url.removesuffix("/0")
    beside = [
        replace(
            other,
            redis=OtherRedis(url=f"{server}/{2 * place}", broker_url=f"{server}/{2 * place + 1}"),
            rules={},
            other_games=first.games,
        )
        for place, other in enumerate(others, 1)
    ]
    return [first, *beside]


def figures_of(what: str, rounds: Mapping[Run, Sequence[Mapping[str, float]]]) -> list[Figure]:
    """Return the medians of some rounds, and the ratios of several lobbies to one."""
    figures, totals = [], {}
    for run, found in rounds.items():
        named = f"{what}, {_pace(run.rate)}: lobbies {_name(run)}"
        totals[run] = median(sum(each[part] for part in (_LOBBIES, _REDIS, _OTHERS)) for each in found)
        figures += [
            Figure(f"{named}: processor time of lobbies", median(each[_LOBBIES] for each in found), "us/choice"),
            Figure(f"{named}: processor time of all servers", totals[run], "us/choice"),
            Figure(f"{named}: {SLEEPS}", median(each[SLEEPS] for each in found), "/choice"),
        ]
    for run, total in totals.items():
        if run.lobbies == ALONE:
            continue
        over = [Run(ALONE, run.rate, GATEWAY if run.way == GATEWAY else HOME)]
        if run.way == HOME:
            over.append(Run(SEVERAL, run.rate, STRANGERS))
        if run == Run(SEVERAL, RATE):
            over.append(Run(ALONE, RATE // SEVERAL))
        for less in filter(totals.__contains__, over):
            than = _name(less) if less.rate == run.rate else f"{_name(less)} with {_pace(less.rate)}"
            ratio = f"{what}, {_pace(run.rate)}: processor time of all servers, lobbies {_name(run)} over {than}"
            figures.append(Figure(ratio, total / totals[less], "x", GOAL if run.way in {HOME, GATEWAY} else ""))
    return figures


def _pace(rate: int) -> str:
    return "as fast as it goes" if rate == AT_ONCE else f"{rate} choices/s"


def _name(run: Run) -> str:
    return f"{run.lobbies} {run.way}".strip()


def with_gateway(layout: Layout) -> Layout:
    """Return the same platform with a gateway on free ports."""
    port, metrics = free_ports(2)
    web = Web(
        port=Port(port, "web", "WEB_PORT"), metrics=Port(metrics, "metrics of web", "METRICS_PORT"), page=layout.data
    )
    return replace(layout, web=web)


def _used(platform: Platform) -> dict[str, float]:
    """Processor time of each process so far, and how many million times the loops of lobbies have slept."""
    used: defaultdict[str, float] = defaultdict(float)
    for supervisor in platform.supervisors:
        for name, seconds in processor_seconds(supervisor).items():
            used[name] += seconds
        lobbies = [
            child.pid for name, child in supervisor.children.items() if _is_lobby(name) and child.pid is not None
        ]
        used[SLEEPS] += sum(psutil.Process(pid).num_ctx_switches().voluntary for pid in lobbies) / 1e6
    return used


async def _idle(platform: Platform) -> dict[str, float]:
    """Microseconds of processor time, and sleeps, in a second in which nobody plays."""
    before = _used(platform)
    await asyncio.sleep(IDLE_SECONDS)
    after = _used(platform)
    return {name: (after[name] - used) / IDLE_SECONDS * 1e6 for name, used in before.items()}


def _parts(costs: Mapping[str, float]) -> dict[str, float]:
    """Costs of all lobbies together, of Redis, and of the rest; and sleeps."""
    found = {_LOBBIES: 0.0, _REDIS: 0.0, _OTHERS: 0.0, SLEEPS: costs[SLEEPS]}
    for name, cost in costs.items():
        if name != SLEEPS:
            found[_LOBBIES if _is_lobby(name) else _REDIS if name == "redis" else _OTHERS] += cost
    return found


def _is_lobby(name: str) -> bool:
    return name.startswith("lobby")
