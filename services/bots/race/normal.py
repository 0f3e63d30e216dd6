"""A bot for Race for the Galaxy that looks at few answers, in some milliseconds."""

from services.bots.halving import Budget
from services.bots.level import Level
from services.bots.race.heuristic import Heuristic
from services.bots.race.search import searcher_at

STRATEGY = Level(searcher_at, Heuristic(), Budget(answers=3, tables=2))
