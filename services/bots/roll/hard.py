"""A bot for Roll for the Galaxy that plays some rounds forward, in some hundredths of a second."""

from services.bots.halving import Budget
from services.bots.roll.search import Level

STRATEGY = Level(Budget(answers=6, tables=4))
