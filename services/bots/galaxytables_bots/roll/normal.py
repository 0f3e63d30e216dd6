"""A bot for Roll for the Galaxy that weighs the gain of each worker in this round, without search."""

from galaxytables_bots.roll.heuristic import Heuristic

STRATEGY = Heuristic()
