"""Measures how long the rules take for a choice in this process: the latency of `Apply`."""

from collections.abc import Mapping
from typing import NamedTuple

from bench.figures import Figure, percentile
from bench.random_play import random_game
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.game import AnyGame
from galaxytables_kit.pack import load_packs


class Setting(NamedTuple):
    """A setting in which a latency is measured: seats, options, a name, and a goal in microseconds."""

    name: str
    seats: int
    options: Mapping[str, str]
    goal: int


FULL_TABLES = {
    "race": Setting(
        "race, six at The Brink of War",
        6,
        {"expansion": "brink_of_war", "goals": "on", "takeovers": "on"},
        2_000,
    )
}
"""The most that a game asks of one call, by game."""


def apply_latency(game: AnyGame, samples: int) -> list[Figure]:
    """Return the latency of `Apply` in the middle third of four-player games, with the live game cached and without.

    If the game names a fullest table, its latency is included.
    """
    settings = [Setting(game.name, min(4, game.max_seats), {}, 1_000)]
    if game.name in FULL_TABLES:
        settings.append(FULL_TABLES[game.name])
    figures = []
    for setting in settings:
        for label, cached_games in (("cached", 4096), ("from its position", 0)):
            took = sorted(_apply_times(game, setting, samples, cached_games))
            goal = f"goal < {setting.goal:,}" if cached_games == 0 else ""
            figures.append(Figure(f"{setting.name}: Apply {label}, p50", percentile(took, 0.5) * 1e6, "us", goal))
            figures.append(Figure(f"{setting.name}: Apply {label}, p99", percentile(took, 0.99) * 1e6, "us"))
    return figures


def _apply_times(game: AnyGame, setting: Setting, samples: int, cached_games: int) -> list[float]:
    calls = RulesCalls(game, load_packs(game), cached_games)
    took: list[float] = []
    seed = 0
    while len(took) < samples:
        times = [played.seconds for played in random_game(calls, setting.seats, setting.options, seed)]
        took += times[len(times) // 3 : 2 * len(times) // 3]
        seed += 1
    return took
