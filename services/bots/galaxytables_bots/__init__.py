"""Bots: programs that play seats, as clients of the lobby's public API.

A strategy (strategy.py) answers prompts, and registry.py finds all strategies. `random` (random_bot.py) can play every
game; each other bot is in a package named after its game. `player.py` plays one seat, `stream.py` plays many seats over
one stream, and `host.py` offers the bots to the lobby and plays the seats that the lobby assigns.
"""

import galaxytables_runtime  # noqa: F401  # before all else: compiled modules, gRPC
