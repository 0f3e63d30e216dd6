"""Advice for Roll for the Galaxy.

Each answer is played forward to the next roll of the dice; then weights evaluate the table.
"""

from galaxytables_bots.advice import MAX_ANSWERS
from galaxytables_bots.forward import ForwardAdviser
from galaxytables_bots.halving import Budget
from galaxytables_bots.odds import Odds
from galaxytables_bots.roll.heuristic import Heuristic
from galaxytables_bots.roll.search import searcher_at

TURN = "assign.phase"
"""The prompt that begins a round once the dice are rolled."""

ODDS = {2: Odds(2.0)}
"""By number of seats: for answers that were played forward."""

BUDGET = Budget(answers=MAX_ANSWERS, tables=4)

ADVISER = ForwardAdviser(searcher_at, BUDGET, ODDS, Heuristic())
