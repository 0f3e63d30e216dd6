"""A level of a game's bots: it plays forward within a budget where it can, and as another bot elsewhere."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from google.protobuf.message import Message

from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.halving import Budget
from galaxytables_bots.strategy import Catalogue, Strategy, Table

Searching: TypeAlias = Callable[[Table, Budget], Strategy | None]
"""Who plays a table forward within a budget; None where nobody can."""


class Level:
    """Plays forward within a budget. Who is `patient` takes as long as the host gives it."""

    needs_view = True

    def __init__(self, searching: Searching, elsewhere: Strategy, budget: Budget, *, patient: bool = False) -> None:
        """Take who plays forward, who plays where that cannot be done, and what may be looked at."""
        self.budget = budget
        self._searching = searching
        self._elsewhere = elsewhere
        self.patient = patient

    def at_table(self, table: Table) -> Strategy:
        """Who plays this table."""
        budget = replace(self.budget, seconds=table.patience) if self.patient else self.budget
        return self._searching(table, budget) or self._elsewhere

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Answer at a table of which nothing is known."""
        return self._elsewhere.choose(prompt, view, catalogue)
