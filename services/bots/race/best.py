"""A bot for Race for the Galaxy that looks at what it can in the time that its host gives it."""

from services.bots.halving import Budget
from services.bots.race.levels import Level

STRATEGY = Level(Budget(answers=8, tables=4), ponders=True)
