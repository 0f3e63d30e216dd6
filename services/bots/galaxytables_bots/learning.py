"""The command line that learns weights from games: `python -m galaxytables_bots.jump.simulation.learning --help`."""

import argparse
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeAlias

from galaxytables_bots.seeds import tuning_seed
from galaxytables_bots.values import Row, learn_values, save_values

Played: TypeAlias = Callable[[int, int], Iterable[Row]]
"""Plays a number of games from a first seed; yields what was seen and the result."""


def learn(prog: str, description: str | None, played: Played, arguments: Sequence[str] | None = None) -> int:
    """Read the command line, play games and learn weights from them. Returns the exit code."""
    parser = argparse.ArgumentParser(prog=f"python -m {prog}", description=description)
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--seed", type=tuning_seed, default=1)
    parser.add_argument("--file", type=Path, required=True)
    parser.add_argument("--commit", default="", help="what the code was, for the provenance of the weights")
    given = parser.parse_args(arguments)
    values = learn_values([*played(given.games, given.seed)], games=given.games, seed=given.seed, commit=given.commit)
    save_values(values, given.file)
    return 0
