"""What a choice has made is freed with it: nothing goes round in circles until the collector finds it.

Garbage that waits for the collector is memory that is cold when it is used again, in services that collect rarely.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from galaxytables_platform.games import SERVICES, example_games, games_in

ROOT = Path(__file__).parents[2]
# In a process of its own: the collector finds the garbage of every thread, also of what other tests left running.
PROGRAM = """
import gc
import sys

from bench.random_play import random_game
from galaxytables_arena.games import load_game
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.pack import load_packs

game = load_game(sys.argv[1])
calls = RulesCalls(game, load_packs(game), 8)
for _ in random_game(calls, 2, {}, seed=1):
    pass  # what is made once
gc.collect()
gc.disable()
choices = sum(1 for _ in random_game(calls, 2, {}, seed=2))
print(choices, gc.collect())
"""


@pytest.mark.parametrize("name", [*games_in(SERVICES), *example_games()])
def test_a_game_leaves_nothing_to_the_collector(name):
    told = subprocess.check_output([sys.executable, "-c", PROGRAM, name], cwd=ROOT, text=True)
    choices, garbage = map(int, told.split())
    assert choices > 0
    assert garbage == 0
