"""A bot for Roll for the Galaxy to learn the game with: the heuristic, without thought now and then."""

from galaxytables_bots.careless import Careless
from galaxytables_bots.roll.heuristic import Heuristic

STRATEGY = Careless(Heuristic(), one_in=4)
