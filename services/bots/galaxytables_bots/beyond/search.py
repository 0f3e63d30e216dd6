"""A bot for Beyond the Sun that tries answers before it chooses one.

Some answers are played forward for some rounds at sampled tables (`halving`), and the less promising half of them is
dropped repeatedly. The heuristic answers prompts in the middle of an action, and prompts for which no table can be
sampled.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil

from google.protobuf.message import Message

from galaxytables.beyond.v1 import beyond_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.beyond.heuristic import Heuristic
from galaxytables_bots.beyond.simulation.playouts import Playouts, options_of
from galaxytables_bots.halving import Budget
from galaxytables_bots.searcher import Picks, Searcher
from galaxytables_bots.strategy import Catalogue, Table, view_as

_UNLIKELIER = 2.5
"""How much less likely other answers are than that of the heuristic, as a logarithm: by some VP."""


_MOVES = frozenset({"jump.move", "teleport.move"})
"""Kinds that are played forward only to the end of the turn, since one ship of many changes little later."""
_TURNS = 8
"""The number of turns, of all seats, to play after the own one."""


class BeyondSearcher(Searcher):
    """A searcher that plays each answer forward for some turns."""

    def __init__(self, budget: Budget, options: Mapping[str, str]) -> None:
        """Raises `ValueError` for unknown options."""
        super().__init__(budget, Heuristic().choose)
        self._options = options_of(options)

    def proposed(
        self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue
    ) -> Sequence[tuple[float, Picks]]:
        """Return the answer of the heuristic and some others, each with one pick or none."""
        if prompt.most != 1:
            return []
        usual = tuple(self.choose_at_once(prompt, view, catalogue))
        others = [(option.id,) for option in prompt.options] + ([] if prompt.least else [()])
        unusual = [(-_UNLIKELIER, picks) for picks in others if picks != usual][: self.budget.answers - 1]
        return [(0.0, usual), *unusual]

    def playouts(self, prompt: game_pb2.Prompt, view: Message | None) -> Playouts:
        """Return an object that plays each answer to a prompt forward, on random tables that agree with the view.

        Raises `ValueError` if there is no such table.
        """
        rounds = 1 if prompt.kind in _MOVES else self.budget.rounds
        return Playouts(self._options, prompt, view_as(beyond_pb2.BeyondView, view), rounds)


def searcher_at(table: Table, budget: Budget) -> BeyondSearcher | None:
    """Return a searcher for a table; None if these rules do not know the table's options."""
    try:
        return BeyondSearcher(replace(budget, rounds=1 + ceil(_TURNS / table.seats)), table.options)
    except ValueError:
        return None
