"""The learning algorithm: proximal policy optimisation (Schulman et al., 2017) with Adam, in numpy."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from galaxytables_arena.learning.selfplay import Step
from galaxytables_bots.nets import Floats, Net


@dataclass
class Seen:
    """The features of many steps in one array: step i has the rows and values from `begins[i]` to `begins[i + 1]`."""

    begins: NDArray[np.int64]
    rows: NDArray[np.int64]
    values: Floats
    features: int

    def of(self, steps: NDArray[np.int64]) -> Floats:
        """Return the features of the given steps as a matrix with a row for each step."""
        begins = self.begins[steps]
        sizes = self.begins[steps + 1] - begins
        places = np.repeat(begins - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
        lines = np.repeat(np.arange(len(steps)) * self.features, sizes)
        size = len(steps) * self.features
        added = np.bincount(lines + self.rows[places], weights=self.values[places], minlength=size)
        return added.astype(np.float32).reshape(len(steps), self.features)


@dataclass
class Lesson:
    """Steps of games as arrays for training.

    `targets` is the target value, and `gain` the advantage: how much better the step turned out than expected. Steps
    with the same `kind` have the same possible answers.
    """

    seen: Seen
    answers: NDArray[np.int64]
    open: NDArray[np.bool_]
    picked: NDArray[np.int64]
    chance: Floats
    targets: Floats
    gain: Floats
    kind: NDArray[np.int64]


def lesson(games: list[tuple[list[Step], float]], features: int, spare: int, decay: float) -> Lesson:
    """Return the steps of games as arrays for training.

    Advantages are generalised advantages (Schulman, 2016), computed from the results.
    """
    steps: list[Step] = []
    gains: list[float] = []
    for own, result in games:
        following, gain = result, 0.0
        backwards = []
        for step in reversed(own):
            gain = following - step.expected + decay * gain
            following = step.expected
            backwards.append(gain)
        steps += own
        gains += reversed(backwards)
    count, width = len(steps), max(len(step.answers) for step in steps)
    answers = np.full((count, width), spare, np.int64)
    sizes = np.array([len(step.answers) for step in steps])
    open_ = np.arange(width) < sizes[:, None]
    answers[open_] = list(chain.from_iterable([step.answers for step in steps]))
    kinds = {kind: number for number, kind in enumerate(sorted({step.kind for step in steps}))}
    gain_array = np.array(gains, np.float32)
    return Lesson(
        Seen(
            np.cumsum([0, *[len(step.rows) for step in steps]]),
            np.array(list(chain.from_iterable([step.rows for step in steps]))),
            np.array(list(chain.from_iterable([step.values for step in steps])), np.float32),
            features,
        ),
        answers,
        open_,
        np.array([step.picked for step in steps]),
        np.array([step.chance for step in steps], np.float32),
        gain_array + np.array([step.expected for step in steps], np.float32),
        (gain_array - gain_array.mean()) / (gain_array.std() + 1e-6),
        np.array([kinds[step.kind] for step in steps]),
    )


@dataclass
class Adam:
    """The Adam optimiser (Kingma and Ba, 2015)."""

    net: Net
    rate: float
    times: int = 0
    mean: dict[str, Floats] = field(init=False)
    square: dict[str, Floats] = field(init=False)

    def __post_init__(self) -> None:
        self.mean = {name: np.zeros_like(weights) for name, weights in self.net.weights.items()}
        self.square = {name: np.zeros_like(weights) for name, weights in self.net.weights.items()}

    def step(self, gradients: dict[str, Floats]) -> None:
        """Change the weights by one step against the gradients, which are clipped by their common norm."""
        self.times += 1
        length = float(np.sqrt(sum(float((each**2).sum()) for each in gradients.values())))
        scale = min(1.0, 0.5 / (length + 1e-9))
        for name, gradient in gradients.items():
            mean, square = self.mean[name], self.square[name]
            mean += 0.1 * (scale * gradient - mean)
            square += 0.001 * ((scale * gradient) ** 2 - square)
            rate = self.rate * np.sqrt(1 - 0.999**self.times) / (1 - 0.9**self.times)
            self.net.weights[name][...] -= rate * mean / (np.sqrt(square) + 1e-8)


def learn(adam: Adam, taught: Lesson, random: np.random.Generator, *, epochs: int, batch: int, entropy: float) -> float:
    """Train a net for some epochs on a lesson. Returns the mean entropy of the answers' probabilities."""
    count, heard = len(taught.picked), []
    for _ in range(epochs):
        order = random.permutation(count)
        for begin in range(0, count, batch):
            slopes, mean_entropy = gradients(adam.net, taught, order[begin : begin + batch], entropy)
            adam.step(slopes)
            heard.append(mean_entropy)
    return float(np.mean(heard))


