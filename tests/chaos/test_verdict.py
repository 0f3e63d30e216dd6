"""The verdict of `make chaos` can be that it failed, for each of its reasons."""

from collections import Counter

import pytest

from bench.soak.findings import Findings
from tests.chaos.verdict import MAX_ADDING_SECONDS, MAX_FAILOVER_SECONDS, Verdict

WANTED = frozenset({"flood", "master killed"})


def good(**changes) -> Verdict:
    made = {
        "findings": Findings(tables=Counter(jump=3), acknowledged=100),
        "done": Counter({"flood": 1, "master killed": 1}),
        "wanted": WANTED,
        "failovers": [4.0],
        "added": [1.5],
        "refused": 200,
        "let_in": 30,
    }
    return Verdict(**{**made, **changes})


def test_a_good_run_has_no_faults_and_tells_its_figures():
    assert good().faults() == []
    told = "\n".join(good().lines())
    assert "3 tables verified" in told
    assert "master killed 1" in told
    assert "promoted: 4.0" in told


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"findings": Findings(tables=Counter(jump=3), faults=["table t of jump: lost: 1.0.0"])}, "lost: 1.0.0"),
        ({"findings": Findings()}, "no table was played to its end"),
        ({"done": Counter({"flood": 1})}, "master killed was never done"),
        ({"failovers": [MAX_FAILOVER_SECONDS + 1]}, "a failover took 16.0 s"),
        ({"added": [1.0, MAX_ADDING_SECONDS + 1]}, "a new pod was not called for 31.0 s"),
        ({"refused": 0}, "no call of a flood was refused, 30 were let in"),
        ({"silent_left": 7}, "7 connections that said nothing stayed"),
        ({"standing_still": ["abc"]}, "table abc neither ended nor goes on"),
        ({"memory": ["memory of lobby grew"]}, "memory of lobby grew"),
    ],
)
def test_each_reason_to_fail_is_one(changes, fault):
    (only,) = good(**changes).faults()
    assert fault in only
