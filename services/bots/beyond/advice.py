"""Advice for Beyond the Sun: answers are played some turns on, where weights say what they are worth."""

from services.bots.advice import MOST_ANSWERS
from services.bots.beyond.heuristic import Heuristic
from services.bots.beyond.search import searcher_at
from services.bots.forward import ForwardAdviser
from services.bots.halving import Budget
from services.bots.odds import Odds

TURN = "turn.action"
"""The prompt that begins a turn."""

ODDS = {2: Odds(6.0)}
"""By the number of seats: of an answer that was played forward."""

BUDGET = Budget(answers=MOST_ANSWERS, tables=2)

ADVISER = ForwardAdviser(searcher_at, BUDGET, ODDS, Heuristic())
