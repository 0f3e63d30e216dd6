"""Who plays the games that are played forward: a net that answers from the state."""

from collections.abc import Sequence
from random import Random
from typing import cast

import numpy as np

from services.bots.nets import Floats, Net, pick_options
from services.bots.race.policy import JOINT
from services.bots.race.simulation.sight import option_name, seen
from services.kit import Pick, Picks, Prompt, Seat
from services.race.table import RacePlay

_TURN = "actions.choose"
_DRAWN = frozenset({_TURN})
"""Prompts that are answered by chance, as likely as the net thinks: what others will do is not known."""


class NetPlayer:
    """Answers by a net: what scores most, but for actions, which are drawn."""

    def __init__(self, net: Net) -> None:
        """Take a net."""
        self._net = net
        self._rows: dict[tuple[str, str], int] = {}
        self._names: dict[tuple[str, str | int], str] = {}
        for name, row in net.answers.items():
            kind, _, answer = name.partition("|")
            self._rows[kind, answer] = row

    def answer(self, play: RacePlay, prompt: Prompt, random: Random) -> Picks:
        """A legal answer."""
        net, kind, options = self._net, prompt.kind, prompt.options
        hidden = net.hidden(seen(play, play.state, prompt.seat, kind))
        drawn = kind in _DRAWN

        def pick(answers: Sequence[str]) -> int:
            scores = self._scores(hidden, kind, answers)
            if not drawn:
                return int(scores.argmax())
            heap = np.cumsum(np.exp(scores - scores.max()))
            return min(int(np.searchsorted(heap, random.random() * heap[-1], side="right")), len(answers) - 1)

        names = [self._option_name(play, prompt, each) for each in options]
        places = pick_options(names, prompt.least, prompt.most, joint=kind in JOINT, pick=pick)
        picks = tuple([options[place] for place in places])
        if prompt.rule is not None and not prompt.allows(picks):
            return prompt.default_picks
        return picks

    def expected(self, play: RacePlay, seat: Seat) -> float:
        """What a seat expects of the game less what the others do, each from its own side, where actions are chosen."""
        others = [self._expected(play, other) for other in play.all_seats if other != seat]
        return (self._expected(play, seat) - sum(others) / len(others)) / 2

    def _expected(self, play: RacePlay, seat: Seat) -> float:
        return self._net.expected(self._net.hidden(seen(play, play.state, seat, _TURN)))

    def _option_name(self, play: RacePlay, prompt: Prompt, pick: Pick) -> str:
        key = (prompt.kind, pick)
        name = self._names.get(key)
        if name is None:
            name = self._names[key] = option_name(play, prompt, pick)
        return name

    def _scores(self, hidden: Floats, kind: str, answers: Sequence[str]) -> Floats:
        net, known = self._net, self._rows
        rows = [known.get((kind, each), -1) for each in answers]
        scores = net.second[rows] @ hidden + net.second_bias[rows]
        if -1 in rows:
            scores[[row < 0 for row in rows]] = 0
        return cast(Floats, scores)  # numpy says no type of elements
