"""The result of one load on one server, and the summary of several loads."""

import asyncio
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import mean
from typing import Any

import psutil

from bench.peer.install import INSTALLED, NODE
from bench.peer.sides import Running, Side

# Opening a thousand tables included, on a busy machine.
MAX_SECONDS_A_LOAD = 180.0
# With fewer tables begun, the memory that a process takes and gives back for itself hides what a table takes.
FEWEST_TABLES_WEIGHED = 100
# Players who are busy for this part of their one core and more may be what holds the server back.
BUSY = 0.9


@dataclass(frozen=True)
class Load:
    """The result of a load with a number of tables, in the counted seconds.

    `servers_us` and `players_us` are processor time per choice. `table_kb` is how much the memory of all server
    processes grew for each table begun since the load began; None if there were too few. `players_busy` is the share of
    one core that the process of the players used.
    """

    choices_per_second: float
    p50_ms: float
    p99_ms: float
    servers_us: float
    players_us: float
    players_busy: float
    refused: int
    table_kb: float | None


@dataclass(frozen=True)
class Row:
    """A server with a number of tables: the means of its loads, and how far the loads differ, as a share of the mean.

    Of processor time and memory the least counts, since other work of the machine only adds to them.
    """

    side: str
    what: str
    tables: int
    choices_per_second: float
    spread: float
    p50_ms: float
    p99_ms: float
    servers_us: float
    players_us: float
    players_busy: float
    refused: int
    table_kb: float | None
    ratio: float | None = None
    """Our choices a second over this side's."""


def row_of(side: Side, tables: int, loads: Sequence[Load]) -> Row:
    """Return the summary of a server's loads with one number of tables."""
    rates = [load.choices_per_second for load in loads]
    weights = [load.table_kb for load in loads if load.table_kb is not None]
    return Row(
        side=side.name,
        what=side.what,
        tables=tables,
        choices_per_second=mean(rates),
        spread=(max(rates) - min(rates)) / mean(rates),
        p50_ms=mean(load.p50_ms for load in loads),
        p99_ms=mean(load.p99_ms for load in loads),
        servers_us=min(load.servers_us for load in loads),
        players_us=min(load.players_us for load in loads),
        players_busy=max(load.players_busy for load in loads),
        refused=sum(load.refused for load in loads),
        table_kb=min(weights) if weights else None,
    )


def with_ratios(rows: Sequence[Row]) -> list[Row]:
    """Return rows of one number of tables with their ratios to our row, if that is among them."""
    rates = {row.side: row.choices_per_second for row in rows}

    if "ours" not in rates:
        return list(rows)
    return [replace(row, ratio=rates["ours"] / row.choices_per_second) for row in rows]


def table_of(rows: Sequence[Row]) -> str:
    """Return rows as a table, one line each."""
    names = (
        "choices/s",
        "spread",
        "p50 ms",
        "p99 ms",
        "servers us",
        "players us",
        "busy",
        "kB a table",
        "ratio",
    )
    lines = [["tables", "", "", *names]]
    for row in rows:
        cells = [
            f"{row.choices_per_second:,.0f}",
            f"{row.spread:.0%}",
            f"{row.p50_ms:.1f}",
            f"{row.p99_ms:.1f}",
            f"{row.servers_us:,.0f}",
            f"{row.players_us:,.0f}",
            f"{row.players_busy:.0%}",
            "" if row.table_kb is None else f"{row.table_kb:,.0f}",
            "" if row.ratio is None else f"{row.ratio:.2f}",
        ]
        lines.append([f"{row.tables:,}", row.side, row.what, *cells])
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column in (1, 2) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def remarks(rows: Iterable[Row]) -> list[str]:
    """Return remarks on single rows that a reader of the table needs."""
    said = []
    for row in rows:
        where = f"{row.side} at {row.tables:,} tables"
        if row.players_busy >= BUSY:
            said.append(
                f"{where}: the players used {row.players_busy:.0%} of a core, and may have held the server back"
            )
        if row.refused:
            said.append(f"{where}: {row.refused} choices were refused")
    return said


async def load(side: Side, running: Running, tables: int, *, seconds: float, game: str, views: bool) -> Load:
    """Let players play at `tables` tables. Raises `RuntimeError` if they cannot."""
    words = ["--side", side.players, "--server", running.address, "--tables", str(tables), "--seconds", str(seconds)]
    words += ["--game", game, *(["--views"] if views else [])]
    bytes_before = sum(each.memory_info().rss for each in _family(running))
    process = await asyncio.create_subprocess_exec(NODE, INSTALLED / "load.js", *words, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None  # noqa: S101  # it was asked for
    try:
        async with asyncio.timeout(MAX_SECONDS_A_LOAD):
            begun = await process.stdout.readline()
            used_before = _processor_seconds(running)
            line = await process.stdout.readline()
            used = _processor_seconds(running) - used_before
            bytes_after = sum(each.memory_info().rss for each in _family(running))
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
        raise
    if process.returncode or begun != b"counting\n" or not json.loads(line)["choices"]:
        raise RuntimeError(f"the players of {side.what} at {tables} tables failed")
    return _load_of(json.loads(line), used, bytes_after - bytes_before)


def _load_of(found: dict[str, Any], used: float, grown: int) -> Load:  # decoded JSON
    """What the players tell, and what was seen of the servers: seconds of processor time, bytes."""
    matches = found["matches"]
    return Load(
        choices_per_second=found["choices_per_second"],
        p50_ms=found["p50_ms"],
        p99_ms=found["p99_ms"],
        servers_us=used / found["choices"] * 1e6,
        players_us=found["players_us"],
        players_busy=found["players_busy"],
        refused=found["refused"],
        table_kb=max(0.0, grown / matches / 1000) if matches >= FEWEST_TABLES_WEIGHED else None,
    )


def _processor_seconds(running: Running) -> float:
    """Processor time that a server's processes have used so far."""
    times = [each.cpu_times() for each in _family(running)]
    return float(sum(each.user + each.system for each in times))


def _family(running: Running) -> list[psutil.Process]:
    """The server's processes with their children."""
    parents = [psutil.Process(pid) for pid in running.pids]
    return [each for parent in parents for each in (parent, *parent.children(recursive=True))]
