"""A thinker proposes the answers that a search plays forward, and can also answer without a search.

It uses a net or the heuristic.
"""

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
"""The likelihood, relative to the likeliest answer, below which answers of a net are raised to it or skipped."""
_TRUST = 0.25
"""The weight of a net's likelihoods when answers are played forward, which shows more."""
_UNLIKELIER = 3.0
"""How much less likely other answers are than that of the heuristic, as a logarithm."""


class Thinker(Protocol):
    """Answers prompts and proposes answers, without playing forward."""

    @property
    def player(self) -> Player:
        """Return the player that plays all seats when games are played forward."""

    @property
    def every_round(self) -> bool:
        """Return whether the mean of the estimates after all rounds counts, and not only the last estimate."""

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Return an answer to a prompt without playing forward."""

    def proposed(
        self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue, count: int
    ) -> list[tuple[float, Picks]]:
        """Return up to `count` answers as pairs `(log probability, answer)`, likeliest first."""

    def expected(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> float | None:
        """Return the expected result of the seat's game, from -1 (lost) to 1 (won); None if unknown."""


class NetThinker:
    """A thinker that uses a net, and assumes that other seats use it too."""

    every_round = True

    def __init__(self, net: Net) -> None:
        self._net, self._policy, self._designs = net, Policy(net), Designs()
        self.player: Player = NetPlayer(net)

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Return the answer that the net prefers."""
        return self._policy.choose(prompt, view, catalogue)

    def expected(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> float:
        """Return the result that the net expects for the seat, from -1 (lost) to 1 (won)."""
        return self._net.expected(self._net.hidden(self._policy.see(prompt, view, catalogue)))

    def proposed(
        self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue, count: int
    ) -> list[tuple[float, Picks]]:
        """Return the answers that the net finds likeliest, and those that the heuristic values most.

        The search gains most if it also tries answers that one of the two would never consider. So the net and the
        heuristic each propose half of the sets of actions. For other prompts the heuristic proposes its own answer, and
        the net proposes all answers that it does not find unlikely.
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
        place_of = {frozenset(picks): place for place, picks in enumerate(answers)}
        usual = self._by_heuristic(prompt, view, catalogue, count // 2 if wide else 1)
        also = [place_of[picks] for picks in usual if picks in place_of]
        return [(float(likely[place]), answers[place]) for place in dict.fromkeys([*named.tolist(), *also])]

    def _by_heuristic(
        self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue, count: int
    ) -> list[frozenset[str]]:
        """Return the answers with the heuristic's highest values."""
        evaluation = Evaluation(view_as(race_pb2.RaceView, view), catalogue, prompt.seat, USUAL, self._designs)
        return [frozenset(picks) for _, picks in proposals(prompt, evaluation, count)]


class HeuristicThinker:
    """A thinker that uses the heuristic, with weights learned from the heuristic's games."""

    every_round = False

    def __init__(self, values: Path) -> None:
        """`values` is the file of the weights; those for the orb are in a second file beside it."""
        self._heuristic, self._designs = Heuristic(), Designs()
        usual, orb = load_values(values), load_values(values.with_name(f"orb_{values.name}"))
        both = Values({**orb.early, **usual.early}, {**orb.late, **usual.late}, usual.card)
        self.player: Player = state_player(both)

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Return the answer of the heuristic."""
        return self._heuristic.choose(prompt, view, catalogue)

    def expected(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> None:
        """Return None, since the heuristic estimates no result without playing forward."""
        del prompt, view, catalogue

    def proposed(
        self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue, count: int
    ) -> list[tuple[float, Picks]]:
        """Return the answer of the heuristic, then others that it values most."""
        evaluation = Evaluation(view_as(race_pb2.RaceView, view), catalogue, prompt.seat, USUAL, self._designs)
        usual, *others = proposals(prompt, evaluation, count)
        return [usual, *((less - _UNLIKELIER, picks) for less, picks in others)]


@cache
def by_net(path: Path) -> NetThinker:
    """Return the thinker that uses the net in a file. Each file is read once."""
    return NetThinker(load_net(path))


@cache
def by_heuristic(values: Path) -> HeuristicThinker:
    """Return the thinker that uses the heuristic with the weights in a file. Each file is read once."""
    return HeuristicThinker(values)
