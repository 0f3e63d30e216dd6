"""A bot for Race for the Galaxy that looks at several answers, in some hundredths of a second."""

from services.bots.halving import Budget
from services.bots.level import Level
from services.bots.race.heuristic import Heuristic
from services.bots.race.search import searching

STRATEGY = Level(
    searching(Budget(answers=8, tables=8, rounds=2, errors=1.5)), Heuristic(), Budget(answers=5, tables=4, rounds=2)
)
