"""Measures the chance to win of each answer to a question at the same tables, and how far the best one is ahead."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, variance

from galaxytables_arena.puzzles.trials import Trial

_FIRST = 8
"""The number of tables from which on, at each doubling, lines are dropped that are clearly behind."""
_BEHIND = 4.0
"""So many standard errors behind the best line is clear."""
_SURE = 3.0
"""So many standard errors ahead is no chance."""
STILL_AHEAD = 7.0
"""The percentage points by which the best answer of a puzzle is ahead when it is searched again."""
_OTHER_CHANCE = 1_000_000
"""The number of the first table of a search again."""
_MIN_ERROR = 0.002
"""A standard error is not taken to be smaller: few tables may agree by chance."""


@dataclass(frozen=True)
class Measured:
    """The measurement of an answer: its index, the chance to win in percent, and the number of tables."""

    answer: int
    percent: float
    tables: int


@dataclass(frozen=True)
class Verdict:
    """The measurements of all answers, best first, and how far the first answer is ahead of the second.

    `ahead` is in percentage points, `errors` in standard errors.
    """

    ranked: Sequence[Measured]
    ahead: float
    errors: float

    def is_clear(self, margin: float) -> bool:
        """Return whether the best answer is ahead by `margin` percentage points, and by more than chance explains."""
        return self.ahead >= margin and self.errors >= _SURE


def measure(trial: Trial, tables: range, margin: float | None = None) -> Verdict:
    """Measure all answers at the tables with these numbers. Another number is another sampled table.

    With a `margin`, the measurement stops early once the best answer is unlikely to be ahead by that many percentage
    points. Raises `ValueError` if the question does not come up at some table.
    """
    values: list[list[float]] = [[] for _ in trial.lines]
    left = list(range(len(trial.lines)))
    for tried, number in enumerate(tables, 1):
        sample = trial.forward.sample(number)
        for line in left:
            values[line].append(trial.forward.play(sample, trial.lines[line].played))
        if tried >= _FIRST and not tried & (tried - 1):
            verdict = _verdict(trial, values)
            if margin is not None and verdict.ahead * (verdict.errors + 1) <= margin * verdict.errors:
                return verdict
            left = _still(trial, values, left)
    return _verdict(trial, values)


def measure_again(trial: Trial, tables: int) -> Verdict:
    """Measure all answers at this many tables that were not used to select the question.

    Raises the same errors as `measure`. The selection favours questions whose first measurement was lucky; the new
    tables are free of this bias.
    """
    return measure(trial, range(_OTHER_CHANCE, _OTHER_CHANCE + tables))


def _still(trial: Trial, values: Sequence[Sequence[float]], left: Sequence[int]) -> list[int]:
    """Return the lines that may still be best, and the best line of the next answer."""
    ordered = sorted(left, key=lambda line: -fmean(values[line]))
    best = ordered[0]
    rival = next((line for line in ordered if trial.lines[line].answer != trial.lines[best].answer), best)
    return [
        line
        for line in ordered
        if line in {best, rival} or _ahead(values[best], values[line]) <= _BEHIND * _error(values[best], values[line])
    ]


def _verdict(trial: Trial, values: Sequence[Sequence[float]]) -> Verdict:
    """Return the verdict; lines that were dropped are compared with the best one at the tables of both."""
    best = max(range(len(values)), key=lambda line: (len(values[line]), fmean(values[line])))
    highest = fmean(values[best])
    worth = {line: highest - _ahead(values[best], values[line]) for line in range(len(values))}
    by_answer: dict[int, int] = {}
    for line in sorted(worth, key=lambda line: -worth[line]):
        by_answer.setdefault(trial.lines[line].answer, line)
    lines = [best, *(line for line in by_answer.values() if trial.lines[line].answer != trial.lines[best].answer)]
    ranked = [
        Measured(trial.lines[line].answer, trial.percent(max(-1.0, min(1.0, worth[line]))), len(values[line]))
        for line in lines
    ]
    second = lines[1]
    errors = _ahead(values[best], values[second]) / _error(values[best], values[second])
    return Verdict(ranked, ranked[0].percent - ranked[1].percent, errors)


def _ahead(best: Sequence[float], other: Sequence[float]) -> float:
    return fmean([a - b for a, b in zip(best, other, strict=False)])


def _error(best: Sequence[float], other: Sequence[float]) -> float:
    apart = [a - b for a, b in zip(best, other, strict=False)]
    return max(_MIN_ERROR, sqrt(variance(apart) / len(apart)))
