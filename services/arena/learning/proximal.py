"""How a net learns from its games: proximal policy optimisation (Schulman et al., 2017) with Adam, in numpy."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from services.arena.learning.selfplay import Step
from services.bots.nets import Floats, Net


@dataclass
class Lesson:
    """Steps as arrays: `wanted` is what the value should have been, `gain` how much better than expected it went."""

    seen: Floats
    answers: NDArray[np.int64]
    open: NDArray[np.bool_]
    picked: NDArray[np.int64]
    chance: Floats
    wanted: Floats
    gain: Floats


def lesson(games: list[tuple[list[Step], float]], features: int, spare: int, decay: float) -> Lesson:
    """Make arrays of the steps of some seats, each with how its game ended (generalised advantages, Schulman 2016)."""
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
    count, most = len(steps), max(len(step.answers) for step in steps)
    seen = np.zeros((count, features), np.float32)
    answers = np.full((count, most), spare, np.int64)
    open_ = np.zeros((count, most), bool)
    for number, step in enumerate(steps):
        seen[number, step.rows] = step.values
        answers[number, : len(step.answers)] = step.answers
        open_[number, : len(step.answers)] = True
    gain_array = np.array(gains, np.float32)
    return Lesson(
        seen,
        answers,
        open_,
        np.array([step.picked for step in steps]),
        np.array([step.chance for step in steps], np.float32),
        gain_array + np.array([step.expected for step in steps], np.float32),
        (gain_array - gain_array.mean()) / (gain_array.std() + 1e-6),
    )


@dataclass
class Adam:
    """Kingma and Ba, 2015."""

    net: Net
    rate: float
    times: int = 0
    mean: dict[str, Floats] = field(init=False)
    square: dict[str, Floats] = field(init=False)

    def __post_init__(self) -> None:
        self.mean = {name: np.zeros_like(weights) for name, weights in self.net.weights.items()}
        self.square = {name: np.zeros_like(weights) for name, weights in self.net.weights.items()}

    def step(self, gradients: dict[str, Floats]) -> None:
        """Go down all gradients, clipped together."""
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
    """Some rounds over a lesson; give the mean entropy of the answers."""
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
    """How the loss of some steps changes with each weight; and the mean entropy of their answers."""
    seen, answers, open_ = taught.seen[chosen], taught.answers[chosen], taught.open[chosen]
    picked, gain = taught.picked[chosen], taught.gain[chosen]
    count = len(chosen)
    every = np.arange(count)
    before = seen @ net.first + net.first_bias
    hidden = np.maximum(before, 0)
    scores = np.take_along_axis(hidden @ net.second.T + net.second_bias, answers, axis=1)
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
    value = np.tanh(hidden @ net.value + net.value_bias[0])
    by_value = (value - taught.wanted[chosen]) * (1 - value**2) / count
    spread = np.zeros((count, len(net.second_bias)), np.float32)
    spread[every[:, None], answers] = by_score * open_
    spread[:, -1] = 0
    by_hidden = (spread @ net.second + by_value[:, None] * net.value) * (before > 0)
    slopes = {
        "first": seen.T @ by_hidden,
        "first_bias": by_hidden.sum(axis=0),
        "second": spread.T @ hidden,
        "second_bias": spread.sum(axis=0),
        "value": hidden.T @ by_value,
        "value_bias": np.array([by_value.sum()], np.float32),
    }
    return {name: gradient.astype(np.float32) for name, gradient in slopes.items()}, float(surprise.mean())
