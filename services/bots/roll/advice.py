"""Advice for Roll for the Galaxy: answers are played to the next roll, where weights say what they are worth."""

from services.bots.advice import MOST_ANSWERS
from services.bots.forward import ForwardAdviser
from services.bots.halving import Budget
from services.bots.odds import Odds
from services.bots.roll.heuristic import Heuristic
from services.bots.roll.search import searcher_at

TURN = "assign.phase"
"""The prompt that begins a round once the dice are rolled."""

ODDS = {2: Odds(2.0)}
"""By the number of seats: of an answer that was played forward."""

BUDGET = Budget(answers=MOST_ANSWERS, tables=4)

ADVISER = ForwardAdviser(searcher_at, BUDGET, ODDS, Heuristic())
