"""Advice from bots that search: answers, best first.

The result that a bot expects of each answer is converted to a chance to win.
"""

from collections.abc import Callable, Mapping, Sequence

from google.protobuf.message import Message

from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.advice import TABLES, WIN_PERCENT, Advice
from galaxytables_bots.halving import Budget, Ranked
from galaxytables_bots.odds import Odds
from galaxytables_bots.searcher import Picks, Searcher
from galaxytables_bots.strategy import Catalogue, Strategy, Table


class ForwardAdviser:
    """An adviser that searches in the same way as the level `best`.

    If no answer can be played forward, it gives a single answer, with no estimate of the chance to win.
    """

    bot = "best"
    unanalysed_options: Mapping[str, str] = {}

    def __init__(
        self,
        searcher_at: Callable[[Table, Budget], Searcher | None],
        budget: Budget,
        odds: Mapping[int, Odds],
        elsewhere: Strategy,
    ) -> None:
        """`searcher_at` returns the searcher for a table, or None. `odds` has a curve for each number of seats.

        At tables without a searcher, and at prompts that cannot be searched, `elsewhere` answers.
        """
        self.analysed_seats = tuple(odds)
        self._searcher_at, self._budget, self._odds, self._elsewhere = searcher_at, budget, odds, elsewhere

    def advise(
        self,
        prompt: game_pb2.Prompt,
        view: Message | None,
        catalogue: Catalogue,
        table: Table,
        *,
        chosen: Sequence[str] | None = None,
    ) -> Sequence[Advice]:
        """Return the answers that were tried, best first; `chosen` is among them if it is given."""
        player = self._searcher_at(table, self._budget)
        ranked = [] if player is None else player.ranked(prompt, view, catalogue, chosen=chosen)
        if not ranked:
            return [Advice(self._elsewhere.choose(prompt, view, catalogue))]
        return advice_from(ranked, self._odds.get(table.seats))


def advice_from(ranked: Sequence[Ranked[Picks]], odds: Odds | None) -> list[Advice]:
    """Return the ranked answers of a search as advice.

    If `odds` are given, each answer comes with its chance to win.
    """
    advice = []
    for each in ranked:
        facts = {} if odds is None else {WIN_PERCENT: odds.percent(each.value)}
        advice.append(Advice(each.answer, {**facts, TABLES: each.tables}))
    return advice
