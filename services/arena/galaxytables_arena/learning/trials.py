"""Plays answers forward from the real game where no table can be sampled.

This is so when a seat pays, sells, consumes or discards. The program that records games continues a copy of the game
from each answer. Hidden cards and the deck are the same for all answers. The player that answers knows neither the
hidden cards nor the deck. A net that learns from many games learns the mean result of an answer.
"""

from collections.abc import Sequence
from itertools import combinations
from math import comb
from random import Random
from statistics import fmean

from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.nets import STOP, Floats, Net, answer_name
from galaxytables_bots.race.policy import option_name
from galaxytables_bots.race.simulation.playouts import Player, RaceGame, played_on
from galaxytables_bots.race.thinkers import Picks
from galaxytables_kit import Seat
from galaxytables_kit.live import AnyLive, LiveGame
from galaxytables_kit.pack import load_packs
from galaxytables_race.rules import RACE

_MAX_SETS = 400
"""If more sets of options may be picked, none is played out."""


class Trials:
    """Continues copies of a game, one copy from each of several answers."""

    def __init__(self, net: Net, player: Player, answers: int, tables: int, rounds: int) -> None:
        """`player` answers for all seats after the answer that is tried.

        At most `answers` answers are tried, each of them `tables` times and for `rounds` rounds.
        """
        self._net, self._player = net, player
        self._answers, self._tables, self._rounds = answers, tables, rounds
        self._packs = load_packs(RACE)

    def tried(self, game: AnyLive, prompt: game_pb2.Prompt, hidden: Floats, usual: Picks) -> dict[Picks, float]:
        """Return the values of some answers: the usual one, some that the net prefers, and others up to the limit.

        Returns an empty dict if there is only one answer or too many. `hidden` is the net's hidden layer for the seat's
        features.
        """
        sizes = range(prompt.least, prompt.most + 1)
        if not 1 < sum(comb(len(prompt.options), size) for size in sizes) <= _MAX_SETS:
            return {}
        random, position = Random(prompt.id.encode() + hidden.tobytes()), game.position()
        seeds = [random.random() for _ in range(self._tables)]
        return {
            picks: fmean([self._played(position, Seat(prompt.seat), picks, seed) for seed in seeds])
            for picks in self._looked_at(prompt, hidden, usual, random)
        }

    def _looked_at(self, prompt: game_pb2.Prompt, hidden: Floats, usual: Picks, random: Random) -> list[Picks]:
        scores = dict(zip([option.id for option in prompt.options], self._scores(prompt, hidden), strict=True))
        stop = self._net.scores_of(hidden, [answer_name(prompt.kind, STOP)])[0]
        sets = [each for size in range(prompt.least, prompt.most + 1) for each in combinations(scores, size)]
        others = [each for each in sets if set(each) != set(usual)]
        others.sort(key=lambda picks: sum([scores[pick] for pick in picks]) if picks else stop, reverse=True)
        liked = max(0, self._answers // 2 - 1)
        rest = others[liked:]
        return [usual, *others[:liked], *random.sample(rest, min(len(rest), self._answers - liked - 1))]

    def _scores(self, prompt: game_pb2.Prompt, hidden: Floats) -> Sequence[float]:
        names = [answer_name(prompt.kind, option_name(option)) for option in prompt.options]
        return [float(score) for score in self._net.scores_of(hidden, names)]

    def _played(self, position: bytes, seat: Seat, picks: Picks, seed: float) -> float:
        copy: RaceGame = LiveGame.restore(RACE, self._packs, position)
        return played_on(copy, self._player, seat, [picks], rounds=self._rounds, seed=seed, every_round=True)
