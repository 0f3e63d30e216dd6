"""How often seats win of which so much was expected."""

from math import exp
from random import Random

import pytest

from galaxytables_arena.calibration import nearest, parts, play
from galaxytables_bots.beyond import advice as beyond
from galaxytables_bots.halving import Budget
from galaxytables_bots.odds import Odds
from galaxytables_bots.race import advice as race
from galaxytables_bots.roll import advice as roll


@pytest.mark.parametrize(("steep", "even"), [(1.5, 0.0), (3.0, -1.1), (6.0, 0.4)])
def test_a_curve_is_found_again(steep, even):
    random = Random(1)
    expected = [random.uniform(-1, 1) for _ in range(20_000)]
    pairs = [(value, float(random.random() < 1 / (1 + exp(-steep * value - even)))) for value in expected]
    found = nearest(pairs, level=even == 0)
    assert found.steep == pytest.approx(steep, abs=0.3)
    assert found.even == pytest.approx(even, abs=0.2)


def test_parts_are_tenths_the_least_expected_first():
    pairs = [(place / 100, float(place >= 50)) for place in reversed(range(100))]
    found = parts(pairs)
    assert [won for _, won in found] == [0] * 5 + [1] * 5
    assert found[0][0] == pytest.approx(0.045)


def test_a_chance_is_even_where_nothing_is_expected():
    assert [Odds(3.0).percent(value) for value in (-1, 0, 1)] == [5, 50, 95]
    assert Odds(3.0, -1.1).percent(0) == 25


@pytest.mark.parametrize(
    ("game", "options"), [("beyond", {}), ("race", {"expansion": "gathering_storm"}), ("roll", {})]
)
def test_what_was_expected_is_noted_with_what_came_of_it(game, options, monkeypatch):
    few = Budget(answers=2, tables=1)
    monkeypatch.setattr(beyond, "BUDGET", few)
    monkeypatch.setattr(roll, "BUDGET", few)
    monkeypatch.setattr(race, "budget_at", lambda _: few)
    forward, by_net = play(game, 2, options, 1, 1)
    assert by_net == []
    assert len(forward) > 10
    assert all(-1 <= expected <= 1 for expected, _ in forward)
    assert {won for _, won in forward} == {0.0, 1.0}
