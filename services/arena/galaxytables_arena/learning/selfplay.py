"""Games that a net plays against itself, and what it can learn from them."""

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
"""A game counts for the win, and so much of it for how many points it was won by."""


_MOST_PROMPTS = 500
"""So many a seat, and a game is broken off."""


Rows: TypeAlias = tuple[list[int], list[float]]
"""Features by their rows in a net, with their values. A row may come twice: then its values are to be added."""
RowOf: TypeAlias = Callable[[str], int]
Look: TypeAlias = Callable[[AnyPlay, Seat, str], Rows]
"""What a seat sees that is asked a question of a kind."""


class Sight(Protocol):
    """How a game's states and options are read for nets."""

    joint: frozenset[str]
    """Prompts whose picks are one answer together."""

    def looking(self, row_of: RowOf) -> Look:
        """Who looks at games for a net, by what gives a feature's row by its name."""

    def option_name(self, play: AnyPlay, prompt: Prompt, pick: Pick) -> str:
        """What an option is called."""

    def differs(self, names: Sequence[str]) -> bool:
        """Whether options that are one answer together are not the same as others."""

    def partner(self, name: str) -> "Answering | None":
        """Who answers from the state as a bot does, and quicker; None where nobody does."""


class NamedSight(ABC):
    """The sight of a game that reads features by name, and knows no bot that answers from the state."""

    def partner(self, name: str) -> "Answering | None":
        """Nobody."""
        del name
        return None

    def differs(self, names: Sequence[str]) -> bool:
        """They all differ."""
        del names
        return True

    @abstractmethod
    def seen(self, play: AnyPlay, seat: Seat, kind: str) -> dict[str, float]:
        """What a seat sees."""

    def looking(self, row_of: RowOf) -> Look:
        """Looks names up."""

        def look(play: AnyPlay, seat: Seat, kind: str) -> Rows:
            seen = self.seen(play, seat, kind)
            return [row_of(name) for name in seen], list(seen.values())

        return look


@dataclass
class Step:
    """One pick: what was seen (rows of features with values), the answers there were, which of them it was.

    `chance` is how likely it was, `expected` what the net expected of the game.
    """

    rows: list[int]
    values: list[float]
    answers: list[int]
    picked: int
    chance: float
    expected: float
    kind: str = ""


class NetIsFullError(Exception):
    """More names came up than the net has rows for."""


class _EndlessError(Exception):
    """A game that was broken off."""


class Learner:
    """A net that still gives rows to names as they come up."""

    def __init__(self, net: Net, sight: Sight) -> None:
        """Take a net, and how it sees the game."""
        self.net = net
        self.joint = sight.joint
        self.look = sight.looking(self.feature_row)
        self._option_name, self._differs = sight.option_name, sight.differs
        self._known: dict[tuple[str, Pick], tuple[str, int]] = {}
        self._sets: dict[tuple[str, int, Picks], tuple[list[int], list[Picks]]] = {}

    def feature_row(self, name: str) -> int:
        """The row of a feature, a new one where the name is new."""
        known = self.net.features
        row = known.setdefault(name, len(known))
        if row >= len(self.net.first):
            raise NetIsFullError(f"{row + 1} features")
        return row

    def answer_row(self, kind: str, answer: str) -> int:
        """The row of an answer; the last row stays free."""
        known = self.net.answers
        row = known.setdefault(answer_name(kind, answer), len(known))
        if row + 1 >= len(self.net.second):
            raise NetIsFullError(f"{row + 1} answers")
        return row

    def option_rows(self, play: AnyPlay, prompt: Prompt) -> list[int]:
        """The rows of the options of a prompt."""
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
        """All sets of options that may be picked together, by their rows and as picks."""
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
    """Answers the prompts of a game by a net, by chance or (`greedy`) with what scores most; keeps its steps."""

    learner: Learner
    random: Random
    greedy: bool = False
    steps: list[Step] = field(default_factory=list)

    def answer(self, play: AnyPlay, prompt: Prompt) -> Picks:
        """A legal answer."""
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
        """The picks, or the default where a rule refuses them; then nothing is learned of them."""
        if prompt.rule is not None and not prompt.allows(picks):
            del self.steps[begun:]
            return prompt.default_picks
        return picks

    def _pick(self, kind: str, seen: Rows, answers: list[int], scores: Floats, expected: float) -> int:
        """Which of some answers is given."""
        if self.greedy:
            return int(scores.argmax())
        weights = np.exp(scores - scores.max())
        heap = weights.cumsum()
        whole = float(heap[-1])
        place = min(int(heap.searchsorted(self.random.random() * whole, side="right")), len(answers) - 1)
        self.steps.append(Step(*seen, answers, place, float(weights[place]) / whole, expected, kind))
        return place


class Answering(Protocol):
    """Whoever plays a seat."""

    def answer(self, play: AnyPlay, prompt: Prompt) -> Picks:
        """A legal answer."""


def play_game(live: AnyLive, players: Sequence[Answering], random: Random) -> list[float]:
    """Play a game to its end; give what each seat made of it, from -1 to 1: the win, and by how much.

    Where nobody ever ends it, as nets that know nothing may not, all have lost.
    """
    play, asked = live.play, count()

    def answer(prompt: Prompt) -> Picks:
        if next(asked) >= _MOST_PROMPTS * len(players):
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
