"""A bot for Roll for the Galaxy for learning the game: the heuristic, with some random answers."""

from galaxytables_bots.careless import Careless
from galaxytables_bots.roll.heuristic import Heuristic

STRATEGY = Careless(Heuristic(), one_in=4)
