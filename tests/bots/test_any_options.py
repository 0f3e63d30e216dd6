"""Every bot plays every game with options drawn at random, whatever they are combined with.

But for `best`, which is `hard` with more time. Levels look at few answers: how well they play is told elsewhere.
"""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from galaxytables.rules.v1 import rules_pb2
from galaxytables_arena.games import bots_besides, game_names, load_game
from galaxytables_arena.match import play_match
from galaxytables_bots.level import Level
from galaxytables_bots.registry import RANDOM, discover
from galaxytables_kit.errors import OptionError
from galaxytables_kit.game import Game
from galaxytables_kit.options import option_specs, read_options
from galaxytables_platform.games import example_games
from tests.probe.games import random_games

TABLES = random_games(3)


def drawn(game: Game[Any, Any, Any], random: Random) -> tuple[int, dict[str, str]]:
    """Seats, and options that may be combined for so many; each option is left alone more often than not."""
    pack = game.load_pack(game.components_path)
    while True:
        seats = random.randint(game.min_seats, game.max_seats)
        options = {spec.name: value(spec, random) for spec in option_specs(game.options_type) if random.random() < 0.4}
        try:
            game.check(read_options(game.options_type, options), seats, pack)
        except OptionError:
            continue
        return seats, options


def value(spec: rules_pb2.OptionSpec, random: Random) -> str:
    if spec.kind == rules_pb2.OPTION_KIND_NUMBER:
        return str(random.randint(spec.least, spec.most))
    return random.choice(spec.values if spec.kind == rules_pb2.OPTION_KIND_WORD else ["on", "off"])


@pytest.mark.parametrize("seed", range(TABLES))
@pytest.mark.parametrize("name", [*game_names(), *example_games()])
def test_bots_play_to_the_end(name, seed, monkeypatch):
    game, random = load_game(name), Random(f"{name} {seed}")
    seats, options = drawn(game, random)
    registry = discover(bots_besides(name))
    bots = [bot for bot in registry.bots(name) if bot not in (RANDOM, "best")] or [RANDOM]
    names = (bots[seed % len(bots)], RANDOM)
    level = registry.find(name, names[0])
    if isinstance(level, Level):
        monkeypatch.setattr(level, "budget", replace(level.budget, answers=2, tables=1))
    match = play_match(game, names, games=1, seats=seats, seed=seed, options=options)
    bot, others = match.sides
    assert (bot.seats, others.seats) == (1, seats - 1)
    assert bot.decisions > bot.defaults == 0
