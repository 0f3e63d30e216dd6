"""A training run of a net, which can be stopped and resumed.

The net plays against earlier nets, and the best one is stored.
"""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from galaxytables_arena.learning.partner import Partners
from galaxytables_arena.learning.proximal import Adam, learn, lesson
from galaxytables_arena.learning.selfplay import Answering, Learner, Player, Sight, Step, play_game
from galaxytables_bots.nets import Floats, Net, Provenance, load_net, save_net
from galaxytables_kit.game import AnyGame
from galaxytables_kit.live import AnyLive
from galaxytables_kit.options import read_options
from galaxytables_kit.pack import load_packs
from galaxytables_kit.playout import begin

_COLDEST = 0.1
_SEEDS_A_RUN = 1_000_000_000
_FIRST_MATCH_DEAL = 900_000_000
"""Deal numbers of a run: those to learn from come first, those of matches from here on."""


class Plan(Struct, frozen=True):
    """The settings of a training run.

    `features` and `answers` say for how many names there is room; unused rows are not saved. `partner_games` is the
    share of the games in which the bot `partner` plays all other seats. With `cooling`, step size and entropy bonus
    shrink to a tenth by the end of the time.
    """

    seats: int = 2
    options: dict[str, str] = {}
    seed: int = 1
    commit: str = ""
    width: int = 96
    features: int = 1024
    answers: int = 1536
    rate: float = 1e-3
    entropy: float = 0.01
    decay: float = 0.95
    games_a_lesson: int = 32
    epochs: int = 2
    lessons_a_match: int = 40
    games_a_match: int = 100
    partner: str = ""
    partner_games: float = 0.0
    cooling: bool = False


