"""Intervals and the sequential test: figures that can be worked out by hand."""

from random import Random

import pytest

from galaxytables_arena.statistics import decided, interval, log_likelihood


def test_an_interval_is_that_of_wilson_where_games_are_independent():
    low, high = interval([1.0] * 80 + [0.0] * 20)
    assert [low, high] == pytest.approx([0.711, 0.867], abs=0.002)


def test_an_interval_never_ends_at_what_was_seen():
    low, high = interval([1.0] * 10)
    assert high == 1.0
    assert 0.6 < low < 0.8
    assert interval([]) == (0.0, 1.0)


def test_deals_that_cancel_out_narrow_the_interval():
    halves = interval([0.5] * 90 + [1.0] * 6 + [0.0] * 4)
    whole = interval([1.0] * 51 + [0.0] * 49)
    assert halves[1] - halves[0] < (whole[1] - whole[0]) / 2


def test_a_sequential_test_accepts_the_rate_that_is_true():
    for rate in (0.5, 0.65):
        random, deals = Random(f"{rate}"), list[float]()
        while (verdict := decided(deals, 0.5, 0.65)) is None:
            deals.append(float(random.random() < rate))
        assert verdict == rate
        assert len(deals) < 1000


def test_few_deals_alike_decide_nothing():
    assert decided([1.0] * 3, 0.5, 0.55) is None
    assert log_likelihood([], 0.5, 0.55) == 0.0
    assert decided([], 0.5, 0.55) is None
