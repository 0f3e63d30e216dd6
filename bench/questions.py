"""Counts the questions of games, and the choices among them: `python -m bench.questions GAME FIRST END`.

It serves `bench.playouts` when the rules run compiled.
"""

import sys

from bench.playouts import Playouts
from galaxytables_arena.games import load_game

name, first, end = sys.argv[1:]
print(*Playouts(load_game(name)).count(int(first), int(end)))
