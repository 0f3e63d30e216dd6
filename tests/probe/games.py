"""How many random games are played: few in each run of the tests, many by `make probe`."""

import os


def random_games(few: int) -> int:
    """So few, or as many as `PROBE_GAMES` says."""
    return int(os.environ.get("PROBE_GAMES", few))
