"""The advice of those who play forward: answers, best first, with what was measured of such expectations."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias

from google.protobuf.message import Message

from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.advice import TABLES, WIN_PERCENT, Advice
from galaxytables_bots.halving import Budget, Ranked
from galaxytables_bots.odds import Odds
from galaxytables_bots.strategy import Catalogue, Strategy, Table

Picks: TypeAlias = tuple[str, ...]


class Searcher(Protocol):
    """Plays forward."""

    def ranked(
        self,
        prompt: game_pb2.Prompt,
        view: Message | None,
        catalogue: Catalogue,
        *,
        chosen: Sequence[str] | None = None,
    ) -> list[Ranked[Picks]]:
        """Answers that were played forward, best first, the `chosen` one among them; none where nothing is."""

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Answer a prompt."""


class ForwardAdviser:
    """Looks at what `best` would look at. Where nothing is played forward there is an answer alone."""

    bot = "best"

    def __init__(
        self,
        searcher_at: Callable[[Table, Budget], Searcher | None],
        budget: Budget,
        odds: Mapping[int, Odds],
        elsewhere: Strategy,
    ) -> None:
        """Take who plays forward, how much is looked at, chances by the number of seats, and who answers otherwise."""
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
        """Answers to a prompt, best first, and the `chosen` one."""
        player = self._searcher_at(table, self._budget)
        ranked = [] if player is None else player.ranked(prompt, view, catalogue, chosen=chosen)
        if not ranked:
            return [Advice(self._elsewhere.choose(prompt, view, catalogue))]
        return told(ranked, self._odds.get(table.seats))


def told(ranked: Sequence[Ranked[Picks]], odds: Odds | None) -> list[Advice]:
    """Answers that were played forward, with the chance to win where odds are known."""
    advice = []
    for each in ranked:
        facts = {} if odds is None else {WIN_PERCENT: odds.percent(each.value)}
        advice.append(Advice(each.answer, {**facts, TABLES: each.tables}))
    return advice
