"""A searcher for Race for the Galaxy that plays the game forward before it answers.

Some answers are proposed. Each is played forward to the end of one or several rounds at sampled tables, and the less
promising half is dropped repeatedly. The prior of an answer counts a little too. Only choices of actions, of explored
cards, of cards to place and of what to do in the orb are played forward, and only tables that can be sampled.

At tables of two seats with the base game a net thinks, at all others the heuristic: `thinks_by_net` decides.
"""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from google.protobuf.message import Message

from galaxytables.race.v1 import race_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.halving import Budget, Ranked, ranked_answers, with_answer
from galaxytables_bots.race.proposals import IN_ORB
from galaxytables_bots.race.simulation.playouts import Playouts, can_be_sampled, options_of
from galaxytables_bots.race.thinkers import Thinker, by_heuristic, by_net
from galaxytables_bots.strategy import Catalogue, Table, view_as

_HERE = Path(__file__).parent
TWO_SEATS_NET = _HERE / "nets" / "two_seats.npz"
TWO_SEATS, MORE_SEATS = _HERE / "values" / "two_seats.json", _HERE / "values" / "more_seats.json"
_LESS_IN_ORB = 2
"""The factor by which searches over several rounds try fewer tables in the orb step, which asks much."""
_TWO = 2
_BASE = "base"

PLAYED_FORWARD = frozenset({"actions.choose", "explore.keep", "develop.place", "settle.place"})
Picks: TypeAlias = tuple[str, ...]


class Searcher:
    """Answers by playing forward, at tables of the same options."""

    needs_view = True
    ponders = True

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
        self._thinker, self.budget, self._kinds = thinker, budget, kinds
        self._options = options_of(options)

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Return the best answer to a prompt."""
        ranked = self.ranked(prompt, view, catalogue)
        return ranked[0].answer if ranked else self.choose_at_once(prompt, view, catalogue)

    def choose_at_once(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Answer without playing forward."""
        return self._thinker.choose(prompt, view, catalogue)

    def ranked(
        self,
        prompt: game_pb2.Prompt,
        view: Message | None,
        catalogue: Catalogue,
        *,
        chosen: Sequence[str] | None = None,
    ) -> list[Ranked[Picks]]:
        """Return answers that were played forward, best first, with the `chosen` one; empty if none can be."""
        budget, thinker = self.budget, self._thinker
        if prompt.kind in IN_ORB and budget.rounds > 1:
            budget = replace(budget, tables=-(-budget.tables // _LESS_IN_ORB))
        elif prompt.kind not in self._kinds:
            return []
        answers = thinker.proposed(prompt, view, catalogue, budget.answers)
        if chosen is not None:
            answers = with_answer(answers, chosen)
        if len(answers) <= 1:
            return []
        seen = view_as(race_pb2.RaceView, view)
        try:
            playouts = Playouts(
                thinker.player, self._options, prompt, seen, budget.rounds, every_round=thinker.every_round
            )
        except ValueError:
            return []
        return ranked_answers(playouts, answers, budget)

    def expected(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> float | None:
        """Return the expected result of the seat's game, from -1 (lost) to 1 (won); None if unknown."""
        return self._thinker.expected(prompt, view, catalogue)


def searcher_at(table: Table, budget: Budget, *, kinds: AbstractSet[str] = PLAYED_FORWARD) -> Searcher | None:
    """Return a searcher for a table; None if the table cannot be sampled."""
    if not can_be_sampled(table.options):
        return None
    return Searcher(_thinker_at(table), budget, table.options, kinds=kinds)


def searching(
    with_net: Budget, *, kinds: AbstractSet[str] = PLAYED_FORWARD
) -> Callable[[Table, Budget], Searcher | None]:
    """Return the same function, with another budget and other kinds at tables with a net; seconds stay the table's."""

    def search(table: Table, budget: Budget) -> Searcher | None:
        if can_be_sampled(table.options) and thinks_by_net(table):
            return searcher_at(table, replace(with_net, seconds=budget.seconds), kinds=kinds)
        return searcher_at(table, budget)

    return search


def thinks_by_net(table: Table) -> bool:
    """Return whether a table is of the kind for which the net was trained, and at which it is better."""
    options = options_of(table.options)
    usual = options.expansion == _BASE and options.two_player_actions == "two" and not options.draft
    return table.seats == _TWO and usual


def _thinker_at(table: Table) -> Thinker:
    if thinks_by_net(table):
        return by_net(TWO_SEATS_NET)
    return by_heuristic(TWO_SEATS if table.seats == _TWO else MORE_SEATS)
