"""A bot for Jump Drive to learn the game with: the greedy one, without thought now and then."""

from services.bots.careless import Careless
from services.bots.jump.greedy import Greedy

STRATEGY = Careless(Greedy(), one_in=4)
