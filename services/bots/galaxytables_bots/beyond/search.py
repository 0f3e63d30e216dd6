"""A player of Beyond the Sun that plays some turns forward before it answers.

What may be answered is played on for some rounds at tables that may be, the less promising half left out again and
again. What is asked in the midst of an action, and what cannot be sampled, is answered by the heuristic.
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
"""By how much other answers than that of the heuristic are less likely, as a logarithm: by some VP."""


_MOVES = frozenset({"jump.move", "teleport.move"})
"""What is played forward to the end of the turn alone: where one ship of many goes changes little that comes later."""
_TURNS = 8
"""So many turns, of all seats, are played on after the own one."""


class Searcher:
    """Answers by playing forward, at tables of the same options."""

    needs_view = True
    ponders = True

    def __init__(self, budget: Budget, options: Mapping[str, str]) -> None:
        """Take what may be looked at, and the options of the table. Raises `ValueError` for options not known here."""
        self.budget = budget
        self._options = options_of(options)
        self._heuristic = Heuristic()

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Answer a prompt."""
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
        """Answers that were played forward, best first, the `chosen` one among them; none where nothing is."""
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
    """Who plays a table forward; None where its options are not known here."""
    try:
        return Searcher(replace(budget, rounds=1 + ceil(_TURNS / table.seats)), table.options)
    except ValueError:
        return None
