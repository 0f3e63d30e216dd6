"""What a choice costs through lobby, rules service and durable Redis, and what a table weighs."""

import asyncio
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import psutil
import redis.asyncio as redis

from bench.figures import Figure
from services.platform.console import Console
from services.platform.running import running_platform
from services.platform.settings import Settings, free_settings
from services.platform.supervisor import Supervisor
from services.serving import Environment

KILOBYTES_A_TABLE = 40
_WORTH_TELLING = 10
_WORTH_TELLING = 10
PACED_TABLES, PACED_RATE = 1_000, 200
SEEN_P99_MS = 50


async def through_the_platform(
    game: str, seats: int, tables: Sequence[int], seconds: float, *, lobbies: int
) -> list[Figure]:
    """Start a platform on free ports, with its Redis writing the append-only file, and load it."""
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="galaxy-bench-") as folder:
        settings = _settings(Path(folder), game, lobbies)
        async with running_platform(settings, Console()) as supervisor:
            for number in tables:
                before = _processor_seconds(supervisor)
                loaded = await _loaded(settings, game, seats, number, seconds)
                figures += _figures(game, number, loaded)
                figures += _cost_figures(game, number, loaded, before, _processor_seconds(supervisor))
            paced = await _loaded(settings, game, seats, PACED_TABLES, seconds, rate=PACED_RATE)
            figures.append(_paced_figure(paced))
            figures += await _table_weight(settings, game)
    return figures


def _settings(folder: Path, game: str, lobbies: int) -> Settings:
    variables = {"GAMES": game, "LOBBIES": str(lobbies), "GALAXY_LOG_LEVEL": "warning"}
    return free_settings(Environment(variables), folder)


async def _loaded(
    settings: Settings, game: str, seats: int, tables: int, seconds: float, *, rate: float = 0.0
) -> dict[str, float]:
    arguments = {"lobby": settings.lobby, "game": game, "seats": seats, "tables": tables}
    arguments |= {"seconds": seconds, "rate": rate}
    words = [word for name, value in arguments.items() for word in (f"--{name}", str(value))]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.load", *words, stdout=asyncio.subprocess.PIPE
    )
    output, _ = await process.communicate()
    if process.returncode:
        raise RuntimeError(f"the load of {tables} tables failed")
    found: dict[str, float] = json.loads(output)
    return found


def _figures(game: str, tables: int, result: dict[str, float]) -> list[Figure]:
    what = f"{game}, {tables} tables"
    return [
        Figure(f"{what}: accepted choices", result["choices_per_second"], "choices/s"),
        Figure(f"{what}: submit to answer, p50", result["submit_p50_ms"], "ms"),
        Figure(f"{what}: submit to answer, p99", result["submit_p99_ms"], "ms"),
        Figure(f"{what}: submit to players, p99", result["seen_p99_ms"], "ms"),
    ]


def _processor_seconds(supervisor: Supervisor) -> dict[str, float]:
    """Processor time that each process of the platform has used so far, its own children included."""
    used = {}
    for name, child in supervisor.children.items():
        if child.pid is not None:
            process = psutil.Process(child.pid)
            family = [process, *process.children(recursive=True)]
            used[name] = sum(each.cpu_times().user + each.cpu_times().system for each in family)
    return used


def _cost_figures(
    game: str, tables: int, result: dict[str, float], before: dict[str, float], after: dict[str, float]
) -> list[Figure]:
    """Processor time a choice, the set-up of the tables included; it depends less on what else the machine does."""
    choices = result["all_choices"]
    costs = {name: (after[name] - before[name]) / choices * 1e6 for name in before if name in after}
    return [
        Figure(f"{game}, {tables} tables: processor time of {name}", cost, "us/choice")
        for name, cost in costs.items()
        if cost >= _WORTH_TELLING
    ]


def _paced_figure(result: dict[str, float]) -> Figure:
    what = f"{PACED_TABLES} tables at {PACED_RATE} choices/s: submit to players, p99"
    return Figure(what, result["seen_p99_ms"], "ms", f"goal < {SEEN_P99_MS}")


async def _table_weight(settings: Settings, game: str) -> list[Figure]:
    """Mean size of the keys of a running table."""
    client = redis.Redis.from_url(settings.redis.url)
    try:
        weights: dict[bytes, int] = {}
        async for key in client.scan_iter(match="*:table:*", count=1000):
            table = key.split(b":")[2]
            weights[table] = weights.get(table, 0) + int(await client.memory_usage(key) or 0)
    finally:
        await client.aclose()
    mean = sum(weights.values()) / len(weights) / 1000 if weights else 0.0
    return [Figure(f"{game}: Redis memory a table, mean of {len(weights)}", mean, "kB", f"goal < {KILOBYTES_A_TABLE}")]
