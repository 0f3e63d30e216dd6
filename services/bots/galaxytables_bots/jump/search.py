"""A bot for Jump Drive that tries answers before it chooses one.

The answers that the greedy bot values most are played forward for some rounds at sampled tables (`halving`), and the
less promising half of them is dropped repeatedly. The greedy bot alone decides how a world is paid for or conquered,
and answers prompts for which no table can be sampled.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from google.protobuf.message import Message

from galaxytables.jump.v1 import jump_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.halving import Budget, best_answer
from galaxytables_bots.jump.greedy import Greedy
from galaxytables_bots.jump.simulation.playouts import Playouts
from galaxytables_bots.strategy import Catalogue, Strategy, Table, view_as

PLAYED_FORWARD = frozenset(
    {
        "opening.discard",
        "choose.card",
        "choose.world",
        "choose.payment",
        "explore.discard",
        "second.world",
        "limit.discard",
    }
)
_LIKELIHOOD = 0.5
"""How much likelier an answer is, as a logarithm, per VP of the greedy bot's value."""

_TWO = 2
"""Up to this many seats the whole budget of tables is used; games of more seats take longer."""


class Searcher:
    """A strategy that plays answers forward within a budget. If `patient`, it takes as long as the host allows."""

    needs_view = True
    ponders = True

    def __init__(self, budget: Budget, *, patient: bool = False) -> None:
        self.budget = budget
        self.patient = patient
        self._greedy = Greedy()

    def at_table(self, table: Table) -> Strategy:
        """Return the strategy for this table."""
        if self.patient:
            return Searcher(replace(self.budget, seconds=table.patience))
        tables = ceil(self.budget.tables * _TWO / table.seats)
        return self if tables == self.budget.tables else Searcher(replace(self.budget, tables=tables))

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Return the best answer to a prompt by search."""
        if prompt.kind in PLAYED_FORWARD:
            try:
                playouts = Playouts(prompt, view_as(jump_pb2.JumpView, view), self.budget.rounds)
            except ValueError:
                return self.choose_at_once(prompt, view, catalogue)
            answers = playouts.answers[: self.budget.answers]
            best = answers[0][0]
            weighed = [(_LIKELIHOOD * (value - best), plan) for value, plan in answers]
            return best_answer(playouts, weighed, self.budget)[prompt.kind]
        return self.choose_at_once(prompt, view, catalogue)

    def choose_at_once(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Return an answer to a prompt without playing forward."""
        return self._greedy.choose(prompt, view, catalogue)
