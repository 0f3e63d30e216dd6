"""A bot for Roll for the Galaxy that searches as long as its host allows."""

from galaxytables_bots.halving import Budget
from galaxytables_bots.level import Level
from galaxytables_bots.roll.heuristic import Heuristic
from galaxytables_bots.roll.search import searcher_at

STRATEGY = Level(searcher_at, Heuristic(), Budget(answers=12, tables=4, errors=3.0), patient=True)
