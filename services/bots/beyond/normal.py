"""A bot for Beyond the Sun that weighs what each option brings, at once."""

from services.bots.beyond.heuristic import Heuristic

STRATEGY = Heuristic()
