"""The search of all bots that play forward: what it looks at, and when it stops."""

import pytest

from galaxytables_bots import halving
from galaxytables_bots.halving import Budget, ranked_answers

ALIKE = [(0.0, "a"), (0.0, "b"), (0.0, "c"), (0.0, "d")]


class Told:
    """Says what each answer leads to: so much, and at every other table so much more or less."""

    def __init__(self, means: dict[str, float], spread: float = 0.0) -> None:
        self.means, self.spread, self.played = means, spread, list[str]()

    def sample(self, number: int) -> int:
        return number

    def play(self, sample: int, answer: str) -> float:
        self.played.append(answer)
        return self.means[answer] + (self.spread if (sample + ord(answer)) % 2 else -self.spread)


def tried(told: Told, budget: Budget) -> dict[str, int]:
    return {ranked.answer: ranked.tables for ranked in ranked_answers(told, ALIKE, budget)}


def test_half_of_the_answers_are_left_out_after_each_stage():
    told = Told({"a": 0.1, "b": 0.4, "c": -0.2, "d": 0.3})
    assert tried(told, Budget(4, 5)) == {"b": 10, "d": 10, "a": 5, "c": 5}


def test_what_is_certainly_worse_is_left_out_at_once_and_the_search_ends_where_one_is_left():
    told = Told({"a": 0.1, "b": 0.4, "c": -0.2, "d": 0.3})
    assert tried(told, Budget(4, 50, errors=3.0)) == {"b": 4, "d": 4, "a": 4, "c": 4}
    assert tried(told, Budget(4, 1, seconds=60.0, errors=3.0)) == {"b": 4, "d": 4, "a": 4, "c": 4}


def test_what_differs_by_chance_is_looked_at_for_longer():
    """`a` and `c` rise and fall together, `b` and `d` the other way."""
    told = Told({"a": 0.4, "b": 0.3, "c": 0.0, "d": 0.3}, spread=0.3)
    found = tried(told, Budget(4, 16, errors=3.0))
    assert next(iter(found)) == "a"
    assert found["c"] == 4
    assert found["b"] > 4


class Clocks:
    """Each table takes a hundredth of a second of a core, and so many times as long where others have it."""

    def __init__(self, longer: float) -> None:
        self.longer, self.own = longer, 0.0

    def sample(self, number: int) -> int:
        self.own += 0.01
        return number

    def play(self, sample: int, answer: str) -> float:
        del sample
        return 1.0 if answer == "a" else 0.0


@pytest.mark.parametrize(("longer", "tables"), [(1.0, 40), (3.0, 40), (8.0, 20)])
def test_who_shares_a_core_looks_at_as_much_but_keeps_nobody_waiting_for_ever(monkeypatch, longer, tables):
    clocks = Clocks(longer)
    monkeypatch.setattr(halving, "thread_time", lambda: clocks.own)
    monkeypatch.setattr(halving, "perf_counter", lambda: clocks.own * clocks.longer)
    found = {each.answer: each.tables for each in ranked_answers(clocks, ALIKE, Budget(4, 1, seconds=0.4))}
    assert found["a"] == pytest.approx(tables, abs=2)
