"""The arena: players of a game meet in this process, deal after deal, until it is known who is better.

`python -m galaxytables_arena --game race --players heuristic,random --games 1000`. Players (`players.py`) are bots by
name or plug-ins by file; they are given what the wire gives (`table.py`). Each deal is played with seats exchanged
(`match.py`), on all cores (`workers.py`), and judged by its interval and a sequential test (`statistics.py`). Besides
the games themselves nothing else may import their rules.
"""

import galaxytables_runtime  # noqa: F401  # before all else: compiled modules, gRPC
