"""The searcher of bots that play forward: it tries answers at sampled tables, as `halving` has it.

A game says which answers are tried, and how they are played forward: `<game>/search.py`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from google.protobuf.message import Message

from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.halving import Budget, Forward, Ranked, ranked_answers, with_answer
from galaxytables_bots.strategy import Catalogue

Picks: TypeAlias = tuple[str, ...]
Choose: TypeAlias = Callable[[game_pb2.Prompt, Message | None, Catalogue], Sequence[str]]


class Searcher(ABC):
    """Answers by playing forward, at tables of the same options."""

    needs_view = True
    ponders = True

    def __init__(self, budget: Budget, at_once: Choose) -> None:
        """`at_once` answers what is not played forward."""
        self.budget = budget
        self._at_once = at_once

    @abstractmethod
    def proposed(
        self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue
    ) -> Sequence[tuple[float, Picks]]:
        """Return answers to try, each after the logarithm of its likelihood; empty if nothing is played forward."""

    @abstractmethod
    # Each game has samples of its own.
    def playouts(self, prompt: game_pb2.Prompt, view: Message | None) -> Forward[Any, Picks]:
        """Return what plays answers to a prompt forward. Raises `ValueError` if the table cannot be sampled."""

    def budget_for(self, prompt: game_pb2.Prompt) -> Budget:  # noqa: ARG002  # some games spend it unevenly
        """Return the budget of a prompt."""
        return self.budget

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Return the best answer to a prompt."""
        ranked = self.ranked(prompt, view, catalogue)
        return ranked[0].answer if ranked else self.choose_at_once(prompt, view, catalogue)

    def choose_at_once(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Answer without playing forward."""
        return self._at_once(prompt, view, catalogue)

    def ranked(
        self,
        prompt: game_pb2.Prompt,
        view: Message | None,
        catalogue: Catalogue,
        *,
        chosen: Sequence[str] | None = None,
    ) -> list[Ranked[Picks]]:
        """Return answers that were played forward, best first, with the `chosen` one; empty if none can be."""
        answers = self.proposed(prompt, view, catalogue)
        if answers and chosen is not None:
            answers = with_answer(answers, chosen)
        if len(answers) <= 1:
            return []
        try:
            return ranked_answers(self.playouts(prompt, view), answers, self.budget_for(prompt))
        except ValueError:
            return []
