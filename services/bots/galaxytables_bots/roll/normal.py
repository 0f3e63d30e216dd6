"""A bot for Roll for the Galaxy that weighs what each worker brings this round, without search."""

from galaxytables_bots.roll.heuristic import Heuristic

STRATEGY = Heuristic()
