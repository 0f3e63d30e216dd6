"""A bot for Beyond the Sun to learn the game with: the heuristic, without thought now and then."""

from galaxytables_bots.beyond.heuristic import Heuristic
from galaxytables_bots.careless import Careless

STRATEGY = Careless(Heuristic(), one_in=4)
