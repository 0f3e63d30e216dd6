"""A bot for Jump Drive that answers by weights alone, at once."""

from galaxytables_bots.jump.greedy import Greedy

STRATEGY = Greedy()
