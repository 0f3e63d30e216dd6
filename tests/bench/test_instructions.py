"""Instructions of a choice are told from those of a second, and only rules, lobbies and Redis are counted."""

from pathlib import Path

import pytest

from bench.instructions import Counted, Counting, figures_of, separated
from bench.loading import Loaded
from bench.throughput import layout_of
from galaxytables_platform.console import Console
from galaxytables_platform.supervisor import Supervisor
from galaxytables_serving import StartError


def _loaded(rate: float, *, choice: float, second: float) -> Loaded:
    """A load under which each choice took so much, and each second."""
    return Loaded({"choices_per_second": rate}, {"lobby": (choice + second / rate) * 1e6})


def test_what_a_choice_takes_is_told_from_what_a_second_does():
    loads = [_loaded(rate, choice=1_400, second=900) for rate in (6.0, 24.0)]
    found = separated(loads, {"lobby": 500})
    assert found.choice == pytest.approx({"lobby": 1_400})
    assert found.second == pytest.approx({"lobby": 400})
    assert found.idle == {"lobby": 500}


def test_what_is_taken_at_a_rate_counts_seconds_in_which_somebody_plays_and_no_others():
    found = {
        1: Counted(choice={"redis": 100, "lobby": 300}, second={"redis": 0, "lobby": 2_000}, idle={"lobby": 9}),
        4: Counted(choice={"redis": 100, "lobby": 330}, second={"redis": 0, "lobby": 4_000}, idle={"lobby": 99}),
    }
    assert [found[lobbies].at(200) for lobbies in (1, 4)] == [410, 450]
    *_, ratio = figures_of("race", 200, found)
    assert ratio.unit == "x"
    assert ratio.value == pytest.approx(450 / 410)


def test_rules_lobbies_and_redis_are_counted_and_no_others(tmp_path):
    layout = layout_of(tmp_path, "race", 2)
    planned = [plan for stage in Counting(tmp_path, "race").plans(layout, token_keys="") for plan in stage]
    counted = {plan.name for plan in planned if plan.command[0] == "valgrind"}
    assert counted == {"redis", "race", "lobby", "lobby-2"}
    assert {plan.name for plan in planned} - counted == {"clock", "beat", "bots"}


def test_a_process_of_which_valgrind_says_nothing_is_named(tmp_path, monkeypatch):
    counting = Counting(tmp_path, "race")
    monkeypatch.setattr(counting, "_ask", lambda _question: None)
    counting._kinds[4711] = "lobby"
    nobody = Supervisor([], tmp_path, Console())
    for said in (None, "no totals here"):
        if said is not None:
            Path(tmp_path, "lobby.4711.1").write_text(said)
        with pytest.raises(StartError, match=r"what lobby took; it runs as process 4711"):
            counting(nobody)
    Path(tmp_path, "lobby.4711.2").write_text("summary: 12\nfn=(1)\ntotals: 12\n")
    Path(tmp_path, "lobby-2.4711.3").write_text("fn=(1)\ntotals: 30\n")
    assert counting(nobody) == {"lobby": 42}
