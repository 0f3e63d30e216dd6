"""A bot for Race for the Galaxy that tries few answers before it chooses one. It thinks for some milliseconds.

At tables with a net, the net alone chooses which explored cards to keep, since playing that choice forward improves
almost nothing. So the net alone makes more than half of all decisions.
"""

from galaxytables_bots.halving import Budget
from galaxytables_bots.level import Level
from galaxytables_bots.race.heuristic import Heuristic
from galaxytables_bots.race.search import PLAYED_FORWARD, searching

STRATEGY = Level(
    searching(Budget(answers=6, tables=3, rounds=2), kinds=PLAYED_FORWARD - {"explore.keep"}),
    Heuristic(),
    Budget(answers=3, tables=2),
)
