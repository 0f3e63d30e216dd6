"""Measures how costs grow with idle tables, with deadlines at the same time, and with watchers of one table.

Each has a plot.
"""

import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TypeAlias

import psutil
import redis.asyncio as redis

from bench.crowd import Crowd
from bench.deadlines import DUE, LATENESS_P99_SECONDS, Verdict, act_on_deadlines
from bench.figures import Figure, percentile
from bench.lists import reader_us
from bench.loading import Loaded, run_load
from bench.looking_back import look_back
from bench.pairing import measure_pairing
from bench.plots import Line, draw
from bench.watchers import watch_one_table
from galaxytables_client import Lobby
from galaxytables_platform.console import Console
from galaxytables_platform.layout import Layout, free_layout
from galaxytables_platform.running import running_platform
from galaxytables_platform.settings import RunSettings
from galaxytables_platform.supervisor import Supervisor
from galaxytables_serving.settings import read_settings

# How many rounds are played beside so many idle tables. Beside the most, where a goal is, many: on a shared machine a
# round, and the least of three, differ by a quarter from those before.
IDLE_ROUNDS = {10: 3, 1_000: 3, 10_000: 15}
WATCHERS = (1, 10, 100, 1_000)
COST_RATIO = 1.1
WATCHED_P99_MS = {1_000: 150}
PLAYED_TABLES, RATE = 20, 100


Platform: TypeAlias = tuple[Layout, Supervisor]


@dataclass(frozen=True)
class Grown:
    """The cost of a platform with a number of idle tables: microseconds per choice, milliseconds, bytes.

    `ratio` compares the cost of a choice with that at another platform in the same round, which always had the fewest
    idle tables. It is the median of the rounds.
    """

    tables: int
    cost: float
    ratio: float
    p50: float
    p99: float
    redis_bytes: int
    lobby_bytes: int


async def idle_tables(game: str, seconds: float) -> list[Figure]:
    """Return the cost and latency of a choice, and the memory, with more and more idle tables."""
    async with _platform(game) as grows, _platform(game) as stays:
        grown = await _idle_tables(grows, stays, game, seconds)
    _draw_growth(game, grown)
    return _growth_figures(grown)


async def deadlines(game: str, _: float) -> list[Figure]:
    """Return how late the clock is when very many deadlines pass at the same time."""
    async with _platform(game) as (layout, _supervisor):
        verdict = await act_on_deadlines(layout.lobby, game)
    _draw_lateness(game, verdict)
    return _deadline_figures(verdict)


async def watchers(game: str, seconds: float) -> list[Figure]:
    """Return how long a choice takes to reach more and more watchers of its table, with a disk that never delays it."""
    async with _platform(game) as (layout, _):
        await _sync_nothing(layout)
        latencies = {number: await watch_one_table(layout.lobby, game, number, seconds) for number in WATCHERS}
    _draw_audience(game, latencies)
    return _watcher_figures(latencies)


async def lists(game: str, seconds: float) -> list[Figure]:
    """Return what one more reader of the list of tables costs the lobby, for each table that begins."""
    async with _platform(game) as (layout, supervisor):
        await _sync_nothing(layout)
        cost = await reader_us(layout.lobby, supervisor, game, seconds)
    return [Figure("a table begun, sent to one reader of the list", cost, "us")]


async def looking_back(game: str, _: float) -> list[Figure]:
    """Return the cost of looking at a finished game as it was after earlier events."""
    async with _platform(game) as (layout, _supervisor):
        return await look_back(layout.lobby, game)


async def pairing(game: str, _: float) -> list[Figure]:
    """Return how soon people find each other, and how many tables are made of tickets."""
    async with _platform(game) as (layout, _supervisor), Lobby(layout.lobby) as lobby:
        form = await lobby.tables.check_options(game, 2)
        return await measure_pairing(layout, game, dict(form.options))


@asynccontextmanager
async def _platform(game: str) -> AsyncIterator[Platform]:
    with tempfile.TemporaryDirectory(prefix="galaxytables-bench-") as folder:
        layout = free_layout(
            read_settings(RunSettings, {"GAMES": game, "GALAXYTABLES_LOG_LEVEL": "warning"}), Path(folder)
        )
        async with running_platform(layout, Console()) as supervisor:
            yield layout, supervisor


async def _idle_tables(grows: Platform, stays: Platform, game: str, seconds: float) -> list[Grown]:
    """Play at a few tables, at a steady pace, beside ever more idle ones; in turn at a platform that stays small."""
    grown = []
    layout, supervisor = grows
    async with Crowd(layout.lobby, game) as crowd, Crowd(stays[0].lobby, game) as few:
        await few.open(min(IDLE_ROUNDS))
        await few.start()
        for number, times in IDLE_ROUNDS.items():
            before = len(crowd.tables)
            await crowd.open(number)
            await crowd.start(before)
            pairs = [await in_turn(grows, stays, game, seconds, turn) for turn in range(times)]
            rounds = [here for here, _ in pairs]
            grown.append(
                Grown(
                    number,
                    min(_cost(each, game) for each in rounds),
                    cost_ratio(pairs, game),
                    median(each.result["submit_p50_ms"] for each in rounds),
                    median(each.result["submit_p99_ms"] for each in rounds),
                    await _redis_bytes(layout),
                    sum(psutil.Process(supervisor.children[name].pid).memory_info().rss for name in ("lobby", game)),
                )
            )
    return grown


