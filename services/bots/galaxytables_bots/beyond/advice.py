"""Advice for Beyond the Sun.

Each answer is played forward for some turns; then weights evaluate the table that results.
"""

from galaxytables_bots.advice import MAX_ANSWERS
from galaxytables_bots.beyond.heuristic import Heuristic
from galaxytables_bots.beyond.search import searcher_at
from galaxytables_bots.forward import ForwardAdviser
from galaxytables_bots.halving import Budget
from galaxytables_bots.odds import Odds

TURN = "turn.action"
"""The prompt that begins a turn."""

ODDS = {2: Odds(6.0)}
"""By number of seats: for answers that were played forward."""

BUDGET = Budget(answers=MAX_ANSWERS, tables=2)

ADVISER = ForwardAdviser(searcher_at, BUDGET, ODDS, Heuristic())
