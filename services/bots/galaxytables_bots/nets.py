"""Small nets that answer prompts: one hidden layer over what a seat sees, a score for each option, a value.

A net knows features and answers by name, so what it was not trained for counts nothing. All options of a prompt are
scored from the same hidden layer; where several are picked, they are picked one after another, and to stop is an option
too. Only prompts of a `joint` kind are answered by sets of options that have a score each.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import combinations
from pathlib import Path
from typing import TypeAlias, cast

import msgspec
import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float32]
Features: TypeAlias = Mapping[str, float]

STOP = "-"
"""The answer of who picks no more."""


def answer_name(kind: str, option: str) -> str:
    """By which name a net knows an option of a kind of prompt."""
    return f"{kind}|{option}"


@dataclass
class Net:
    """Weights by name: `features` and `answers` are the rows of `first` and `second`."""

    features: dict[str, int]
    answers: dict[str, int]
    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats
    value: Floats
    value_bias: Floats

    @property
    def weights(self) -> dict[str, Floats]:
        """All weights, by the name of their field."""
        return {name: getattr(self, name) for name in WEIGHTS}

    def copy_from(self, other: "Net") -> None:
        """Take over the weights of a net of the same shape."""
        for name, weights in self.weights.items():
            weights[...] = getattr(other, name)

    def hidden(self, seen: Features) -> Floats:
        """What the hidden layer makes of what is seen."""
        known = self.features
        pairs = [(known[name], value) for name, value in seen.items() if name in known]
        return self.hidden_of([row for row, _ in pairs], [value for _, value in pairs])

    def hidden_of(self, rows: Sequence[int], values: Sequence[float]) -> Floats:
        """The same, of the rows of features and their values."""
        summed = np.asarray(values, np.float32) @ self.first.take(rows, axis=0) + self.first_bias
        return cast(Floats, np.maximum(summed, 0))  # numpy says no type of elements

    def scores(self, hidden: Floats, answers: Sequence[int]) -> Floats:
        """A score for each of some answers, by their rows."""
        weights, biases = self.second.take(answers, axis=0), self.second_bias.take(answers)
        return cast(Floats, weights @ hidden + biases)  # numpy says no type of elements

    def scores_of(self, hidden: Floats, names: Sequence[str]) -> Floats:
        """A score for each of some answers, by their names; 0 for those that the net does not know."""
        known = self.answers
        scores = np.zeros(len(names), np.float32)
        places = [place for place, name in enumerate(names) if name in known]
        scores[places] = self.scores(hidden, [known[names[place]] for place in places])
        return scores

    def expected(self, hidden: Floats) -> float:
        """What the seat is expected to make of the game, from -1 (lost) to 1 (won)."""
        return float(np.tanh(hidden @ self.value + self.value_bias[0]))


WEIGHTS = ("first", "first_bias", "second", "second_bias", "value", "value_bias")


def pick_options(
    names: Sequence[str],
    least: int,
    most: int,
    *,
    joint: bool,
    pick: Callable[[Sequence[str]], int],
    differs: Callable[[Sequence[str]], bool] = lambda _: True,
) -> list[int]:
    """The places of the options picked: `pick` says which of some answers it is, again and again.

    Of sets that are one answer, those are left out that do not differ from all others.
    """
    if joint and least == most > 1:
        sets = joint_sets(names, least, differs)
        return list(sets[pick(["+".join([names[place] for place in each]) for each in sets])])
    left, picked = list(range(len(names))), list[int]()
    while len(picked) < most:
        answers = [names[place] for place in left]
        if len(picked) >= least:
            answers.append(STOP)
        place = pick(answers) if len(answers) > 1 else 0
        if place == len(left):
            break
        picked.append(left.pop(place))
    return picked


def joint_sets(names: Sequence[str], count: int, differs: Callable[[Sequence[str]], bool]) -> list[tuple[int, ...]]:
    """The places of options that may be picked together, each set by the names by which it differs."""
    return [each for each in combinations(range(len(names)), count) if differs([names[place] for place in each])]


def save_net(net: Net, path: Path) -> None:
    """Write a net, in half precision; a crash leaves the file as it was."""
    packed = BytesIO()
    np.savez_compressed(
        packed,
        features=np.array(list(net.features)),
        answers=np.array(list(net.answers)),
        **{name: weights.astype(np.float16) for name, weights in net.weights.items()},  # type: ignore[arg-type]  # numpy's stubs take them for its flags
    )
    beside = path.with_suffix(".new")
    beside.write_bytes(packed.getvalue())
    beside.replace(path)


def load_net(path: Path) -> Net:
    """Read a net."""
    with np.load(path, allow_pickle=False) as packed:
        features = {str(name): row for row, name in enumerate(packed["features"])}
        answers = {str(name): row for row, name in enumerate(packed["answers"])}
        return Net(features, answers, **{name: packed[name].astype(np.float32) for name in WEIGHTS})


class Recorded(msgspec.Struct, frozen=True):
    """Games that were played forward, to learn from: so many answers at so many tables each."""

    games: int
    seed: int
    answers: int
    tables: int
    commit: str


class Imitated(msgspec.Struct, frozen=True):
    """How a net learned from answers that were searched; `curve` has the loss on held-out games, by epochs."""

    recorded: list[Recorded]
    questions: int
    plan: dict[str, float]
    commit: str
    curve: list[tuple[int, float]]


class Provenance(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a net comes from, as JSON beside it. `curve` has the win rates against the best before, by games.

    `imitated` is what it learned besides from answers that were searched.
    """

    game: str
    seats: int
    options: dict[str, str]
    games: int
    seed: int
    commit: str
    curve: list[tuple[int, float]]
    imitated: list[Imitated] = []
