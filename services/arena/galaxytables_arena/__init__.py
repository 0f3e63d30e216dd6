"""The arena: players of a game play many deals against each other in this process, to find out which is better.

`python -m galaxytables_arena --game race --players heuristic,random --games 1000`. Players (`players.py`) are bots by
name or plug-ins by file; they receive what the wire would carry (`table.py`). Each deal is played with seats exchanged
(`match.py`), on all cores (`workers.py`), and judged by its interval and a sequential test (`statistics.py`). Apart
from the games themselves, only the arena may import their rules.
"""

import galaxytables_runtime  # noqa: F401  # before all else: compiled modules, gRPC
