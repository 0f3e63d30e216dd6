"""`make bench`: prints every figure and writes those of each part to bench/results/<part>.json.

    python -m bench [--parts rules,apply,sizes,environments,platform,idle,deadlines,watchers,lists,past,lobbies,
                             pairing,tournaments,replicas,notifications,standby,bots]
                    [--games jump,...] [--seconds 10] [--tables 1,50,200,1000] [--seats 2] [--lobbies 1]

Absolute figures belong to the machine that they were measured on; compare ratios of one run.
"""

import argparse
import asyncio
import os
import platform
from collections.abc import Iterable

from bench.apply import apply_latency
from bench.bot_seats import bot_seats
from bench.environments import environments
from bench.figures import Figure, print_figures, write_results
from bench.growth import deadlines, idle_tables, lists, looking_back, pairing, watchers
from bench.interpreter import form_of_rules, run_with_optimised
from bench.lobbies import more_lobbies
from bench.notifications import notifications
from bench.playouts import playouts
from bench.replicas import waiting_for_replicas
from bench.sizes import message_sizes
from bench.standby import standby
from bench.throughput import through_the_platform
from bench.tournaments import tournaments
from galaxytables_arena.games import game_names, load_game

APPLY_SAMPLES = 2_000
# The game that the platform is grown with, if it is among the games.
GROWING = "race"
GROWTH = {
    "idle": idle_tables,
    "deadlines": deadlines,
    "watchers": watchers,
    "lists": lists,
    "past": looking_back,
    "lobbies": more_lobbies,
    "pairing": pairing,
    "replicas": waiting_for_replicas,
    "notifications": notifications,
    "standby": standby,
}

# Without any game.
TOURNAMENTS = "tournaments"
OF_ALL_GAMES = {"rules": playouts, "environments": environments}

PARTS = ("rules", "apply", "sizes", "environments", "platform", *GROWTH, TOURNAMENTS, "bots")


def main() -> None:
    """Measure the parts that the command line names, print their figures and write them to files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--games", default=",".join(game_names()))
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--tables", default="1,50,200,1000")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--lobbies", type=int, default=1)
    given = parser.parse_args()
    build = run_with_optimised("bench")
    parts, names = given.parts.split(","), given.games.split(",")
    if unknown := [part for part in parts if part not in PARTS]:
        parser.error(f"no part {unknown[0]}; there are: {', '.join(PARTS)}")
    head = f"{platform.machine()}, {os.cpu_count()} cores, {build}, rules {form_of_rules()}"
    print(head, flush=True)
    for part in parts:
        measured = list(tournaments() if part == TOURNAMENTS else _measured(part, names, given))
        print_figures(measured)
        write_results(part, head, measured)


def _measured(part: str, names: list[str], given: argparse.Namespace) -> Iterable[Figure]:
    """The figures of one part."""
    games = [load_game(name) for name in names]
    if part in OF_ALL_GAMES:
        yield from OF_ALL_GAMES[part](games, given.seconds)
    elif part == "apply":
        for game in games:
            yield from apply_latency(game, APPLY_SAMPLES)
    elif part == "sizes":
        for game in games:
            yield from message_sizes(game)
    elif part == "platform":
        tables = [int(number) for number in given.tables.split(",")]
        for name in names:
            yield from asyncio.run(
                through_the_platform(name, given.seats, tables, given.seconds, lobbies=given.lobbies)
            )
    elif part == "bots":
        for name in names:
            yield from asyncio.run(bot_seats(name, given.seconds))
    else:
        yield from asyncio.run(GROWTH[part](GROWING if GROWING in names else names[0], given.seconds))


main()
