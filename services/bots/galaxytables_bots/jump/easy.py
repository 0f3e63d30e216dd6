"""A bot for learners of Jump Drive: the greedy bot with some random answers."""

from galaxytables_bots.careless import Careless
from galaxytables_bots.jump.greedy import Greedy

STRATEGY = Careless(Greedy(), one_in=4)
