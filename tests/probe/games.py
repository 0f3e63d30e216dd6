"""How many random games are played, and by how many: few in each run of the tests, more by `make probe`."""

import os


def random_games(few: int) -> int:
    """So few, or as many as `PROBE_GAMES` says."""
    return int(os.environ.get("PROBE_GAMES", few))


def some_seats(*numbers: int) -> tuple[int, ...]:
    """So many seats alone, or all that a game allows where `PROBE_GAMES` says how many games."""
    return () if "PROBE_GAMES" in os.environ else numbers
