"""A bot for Jump Drive that answers by weights alone, without search."""

from galaxytables_bots.jump.greedy import Greedy

STRATEGY = Greedy()
