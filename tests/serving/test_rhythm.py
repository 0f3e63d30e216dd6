"""Periodic work of a process wakes up together, and never much sooner or later than it asks."""

import pytest

from galaxytables_serving import rhythm
from galaxytables_serving.rhythm import until_next


@pytest.mark.parametrize(
    ("period", "wanted"), [(1.0, {500.7, 501.7, 502.7}), (0.5, {500.2, 500.7, 501.2, 501.7, 502.2})]
)
def test_whoever_goes_to_sleep_at_whatever_time_wakes_up_at_the_moments_of_the_process(period, wanted, monkeypatch):
    monkeypatch.setattr(rhythm, "_OFFSET", 0.3)
    moments = set()
    for hundredth in range(200):
        now = 500 + hundredth / 100
        monkeypatch.setattr("galaxytables_serving.rhythm.time.monotonic", lambda now=now: now)
        seconds = until_next(period)
        assert 0.25 * period < seconds <= 1.25 * period
        moments.add(round(now + seconds, 6))
    assert moments == wanted
