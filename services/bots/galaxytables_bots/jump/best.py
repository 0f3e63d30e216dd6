"""A bot for Jump Drive that plays forward what it can in the time that its host gives it."""

from galaxytables_bots.halving import Budget
from galaxytables_bots.jump.search import Searcher

STRATEGY = Searcher(Budget(answers=12, tables=4, rounds=2, errors=3.0), patient=True)
