"""A bot for Roll for the Galaxy that plays some rounds forward, in some hundredths of a second."""

from services.bots.halving import Budget
from services.bots.level import Level
from services.bots.roll.heuristic import Heuristic
from services.bots.roll.search import searcher_at

STRATEGY = Level(searcher_at, Heuristic(), Budget(answers=6, tables=4))