async def in_turn(grows: Platform, stays: Platform, game: str, seconds: float, turn: int) -> tuple[Loaded, Loaded]:
    """Play at both platforms one after the other, in every other turn at the second one first."""
    if turn % 2:
        there = await _played(stays, game, seconds)
        return await _played(grows, game, seconds), there
    return await _played(grows, game, seconds), await _played(stays, game, seconds)


async def _played(platform: Platform, game: str, seconds: float) -> Loaded:
    layout, supervisor = platform
    return await run_load(layout, supervisor, game, tables=PLAYED_TABLES, seconds=seconds, rate=RATE)


def cost_ratio(rounds: Sequence[tuple[Loaded, Loaded]], game: str) -> float:
    """Return the cost of a choice at the first platform divided by that at the second: the median of some rounds."""
    return median(_cost(here, game) / _cost(there, game) for here, there in rounds)


def _cost(round_: Loaded, game: str) -> float:
    return sum(round_.costs[name] for name in ("lobby", game, "redis"))


async def _sync_nothing(layout: Layout) -> None:
    async with redis.Redis.from_url(layout.redis.url) as client:
        await client.config_set("appendfsync", "no")


async def _redis_bytes(layout: Layout) -> int:
    async with redis.Redis.from_url(layout.redis.url) as client:
        return int((await client.info("memory"))["used_memory"])


def _growth_figures(grown: Sequence[Grown]) -> list[Figure]:
    figures = []
    for each in grown:
        what = f"{each.tables} idle tables"
        figures += [
            Figure(f"{what}: processor time of lobby, rules and Redis", each.cost, "us/choice"),
            Figure(f"{what}: submit to answer, p50", each.p50, "ms"),
            Figure(f"{what}: submit to answer, p99", each.p99, "ms"),
            Figure(f"{what}: memory of Redis", each.redis_bytes / 1e6, "MB"),
            Figure(f"{what}: memory of lobby and rules service", each.lobby_bytes / 1e6, "MB"),
        ]
    last = grown[-1]
    what = f"cost per choice, {last.tables} idle tables over {grown[0].tables}, in turn"
    return [*figures, Figure(what, last.ratio, "x", f"goal < {COST_RATIO:g}")]


def _deadline_figures(verdict: Verdict) -> list[Figure]:
    what = f"{DUE} tables due within {verdict.spread:.0f} s"
    late = sorted(verdict.lateness)
    return [
        Figure(f"{what}: lateness p50", percentile(late, 0.5), "s"),
        Figure(f"{what}: lateness p99", percentile(late, 0.99), "s", f"goal < {LATENESS_P99_SECONDS:g}"),
        Figure(f"{what}: not acted on", verdict.missed, "seats", "goal 0"),
        Figure(f"{what}: acted on more than once", verdict.repeated, "seats", "goal 0"),
    ]


def _watcher_figures(latencies: dict[int, list[float]]) -> list[Figure]:
    return [
        Figure(
            f"{number} watchers of a table: submit to watchers, {name}",
            percentile(sorted(times), share),
            "ms",
            f"goal < {WATCHED_P99_MS[number]}" if name == "p99" and number in WATCHED_P99_MS else "",
        )
        for number, times in latencies.items()
        for name, share in (("p50", 0.5), ("p99", 0.99))
    ]


def _draw_growth(game: str, grown: Sequence[Grown]) -> None:
    tables = [each.tables for each in grown]
    draw(
        "idle-tables-cost",
        f"{game}: a choice beside idle tables",
        "idle tables",
        "microseconds of processor time",
        [Line("lobby, rules service and Redis", tables, [each.cost for each in grown])],
        logarithmic=True,
    )
    draw(
        "idle-tables-latency",
        f"{game}: submit to answer beside idle tables",
        "idle tables",
        "milliseconds",
        [Line("p50", tables, [each.p50 for each in grown]), Line("p99", tables, [each.p99 for each in grown])],
        logarithmic=True,
    )
    draw(
        "idle-tables-memory",
        f"{game}: memory with idle tables",
        "idle tables",
        "megabytes",
        [
            Line("Redis", tables, [each.redis_bytes / 1e6 for each in grown]),
            Line("lobby and rules service", tables, [each.lobby_bytes / 1e6 for each in grown]),
        ],
        logarithmic=True,
    )


def _draw_lateness(game: str, verdict: Verdict) -> None:
    late = sorted(verdict.lateness)
    draw(
        "deadlines",
        f"{game}: {DUE} tables due within {verdict.spread:.0f} s",
        "seconds late",
        "part of the tables acted on by then",
        [Line("tables", late, [(place + 1) / len(late) for place in range(len(late))])],
    )


def _draw_audience(game: str, latencies: dict[int, list[float]]) -> None:
    numbers = list(latencies)
    draw(
        "watchers",
        f"{game}: watchers of one table",
        "watchers",
        "milliseconds from submit to watchers",
        [
            Line(name, numbers, [percentile(sorted(latencies[number]), share) for number in numbers])
            for name, share in (("p50", 0.5), ("p99", 0.99))
        ],
        logarithmic=True,
    )
