"""Divides the seeds of games into those for learning and tuning, and those that are reserved for measurements.

A bot looks stronger than it is in the games on which it was tuned, so published figures use only the reserved seeds.
"""

from argparse import ArgumentTypeError
from collections.abc import Mapping

TUNING, HELD_OUT = "tuning", "held-out"

SEEDS: Mapping[str, range] = {TUNING: range(100_000_000), HELD_OUT: range(100_000_000, 200_000_000)}
"""The ranges of seeds, by name. They do not overlap."""


def tuning_seed(text: str) -> int:
    """Return the seed given to a command that learns or tunes.

    Raises `ArgumentTypeError` if this seed is reserved for measurements.
    """
    allowed = SEEDS[TUNING]
    try:
        seed = int(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a number") from None
    if seed not in allowed:
        raise ArgumentTypeError(f"{seed} is held out: tuning seeds are {allowed.start} to {allowed.stop - 1}")
    return seed
