"""`make bench-scale`: measures the cost of each thing and its growth, and computes the needs of 100,000 tables.

    python -m bench.scale [--game jump] [--seconds 4] [--model] [--check]

Measures, writes bench/results/scale.json, and writes the tables of docs/explanation/scale.md from it. `--model` writes
them from the results of an earlier run without measuring. `--check` neither measures nor writes: it fails if the page
differs from the last results.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import uvloop

from bench.figures import RESULTS
from bench.interpreter import run_with_optimised
from bench.pages import DOCS, filled, write
from bench.scale.growth import Growth, Simulation
from bench.scale.model import Goal
from bench.scale.report import Results, contents
from bench.scale.units import archiving, deadline_us, played, units_of
from bench.scale.workshop import open_workshop
from galaxytables_serving.logs import LogSettings, configure_logs

KEPT = RESULTS / "scale.json"
PAGE = DOCS / "explanation/scale.md"


async def measure(game: str, seconds: float, head: str) -> Results:
    """Measure everything, with one workshop and one platform."""
    growths: dict[str, Growth] = {}
    with tempfile.TemporaryDirectory(prefix="galaxytables-bench-") as folder:
        async with open_workshop(game, Path(folder)) as workshop:
            simulation = Simulation(workshop)
            for name, curve in (
                ("tables", simulation.tables),
                ("watchers", simulation.watchers),
                ("listeners", simulation.listeners),
                ("lobby_watchers", simulation.lobby_watchers),
            ):
                growths[name] = await _measured(curve)
            deadline = await deadline_us(workshop)
            archived = await archiving(workshop, Path(folder))
            growths["lobbies"], growths["lobbies_apart"] = await simulation.lobbies()
    return Results(head, growths, units_of(growths, await played(game, seconds), deadline, archived))


async def _measured(curve: Callable[[], Awaitable[Growth]]) -> Growth:
    begun = time.monotonic()
    growth = await curve()
    print(f"{growth.each} by {growth.what}: {time.monotonic() - begun:.0f} s", flush=True)
    return growth


def main() -> None:
    """Measure, write the page or check it, according to the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="jump")
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--model", action="store_true")
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    if not (given.model or given.check):
        build = run_with_optimised("bench.scale")
        configure_logs(LogSettings("error", "console"), "bench")
        head = f"{given.game}, {os.cpu_count()} cores, {build}"
        RESULTS.mkdir(parents=True, exist_ok=True)
        KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(uvloop.run(measure(given.game, given.seconds, head)))))
    if not KEPT.exists():
        raise SystemExit(f"{KEPT} is missing: measure first")
    results = msgspec.json.decode(KEPT.read_bytes(), type=Results)
    tables = contents(results, Goal())
    if given.check:
        raise SystemExit(filled(PAGE.read_text(), tables) != PAGE.read_text())
    print("\n\n".join(tables.values()))
    write(PAGE, tables)


main()
