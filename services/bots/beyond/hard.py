"""A bot for Beyond the Sun that plays some turns forward, in some hundredths of a second."""

from services.bots.beyond.search import Level
from services.bots.halving import Budget

STRATEGY = Level(Budget(answers=10, tables=1))
