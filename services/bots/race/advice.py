"""Advice for Race for the Galaxy: answers are played forward, and a net or weights say what that is worth.

What they say counts wins and points, so it is no chance yet. How often seats won of which so much was expected is
measured where a net says it, in the base game of two, by `python -m services.arena.calibration --games 200`; only there
`win_percent` is told.
"""

from collections.abc import Sequence
from math import exp

from google.protobuf.message import Message

from galaxy.rules.v1 import game_pb2
from services.bots.advice import TABLES, WIN_PERCENT, Advice
from services.bots.halving import Budget
from services.bots.race.heuristic import Heuristic
from services.bots.race.search import searcher_at, thinks_by_net
from services.bots.strategy import Catalogue, Table

TURN = "actions.choose"
"""The prompt that begins a round, at which nothing of it is decided."""

STEEP_FORWARD, STEEP_BY_NET = 3.0, 3.0
"""How fast the chance to win grows with what is expected of an answer played forward, and by the net alone."""

BUDGET = Budget(answers=5, tables=12, rounds=2)
_ELSEWHERE = Heuristic()


class RaceAdviser:
    """Looks at what `best` would look at. Where that plays by the heuristic there is an answer alone."""

    bot = "best"

    def advise(
        self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue, table: Table
    ) -> Sequence[Advice]:
        """Answers to a prompt, best first."""
        player = searcher_at(table, BUDGET)
        if player is None:
            return [Advice(_ELSEWHERE.choose(prompt, view, catalogue))]
        measured = thinks_by_net(table)
        ranked = player.ranked(prompt, view, catalogue)
        if not ranked:
            seen = player.expected(prompt, view, catalogue) if measured else None
            facts = {} if seen is None else {WIN_PERCENT: percent(seen, STEEP_BY_NET)}
            return [Advice(player.choose(prompt, view, catalogue), facts)]
        advice = []
        for each in ranked:
            facts = {WIN_PERCENT: percent(each.value, STEEP_FORWARD)} if measured else {}
            advice.append(Advice(each.answer, {**facts, TABLES: each.tables}))
        return advice


def percent(expected: float, steep: float) -> int:
    """The chance to win, of 100."""
    return round(100 / (1 + exp(-steep * expected)))


ADVISER = RaceAdviser()
