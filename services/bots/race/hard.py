"""A bot for Race for the Galaxy that looks at several answers, in some hundredths of a second."""

from services.bots.halving import Budget
from services.bots.race.levels import Level

STRATEGY = Level(Budget(answers=5, tables=4))
