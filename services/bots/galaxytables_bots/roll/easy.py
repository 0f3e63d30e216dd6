"""A bot for learners of Roll for the Galaxy: the heuristic bot with some random answers."""

from galaxytables_bots.careless import Careless
from galaxytables_bots.roll.heuristic import Heuristic

STRATEGY = Careless(Heuristic(), one_in=4)
