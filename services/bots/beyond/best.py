"""A bot for Beyond the Sun that plays forward what it can in the time that its host gives it."""

from services.bots.beyond.heuristic import Heuristic
from services.bots.beyond.search import searcher_at
from services.bots.halving import Budget
from services.bots.level import Level

STRATEGY = Level(searcher_at, Heuristic(), Budget(answers=30, tables=1, errors=3.0), patient=True)
