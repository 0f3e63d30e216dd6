"""A searcher for Roll for the Galaxy that plays the round forward before it answers.

The answer of the heuristic and some others are played forward to the next roll of the dice at sampled tables, and the
less promising half is dropped repeatedly. The heuristic answers which workers a power moves, which dice are recalled,
and questions that cannot be sampled.
"""

from collections.abc import Mapping, Sequence
from itertools import islice

from google.protobuf.message import Message

from galaxytables.roll.v1 import roll_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.halving import Budget, Ranked, ranked_answers, with_answer
from galaxytables_bots.roll.answers import Picks, others
from galaxytables_bots.roll.heuristic import Heuristic
from galaxytables_bots.roll.sight import tiles_of
from galaxytables_bots.roll.simulation.playouts import Playouts, options_of
from galaxytables_bots.strategy import Catalogue, Table, view_as

_PLAYED_FORWARD = frozenset(
    {
        "start.development",
        "assign.phase",
        "assign.selector",
        "assign.wild",
        "assign.power",
        "explore.task",
        "explore.abandon",
        "explore.place",
        "explore.developments",
        "produce.place",
        "ship.good",
        "manage.recruit",
    }
)
_UNLIKELIER = 1.0
"""How much less likely other answers are than that of the heuristic, as a logarithm."""


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
        if prompt.kind not in _PLAYED_FORWARD:
            return []
        usual = tuple(self._heuristic.choose(prompt, view, catalogue))
        tried = islice(others(prompt, usual, tiles_of(catalogue)), self.budget.answers - 1)
        answers = [(0.0, usual), *((-_UNLIKELIER, picks) for picks in tried)]
        if chosen is not None:
            answers = with_answer(answers, chosen)
        if len(answers) <= 1:
            return []
        try:
            playouts = Playouts(self._options, prompt, view_as(roll_pb2.RollView, view))
        except ValueError:
            return []
        return ranked_answers(playouts, answers, self.budget)


def searcher_at(table: Table, budget: Budget) -> Searcher | None:
    """Return a searcher for a table; None if its options are unknown here."""
    try:
        return Searcher(budget, table.options)
    except ValueError:
        return None
