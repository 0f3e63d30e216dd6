"""A bot for Race for the Galaxy that tries several answers before it chooses one.

It thinks for some hundredths of a second.
"""

from galaxytables_bots.halving import Budget
from galaxytables_bots.level import Level
from galaxytables_bots.race.heuristic import Heuristic
from galaxytables_bots.race.search import searching

STRATEGY = Level(
    searching(Budget(answers=8, tables=8, rounds=2, errors=1.5)), Heuristic(), Budget(answers=5, tables=4, rounds=2)
)
