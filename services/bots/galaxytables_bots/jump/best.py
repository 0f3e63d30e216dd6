"""A bot for Jump Drive that searches as long as its host allows."""

from galaxytables_bots.halving import Budget
from galaxytables_bots.jump.search import Searcher

STRATEGY = Searcher(Budget(answers=12, tables=4, rounds=2, errors=3.0), patient=True)
