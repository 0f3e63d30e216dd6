"""A bot for Race for the Galaxy that looks at few answers, in some milliseconds."""

from services.bots.halving import Budget
from services.bots.race.levels import Level

STRATEGY = Level(Budget(answers=3, tables=2))
