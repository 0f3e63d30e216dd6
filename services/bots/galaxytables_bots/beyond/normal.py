"""A bot for Beyond the Sun that compares options without search."""

from galaxytables_bots.beyond.heuristic import Heuristic

STRATEGY = Heuristic()
