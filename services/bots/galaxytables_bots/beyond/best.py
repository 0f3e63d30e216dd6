"""A bot for Beyond the Sun that searches as long as its host allows."""

from galaxytables_bots.beyond.heuristic import Heuristic
from galaxytables_bots.beyond.search import searcher_at
from galaxytables_bots.halving import Budget
from galaxytables_bots.level import Level

STRATEGY = Level(searcher_at, Heuristic(), Budget(answers=30, tables=1, errors=3.0), patient=True)
