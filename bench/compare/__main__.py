"""`make bench COMPARE=<git ref>`: measures this tree and another commit in turn, to notice when a change is slower.

    python -m bench.compare [REF] [--parts playouts,apply,platform,lists,sizes] [--games race] [--seconds 1]
                            [--rounds 2] [--within SECONDS]

REF is any name that git knows, or `last`: the last release before this commit, or the commit before it if there is
none. The environment variables COMPARE, PARTS and GAMES do the same as arguments; GAMES=all are all games. "There" is
the other commit and "here" this tree. Turns are there, here, here, there, so that a machine that becomes faster or
slower favours neither. Both are measured by the `bench` of this tree, with the same interpreter and, if the lock files
are equal, the same libraries; nothing is compiled. `--within` ends after the turns that fit into this many seconds.
"""

import argparse
import os
import tempfile
from pathlib import Path

from bench.compare.checkouts import checkouts
from bench.compare.ratios import compared, table_of
from bench.compare.turns import Timetable
from bench.interpreter import run_with_optimised
from galaxytables_arena.games import game_names


def main() -> None:
    """Compare the checkouts and parts that the command line names, and print the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ref", nargs="?", default=os.environ.get("COMPARE", "last"))
    parser.add_argument("--parts", default=os.environ.get("PARTS", "playouts,apply,platform,sizes"))
    parser.add_argument("--games", default=os.environ.get("GAMES", "race"))
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--within", type=float, default=3600.0)
    given = parser.parse_args()
    build = run_with_optimised("bench.compare")
    timetable = Timetable(given.within)
    games = ",".join(game_names()) if given.games == "all" else given.games
    words = ["--parts", given.parts, "--games", games, "--seconds", str(given.seconds)]
    with (
        tempfile.TemporaryDirectory(prefix="galaxytables-compare-") as folder,
        checkouts(given.ref, Path(folder)) as (there, here),
    ):
        print(f"{there.name} -> {here.name}, {os.cpu_count()} cores, {build}", flush=True)
        pairs = timetable.pairs(there, here, words, rounds=given.rounds)
    if not pairs:
        raise SystemExit(f"no two turns fitted into {given.within:g} s")
    print(table_of(compared(pairs)))
    if not there.measured_by_ours:
        print(f"{there.name} was measured by its own bench: ours does not fit it")


main()