class Run:
    """A net in training, with its folder.

    The folder has `run.npz`, from which a run resumes, and the best net as `best.npz` and `best.json`. If `run.npz` is
    lost, the run resumes from the best net, and Adam's moments begin anew.
    """

    def __init__(self, game: AnyGame, sight: Sight, folder: Path, plan: Plan) -> None:
        """Resume from the folder, or begin a new run there."""
        folder.mkdir(parents=True, exist_ok=True)
        self._game, self._plan, self._folder = game, plan, folder
        self._packs = load_packs(game)
        self._options = read_options(game.options_type, plan.options)
        self._partner = sight.partner(plan.partner)
        self._partners: Partners | None = None
        if plan.partner and self._partner is None:
            self._partners = Partners(game, self._packs, plan.partner, plan.seats, plan.options)
        self.played = 0
        self.curve: list[tuple[int, float]] = []
        self.net = _new_net(plan)
        self.best = _copy(self.net)
        self._adam = Adam(self.net, plan.rate)
        if self._kept.exists():
            self._resume()
        elif self._provenance_file.exists():
            self._begin_with_best()
        self.learner, self._best = Learner(self.net, sight), Learner(self.best, sight)

    @property
    def _kept(self) -> Path:
        return self._folder / "run.npz"

    @property
    def _provenance_file(self) -> Path:
        return self._folder / "best.json"

    def go_on(self, seconds: float) -> None:
        """Play games and train for this many seconds."""
        until = monotonic() + seconds
        while (left := until - monotonic()) > 0:
            report = self.take_lesson(max(_COLDEST, left / seconds) if self._plan.cooling else 1.0)
            if self.played // self._plan.games_a_lesson % self._plan.lessons_a_match == 0:
                report += f"; {100 * self.meet_best():.1f} % against the best so far"
                self.keep()
            print(report, flush=True)  # noqa: T201 - a command
        self.keep()

    def take_lesson(self, warmth: float = 1.0) -> str:
        """Play some games and train on them. Returns a line of text about this lesson.

        `warmth` scales the step size and the entropy bonus.
        """
        began, plan, games = monotonic(), self._plan, []
        for _ in range(plan.games_a_lesson):
            games += self._play(Random(f"{plan.seed}/{self.played}"))
            self.played += 1
        played = monotonic() - began
        taught = lesson(games, plan.features, plan.answers - 1, plan.decay)
        self._adam.rate = warmth * plan.rate
        random_numbers = np.random.default_rng([plan.seed, self.played])
        entropy = learn(
            self._adam, taught, random_numbers, epochs=plan.epochs, batch=1024, entropy=warmth * plan.entropy
        )
        learned = monotonic() - began - played
        return (
            f"{self.played} games: {len(taught.picked)} picks, entropy {entropy:.3f}, "
            f"{played:.1f} s to play, {learned:.1f} s to learn"
        )

    def _play(self, random: Random) -> list[tuple[list[Step], float]]:
        """Play a game. Returns the steps of each of the net's seats, with the seat's result."""
        live, plan = self._deal(self.played), self._plan
        own = {seat: Player(self.learner, random) for seat in range(plan.seats)}
        sitting: list[Answering] = list(own.values())
        if plan.partner and random.random() < plan.partner_games:
            seat = self.played % plan.seats
            own = {seat: own[seat]}
            sitting = [own.get(each) or self._sit_down(live) for each in range(plan.seats)]
        results = play_game(live, sitting, random)
        return [(player.steps, results[seat]) for seat, player in own.items()]

    def _sit_down(self, live: AnyLive) -> Answering:
        """Return the partner at a table."""
        if self._partner is not None:
            return self._partner
        assert self._partners is not None  # noqa: S101 - one of the two is there where a partner is named
        return self._partners.sit_down(live)

    def meet_best(self) -> float:
        """Play against the best net so far, each deal once from every seat.

        If the net in training wins, it becomes the best one. Returns the win rate of the net in training.
        """
        plan, won = self._plan, 0.0
        for number in range(plan.games_a_match):
            random = Random(number)
            players = [Player(self._best, random, greedy=True) for _ in range(plan.seats)]
            own = number % plan.seats
            players[own] = Player(self.learner, random, greedy=True)
            results = play_game(self._deal(_FIRST_MATCH_DEAL + number // plan.seats), players, random)
            won += (results[own] == max(results)) / results.count(max(results))
        rate = won / plan.games_a_match
        self.curve.append((self.played, rate))
        if rate > 1 / plan.seats:
            self.best.copy_from(self.net)
            save_net(_used(self.best), self._folder / "best.npz")
            self._write_provenance()
        return rate

    def keep(self) -> None:
        """Write everything needed to resume the run. A crash leaves the old file as it was."""
        parts: dict[str, Any] = dict(self._parts())  # only arrays; `savez` has other keywords too
        beside = self._folder / "run.new.npz"
        np.savez(
            beside,
            played=self.played,
            times=self._adam.times,
            curve=np.array(self.curve, np.float64).reshape(-1, 2),
            features=np.array(list(self.net.features), str),
            answers=np.array(list(self.net.answers), str),
            **parts,
        )
        beside.replace(self._kept)

    def _resume(self) -> None:
        with np.load(self._kept, allow_pickle=False) as kept:
            for name, weights in self._parts().items():
                weights[...] = kept[name]
            for known, name in ((self.net.features, "features"), (self.net.answers, "answers")):
                known.update({str(each): row for row, each in enumerate(kept[name])})
            self.played, self._adam.times = int(kept["played"]), int(kept["times"])
            self.curve = [(int(games), float(rate)) for games, rate in kept["curve"]]

    def _begin_with_best(self) -> None:
        """Resume the run from `best.npz`, the best net in its folder, and from the provenance beside it."""
        best, provenance = load_net(self._folder / "best.npz"), self._read_provenance()
        self.net.features.update(best.features)
        self.net.answers.update(best.answers)
        for net in (self.net, self.best):
            _lay_into(net, best)
        self.played, self.curve = provenance.games, list(provenance.curve)

    def _parts(self) -> Mapping[str, Floats]:
        parts = {
            "net": self.net.weights,
            "best": self.best.weights,
            "mean": self._adam.mean,
            "square": self._adam.square,
        }
        return {f"{part}_{name}": weights for part, each in parts.items() for name, weights in each.items()}

    def _deal(self, number: int) -> AnyLive:
        seed = self._plan.seed * _SEEDS_A_RUN + number
        return begin(self._game, self._packs, self._plan.seats, self._options, seed, checkpoints=False)

    def _read_provenance(self) -> Provenance:
        return msgspec.json.decode(self._provenance_file.read_bytes(), type=Provenance)

    def _write_provenance(self) -> None:
        """Write the provenance of the best net; earlier entries on learning from a search are kept."""
        plan, imitated = self._plan, self._read_provenance().imitated if self._provenance_file.exists() else []
        provenance = Provenance(
            self._game.name, plan.seats, plan.options, self.played, plan.seed, plan.commit, self.curve, imitated
        )
        self._provenance_file.write_bytes(msgspec.json.format(msgspec.json.encode(provenance)) + b"\n")


def _new_net(plan: Plan) -> Net:
    random = np.random.default_rng(plan.seed)
    width, answers = plan.width, plan.answers
    first = random.normal(0, 0.1, (plan.features, width)).astype(np.float32)
    second = random.normal(0, 0.01, (answers, width)).astype(np.float32)
    first_bias, second_bias, value, value_bias = [np.zeros(size, np.float32) for size in (width, answers, width, 1)]
    return Net({}, {}, first, first_bias, second, second_bias, value, value_bias)


def _lay_into(net: Net, smaller: Net) -> None:
    """Copy a smaller net into a new one; new features and units have no effect at first."""
    features, width = smaller.first.shape
    net.first[features:, :width] = 0
    net.second[:, width:] = 0
    for name, weights in smaller.weights.items():
        net.weights[name][tuple([slice(size) for size in weights.shape])] = weights


def _copy(net: Net) -> Net:
    """Return a copy with the same weights that shares the names, since rows are only ever added."""
    return Net(net.features, net.answers, **{name: weights.copy() for name, weights in net.weights.items()})


def _used(net: Net) -> Net:
    """Return a net without the rows that have no name yet."""
    features, answers = len(net.features), len(net.answers)
    return Net(
        net.features,
        net.answers,
        net.first[:features],
        net.first_bias,
        net.second[:answers],
        net.second_bias[:answers],
        net.value,
        net.value_bias,
    )