_CLIP = 0.2


def gradients(net: Net, taught: Lesson, chosen: NDArray[np.int64], entropy: float) -> tuple[dict[str, Floats], float]:
    """Return the gradient of the loss for each weight, and the mean entropy of the answers' probabilities."""
    seen, answers, open_ = taught.seen.of(chosen), taught.answers[chosen], taught.open[chosen]
    picked, gain = taught.picked[chosen], taught.gain[chosen]
    count = len(chosen)
    every = np.arange(count)
    before = seen @ net.first + net.first_bias
    hidden = np.maximum(before, 0)
    parts = list(_parts(taught.kind[chosen], answers, open_))
    scores = np.empty(answers.shape, np.float32)
    for part in parts:
        of_all = hidden[part.steps] @ net.second[part.rows].T + net.second_bias[part.rows]
        scores[part.steps] = np.take_along_axis(of_all, part.places, axis=1)
    scores = np.where(open_, scores, -1e9)
    scores -= scores.max(axis=1, keepdims=True)
    logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    chances = np.exp(logs) * open_
    logs = np.where(open_, logs, 0)
    ratio = chances[every, picked] / np.maximum(taught.chance[chosen], 1e-6)
    moves = np.where(gain > 0, ratio < 1 + _CLIP, ratio > 1 - _CLIP)
    surprise = -(chances * logs).sum(axis=1)
    push = -(gain * ratio * moves) / count
    by_score = -chances * push[:, None] + entropy / count * chances * (logs + surprise[:, None])
    by_score[every, picked] += push
    by_score = by_score.astype(np.float32)
    value = np.tanh(hidden @ net.value + net.value_bias[0])
    by_value = ((value - taught.targets[chosen]) * (1 - value**2) / count).astype(np.float32)
    by_hidden = by_value[:, None] * net.value
    second, second_bias = np.zeros_like(net.second), np.zeros_like(net.second_bias)
    for part in parts:
        spread = np.zeros((len(part.steps), len(part.rows)), np.float32)
        np.put_along_axis(spread, part.places, by_score[part.steps], axis=1)
        spread[:, -1] = 0
        by_hidden[part.steps] += spread @ net.second[part.rows]
        second[part.rows] += spread.T @ hidden[part.steps]
        second_bias[part.rows] += spread.sum(axis=0)
    by_hidden *= before > 0
    slopes = {
        "first": seen.T @ by_hidden,
        "first_bias": by_hidden.sum(axis=0),
        "second": second,
        "second_bias": second_bias,
        "value": hidden.T @ by_value,
        "value_bias": np.array([by_value.sum()], np.float32),
    }
    return {name: gradient.astype(np.float32) for name, gradient in slopes.items()}, float(surprise.mean())


@dataclass
class _Part:
    """Steps of one kind: the rows of all answers, the spare one last, and the places of each step's answers in them."""

    steps: NDArray[np.int64]
    rows: NDArray[np.int64]
    places: NDArray[np.int64]


def _parts(kinds: NDArray[np.int64], answers: NDArray[np.int64], open_: NDArray[np.bool_]) -> Iterator[_Part]:
    for kind in np.unique(kinds):
        steps = np.flatnonzero(kinds == kind)
        own, used = answers[steps], open_[steps]
        rows = np.unique(own[used])
        places = np.where(used, np.searchsorted(rows, own), len(rows))
        yield _Part(steps, np.append(rows, -1), places)
