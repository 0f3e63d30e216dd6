"""Games that a net plays against itself, and what it can learn from them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Protocol

import numpy as np

from services.bots.nets import Net, answer_name, pick_options
from services.kit.game import ranks
from services.kit.live import AnyLive
from services.kit.play import AnyPlay
from services.kit.prompt import Pick, Picks, Prompt
from services.kit.seat import Seat

_MARGIN = 20.0
_OF_MARGIN = 0.3
"""A game counts for the win, and so much of it for how many points it was won by."""


_MOST_PROMPTS = 500
"""So many a seat, and a game is broken off."""


class Sight(Protocol):
    """How a game's states and options are read for nets."""

    joint: frozenset[str]
    """Prompts whose picks are one answer together."""

    def seen(self, play: AnyPlay, seat: Seat, kind: str) -> dict[str, float]:
        """What a seat sees."""

    def option_name(self, play: AnyPlay, prompt: Prompt, pick: Pick) -> str:
        """What an option is called."""


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


class NetIsFullError(Exception):
    """More names came up than the net has rows for."""


class _EndlessError(Exception):
    """A game that was broken off."""


@dataclass
class Learner:
    """A net that still gives rows to names as they come up."""

    net: Net
    sight: Sight
    _known: dict[tuple[str, str | int], str] = field(default_factory=dict)

    def feature_rows(self, seen: dict[str, float]) -> list[int]:
        """Rows of features, new ones where a name is new."""
        known = self.net.features
        rows = [known[name] if name in known else known.setdefault(name, len(known)) for name in seen]
        if len(known) > len(self.net.first):
            raise NetIsFullError(f"{len(known)} features")
        return rows

    def answer_rows(self, kind: str, answers: Sequence[str]) -> list[int]:
        """Rows of answers; the last row stays free."""
        known = self.net.answers
        rows = []
        for answer in answers:
            name = answer_name(kind, answer)
            rows.append(known[name] if name in known else known.setdefault(name, len(known)))
        if len(known) >= len(self.net.second):
            raise NetIsFullError(f"{len(known)} answers")
        return rows

    def option_name(self, play: AnyPlay, prompt: Prompt, pick: Pick) -> str:
        """What an option is called."""
        key = (prompt.kind, pick)
        name = self._known.get(key)
        if name is None:
            name = self._known[key] = self.sight.option_name(play, prompt, pick)
        return name


@dataclass
class Player:
    """Answers the prompts of a game by a net, by chance or (`greedy`) with what scores most; keeps its steps."""

    learner: Learner
    random: Random
    greedy: bool = False
    steps: list[Step] = field(default_factory=list)

    def answer(self, play: AnyPlay, prompt: Prompt) -> Picks:
        """A legal answer."""
        learner, kind = self.learner, prompt.kind
        net = learner.net
        seen = learner.sight.seen(play, prompt.seat, kind)
        rows, values = learner.feature_rows(seen), list(seen.values())
        hidden = net.hidden_of(rows, values)
        expected = 0.0 if self.greedy else net.expected(hidden)
        begun = len(self.steps)

        def pick(answers: Sequence[str]) -> int:
            numbers = learner.answer_rows(kind, answers)
            scores = net.scores(hidden, numbers)
            if self.greedy:
                return int(scores.argmax())
            weights = np.exp(scores - scores.max())
            heap = np.cumsum(weights)
            drawn = self.random.random() * float(heap[-1])
            place = min(int(np.searchsorted(heap, drawn, side="right")), len(numbers) - 1)
            self.steps.append(Step(rows, values, numbers, place, float(weights[place] / heap[-1]), expected))
            return place

        names = [learner.option_name(play, prompt, each) for each in prompt.options]
        places = pick_options(names, prompt.least, prompt.most, joint=kind in learner.sight.joint, pick=pick)
        picks = tuple([prompt.options[place] for place in places])
        if prompt.rule is not None and not prompt.allows(picks):
            del self.steps[begun:]
            return prompt.default_picks
        return picks


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
