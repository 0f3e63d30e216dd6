"""A bot for learners of Beyond the Sun: the heuristic bot with some random answers."""

from galaxytables_bots.beyond.heuristic import Heuristic
from galaxytables_bots.careless import Careless

STRATEGY = Careless(Heuristic(), one_in=4)
