"""A bot for Race for the Galaxy that tries answers before it chooses one.

A *thinker*, which is a net or the heuristic, proposes some answers. Each is played forward to the end of one or several
rounds at sampled tables (`halving`), and the less promising half of the answers is dropped repeatedly. The prior
probability of an answer counts a little too. Only choices of actions, of explored cards, of cards to place and of moves
in the orb are played forward, and only at tables that can be sampled.

At two-seat tables of the base game the thinker is a net, at all others the heuristic: `thinks_by_net` decides.
"""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from pathlib import Path

from google.protobuf.message import Message

from galaxytables.race.v1 import race_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.halving import Budget
from galaxytables_bots.race.proposals import IN_ORB
from galaxytables_bots.race.simulation.playouts import Playouts, can_be_sampled, options_of
from galaxytables_bots.race.thinkers import Thinker, by_heuristic, by_net
from galaxytables_bots.searcher import Picks, Searcher
from galaxytables_bots.strategy import Catalogue, Table, view_as

_HERE = Path(__file__).parent
TWO_SEATS_NET = _HERE / "nets" / "two_seats.npz"
TWO_SEATS, MORE_SEATS = _HERE / "values" / "two_seats.json", _HERE / "values" / "more_seats.json"
_LESS_IN_ORB = 2
"""The factor by which searches over several rounds try fewer tables in the orb step, which asks much."""
_TWO = 2
_BASE = "base"

PLAYED_FORWARD = frozenset({"actions.choose", "explore.keep", "develop.place", "settle.place"})


class RaceSearcher(Searcher):
    """A searcher that plays the answers that its thinker proposes forward, for some rounds each."""

    def __init__(
        self,
        thinker: Thinker,
        budget: Budget,
        options: Mapping[str, str],
        *,
        kinds: AbstractSet[str] = PLAYED_FORWARD,
    ) -> None:
        """`kinds` are the kinds of prompts outside the orb that are played forward.

        Raises `ValueError` for unknown options.
        """
        super().__init__(budget, thinker.choose)
        self._thinker, self._kinds = thinker, kinds
        self._options = options_of(options)

    def budget_for(self, prompt: game_pb2.Prompt) -> Budget:
        """Return the budget of the search for a prompt."""
        if prompt.kind in IN_ORB:
            return replace(self.budget, tables=-(-self.budget.tables // _LESS_IN_ORB))
        return self.budget

    def proposed(
        self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue
    ) -> Sequence[tuple[float, Picks]]:
        """Return the answers that the thinker proposes, as pairs `(log probability, answer)`."""
        if prompt.kind in self._kinds or (prompt.kind in IN_ORB and self.budget.rounds > 1):
            return self._thinker.proposed(prompt, view, catalogue, self.budget.answers)
        return []

    def playouts(self, prompt: game_pb2.Prompt, view: Message | None) -> Playouts:
        """Return an object that plays each answer to a prompt forward, on random tables that agree with the view.

        Raises `ValueError` if there is no such table.
        """
        thinker, seen = self._thinker, view_as(race_pb2.RaceView, view)
        return Playouts(
            thinker.player, self._options, prompt, seen, self.budget.rounds, every_round=thinker.every_round
        )

    def expected(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> float | None:
        """Return the seat's expected result, from -1 (lost) to 1 (won); None if the thinker does not estimate any."""
        return self._thinker.expected(prompt, view, catalogue)


def searcher_at(table: Table, budget: Budget, *, kinds: AbstractSet[str] = PLAYED_FORWARD) -> RaceSearcher | None:
    """Return a searcher for a table; None if the table cannot be sampled."""
    if not can_be_sampled(table.options):
        return None
    return RaceSearcher(_thinker_at(table), budget, table.options, kinds=kinds)


def searching(
    with_net: Budget, *, kinds: AbstractSet[str] = PLAYED_FORWARD
) -> Callable[[Table, Budget], RaceSearcher | None]:
    """Return a function like `searcher_at` that searches differently at tables where a net answers.

    There it uses the budget `with_net`, but with the time (`seconds`) of the table's own budget, and searches only
    prompts of these `kinds`.
    """

    def search(table: Table, budget: Budget) -> RaceSearcher | None:
        if can_be_sampled(table.options) and thinks_by_net(table):
            return searcher_at(table, replace(with_net, seconds=budget.seconds), kinds=kinds)
        return searcher_at(table, budget)

    return search


def thinks_by_net(table: Table) -> bool:
    """Return whether a net answers at a table. It does at tables for which it was trained and where it plays better."""
    options = options_of(table.options)
    usual = options.expansion == _BASE and options.two_player_actions == "two" and not options.draft
    return table.seats == _TWO and usual


def _thinker_at(table: Table) -> Thinker:
    if thinks_by_net(table):
        return by_net(TWO_SEATS_NET)
    return by_heuristic(TWO_SEATS if table.seats == _TWO else MORE_SEATS)
