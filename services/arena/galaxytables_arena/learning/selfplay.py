"""Plays games of a net against itself, and records them for training."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Protocol, TypeAlias

import numpy as np

from galaxytables_bots.nets import STOP, Floats, Net, answer_name, joint_sets
from galaxytables_kit.game import ranks
from galaxytables_kit.live import AnyLive
from galaxytables_kit.play import AnyPlay
from galaxytables_kit.prompt import Pick, Picks, Prompt
from galaxytables_kit.seat import Seat

_MARGIN = 20.0
_OF_MARGIN = 0.3
"""The weight of the points margin in the result of a game; the rest is the win."""


_MAX_PROMPTS = 500
"""A game with more prompts than this for each seat is stopped."""


Rows: TypeAlias = tuple[list[int], list[float]]
"""Rows of features in a net, with their values. The values of a row that occurs twice are added."""
RowOf: TypeAlias = Callable[[str], int]
Look: TypeAlias = Callable[[AnyPlay, Seat, str], Rows]
"""Returns the features of a seat for a kind of prompt."""


class Sight(Protocol):
    """Reads the states and options of a game for a net."""

    joint: frozenset[str]
    """Kinds of prompts whose picks form one answer together."""

    def looking(self, row_of: RowOf) -> Look:
        """Return a function that computes features as rows of a net; `row_of` gives the row of a feature name."""

    def option_name(self, play: AnyPlay, prompt: Prompt, pick: Pick) -> str:
        """Return the name by which the net knows an option."""

    def differs(self, names: Sequence[str]) -> bool:
        """Return whether a set of options with these names has an effect that no other set has."""

    def partner(self, name: str) -> "Answering | None":
        """Return a faster form of the bot with this name, which answers from the state; None if no such form exists."""


class NamedSight(ABC):
    """A `Sight` that computes features by name, for a game without bots that answer from the state."""

    def partner(self, name: str) -> "Answering | None":
        """Return None, since no bot of such a game answers from the state."""
        del name
        return None

    def differs(self, names: Sequence[str]) -> bool:
        """Return True, since each set of options has an effect of its own."""
        del names
        return True

    @abstractmethod
    def features_of(self, play: AnyPlay, seat: Seat, kind: str) -> dict[str, float]:
        """Return the features of a seat by name."""

    def looking(self, row_of: RowOf) -> Look:
        """Return a function that computes features by name and turns the names into rows."""

        def look(play: AnyPlay, seat: Seat, kind: str) -> Rows:
            seen = self.features_of(play, seat, kind)
            return [row_of(name) for name in seen], list(seen.values())

        return look


@dataclass
class Step:
    """One pick of a net in a game.

    It has the features that the net saw (rows and values), the possible answers, and the index of the answer picked.
    `chance` is the probability with which the net picked the answer, `expected` the result that the net expected then.
    """

    rows: list[int]
    values: list[float]
    answers: list[int]
    picked: int
    chance: float
    expected: float
    kind: str = ""


class NetIsFullError(Exception):
    """The net in training has fewer rows than there are names."""


class _EndlessError(Exception):
    """A game was stopped because it did not end."""


class Learner:
    """A net in training. When a new name occurs, it gets a row of the net."""

    def __init__(self, net: Net, sight: Sight) -> None:
        self.net = net
        self.joint = sight.joint
        self.look = sight.looking(self.feature_row)
        self._option_name, self._differs = sight.option_name, sight.differs
        self._known: dict[tuple[str, Pick], tuple[str, int]] = {}
        self._sets: dict[tuple[str, int, Picks], tuple[list[int], list[Picks]]] = {}

    def feature_row(self, name: str) -> int:
        """Return the row of a feature. A new name gets the next free row. Raises `NetIsFullError`."""
        known = self.net.features
        row = known.setdefault(name, len(known))
        if row >= len(self.net.first):
            raise NetIsFullError(f"{row + 1} features")
        return row

    def answer_row(self, kind: str, answer: str) -> int:
        """Return the row of an answer. The last row always stays free. Raises `NetIsFullError`."""
        known = self.net.answers
        row = known.setdefault(answer_name(kind, answer), len(known))
        if row + 1 >= len(self.net.second):
            raise NetIsFullError(f"{row + 1} answers")
        return row

    def option_rows(self, play: AnyPlay, prompt: Prompt) -> list[int]:
        """Return the net's rows for the options of a prompt."""
        kind, known = prompt.kind, self._known
        rows = []
        for pick in prompt.options:
            row = known.get((kind, pick))
            if row is None:
                name = self._option_name(play, prompt, pick)
                row = known[kind, pick] = (name, self.answer_row(kind, name))
            rows.append(row[1])
        return rows

    def sets(self, play: AnyPlay, prompt: Prompt) -> tuple[list[int], list[Picks]]:
        """Return all sets of options that may be picked together, as rows of the net and as picks."""
        kind, options, count = prompt.kind, prompt.options, prompt.least
        known = self._sets.get((kind, count, options))
        if known is None:
            names = [self._option_name(play, prompt, pick) for pick in options]
            sets = joint_sets(names, count, self._differs)
            rows = [self.answer_row(kind, "+".join([names[place] for place in each])) for each in sets]
            known = rows, [tuple([options[place] for place in each]) for each in sets]
            self._sets[kind, count, options] = known
        return known


