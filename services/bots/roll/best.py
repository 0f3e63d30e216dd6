"""A bot for Roll for the Galaxy that plays forward what it can in the time that its host gives it."""

from services.bots.halving import Budget
from services.bots.roll.search import Level

STRATEGY = Level(Budget(answers=12, tables=4), patient=True)
