"""A bot for Beyond the Sun for learning the game: the heuristic, with some random answers."""

from galaxytables_bots.beyond.heuristic import Heuristic
from galaxytables_bots.careless import Careless

STRATEGY = Careless(Heuristic(), one_in=4)
