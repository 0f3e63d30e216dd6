"""The arena: plays many games between bots in this process, to find out which bot is better.

`python -m galaxytables_arena --game race --players heuristic,random --games 1000`. Players (`players.py`) are bots by
name or plug-ins by file; they receive what a client would receive (`table.py`). A *deal* is a seed. Its game is played
several times, so that each player sits at each seat once and luck favours nobody (`match.py`). The games run on all
cores (`workers.py`). A confidence interval and a sequential test judge the result (`statistics.py`). Apart from the
games themselves, only the arena may import their rules.
"""

import galaxytables_runtime  # noqa: F401  # before all else: compiled modules, gRPC
