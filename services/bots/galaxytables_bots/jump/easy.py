"""A bot for Jump Drive for learning the game: the greedy one, with some random answers."""

from galaxytables_bots.careless import Careless
from galaxytables_bots.jump.greedy import Greedy

STRATEGY = Careless(Greedy(), one_in=4)
