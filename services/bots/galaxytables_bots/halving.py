"""The search of all bots that play forward: answers are tried at sampled tables, the worse half left out each time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, variance
from time import perf_counter, thread_time
from typing import Generic, Protocol, TypeVar

_PRIOR = 0.02
"""What an answer gains for being e times as likely beforehand."""
_FEWEST = 4
"""At so many tables, and each time that there are twice as many, is asked what is certain."""
_SPREAD = 0.02
"""At so few tables values may agree by chance: they are taken to differ by this besides."""

_LONGER = 4
"""So many times as long as it may think at most who has to share a core."""

SampleT = TypeVar("SampleT")
AnswerT_contra = TypeVar("AnswerT_contra", contravariant=True)
AnswerT = TypeVar("AnswerT")


@dataclass(frozen=True)
class Budget:
    """How much is looked at: so many answers, at so many tables each before half of them are left out, so often.

    With `seconds` of a core the tables of a stage go on until its part of them is over, which is not the same twice;
    where others have the core, that may take some times as long, and no longer. `rounds` is
    how far a game is played on at most, where that is a choice. With `errors` an answer is left out at once if it is
    behind the best one by so many standard errors, and the search ends where one is left.
    """

    answers: int
    tables: int
    seconds: float | None = None
    rounds: int = 1
    errors: float | None = None


class Forward(Protocol[SampleT, AnswerT_contra]):
    """Plays answers forward at tables that may be."""

    def sample(self, number: int) -> SampleT:
        """A table that shows the seat what it sees: the same for the same view and number."""

    def play(self, sample: SampleT, answer: AnswerT_contra) -> float:
        """What the seat may expect, from -1 (lost) to 1 (won), if it gives this answer."""


@dataclass(frozen=True)
class Ranked(Generic[AnswerT]):
    """An answer with its mean over the tables at which it was tried; 0 of none."""

    answer: AnswerT
    value: float
    tables: int


def best_answer(
    forward: Forward[SampleT, AnswerT], answers: Sequence[tuple[float, AnswerT]], budget: Budget
) -> AnswerT:
    """The answer that leads to most: half of them are left out after each stage, down to one.

    Each comes with the logarithm of how likely it is beforehand.
    """
    return ranked_answers(forward, answers, budget)[0].answer


def ranked_answers(
    forward: Forward[SampleT, AnswerT], answers: Sequence[tuple[float, AnswerT]], budget: Budget
) -> list[Ranked[AnswerT]]:
    """The same with all answers, best first; those that were left out early were tried less."""
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
                left, behind = tried.told_apart(left, budget.errors)
                out[:0] = behind
        left.sort(key=tried.worth, reverse=True)
        stay = min(len(left), -(-len(answers) // 2**stage))
        out[:0] = left[stay:]
        left = left[:stay]
    return [Ranked(answers[number][1], tried.mean(number), len(tried.values[number])) for number in [*left, *out]]


def with_answer(
    answers: Sequence[tuple[float, tuple[str, ...]]], chosen: Sequence[str]
) -> list[tuple[float, tuple[str, ...]]]:
    """The same answers and one that somebody chose, if it is another: held to be as likely as the least likely one."""
    if any(sorted(picks) == sorted(chosen) for _, picks in answers):
        return list(answers)
    return [*answers, (min((likely for likely, _ in answers), default=0.0), tuple(chosen))]


class _Spent:
    """How long something has taken: seconds of a core, but never much less than have gone by."""

    def __init__(self) -> None:
        self._began, self._begun = perf_counter(), thread_time()

    def seconds(self) -> float:
        """So far."""
        return max(thread_time() - self._begun, (perf_counter() - self._began) / _LONGER)


class _Tried:
    """What answers led to at the tables so far."""

    def __init__(self, priors: Sequence[float]) -> None:
        self._priors = priors
        self.values: list[list[float]] = [[] for _ in priors]
        self.tables = 0

    def count(self, values: Mapping[int, float]) -> None:
        """Add a table."""
        for number, value in values.items():
            self.values[number].append(value)
        self.tables += 1

    def mean(self, number: int) -> float:
        """What an answer led to; 0 where it was not tried."""
        return fmean(self.values[number]) if self.values[number] else 0.0

    def worth(self, number: int) -> float:
        """The same, with what was believed beforehand."""
        return self.mean(number) + _PRIOR * self._priors[number]

    def at_a_power_of_two(self) -> bool:
        """Whether there are enough tables to look again."""
        return self.tables >= _FEWEST and not self.tables & (self.tables - 1)

    def told_apart(self, left: Sequence[int], errors: float) -> tuple[list[int], list[int]]:
        """Answers that may still be the best one, and those that are too far behind, best first."""
        ordered = sorted(left, key=self.worth, reverse=True)
        best, *others = ordered
        ahead = {number: self.worth(best) - self.worth(number) for number in others}
        behind = [number for number in others if ahead[number] > errors * self._error(best, number)]
        return [number for number in ordered if number not in behind], behind

    def _error(self, one: int, other: int) -> float:
        apart = [a - b for a, b in zip(self.values[one], self.values[other], strict=True)]
        return sqrt((variance(apart) + _SPREAD**2) / self.tables)
