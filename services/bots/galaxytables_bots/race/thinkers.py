"""Who proposes the answers that are played forward, and gives those that are not: a net, or the heuristic."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Protocol, TypeAlias

import numpy as np
from google.protobuf.message import Message

from galaxytables.race.v1 import race_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.nets import STOP, Net, answer_name, load_net
from galaxytables_bots.race.designs import Designs
from galaxytables_bots.race.evaluation import USUAL, Evaluation
from galaxytables_bots.race.heuristic import Heuristic
from galaxytables_bots.race.policy import JOINT, Policy, differs
from galaxytables_bots.race.proposals import proposals
from galaxytables_bots.race.simulation.netplayer import NetPlayer
from galaxytables_bots.race.simulation.player import state_player
from galaxytables_bots.race.simulation.playouts import Player
from galaxytables_bots.strategy import Catalogue, view_as
from galaxytables_bots.values import Values, load_values

Picks: TypeAlias = tuple[str, ...]

_UNLIKELY = 0.02
"""Answers of a net less likely than this part of the likeliest one count as this likely, or are not looked at."""
_TRUST = 0.25
"""How much of a net's likelihoods is believed where answers are played forward, which shows more of them."""
_UNLIKELIER = 3.0
"""By how much other answers than that of the heuristic are less likely, as a logarithm."""


class Thinker(Protocol):
    """Knows the game as one sees it who does not play forward."""

    @property
    def player(self) -> Player:
        """Who plays forward, for all seats."""

    @property
    def every_round(self) -> bool:
        """Whether what is expected counts after every round that is played forward, not after the last one alone."""

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Answer a prompt without playing forward."""

    def proposed(
        self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue, count: int
    ) -> list[tuple[float, Picks]]:
        """Up to so many answers, each with the logarithm of how likely it is, likeliest first."""

    def expected(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> float | None:
        """What the seat's game is taken to end with as it stands, from -1 (lost) to 1 (won); None where unknown."""


class NetThinker:
    """Thinks by a net, and takes the others to do so."""

    every_round = True

    def __init__(self, net: Net) -> None:
        """Take a net."""
        self._net, self._policy, self._designs = net, Policy(net), Designs()
        self.player: Player = NetPlayer(net)

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Answer by the net alone."""
        return self._policy.choose(prompt, view, catalogue)

    def expected(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> float:
        """What the net takes the seat's game to end with as it stands, from -1 (lost) to 1 (won)."""
        return self._net.expected(self._net.hidden(self._policy.see(prompt, view, catalogue)))

    def proposed(
        self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue, count: int
    ) -> list[tuple[float, Picks]]:
        """The likeliest answers by the net, and those of which the heuristic expects most.

        What one of the two never thinks of is what playing forward has most to find in: so each names half of the sets
        of actions. Elsewhere the heuristic names its own answer, and the net those that are not unlikely.
        """
        names = [self._policy.option_name(option) for option in prompt.options]
        places = range(len(names))
        sets = [each for size in range(prompt.least, prompt.most + 1) for each in combinations(places, size)]
        hidden = self._net.hidden(self._policy.see(prompt, view, catalogue))
        if prompt.kind in JOINT:
            sets = [each for each in sets if differs([names[place] for place in each])]
            joined = ["+".join([names[place] for place in each]) for each in sets]
            scores = self._net.scores_of(hidden, [answer_name(prompt.kind, name) for name in joined])
        else:
            single = self._net.scores_of(hidden, [answer_name(prompt.kind, name) for name in (*names, STOP)])
            scores = np.array([single[list(each)].sum() if each else single[-1] for each in sets])
        scores = scores - scores.max()
        likely, order = _TRUST * np.maximum(scores, np.log(_UNLIKELY)), np.argsort(-scores, kind="stable")
        named, wide = order[: (count + 1) // 2], prompt.kind in JOINT
        if not wide:
            named = named[scores[named] > np.log(_UNLIKELY)]
        ids = [option.id for option in prompt.options]
        answers = [tuple([ids[place] for place in each]) for each in sets]
        known = {frozenset(picks): place for place, picks in enumerate(answers)}
        usual = self._by_heuristic(prompt, view, catalogue, count // 2 if wide else 1)
        also = [known[picks] for picks in usual if picks in known]
        return [(float(likely[place]), answers[place]) for place in dict.fromkeys([*named.tolist(), *also])]

    def _by_heuristic(
        self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue, count: int
    ) -> list[frozenset[str]]:
        """The answers of which the heuristic expects most."""
        evaluation = Evaluation(view_as(race_pb2.RaceView, view), catalogue, prompt.seat, USUAL, self._designs)
        return [frozenset(picks) for _, picks in proposals(prompt, evaluation, count)]


class HeuristicThinker:
    """Thinks as the heuristic does, and by weights that were learned from its games."""

    every_round = False

    def __init__(self, values: Path) -> None:
        """Take the file of the weights; those for the orb lie in another one beside it."""
        self._heuristic, self._designs = Heuristic(), Designs()
        usual, orb = load_values(values), load_values(values.with_name(f"orb_{values.name}"))
        both = Values({**orb.early, **usual.early}, {**orb.late, **usual.late}, usual.card)
        self.player: Player = state_player(both)

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Answer as the heuristic."""
        return self._heuristic.choose(prompt, view, catalogue)

    def expected(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> None:
        """Nothing is expected without playing forward."""
        del prompt, view, catalogue

    def proposed(
        self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue, count: int
    ) -> list[tuple[float, Picks]]:
        """The answer of the heuristic, and those of which it expects most besides."""
        evaluation = Evaluation(view_as(race_pb2.RaceView, view), catalogue, prompt.seat, USUAL, self._designs)
        usual, *others = proposals(prompt, evaluation, count)
        return [usual, *((less - _UNLIKELIER, picks) for less, picks in others)]


@cache
def by_net(path: Path) -> NetThinker:
    """Who thinks by a net, by its file, read once."""
    return NetThinker(load_net(path))


@cache
def by_heuristic(values: Path) -> HeuristicThinker:
    """Who thinks as the heuristic, by the file of the weights, read once."""
    return HeuristicThinker(values)
