"""The search of all bots that play forward.

It tries all answers at some sampled tables, drops the worse half of them, tries the rest at further tables, and so on.
A sampled table agrees with everything that the seat sees; things that the seat cannot see are drawn at random. To play
an answer forward is to play on from it with bots in all seats, and to estimate the result.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, variance
from time import perf_counter, thread_time
from typing import Generic, Protocol, TypeVar

_PRIOR = 0.02
"""The bonus of an answer for being e times as likely in advance."""
_FEWEST = 4
"""The number of tables from which on, at each doubling, answers are checked for being clearly behind."""
_SPREAD = 0.02
"""The assumed additional standard deviation of values, since few tables may agree by chance."""

_LONGER = 4
"""How many times its limit a search may take that shares a core."""

SampleT = TypeVar("SampleT")
AnswerT_contra = TypeVar("AnswerT_contra", contravariant=True)
AnswerT = TypeVar("AnswerT")


@dataclass(frozen=True)
class Budget:
    """The size of a search: how many answers it tries, and at how many tables before half of the answers are dropped.

    With `seconds` of processor time, each stage tries tables until its share of the time is used up, so results vary.
    If other programs use the core too, a search may take several times as long, but no longer. `rounds` is the maximum
    number of rounds that a game is played forward, if that can be chosen. With `errors`, an answer is dropped at once
    if its result is that many standard errors behind the best one, and the search ends when one answer is left.
    """

    answers: int
    tables: int
    seconds: float | None = None
    rounds: int = 1
    errors: float | None = None


class Forward(Protocol[SampleT, AnswerT_contra]):
    """Plays answers to a prompt forward at sampled tables, to see how good they are."""

    def sample(self, number: int) -> SampleT:
        """Return a table that agrees with everything the seat sees. What the seat cannot see is drawn at random.

        The same view and number give the same table.
        """

    def play(self, sample: SampleT, answer: AnswerT_contra) -> float:
        """Return the seat's expected result, from -1 (lost) to 1 (won), if it gives this answer."""


@dataclass(frozen=True)
class Ranked(Generic[AnswerT]):
    """An answer with its mean result at the tables where it was tried; 0 if it was tried at none."""

    answer: AnswerT
    value: float
    tables: int


def best_answer(
    forward: Forward[SampleT, AnswerT], answers: Sequence[tuple[float, AnswerT]], budget: Budget
) -> AnswerT:
    """Return the best answer. Half of the answers are dropped after each stage, until one is left.

    `answers` are pairs: the logarithm of an answer's prior probability, and the answer.
    """
    return ranked_answers(forward, answers, budget)[0].answer


def ranked_answers(
    forward: Forward[SampleT, AnswerT], answers: Sequence[tuple[float, AnswerT]], budget: Budget
) -> list[Ranked[AnswerT]]:
    """Return all answers, best first. Answers that were dropped early were tried at fewer tables than the others."""
    tried = _Tried([prior for prior, _ in answers])
    left, out = list(range(len(answers))), list[int]()
    stages = max(1, (len(left) - 1).bit_length())
    stage = 0
    while len(left) > 1:
        stage += 1
        spent, until = _Spent(), tried.tables + budget.tables
        while len(left) > 1 and (
            tried.tables < until or (budget.seconds and spent.seconds() < budget.seconds / stages)
        ):
            sample = forward.sample(tried.tables)
            tried.count({number: forward.play(sample, answers[number][1]) for number in left})
            if budget.errors is not None and tried.at_a_power_of_two():
                left, behind = tried.separated(left, budget.errors)
                out[:0] = behind
        left.sort(key=tried.worth, reverse=True)
        stay = min(len(left), -(-len(answers) // 2**stage))
        out[:0] = left[stay:]
        left = left[:stay]
    return [Ranked(answers[number][1], tried.mean(number), len(tried.values[number])) for number in [*left, *out]]


def with_answer(
    answers: Sequence[tuple[float, tuple[str, ...]]], chosen: Sequence[str]
) -> list[tuple[float, tuple[str, ...]]]:
    """Return these answers with `chosen` among them.

    If `chosen` has to be added, it gets the prior probability of the least likely answer.
    """
    if any(sorted(picks) == sorted(chosen) for _, picks in answers):
        return list(answers)
    return [*answers, (min((likely for likely, _ in answers), default=0.0), tuple(chosen))]


class _Spent:
    """Measures time: seconds of a core, but never much less than the elapsed time."""

    def __init__(self) -> None:
        self._began, self._begun = perf_counter(), thread_time()

    def seconds(self) -> float:
        """Return the seconds so far."""
        return max(thread_time() - self._begun, (perf_counter() - self._began) / _LONGER)


class _Tried:
    """The values of answers at the tables so far."""

    def __init__(self, priors: Sequence[float]) -> None:
        self._priors = priors
        self.values: list[list[float]] = [[] for _ in priors]
        self.tables = 0

    def count(self, values: Mapping[int, float]) -> None:
        """Add the values of one table."""
        for number, value in values.items():
            self.values[number].append(value)
        self.tables += 1

    def mean(self, number: int) -> float:
        """Return the mean value of an answer; 0 if it was not tried."""
        return fmean(self.values[number]) if self.values[number] else 0.0

    def worth(self, number: int) -> float:
        """Return the mean value with the prior."""
        return self.mean(number) + _PRIOR * self._priors[number]

    def at_a_power_of_two(self) -> bool:
        """Return whether enough tables were added to check again."""
        return self.tables >= _FEWEST and not self.tables & (self.tables - 1)

    def separated(self, left: Sequence[int], errors: float) -> tuple[list[int], list[int]]:
        """Return the answers that may still be best, and those that are clearly behind, both best first."""
        ordered = sorted(left, key=self.worth, reverse=True)
        best, *others = ordered
        ahead = {number: self.worth(best) - self.worth(number) for number in others}
        behind = [number for number in others if ahead[number] > errors * self._error(best, number)]
        return [number for number in ordered if number not in behind], behind

    def _error(self, one: int, other: int) -> float:
        apart = [a - b for a, b in zip(self.values[one], self.values[other], strict=True)]
        return sqrt((variance(apart) + _SPREAD**2) / self.tables)