@dataclass
class Player:
    """Answers prompts by a net: at random by its probabilities or, if `greedy`, with the highest score.

    It records each pick as a `Step`.
    """

    learner: Learner
    random: Random
    greedy: bool = False
    steps: list[Step] = field(default_factory=list)

    def answer(self, play: AnyPlay, prompt: Prompt) -> Picks:
        """Return a legal answer to a prompt."""
        learner, options, least, most = self.learner, prompt.options, prompt.least, prompt.most
        net, begun = learner.net, len(self.steps)
        seen = learner.look(play, prompt.seat, prompt.kind)
        hidden = net.hidden_of(*seen)
        expected = 0.0 if self.greedy else net.expected(hidden)
        if prompt.kind in learner.joint and least == most > 1:
            answers, sets = learner.sets(play, prompt)
            place = self._pick(prompt.kind, seen, answers, net.scores(hidden, answers), expected)
            return self._allowed(prompt, sets[place], begun)
        left, answers, picked = list(options), learner.option_rows(play, prompt), list[Pick]()
        if least < most:
            answers.append(learner.answer_row(prompt.kind, STOP))
        scores = net.scores(hidden, answers)
        while len(picked) < most:
            may_stop = len(picked) >= least
            count = len(left) + may_stop
            place = self._pick(prompt.kind, seen, answers[:count], scores[:count], expected) if count > 1 else 0
            if place == len(left):
                break
            picked.append(left.pop(place))
            answers = answers[:place] + answers[place + 1 :]
            scores = np.concatenate((scores[:place], scores[place + 1 :]))
        return self._allowed(prompt, tuple(picked), begun)

    def _allowed(self, prompt: Prompt, picks: Picks, begun: int) -> Picks:
        """Return the picks, or the default if a rule refuses them; refused picks are not learned from."""
        if prompt.rule is not None and not prompt.allows(picks):
            del self.steps[begun:]
            return prompt.default_picks
        return picks

    def _pick(self, kind: str, seen: Rows, answers: list[int], scores: Floats, expected: float) -> int:
        """Return the index of the answer that is picked."""
        if self.greedy:
            return int(scores.argmax())
        weights = np.exp(scores - scores.max())
        heap = weights.cumsum()
        whole = float(heap[-1])
        place = min(int(heap.searchsorted(self.random.random() * whole, side="right")), len(answers) - 1)
        self.steps.append(Step(*seen, answers, place, float(weights[place]) / whole, expected, kind))
        return place


class Answering(Protocol):
    """A player of a seat that answers from the state."""

    def answer(self, play: AnyPlay, prompt: Prompt) -> Picks:
        """Return a legal answer to a prompt."""


def play_game(live: AnyLive, players: Sequence[Answering], random: Random) -> list[float]:
    """Play a game to its end.

    Returns each seat's result, from -1 (lost) to 1 (won); it depends on who won and by how many points. If the game
    does not end, as can happen with untrained nets, all seats have lost.
    """
    play, questions = live.play, count()

    def answer(prompt: Prompt) -> Picks:
        if next(questions) >= _MAX_PROMPTS * len(players):
            raise _EndlessError
        return players[prompt.seat].answer(play, prompt)

    try:
        live.play_on(answer, random.random)
    except _EndlessError:
        return [-1.0] * len(players)
    scores = live.scores()
    rank, totals = ranks(scores), [score.total for score in sorted(scores, key=lambda score: score.seat)]
    shared = sum(place == 1 for place in rank.values()) > 1
    results = []
    for seat, total in enumerate(totals):
        best = max(totals[:seat] + totals[seat + 1 :])
        won = -1.0 if rank[Seat(seat)] > 1 else 0.0 if shared else 1.0
        margin = max(-1.0, min(1.0, (total - best) / _MARGIN))
        results.append((1 - _OF_MARGIN) * won + _OF_MARGIN * margin)
    return results
