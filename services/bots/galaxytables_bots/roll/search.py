"""A bot for Roll for the Galaxy that tries answers before it chooses one.

The heuristic's answer and some others are played forward to the next roll of the dice at sampled tables (`halving`),
and the less promising half of them is dropped repeatedly. The heuristic alone decides which workers a power moves and
which dice are recalled, and answers prompts for which no table can be sampled.
"""

from collections.abc import Mapping, Sequence
from itertools import islice

from google.protobuf.message import Message

from galaxytables.roll.v1 import roll_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.halving import Budget
from galaxytables_bots.roll.answers import Picks, others
from galaxytables_bots.roll.heuristic import Heuristic
from galaxytables_bots.roll.sight import tiles_of
from galaxytables_bots.roll.simulation.playouts import Playouts, options_of
from galaxytables_bots.searcher import Searcher
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


class RollSearcher(Searcher):
    """A searcher that plays each answer forward to the next roll of the dice."""

    def __init__(self, budget: Budget, options: Mapping[str, str]) -> None:
        """Raises `ValueError` for unknown options."""
        super().__init__(budget, Heuristic().choose)
        self._options = options_of(options)

    def proposed(
        self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue
    ) -> Sequence[tuple[float, Picks]]:
        """Return the answer of the heuristic and some others."""
        if prompt.kind not in _PLAYED_FORWARD:
            return []
        usual = tuple(self.choose_at_once(prompt, view, catalogue))
        tried = islice(others(prompt, usual, tiles_of(catalogue)), self.budget.answers - 1)
        return [(0.0, usual), *((-_UNLIKELIER, picks) for picks in tried)]

    def playouts(self, prompt: game_pb2.Prompt, view: Message | None) -> Playouts:
        """Return an object that plays each answer to a prompt forward, on random tables that agree with the view.

        Raises `ValueError` if there is no such table.
        """
        return Playouts(self._options, prompt, view_as(roll_pb2.RollView, view))


def searcher_at(table: Table, budget: Budget) -> RollSearcher | None:
    """Return a searcher for a table; None if these rules do not know the table's options."""
    try:
        return RollSearcher(budget, table.options)
    except ValueError:
        return None
