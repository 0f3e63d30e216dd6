"""A player of Race for the Galaxy that plays the round forward before it answers.

A net proposes some answers; each is played on to the end of the round at tables that the seat may believe in, the less
promising half left out again and again. What the net thought of an answer counts a little besides. Prompts that are no
choice of actions, of explored cards or of a card to place are answered by the net, and so is what cannot be sampled.

It plays tables of two seats with no more than cards and chips on them, and the base game of more seats by a net of its
own; it has nothing for others.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import TypeAlias

import numpy as np
from google.protobuf.message import Message

from galaxy.race.v1 import race_pb2
from galaxy.rules.v1 import game_pb2
from services.bots.halving import Budget, Ranked, ranked_answers
from services.bots.nets import STOP, Net, answer_name, load_net
from services.bots.race.policy import JOINT, Policy
from services.bots.race.simulation.netplayer import NetPlayer
from services.bots.race.simulation.playouts import Playouts, can_be_sampled, options_of
from services.bots.strategy import Catalogue, Table, view_as

_NETS = Path(__file__).with_name("nets")
TWO_SEATS, MORE_SEATS = _NETS / "two_seats.npz", _NETS / "more_seats.npz"
_TWO = 2
_BASE = "base"

_PLAYED_FORWARD = frozenset({"actions.choose", "explore.keep", "develop.place", "settle.place"})
Picks: TypeAlias = tuple[str, ...]

_UNLIKELY = 0.02
"""Answers less likely than this part of the likeliest one are not looked at."""


class Searcher:
    """Answers by a net and by playing forward, at tables of the same options."""

    needs_view = True
    ponders = True

    def __init__(self, net: Net, budget: Budget, options: Mapping[str, str]) -> None:
        """Take a net and the options of the table. Raises `ValueError` for options that are not known here."""
        self._net, self._budget = net, budget
        self._policy, self._player = Policy(net), NetPlayer(net)
        self._options = options_of(options)

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Answer a prompt."""
        ranked = self.ranked(prompt, view, catalogue)
        return ranked[0].answer if ranked else self._policy.choose(prompt, view, catalogue)

    def ranked(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> list[Ranked[Picks]]:
        """Answers that were played forward, best first; none where the net alone answers."""
        answers = self._proposed(prompt, view, catalogue) if prompt.kind in _PLAYED_FORWARD else []
        if len(answers) <= 1:
            return []
        try:
            playouts = Playouts(self._player, self._options, prompt, view_as(race_pb2.RaceView, view))
        except ValueError:
            return []
        return ranked_answers(playouts, answers, self._budget)

    def expected(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> float:
        """What the net takes the seat's game to end with as it stands, from -1 (lost) to 1 (won)."""
        return self._net.expected(self._net.hidden(self._policy.see(prompt, view, catalogue)))

    def _proposed(
        self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue
    ) -> list[tuple[float, Picks]]:
        """The likeliest answers by the net, each with the logarithm of how likely it is, likeliest first."""
        names = [self._policy.option_name(option) for option in prompt.options]
        places = range(len(names))
        sets = [each for count in range(prompt.least, prompt.most + 1) for each in combinations(places, count)]
        hidden = self._net.hidden(self._policy.see(prompt, view, catalogue))
        if prompt.kind in JOINT:
            joined = ["+".join([names[place] for place in each]) for each in sets]
            scores = self._net.scores_of(hidden, [answer_name(prompt.kind, name) for name in joined])
        else:
            single = self._net.scores_of(hidden, [answer_name(prompt.kind, name) for name in (*names, STOP)])
            scores = np.array([single[list(each)].sum() if each else single[-1] for each in sets])
        scores = scores - scores.max()
        least, order = np.log(_UNLIKELY), np.argsort(-scores, kind="stable")[: self._budget.answers]
        ids = [option.id for option in prompt.options]
        return [
            (float(scores[number]), tuple([ids[place] for place in sets[number]]))
            for number in order
            if scores[number] > least
        ]


@cache
def net_of(path: Path) -> Net:
    """A net by its file, read once."""
    return load_net(path)


def searcher_at(table: Table, budget: Budget) -> Searcher | None:
    """Who plays a table forward; None where the heuristic is the better player."""
    net = _net_for(table)
    if net is None or not can_be_sampled(table.options):
        return None
    return Searcher(net_of(net), budget, table.options)


def _net_for(table: Table) -> Path | None:
    """The net that is the better player of a table; None where that is the heuristic."""
    if table.seats == _TWO:
        return TWO_SEATS
    return MORE_SEATS if table.options.get("expansion", _BASE) == _BASE else None
