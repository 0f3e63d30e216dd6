"""How many questions games ask, and how many of them are choices: `python -m bench.questions GAME FIRST END`.

For `bench.playouts`, where rules run compiled.
"""

import sys

from bench.playouts import Playouts
from galaxytables_arena.games import load_game

name, first, end = sys.argv[1:]
print(*Playouts(load_game(name)).count(int(first), int(end)))
