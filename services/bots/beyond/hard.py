"""A bot for Beyond the Sun that plays some turns forward, in some hundredths of a second."""

from services.bots.beyond.heuristic import Heuristic
from services.bots.beyond.search import searcher_at
from services.bots.halving import Budget
from services.bots.level import Level

STRATEGY = Level(searcher_at, Heuristic(), Budget(answers=12, tables=1))
