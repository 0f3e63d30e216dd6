"""A bot for Jump Drive that plays some rounds forward before it answers. It thinks for some hundredths of a second."""

from galaxytables_bots.halving import Budget
from galaxytables_bots.jump.search import Searcher

STRATEGY = Searcher(Budget(answers=6, tables=12))
