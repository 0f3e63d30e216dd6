"""How often seats win of which so much was expected."""

from math import exp
from random import Random

import pytest

from services.arena.calibration import parts, steepness
from services.bots.race.advice import percent


@pytest.mark.parametrize("steep", [1.5, 3.0, 6.0])
def test_the_steepness_of_a_curve_is_found_again(steep):
    random = Random(1)
    expected = [random.uniform(-1, 1) for _ in range(20_000)]
    pairs = [(value, float(random.random() < 1 / (1 + exp(-steep * value)))) for value in expected]
    assert steepness(pairs) == pytest.approx(steep, abs=0.3)


def test_parts_are_tenths_the_least_expected_first():
    pairs = [(place / 100, float(place >= 50)) for place in reversed(range(100))]
    found = parts(pairs)
    assert [won for _, won in found] == [0] * 5 + [1] * 5
    assert found[0][0] == pytest.approx(0.045)


def test_a_chance_is_even_where_nothing_is_expected():
    assert [percent(value, 3.0) for value in (-1, 0, 1)] == [5, 50, 95]
