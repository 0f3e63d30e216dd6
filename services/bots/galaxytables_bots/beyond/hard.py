"""A bot for Beyond the Sun that plays some turns forward before it answers.

It thinks for some hundredths of a second.
"""

from galaxytables_bots.beyond.heuristic import Heuristic
from galaxytables_bots.beyond.search import searcher_at
from galaxytables_bots.halving import Budget
from galaxytables_bots.level import Level

STRATEGY = Level(searcher_at, Heuristic(), Budget(answers=12, tables=1))
