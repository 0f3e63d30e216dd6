"""What waiting for a replica costs is the median of its rounds over that of those that do not wait."""

import pytest

from bench.loading import Loaded
from bench.replicas import figures_of


def _loaded(a_second: float, p50: float, lobby: float, redis: float, replica: float) -> Loaded:
    """A load that went so."""
    result = {"choices_per_second": a_second, "submit_p50_ms": p50, "submit_p99_ms": 3 * p50}
    return Loaded(result, {"lobby": lobby, "redis": redis, "replica": replica})


def test_rounds_that_wait_for_a_replica_are_set_beside_those_that_do_not():
    not_waiting = [_loaded(1_000, 2, 500, 60, 40), _loaded(10, 200, 5_000, 600, 400), _loaded(900, 2, 520, 62, 38)]
    waiting = [_loaded(800, 3, 540, 75, 50), _loaded(810, 4, 550, 77, 52), _loaded(5_000, 1, 1, 1, 1)]
    found = {figure.what: figure for figure in figures_of("race, 1 tables", {0: not_waiting, 1: waiting})}
    assert found["race, 1 tables, waiting for 0: accepted choices"].value == 900
    assert found["race, 1 tables, waiting for 1: accepted choices"].value == 810
    assert found["race, 1 tables, waiting for 1: submit to answer, p50"].value == 3
    assert found["race, 1 tables, waiting for 0: processor time of all servers"].value == 620
    assert found["race, 1 tables, waiting for 1: processor time of replica"].value == 50
    ratios = {what: figure.value for what, figure in found.items() if figure.unit == "x"}
    assert ratios["race, 1 tables: accepted choices, waiting for 1 over 0"] == pytest.approx(0.9)
    assert ratios["race, 1 tables: submit to answer, p99, waiting for 1 over 0"] == pytest.approx(1.5)
    assert ratios["race, 1 tables: processor time of redis, waiting for 1 over 0"] == pytest.approx(75 / 62)
    assert len(ratios) == len(found) / 3
