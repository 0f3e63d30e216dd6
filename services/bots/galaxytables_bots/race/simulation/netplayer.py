"""A player in which a net answers from the state. It plays all seats when games are played forward."""

from random import Random
from typing import cast

import numpy as np

from galaxytables_bots.nets import STOP, Floats, Net, joint_sets
from galaxytables_bots.race.policy import JOINT, differs
from galaxytables_bots.race.simulation.sight import Sight, option_name
from galaxytables_kit import Pick, Picks, Prompt, Seat
from galaxytables_race.state import RaceState
from galaxytables_race.table import RacePlay

_TURN = "actions.choose"
_DRAWN = frozenset({_TURN})
"""Prompts that are answered at random with the net's likelihoods, since others' choices are unknown."""
_REMEMBERED = 5_000
_UNKNOWN = -1
"""The row of unknown names: the last one, which is zero."""


class NetPlayer:
    """A player that answers by a neural network.

    It chooses actions at random by their probability, and elsewhere the option with the highest score.
    """

    def __init__(self, net: Net) -> None:
        self._net = net
        self._first, self._first_bias = _with_nought(net.first), net.first_bias
        self._second, self._second_bias = _with_nought(net.second), _with_nought(net.second_bias)
        self._sight = Sight(lambda name: net.features.get(name, _UNKNOWN))
        self._rows: dict[tuple[str, str], int] = {}
        self._known: dict[tuple[str, Pick], int] = {}
        self._sets: dict[tuple[str, int, Picks], tuple[list[int], list[Picks]]] = {}
        for name, row in net.answers.items():
            kind, _, answer = name.partition("|")
            self._rows[kind, answer] = row

    def answer(self, play: RacePlay, prompt: Prompt, random: Random) -> Picks:
        """Return a legal answer to a prompt."""
        kind, least, most = prompt.kind, prompt.least, prompt.most
        hidden = self._hidden(play, play.state, prompt.seat, kind)
        if kind in JOINT and least == most > 1:
            rows, sets = self._sets_of(play, prompt)
            scores = self._scores(hidden, rows)
            picks = sets[_drawn(scores, random) if kind in _DRAWN else int(scores.argmax())]
        else:
            picks = self._picked(play, prompt, hidden)
        if prompt.rule is not None and not prompt.allows(picks):
            return prompt.default_picks
        return picks

    def expected(self, play: RacePlay, seat: Seat) -> float:
        """Return a seat's expected result minus the mean of the other seats' results, when actions are chosen.

        The net estimates each seat's result from the part of the state that this seat sees.
        """
        others = [self._expected(play, other) for other in play.all_seats if other != seat]
        return (self._expected(play, seat) - sum(others) / len(others)) / 2

    def _expected(self, play: RacePlay, seat: Seat) -> float:
        return self._net.expected(self._hidden(play, play.state, seat, _TURN))

    def _hidden(self, play: RacePlay, shown: RaceState, seat: Seat, kind: str) -> Floats:
        rows, values = self._sight.look(play, shown, seat, kind)
        summed = np.asarray(values, np.float32) @ self._first.take(rows, axis=0, mode="wrap") + self._first_bias
        return cast(Floats, np.maximum(summed, 0))  # numpy does not give the type of elements

    def _scores(self, hidden: Floats, rows: list[int]) -> Floats:
        weights, biases = self._second.take(rows, axis=0, mode="wrap"), self._second_bias.take(rows, mode="wrap")
        return cast(Floats, weights @ hidden + biases)  # numpy does not give the type of elements

    def _picked(self, play: RacePlay, prompt: Prompt, hidden: Floats) -> Picks:
        """Return the options with the highest scores, one after another, until stopping scores more."""
        options, least, most = prompt.options, prompt.least, prompt.most
        rows = self._option_rows(play, prompt)
        if least == most == 1:
            return (options[int(self._scores(hidden, rows).argmax())],)
        rows.append(self._rows.get((prompt.kind, STOP), _UNKNOWN))
        *scores, stop = self._scores(hidden, rows).tolist()
        order = sorted(range(len(scores)), key=lambda place: -scores[place])
        count = least
        while count < most and scores[order[count]] >= stop:
            count += 1
        return tuple([options[place] for place in order[:count]])

    def _option_rows(self, play: RacePlay, prompt: Prompt) -> list[int]:
        kind, cached = prompt.kind, self._known
        rows = []
        for pick in prompt.options:
            row = cached.get((kind, pick))
            if row is None:
                row = cached[kind, pick] = self._rows.get((kind, option_name(play, prompt, pick)), _UNKNOWN)
            rows.append(row)
        return rows

    def _sets_of(self, play: RacePlay, prompt: Prompt) -> tuple[list[int], list[Picks]]:
        """Return all sets of options that may be picked together, as rows and as picks."""
        kind, options, count = prompt.kind, prompt.options, prompt.least
        cached = self._sets.get((kind, count, options))
        if cached is None:
            if len(self._sets) >= _REMEMBERED:
                self._sets.clear()
            names = [option_name(play, prompt, pick) for pick in options]
            sets = joint_sets(names, count, differs)
            rows = [self._rows.get((kind, "+".join([names[place] for place in each])), _UNKNOWN) for each in sets]
            cached = rows, [tuple([options[place] for place in each]) for each in sets]
            self._sets[kind, count, options] = cached
        return cached


def _drawn(scores: Floats, random: Random) -> int:
    """Return one of some answers at random, with likelihoods by their scores."""
    heap = np.exp(scores - scores.max()).cumsum()
    return min(int(heap.searchsorted(random.random() * float(heap[-1]), side="right")), len(scores) - 1)


def _with_nought(weights: Floats) -> Floats:
    """Return the weights with an additional row of zeros."""
    return np.concatenate((weights, np.zeros_like(weights[:1])))
