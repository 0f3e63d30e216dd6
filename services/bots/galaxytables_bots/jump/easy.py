"""A bot for Jump Drive to learn the game with: the greedy one, without thought now and then."""

from galaxytables_bots.careless import Careless
from galaxytables_bots.jump.greedy import Greedy

STRATEGY = Careless(Greedy(), one_in=4)
