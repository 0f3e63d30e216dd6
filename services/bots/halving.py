"""The search of all bots that play forward: answers are tried at sampled tables, the worse half left out each time."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Generic, Protocol, TypeVar

_PRIOR = 0.02
"""What an answer gains for being e times as likely beforehand."""

SampleT = TypeVar("SampleT")
AnswerT_contra = TypeVar("AnswerT_contra", contravariant=True)
AnswerT = TypeVar("AnswerT")


@dataclass(frozen=True)
class Budget:
    """How much is looked at: so many answers, at so many tables each before half of them are left out, so often.

    With `seconds` the tables of a stage go on until its part of them is over, which is not the same twice. `rounds` is
    how far a game is played on at most, where that is a choice.
    """

    answers: int
    tables: int
    seconds: float | None = None
    rounds: int = 1


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
    totals, tables = [0.0] * len(answers), 0
    left = list(range(len(answers)))
    ranked: list[Ranked[AnswerT]] = []
    stages = max(1, (len(left) - 1).bit_length())
    while len(left) > 1:
        began, until = perf_counter(), tables + budget.tables
        while tables < until or (budget.seconds and perf_counter() - began < budget.seconds / stages):
            sample = forward.sample(tables)
            for number in left:
                totals[number] += forward.play(sample, answers[number][1])
            tables += 1
        left.sort(key=lambda number: -(totals[number] / tables + _PRIOR * answers[number][0]))
        stay = (len(left) + 1) // 2
        ranked[:0] = [Ranked(answers[number][1], totals[number] / tables, tables) for number in left[stay:]]
        left = left[:stay]
    last = left[0]
    return [Ranked(answers[last][1], totals[last] / tables if tables else 0.0, tables), *ranked]
