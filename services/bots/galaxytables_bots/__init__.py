"""Bots: programs that fill seats, as clients of the lobby's public API.

A strategy (strategy.py) answers prompts; registry.py finds all of them. `random` (random_bot.py) can play every game,
the others live in a package named after their game. `player.py` plays one seat, `stream.py` carries many seats over one
play stream, `host.py` offers the bots to the lobby and plays the seats that it assigns.
"""

import galaxytables_runtime  # noqa: F401  # before all else: compiled modules, gRPC
