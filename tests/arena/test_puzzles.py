"""Puzzles: a question is kept where one answer is clearly best, and not by chance."""

from random import Random

import pytest

from galaxytables_arena.puzzles.finding import Budget, Finder
from galaxytables_arena.puzzles.measuring import measure, measure_again
from galaxytables_arena.puzzles.trials import SEATS, Line, Trial
from galaxytables_kit.puzzles import PuzzleFile

MARGIN = 10.0
CHOSEN_BY = 16
"""The tables at which questions are chosen."""


class Answers:
    """Answers that are worth so much on average, at tables that are good or bad for all of them alike."""

    def __init__(self, *worth: float, spread: float = 0.0) -> None:
        self.worth, self.spread, self.played = worth, spread, 0

    def sample(self, number: int) -> int:
        return number

    def play(self, sample: int, answer: int) -> float:
        self.played += 1
        own = Random(100 * sample + answer).uniform(-self.spread, self.spread)
        return self.worth[answer] + Random(sample).uniform(-0.4, 0.4) + own


def trial(answers: Answers, lines: list[Line] | None = None) -> Trial:
    tried = lines or [Line(number, number) for number in range(len(answers.worth))]
    return Trial(answers, tried, lambda expected: 50 + 50 * expected)


def test_an_answer_that_is_ahead_at_the_same_tables_is_clear():
    verdict = measure(trial(Answers(0.0, 0.3, -0.2, spread=0.2)), range(64), MARGIN)
    assert [each.answer for each in verdict.ranked] == [1, 0, 2]
    assert verdict.ahead == pytest.approx(15, abs=4)
    assert verdict.is_clear(MARGIN)
    assert not verdict.is_clear(30.0)


def test_what_is_clearly_behind_is_tried_less_and_compared_at_the_tables_of_both():
    verdict = measure(trial(Answers(0.3, 0.0, -0.5, spread=0.1)), range(64), MARGIN)
    best, second, last = verdict.ranked
    assert (best.tables, second.tables, last.tables) == (64, 64, 8)
    assert best.percent - last.percent == pytest.approx(40, abs=4), "the first tables were good or bad for both"


def test_two_ways_of_equal_worth_are_not_clear_and_cost_little():
    answers = Answers(0.3, 0.3, 0.0)
    verdict = measure(trial(answers), range(64), MARGIN)
    assert not verdict.is_clear(MARGIN)
    assert answers.played == 3 * 8


def test_a_lead_that_may_be_chance_is_not_clear():
    verdict = measure(trial(Answers(0.3, 0.0, spread=3.0)), range(16), 0.0)
    assert not verdict.is_clear(0.0)


def test_an_answer_counts_by_the_best_way_to_go_on():
    lines = [Line(0, 0), Line(0, 1), Line(1, 2)]
    verdict = measure(trial(Answers(-0.5, 0.3, 0.0, spread=0.1), lines), range(64), MARGIN)
    assert [each.answer for each in verdict.ranked] == [0, 1]
    assert verdict.is_clear(MARGIN)


class Lucky(Answers):
    """Answers of which the first is best at the tables by which a question is chosen, and nowhere else."""

    def play(self, sample: int, answer: int) -> float:
        return super().play(sample, answer) + (0.5 if sample < CHOSEN_BY and not answer else 0.0)


def finder(kind: type[Answers], *worth: float) -> Finder:
    found = Finder("jump", PuzzleFile(seats=SEATS, options={}, found=[], puzzles=[]), Budget(CHOSEN_BY, 4))
    found._try = lambda *asked: trial(kind(*worth, *[-0.2] * (len(asked[-1]) - len(worth))))
    return found


def test_a_question_that_is_clear_by_chance_is_no_puzzle():
    finding = finder(Lucky, -0.2)
    assert finding.find(0) is None
    assert finding.searched == 4
    assert measure(trial(Lucky(-0.2, -0.2)), range(CHOSEN_BY), MARGIN).is_clear(MARGIN)


def test_a_puzzle_has_the_chances_of_tables_that_did_not_choose_it():
    puzzle = finder(Answers, 0.3).find(0)
    again = measure_again(trial(Answers(0.3, -0.2)), 2 * CHOSEN_BY)
    assert puzzle is not None
    assert puzzle.answers[0].tables == 2 * CHOSEN_BY
    assert puzzle.answers[0].win == round(again.ranked[0].percent)
