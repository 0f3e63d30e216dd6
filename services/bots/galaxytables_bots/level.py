"""A level of a game's bots, such as `hard`.

At tables that can be searched it searches within a budget; elsewhere another bot answers.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from google.protobuf.message import Message

from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.halving import Budget
from galaxytables_bots.strategy import Catalogue, Strategy, Table

Searching: TypeAlias = Callable[[Table, Budget], Strategy | None]
"""Returns a searcher for a table with a budget, or None."""


class Level:
    """A strategy that searches within a budget. If `patient`, it takes as long as the host allows."""

    needs_view = True

    def __init__(self, searching: Searching, elsewhere: Strategy, budget: Budget, *, patient: bool = False) -> None:
        """`elsewhere` answers at tables without a searcher."""
        self.budget = budget
        self._searching = searching
        self._elsewhere = elsewhere
        self.patient = patient

    def at_table(self, table: Table) -> Strategy:
        """Return the strategy for this table: a search if the table can be searched, otherwise the other bot."""
        budget = replace(self.budget, seconds=table.patience) if self.patient else self.budget
        return self._searching(table, budget) or self._elsewhere

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Return an answer without a search, for callers that do not know the table. See `at_table`."""
        return self._elsewhere.choose(prompt, view, catalogue)
