"""Command-line arguments that several commands of the arena share: options of a table, and seeds."""

import argparse
import os

from galaxytables_bots.seeds import HELD_OUT, SEEDS


def read_pairs(text: str) -> dict[str, str]:
    """Return the pairs in a text `name=value,...` as a dict. Raises `ValueError` for any other text."""
    return dict(part.split("=", 1) for part in text.split(",") if part)


def add_match_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of every command that plays matches: seeds and processes."""
    parser.add_argument(
        "--seeds",
        choices=sorted(SEEDS),
        default=HELD_OUT,
        help=f"the range that the seed comes from; {HELD_OUT} unless given, which nothing was tuned on",
    )
    parser.add_argument("--seed", type=int, default=1, help="number of the seed in the range, from 0")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="number of processes (default: all cores)"
    )


def seed_of(given: argparse.Namespace) -> int:
    """Return the seed with the number `--seed` in the range `--seeds`.

    Raises `LookupError` for a number outside the range.
    """
    seeds, number = SEEDS[given.seeds], int(given.seed)
    if not 0 <= number < len(seeds):
        raise LookupError(f"no seed {number} in {given.seeds}: it has 0 to {len(seeds) - 1}")
    return seeds[number]
