"""Advice for Race for the Galaxy: each answer is played forward, then a net or weights evaluate the resulting table.

`win_percent` is given at tables for which it was measured how often seats with such an expected result won
(`services/bots/galaxytables_bots/odds.py`).
"""

from collections.abc import Mapping, Sequence

from google.protobuf.message import Message

from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.advice import MAX_ANSWERS, WIN_PERCENT, Advice
from galaxytables_bots.forward import advice_from
from galaxytables_bots.halving import Budget
from galaxytables_bots.odds import Odds
from galaxytables_bots.race.heuristic import Heuristic
from galaxytables_bots.race.search import searcher_at, thinks_by_net
from galaxytables_bots.race.simulation.playouts import can_be_sampled, options_of
from galaxytables_bots.strategy import Catalogue, Table

TURN = "actions.choose"
"""The prompt that begins a round, before anything in it is decided."""

BY_NET, FORWARD_BY_NET = Odds(3.6), Odds(3.4)
"""For tables with a net: for its expectation of the current game, and of an answer that was played forward."""

ODDS = {2: Odds(2.9)}
"""By number of seats: for answers that the heuristic played forward, without the orb."""

_BY_NET, _BY_WEIGHTS = Budget(answers=MAX_ANSWERS, tables=12), Budget(answers=MAX_ANSWERS, tables=4, rounds=2)
_ELSEWHERE = Heuristic()


class RaceAdviser:
    """An adviser that searches in the same way as the level `best`.

    Where `best` does not search, it gives an answer without expected results.
    """

    bot = "best"
    analysed_seats = tuple(ODDS)
    unanalysed_options: Mapping[str, str] = {"orb": "on"}

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
        player = searcher_at(table, budget_at(table)) if can_be_sampled(table.options) else None
        if player is None:
            return [Advice(_ELSEWHERE.choose(prompt, view, catalogue))]
        by_net = thinks_by_net(table)
        odds = FORWARD_BY_NET if by_net else odds_at(table)
        ranked = player.ranked(prompt, view, catalogue, chosen=chosen)
        if not ranked:
            seen = player.expected(prompt, view, catalogue) if by_net else None
            facts = {} if seen is None else {WIN_PERCENT: BY_NET.percent(seen)}
            return [Advice(player.choose(prompt, view, catalogue), facts)]
        return advice_from(ranked, odds)


def odds_at(table: Table) -> Odds | None:
    """Return the curve that turns the expected result of playouts by the heuristic into a chance to win.

    Returns None if the curve was not measured for such tables, as for tables with the orb.
    """
    return None if options_of(table.options).orb else ODDS.get(table.seats)


def budget_at(table: Table) -> Budget:
    """Return the budget of a search for advice at a table."""
    return _BY_NET if thinks_by_net(table) else _BY_WEIGHTS


ADVISER = RaceAdviser()
