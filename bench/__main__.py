"""`make bench`: prints every figure and writes them to bench/results/latest.json.

    python -m bench [--parts rules,apply,sizes,platform,idle,deadlines,watchers,past] [--games jump,...] [--seconds 10]
                    [--tables 1,50,200,1000] [--seats 2] [--lobbies 1]

Absolute figures belong to the machine that they were measured on; compare ratios of one run.
"""

import argparse
import asyncio
import os
import platform
from pathlib import Path

from bench.apply import apply_latency
from bench.figures import print_figures, write_figures
from bench.games import game_names, load_game
from bench.growth import deadlines, idle_tables, looking_back, watchers
from bench.interpreter import run_with_optimised
from bench.playouts import playouts
from bench.sizes import message_sizes
from bench.throughput import through_the_platform

RESULTS = Path(__file__).with_name("results") / "latest.json"
APPLY_SAMPLES = 2_000
# The game that the platform is grown with, if it is among the games.
GROWING = "race"
GROWTH = {"idle": idle_tables, "deadlines": deadlines, "watchers": watchers, "past": looking_back}


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", default="rules,apply,sizes,platform,idle,deadlines,watchers,past")
    parser.add_argument("--games", default=",".join(game_names()))
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--tables", default="1,50,200,1000")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--lobbies", type=int, default=1)
    given = parser.parse_args()
    build = run_with_optimised("bench")
    parts, names = given.parts.split(","), given.games.split(",")
    games = [load_game(name) for name in names]
    print(f"{platform.machine()}, {os.cpu_count()} cores, {build}", flush=True)
    figures = []
    if "rules" in parts:
        figures += playouts(games, given.seconds)
        print_figures(figures)
    if "apply" in parts:
        for game in games:
            latency = apply_latency(game, APPLY_SAMPLES)
            print_figures(latency)
            figures += latency
    if "sizes" in parts:
        for game in games:
            sizes = message_sizes(game)
            print_figures(sizes)
            figures += sizes
    if "platform" in parts:
        tables = [int(number) for number in given.tables.split(",")]
        for name in names:
            loaded = asyncio.run(through_the_platform(name, given.seats, tables, given.seconds, lobbies=given.lobbies))
            print_figures(loaded)
            figures += loaded
    for name, part in GROWTH.items():
        if name in parts:
            grown = asyncio.run(part(GROWING if GROWING in names else names[0], given.seconds))
            print_figures(grown)
            figures += grown
    write_figures(RESULTS, figures)


main()
