"""Measures the cost of one of each thing. The capacity model is computed from these figures."""

import asyncio
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path

import psutil
from msgspec import Struct

from bench.lists import reader_us
from bench.loading import processor_seconds, run_load
from bench.scale.growth import Growth
from bench.scale.meter import Meter
from bench.scale.playing import Company, choose
from bench.scale.workshop import Workshop
from bench.throughput import table_kilobytes
from bench.watchers import watched_table
from galaxytables.lobby.v1 import tables_pb2
from galaxytables_lobby.clock.archiving import archiver_of
from galaxytables_lobby.clock.connections import open_connections
from galaxytables_lobby.clock.sweep import sweep_of
from galaxytables_platform.console import Console
from galaxytables_platform.layout import free_layout
from galaxytables_platform.running import running_platform
from galaxytables_platform.settings import RunSettings
from galaxytables_serving.settings import read_settings

PLAYED_TABLES = 200
STREAMS = 500
DEADLINES = 64
ENDED = 32
MOVE_SECONDS = 1
# Longer than finished tables are left alone.
ARCHIVED_AHEAD = 60.0
_ALL = 1_000_000


class Units(Struct, frozen=True):
    """The cost of one of each thing, in microseconds of processor time, seconds, or bytes."""

    lobby_us: float
    """A choice in the lobby, gRPC and all, many tables at once."""
    rules_us: float
    redis_us: float
    commands: float
    """Commands to Redis a choice."""
    choice_bytes: float
    """What both players are sent for a choice, without views."""
    update_us: float
    """A choice sent to one watcher over gRPC, in the lobby."""
    update_bytes: float
    """The same with the view, in bytes."""
    stream_bytes: float
    """Memory of a lobby for one stream of a watcher."""
    news_us: float
    """A choice at one lobby, in each other lobby."""
    news_redis_us: float
    """The same in Redis."""
    table_redis_bytes: float
    """A running table in Redis."""
    ended_redis_bytes: float
    """A finished one."""
    table_lobby_bytes: float
    """A running table that a lobby remembers."""
    listed_us: float
    """A table opened, filled and started, sent to one reader of the list over gRPC, at the pace of the goal."""
    deadline_us: float
    """A deadline acted on, in the clock's worker."""
    archive_seconds: float
    """A game put into the archive; one at a time."""
    archive_bytes: float


class Played(Struct, frozen=True):
    """The cost of a choice and of a watcher for the platform's own processes, gRPC included."""

    lobby_us: float
    rules_us: float
    redis_us: float
    update_us: float
    stream_bytes: float
    table_redis_bytes: float
    listed_us: float


async def played(game: str, seconds: float) -> Played:
    """Load a whole platform, then have one table watched by many. Returns the costs."""
    with tempfile.TemporaryDirectory(prefix="galaxytables-bench-") as folder:
        layout = free_layout(
            read_settings(RunSettings, {"GAMES": game, "GALAXYTABLES_LOG_LEVEL": "error"}), Path(folder)
        )
        async with running_platform(layout, Console()) as supervisor:
            pid = supervisor.children["lobby"].pid
            assert pid is not None  # noqa: S101  # it runs
            # Streams first, while the lobby has no memory to spare.
            spent, weights = list[float](), list[int]()
            for watchers in (1, STREAMS):
                async with watched_table(layout.lobby, game, watchers) as watched:
                    weights.append(psutil.Process(pid).memory_info().rss)
                    begun = processor_seconds(supervisor)["lobby"]
                    await watched.play(seconds)
                    choices = max(1, len(watched.received) - 1)
                    spent.append((processor_seconds(supervisor)["lobby"] - begun) / choices)
            loaded = await run_load(layout, supervisor, game, tables=PLAYED_TABLES, seconds=seconds)
            weight, _ = await table_kilobytes(layout)
            listed = await reader_us(layout.lobby, supervisor, game, seconds)
    alone, watched_by_many = spent
    return Played(
        lobby_us=loaded.costs["lobby"],
        rules_us=loaded.costs[game],
        redis_us=loaded.costs["redis"],
        update_us=(watched_by_many - alone) / (STREAMS - 1) * 1e6,
        stream_bytes=max(0, weights[1] - weights[0]) / (STREAMS - 1),
        table_redis_bytes=weight * 1000,
        listed_us=listed,
    )


async def deadline_us(workshop: Workshop) -> float:
    """Return the cost of a deadline in microseconds.

    The first moves at many tables time out, and the clock acts on all of them.
    """
    company, desk = Company(workshop.game), workshop.desks[0]
    control = tables_pb2.TimeControl()
    control.per_move.FromSeconds(MOVE_SECONDS)
    control.grace.SetInParent()
    await company.open_many(desk, DEADLINES, control)
    async with open_connections(workshop.settings) as connections:
        sweep = sweep_of(connections)
        # A clock acts where it knows that players could have chosen; lobbies say so every second.
        await asyncio.sleep(MOVE_SECONDS + 1)
        idle, begun, acted = await Meter(workshop.port).idle(1.0), time.process_time(), 0
        wall = time.perf_counter()
        while acted < DEADLINES and time.perf_counter() - wall < 10:
            acted += await sweep.sweep()
        used = time.process_time() - begun - idle.here / idle.wall * (time.perf_counter() - wall)
    await company.leave()
    return used / max(1, acted) * 1e6


async def archiving(workshop: Workshop, folder: Path) -> tuple[float, float, float]:
    """Play some games to their end and archive them.

    Returns, per game, the seconds and the bytes of the archive, and the bytes of Redis.
    """
    company, desk, meter = Company(workshop.game), workshop.desks[0], Meter(workshop.port)
    before = meter.redis_bytes()
    games = await company.open_many(desk, ENDED)
    for game in games:
        await company.play(game, desk)
    await choose(games, _ALL, at_once=ENDED)
    await company.leave()
    ended = (meter.redis_bytes() - before) / ENDED
    size = _database_bytes(folder)
    async with open_connections(workshop.settings, clock=lambda: time.time() + ARCHIVED_AHEAD) as connections:
        archiver = archiver_of(connections)
        begun = time.perf_counter()
        archived = await archiver.archive()
        took = time.perf_counter() - begun
    grown = _database_bytes(folder) - size
    return took / max(1, archived), grown / max(1, archived), ended


def _database_bytes(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "archive.db")) as database:
        [[pages]], [[size]] = (database.execute(f"PRAGMA {what}").fetchall() for what in ("page_count", "page_size"))
    return int(pages * size)


def units_of(
    growths: dict[str, Growth], played: Played, deadline: float, archived: tuple[float, float, float]
) -> Units:
    """Return all figures combined."""
    tables, lobbies, watchers = (growths[name] for name in ("tables", "lobbies", "watchers"))
    seconds, kept, ended = archived
    return Units(
        lobby_us=played.lobby_us,
        rules_us=played.rules_us,
        redis_us=played.redis_us,
        commands=tables.points[-1].commands,
        choice_bytes=tables.points[-1].sent_bytes,
        update_us=played.update_us,
        update_bytes=watchers.slope(lambda point: point.sent_bytes),
        stream_bytes=played.stream_bytes,
        news_us=max(0.0, lobbies.slope(lambda point: point.here_us)),
        news_redis_us=max(0.0, lobbies.slope(lambda point: point.redis_us)),
        table_redis_bytes=played.table_redis_bytes,
        ended_redis_bytes=ended,
        table_lobby_bytes=tables.slope(lambda point: point.own_bytes),
        listed_us=played.listed_us,
        deadline_us=deadline,
        archive_seconds=seconds,
        archive_bytes=kept,
    )
