"""The common part of searchers: bots that try answers at sampled tables before they choose one (`halving`).

Each game says in `<game>/search.py` which answers are tried and how they are played forward.
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
    """A strategy that answers by search. It serves all tables with the same options."""

    needs_view = True
    ponders = True

    def __init__(self, budget: Budget, at_once: Choose) -> None:
        """`at_once` answers the prompts for which there is no search, or no time for one."""
        self.budget = budget
        self._at_once = at_once

    @abstractmethod
    def proposed(
        self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue
    ) -> Sequence[tuple[float, Picks]]:
        """Return the answers to try, as pairs `(log probability, answer)`; empty if no search is needed."""

    @abstractmethod
    # Each game has samples of its own.
    def playouts(self, prompt: game_pb2.Prompt, view: Message | None) -> Forward[Any, Picks]:
        """Return an object that plays each answer to a prompt forward, on random tables that agree with the view.

        Raises `ValueError` if there is no such table.
        """

    def budget_for(self, prompt: game_pb2.Prompt) -> Budget:  # noqa: ARG002  # some games spend it unevenly
        """Return the budget of the search for a prompt."""
        return self.budget

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Return the best answer to a prompt by search."""
        ranked = self.ranked(prompt, view, catalogue)
        return ranked[0].answer if ranked else self.choose_at_once(prompt, view, catalogue)

    def choose_at_once(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Return an answer to a prompt without search."""
        return self._at_once(prompt, view, catalogue)

    def ranked(
        self,
        prompt: game_pb2.Prompt,
        view: Message | None,
        catalogue: Catalogue,
        *,
        chosen: Sequence[str] | None = None,
    ) -> list[Ranked[Picks]]:
        """Return the answers that were tried, best first, with `chosen` among them if it is given.

        The result is empty if no answer can be tried.
        """
        answers = self.proposed(prompt, view, catalogue)
        if answers and chosen is not None:
            answers = with_answer(answers, chosen)
        if len(answers) <= 1:
            return []
        try:
            return ranked_answers(self.playouts(prompt, view), answers, self.budget_for(prompt))
        except ValueError:
            return []
