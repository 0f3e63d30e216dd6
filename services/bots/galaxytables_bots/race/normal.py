"""A bot for Race for the Galaxy that looks at few answers, in some milliseconds.

Where a net thinks, it alone says which explored cards are kept: playing that forward finds next to nothing, and without
it more than half of all decisions take the net alone.
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
