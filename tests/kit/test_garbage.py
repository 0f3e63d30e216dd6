"""What a choice has made is freed with it: nothing goes round in circles until the collector finds it.

Garbage that waits for the collector is memory that is cold when it is used again, in services that collect rarely.
"""

import gc

import pytest

from bench.random_play import random_game
from services.arena.games import load_game
from services.kit.calls import RulesCalls
from services.kit.pack import load_packs
from services.platform.games import EXAMPLES, SERVICES, games_in


def play(calls: RulesCalls, seed: int) -> int:
    """Play a game by the calls of its service; gives the number of choices."""
    return sum(1 for _ in random_game(calls, 2, {}, seed))


@pytest.mark.parametrize("name", [*games_in(SERVICES), *games_in(EXAMPLES)])
def test_a_game_leaves_nothing_to_the_collector(name):
    game = load_game(name)
    calls = RulesCalls(game, load_packs(game), 8)
    play(calls, 1)  # what is made once
    gc.collect()
    gc.disable()
    try:
        choices = play(calls, 2)
        assert gc.collect() < choices / 10
    finally:
        gc.enable()
