"""A bot for Beyond the Sun that weighs what each option brings, at once."""

from galaxytables_bots.beyond.heuristic import Heuristic

STRATEGY = Heuristic()
