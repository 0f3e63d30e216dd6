"""Measures a checkout for one short turn of `bench.compare`. The work is the same each time.

    python -m bench.turn [--parts playouts,apply,platform,lists,sizes] [--games race] [--seconds 1]

Prints one line of JSON: the value and unit of every figure, by the name of the figure. Of several times for the same
seeds the least counts, since disturbances only make times longer.
"""

import argparse
import asyncio
import gc
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from bench.figures import Figure
from bench.growth import lists
from bench.loading import run_load
from bench.playouts import Playouts
from bench.random_play import random_game
from bench.sizes import message_sizes
from galaxytables_arena.games import load_game
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.game import AnyGame
from galaxytables_kit.pack import load_packs
from galaxytables_kit.playout import play_out
from galaxytables_platform.console import Console
from galaxytables_platform.layout import free_layout
from galaxytables_platform.running import running_platform
from galaxytables_platform.settings import RunSettings
from galaxytables_serving.settings import read_settings

PLAYOUT_SEEDS = range(8)
APPLY_SEEDS = range(3)
SEATS = 2
TABLES = 200


def playout_cost(game: AnyGame, seconds: float) -> list[Figure]:
    """Return the processor time of a random playout per choice between several answers."""
    playouts = Playouts(game)

    def one_pass() -> float:
        begun = process_time()
        choices = sum(play_out(playouts.begin(seed), Random(seed)) for seed in PLAYOUT_SEEDS)
        return (process_time() - begun) / choices

    return [Figure(f"{game.name}: playout", _fastest(one_pass, seconds) * 1e6, "us/choice")]


def apply_cost(game: AnyGame, seconds: float) -> list[Figure]:
    """Return the median latency of `Apply` with the live game cached."""
    calls = RulesCalls(game, load_packs(game), 4096)

    def one_pass() -> float:
        return median(played.seconds for seed in APPLY_SEEDS for played in random_game(calls, SEATS, {}, seed))

    return [Figure(f"{game.name}: Apply", _fastest(one_pass, seconds) * 1e6, "us")]


async def platform_cost(game: str, seconds: float) -> list[Figure]:
    """Return the cost of a choice for each process, and the choices per second, with many tables."""
    with TemporaryDirectory(prefix="galaxytables-bench-") as folder:
        layout = free_layout(
            read_settings(RunSettings, {"GAMES": game, "GALAXYTABLES_LOG_LEVEL": "warning"}), Path(folder)
        )
        async with running_platform(layout, Console()) as supervisor:
            loaded = await run_load(layout, supervisor, game, tables=TABLES, seconds=seconds, seats=SEATS)
    costs = {name: loaded.costs[process] for name, process in (("lobby", "lobby"), ("rules", game), ("redis", "redis"))}
    return [
        Figure(f"{game}: choices, {TABLES} tables", loaded.result["choices_per_second"], "/s"),
        *[Figure(f"{game}: a choice in {name}", cost, "us") for name, cost in costs.items()],
        Figure(f"{game}: a choice in all servers", sum(loaded.costs.values()), "us"),
    ]


def _fastest(one_pass: Callable[[], float], seconds: float) -> float:
    """The least of passes for some seconds, of two at the fewest: the first fills caches."""
    end, passes = process_time() + seconds, [one_pass(), one_pass()]
    while process_time() < end:
        passes.append(one_pass())
    return min(passes)


def main() -> None:
    """Measure the parts that the command line names, and print one line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", default="playouts,apply,platform,sizes")
    parser.add_argument("--games", default="race")
    parser.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    parts, figures = given.parts.split(","), []
    games = [load_game(name) for name in given.games.split(",")]
    gc.freeze()  # as a rules service does when its packs are loaded
    for game in games:
        if "playouts" in parts:
            figures += playout_cost(game, given.seconds)
        if "apply" in parts:
            figures += apply_cost(game, given.seconds)
        if "sizes" in parts:
            figures += message_sizes(game)
        if "platform" in parts:
            figures += asyncio.run(platform_cost(game.name, max(given.seconds, 4.0)))
        if "lists" in parts:
            figures += asyncio.run(lists(game.name, max(given.seconds, 4.0)))
    print(json.dumps({figure.what: [figure.value, figure.unit] for figure in figures}))


if __name__ == "__main__":
    main()
