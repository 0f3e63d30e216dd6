"""A bot for Roll for the Galaxy that plays some rounds forward before it answers.

It thinks for some hundredths of a second.
"""

from galaxytables_bots.halving import Budget
from galaxytables_bots.level import Level
from galaxytables_bots.roll.heuristic import Heuristic
from galaxytables_bots.roll.search import searcher_at

STRATEGY = Level(searcher_at, Heuristic(), Budget(answers=6, tables=4))
