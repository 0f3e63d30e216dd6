"""A searcher for Beyond the Sun that plays some turns forward before it answers.

Possible answers are played forward for some rounds at sampled tables, and the less promising half is dropped
repeatedly. The heuristic answers questions in the middle of an action, and those that cannot be sampled.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil
from typing import TypeAlias

from google.protobuf.message import Message

from galaxytables.beyond.v1 import beyond_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.beyond.heuristic import Heuristic
from galaxytables_bots.beyond.simulation.playouts import Playouts, options_of
from galaxytables_bots.halving import Budget, Ranked, ranked_answers, with_answer
from galaxytables_bots.strategy import Catalogue, Table, view_as

Picks: TypeAlias = tuple[str, ...]

_UNLIKELIER = 2.5
"""How much less likely other answers are than that of the heuristic, as a logarithm: by some VP."""


_MOVES = frozenset({"jump.move", "teleport.move"})
"""Kinds that are played forward only to the end of the turn, since one ship of many changes little later."""
_TURNS = 8
"""The number of turns, of all seats, to play after the own one."""


class Searcher:
    """Answers by playing forward, at tables of the same options."""

    needs_view = True
    ponders = True

    def __init__(self, budget: Budget, options: Mapping[str, str]) -> None:
        self.budget = budget
        self._options = options_of(options)
        self._heuristic = Heuristic()

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Return the best answer to a prompt."""
        ranked = self.ranked(prompt, view, catalogue)
        return ranked[0].answer if ranked else self.choose_at_once(prompt, view, catalogue)

    def choose_at_once(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Answer without playing forward."""
        return self._heuristic.choose(prompt, view, catalogue)

    def ranked(
        self,
        prompt: game_pb2.Prompt,
        view: Message | None,
        catalogue: Catalogue,
        *,
        chosen: Sequence[str] | None = None,
    ) -> list[Ranked[Picks]]:
        """Return answers that were played forward, best first, with the `chosen` one; empty if none can be."""
        if prompt.most != 1:
            return []
        usual = tuple(self._heuristic.choose(prompt, view, catalogue))
        others = [(option.id,) for option in prompt.options] + ([] if prompt.least else [()])
        unusual = [(-_UNLIKELIER, picks) for picks in others if picks != usual][: self.budget.answers - 1]
        answers = [(0.0, usual), *unusual]
        if chosen is not None:
            answers = with_answer(answers, chosen)
        if len(answers) <= 1:
            return []
        rounds = 1 if prompt.kind in _MOVES else self.budget.rounds
        try:
            playouts = Playouts(self._options, prompt, view_as(beyond_pb2.BeyondView, view), rounds)
            return ranked_answers(playouts, answers, self.budget)
        except ValueError:
            return []


def searcher_at(table: Table, budget: Budget) -> Searcher | None:
    """Return a searcher for a table; None if its options are unknown here."""
    try:
        return Searcher(replace(budget, rounds=1 + ceil(_TURNS / table.seats)), table.options)
    except ValueError:
        return None
