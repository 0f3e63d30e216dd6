"""Measures the cost of a choice through lobby, rules service and durable Redis, and the memory of a table."""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import redis.asyncio as redis

from bench.figures import Figure
from bench.loading import run_load
from galaxytables_lobby.domain.state import Stage
from galaxytables_platform.console import Console
from galaxytables_platform.layout import Layout, free_layout
from galaxytables_platform.running import running_platform
from galaxytables_platform.settings import RunSettings
from galaxytables_serving.settings import read_settings

KILOBYTES_A_TABLE = 15
# So few tables have each played for long when their load ends, so that they are anywhere in their games.
OF_ALL_AGES = 50
PEER_TABLES, PEER_GOAL = 200, "goal: boardgame.io's, see `make bench-peer`"
_WORTH_TELLING = 10
PACED_TABLES, PACED_RATE = 1_000, 200
SEEN_P99_MS = 15
# All servers together at the tables of the peer, and at one table: microseconds a choice.
CHOICE_GOALS = {PEER_TABLES: 500, 1: 1_200}


async def through_the_platform(
    game: str, seats: int, tables: Sequence[int], seconds: float, *, lobbies: int
) -> list[Figure]:
    """Start a platform on free ports, with its Redis writing the append-only file, and load it. Returns the figures."""
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="galaxytables-bench-") as folder:
        layout = layout_of(Path(folder), game, lobbies)
        async with running_platform(layout, Console()) as supervisor:
            for number in tables:
                loaded = await run_load(layout, supervisor, game, tables=number, seconds=seconds, seats=seats)
                figures += _figures(game, number, loaded.result)
                figures += _cost_figures(game, number, loaded.costs)
                if number == OF_ALL_AGES:
                    kilobytes, weighed = await table_kilobytes(layout)
                    figures.append(
                        Figure(f"{game}: Redis memory a table of any age, mean of {weighed}", kilobytes, "kB")
                    )
            paced = await run_load(
                layout, supervisor, game, tables=PACED_TABLES, seconds=seconds, seats=seats, rate=PACED_RATE
            )
            figures.append(_paced_figure(game, paced.result))
            figures.append(_weight_figure(game, *await table_kilobytes(layout)))
    return figures


def layout_of(folder: Path, game: str, lobbies: int) -> Layout:
    """Return the layout of a platform with one game on free ports."""
    variables = {"GAMES": game, "LOBBIES": str(lobbies), "GALAXYTABLES_LOG_LEVEL": "warning"}
    return free_layout(read_settings(RunSettings, variables), folder)


def _figures(game: str, tables: int, result: Mapping[str, float]) -> list[Figure]:
    what = f"{game}, {tables} tables"
    return [
        Figure(
            f"{what}: accepted choices",
            result["choices_per_second"],
            "choices/s",
            PEER_GOAL if tables == PEER_TABLES else "",
        ),
        Figure(f"{what}: submit to answer, p50", result["submit_p50_ms"], "ms"),
        Figure(f"{what}: submit to answer, p99", result["submit_p99_ms"], "ms"),
        Figure(f"{what}: submit to players, p99", result["seen_p99_ms"], "ms"),
    ]


def _cost_figures(game: str, tables: int, costs: Mapping[str, float]) -> list[Figure]:
    """Processor time a choice; it depends less on what else the machine does than choices a second do."""
    goal = f"goal <= {CHOICE_GOALS[tables]:,}" if tables in CHOICE_GOALS else ""
    return [
        *[
            Figure(f"{game}, {tables} tables: processor time of {name}", cost, "us/choice")
            for name, cost in costs.items()
            if cost >= _WORTH_TELLING
        ],
        Figure(f"{game}, {tables} tables: processor time of all servers", sum(costs.values()), "us/choice", goal),
    ]


def _paced_figure(game: str, result: Mapping[str, float]) -> Figure:
    what = f"{game}, {PACED_TABLES} tables at {PACED_RATE} choices/s: submit to players, p99"
    return Figure(what, result["seen_p99_ms"], "ms", f"goal < {SEEN_P99_MS}")


async def table_kilobytes(layout: Layout) -> tuple[float, int]:
    """Return the mean size in Redis of a running table's keys, in kilobytes, and the number of tables."""
    client = redis.Redis.from_url(layout.redis.url)
    try:
        weights: dict[bytes, int] = {}
        async for index in client.scan_iter(match=f"*:index:*:{Stage.RUNNING}:*", count=1000):
            weights |= {table: 0 for table in await client.zrange(index, 0, -1) if isinstance(table, bytes)}
        async for key in client.scan_iter(match="*:table:*", count=1000):
            table = key.split(b":")[2]
            if table in weights:
                weights[table] += int(await client.memory_usage(key, samples=0) or 0)
    finally:
        await client.aclose()
    return (sum(weights.values()) / len(weights) / 1000 if weights else 0.0), len(weights)


def _weight_figure(game: str, kilobytes: float, tables: int) -> Figure:
    return Figure(f"{game}: Redis memory a table, mean of {tables}", kilobytes, "kB", f"goal < {KILOBYTES_A_TABLE}")
