"""What budgets of a search are worth: one that looks at more finds more, at tables that it has not seen."""

from random import Random

import pytest

from galaxytables_arena.learning import budgets
from galaxytables_arena.learning.budgets import Tried, found
from galaxytables_bots.halving import Budget

A, B, C = ("a",), ("b",), ("c",)


def tried(values: dict[tuple[str, ...], list[float]]) -> Tried:
    likely = [(-float(place), picks) for place, picks in enumerate(values)]
    return Tried("actions.choose", {count: likely[:count] for count in (2, 3)}, values)


def test_who_does_not_look_at_the_best_answer_does_not_find_it():
    position = tried({A: [0.1] * 12, B: [0.2] * 12, C: [0.6] * 12})
    gains, played = zip(*[found(position, Budget(answers, 2), Random(1)) for answers in (2, 3)], strict=True)
    assert gains == pytest.approx([0.2 - 0.3, 0.6 - 0.3])
    assert played == (4, 10)


def test_an_answer_is_valued_at_tables_that_were_not_seen():
    """Where tables are nothing but chance, there is nothing to find, however few of them are looked at."""
    random, gains = Random(1), []
    for _ in range(800):
        position = tried({picks: [random.choice([-1.0, 1.0]) for _ in range(8)] for picks in (A, B, C)})
        gains.append(found(position, Budget(3, 2), random)[0])
    assert abs(sum(gains) / len(gains)) < 0.07


def test_the_command_tells_budgets_by_kind_of_prompt(capsys):
    given = ["--budgets", "2x1,3x1x2.5", "--positions", "4", "--tables", "4", "--seed", "3"]
    assert budgets.main(given) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("2x1: ")
    assert second.startswith("3x1x2.5: ")
    assert " playouts; " in first
    assert float(first.split(" playouts")[0].rsplit(" ", 1)[1]) > 0
