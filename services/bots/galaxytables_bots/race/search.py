"""A player of Race for the Galaxy that plays the game forward before it answers.

Some answers are proposed; each is played on to the end of the round, or of several, at tables that the seat may believe
in, the less promising half left out again and again. What was thought of an answer beforehand counts a little besides.
Prompts that are no choice of actions, of explored cards, of a card to place or of what to do in the orb are answered
without playing forward, and so is what cannot be sampled.

Two seats of the base game think by a net, all other tables as the heuristic does: `thinks_by_net` says where it is
the better player.
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
"""Much is asked in the orb step: who looks further than a round looks at it, at so many times fewer tables."""
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
        """Take who thinks, the options of the table, and which prompts outside the orb are played forward.

        Raises `ValueError` for options that are not known here.
        """
        self._thinker, self.budget, self._kinds = thinker, budget, kinds
        self._options = options_of(options)

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Answer a prompt."""
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
        """Answers that were played forward, best first, the `chosen` one among them; none where nothing is."""
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
        """What the seat's game is taken to end with as it stands, from -1 (lost) to 1 (won); None where unknown."""
        return self._thinker.expected(prompt, view, catalogue)


def searcher_at(table: Table, budget: Budget, *, kinds: AbstractSet[str] = PLAYED_FORWARD) -> Searcher | None:
    """Who plays a table forward; None where it cannot be sampled."""
    if not can_be_sampled(table.options):
        return None
    return Searcher(_thinker_at(table), budget, table.options, kinds=kinds)


def searching(
    with_net: Budget, *, kinds: AbstractSet[str] = PLAYED_FORWARD
) -> Callable[[Table, Budget], Searcher | None]:
    """The same with a budget and kinds of prompts of its own where a net thinks; the seconds are those of the table."""

    def search(table: Table, budget: Budget) -> Searcher | None:
        if can_be_sampled(table.options) and thinks_by_net(table):
            return searcher_at(table, replace(with_net, seconds=budget.seconds), kinds=kinds)
        return searcher_at(table, budget)

    return search


def thinks_by_net(table: Table) -> bool:
    """Whether a table is of the kind that the net was trained at, where it is the better player."""
    options = options_of(table.options)
    usual = options.expansion == _BASE and options.two_player_actions == "two" and not options.draft
    return table.seats == _TWO and usual


def _thinker_at(table: Table) -> Thinker:
    if thinks_by_net(table):
        return by_net(TWO_SEATS_NET)
    return by_heuristic(TWO_SEATS if table.seats == _TWO else MORE_SEATS)
