"""Small neural networks that answer prompts.

One hidden layer reads the features; from it come a score for each option, and the expected result. A net knows features
and answers by name, and ignores unknown ones. All options of a prompt are scored from the same hidden layer. Several
picks are picked one after another, and stopping counts as an option too. Only for prompts of a `joint` kind is each
possible set of options scored as a whole.
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
"""The answer that stops picking."""


def answer_name(kind: str, option: str) -> str:
    """Return the name by which a net knows an option in a kind of prompt."""
    return f"{kind}|{option}"


@dataclass
class Net:
    """The weights of a net. `features` and `answers` map names to rows of the matrices `first` and `second`."""

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
        """Return all weight arrays of the net, by the name of their field."""
        return {name: getattr(self, name) for name in WEIGHTS}

    def copy_from(self, other: "Net") -> None:
        """Copy the weights of a net of the same shape."""
        for name, weights in self.weights.items():
            weights[...] = getattr(other, name)

    def hidden(self, seen: Features) -> Floats:
        """Return the values of the hidden layer for features that are given by name."""
        known = self.features
        pairs = [(known[name], value) for name, value in seen.items() if name in known]
        return self.hidden_of([row for row, _ in pairs], [value for _, value in pairs])

    def hidden_of(self, rows: Sequence[int], values: Sequence[float]) -> Floats:
        """Return the values of the hidden layer for features that are given as rows and values."""
        summed = np.asarray(values, np.float32) @ self.first.take(rows, axis=0) + self.first_bias
        return cast(Floats, np.maximum(summed, 0))  # numpy does not give the type of elements

    def scores(self, hidden: Floats, answers: Sequence[int]) -> Floats:
        """Return a score for each of these answers, which are given as rows."""
        weights, biases = self.second.take(answers, axis=0), self.second_bias.take(answers)
        return cast(Floats, weights @ hidden + biases)  # numpy does not give the type of elements

    def scores_of(self, hidden: Floats, names: Sequence[str]) -> Floats:
        """Return a score for each of these answers, which are given by name; 0 for names that the net does not know."""
        known = self.answers
        scores = np.zeros(len(names), np.float32)
        places = [place for place, name in enumerate(names) if name in known]
        scores[places] = self.scores(hidden, [known[names[place]] for place in places])
        return scores

    def expected(self, hidden: Floats) -> float:
        """Return the expected result of the game, from -1 (lost) to 1 (won)."""
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
    """Return the indexes of the picked options. `pick` is called repeatedly to choose one of several answers.

    If `joint`, `pick` chooses among whole sets of options; sets that `differs` rejects are left out.
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
    """Return each set of `count` options that `differs` accepts, as indexes of the options."""
    return [each for each in combinations(range(len(names)), count) if differs([names[place] for place in each])]


def save_net(net: Net, path: Path) -> None:
    """Write a net to a file in half precision. A crash leaves the old file unchanged."""
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
    """Read a net from a file."""
    with np.load(path, allow_pickle=False) as packed:
        features = {str(name): row for row, name in enumerate(packed["features"])}
        answers = {str(name): row for row, name in enumerate(packed["answers"])}
        return Net(features, answers, **{name: packed[name].astype(np.float32) for name in WEIGHTS})


class Recorded(msgspec.Struct, frozen=True):
    """The games with which a net was trained, in which answers were played forward.

    It tells how many answers were tried, and at how many tables each.
    """

    games: int
    seed: int
    answers: int
    tables: int
    commit: str


class Imitated(msgspec.Struct, frozen=True):
    """How a net was trained to give the answers that a search found.

    `curve` is the loss on held-out games after each epoch.
    """

    recorded: list[Recorded]
    questions: int
    plan: dict[str, float]
    commit: str
    curve: list[tuple[int, float]]


class Provenance(msgspec.Struct, frozen=True, omit_defaults=True):
    """The origin of a net, stored as JSON beside it.

    `curve` gives the win rate against the best earlier net by the number of games. `imitated` describes the training on
    searched answers, if there was any.
    """

    game: str
    seats: int
    options: dict[str, str]
    games: int
    seed: int
    commit: str
    curve: list[tuple[int, float]]
    imitated: list[Imitated] = []
