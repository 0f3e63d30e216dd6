"""A bot for Beyond the Sun that plays forward what it can in the time that its host gives it."""

from services.bots.beyond.search import Level
from services.bots.halving import Budget

STRATEGY = Level(Budget(answers=30, tables=2), patient=True)
