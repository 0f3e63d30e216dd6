"""A bot for Race for the Galaxy that looks at few answers, in some milliseconds."""

from services.bots.halving import Budget
from services.bots.level import Level
from services.bots.race.heuristic import Heuristic
from services.bots.race.search import searching

STRATEGY = Level(searching(Budget(answers=6, tables=3, rounds=2)), Heuristic(), Budget(answers=3, tables=2))
