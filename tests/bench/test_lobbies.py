"""What several lobbies cost: the median of their rounds over that of one with the same load, and with their share."""

import pytest

from bench.lobbies import (
    ALONE,
    AT_ONCE,
    GATEWAY,
    GOAL,
    RATE,
    SEVERAL,
    SLEEPS,
    STAY,
    STRANGERS,
    Run,
    figures_of,
    unrelated,
)
from galaxytables_platform.layout import OwnRedis

_SHARE = RATE // SEVERAL


def _round(lobbies: float, redis: float = 100.0, others: float = 300.0, sleeps: float = 3.0) -> dict[str, float]:
    """What a choice took in one round."""
    return {"lobbies": lobbies, "Redis": redis, "others": others, SLEEPS: sleeps}


def _figures(rounds: dict[Run, list[dict[str, float]]]) -> dict[str, float]:
    return {figure.what: figure.value for figure in figures_of("race", rounds)}


def test_several_lobbies_are_set_beside_one_with_the_same_load_and_one_with_their_share_of_it():
    found = _figures(
        {
            Run(ALONE, _SHARE): [_round(1_600)],
            Run(SEVERAL, _SHARE): [_round(1_800)],
            Run(ALONE, RATE): [_round(600, sleeps=3), _round(60, sleeps=1), _round(9_000, sleeps=9)],
            Run(SEVERAL, RATE): [_round(700, sleeps=4), _round(1, sleeps=1), _round(9_000, sleeps=9)],
        }
    )
    assert found[f"race, {RATE} choices/s: lobbies 1: processor time of lobbies"] == 600
    assert found[f"race, {RATE} choices/s: lobbies 4: processor time of all servers"] == 1_100
    assert found[f"race, {RATE} choices/s: lobbies 4: {SLEEPS}"] == 4
    ratio = f"race, {RATE} choices/s: processor time of all servers, lobbies 4 over 1"
    assert found[ratio] == pytest.approx(1.1)
    assert found[f"{ratio} with {_SHARE} choices/s"] == pytest.approx(0.55)
    assert found[f"race, {_SHARE} choices/s: processor time of all servers, lobbies 4 over 1"] == pytest.approx(1.1)


def test_behind_a_gateway_they_are_set_beside_one_behind_a_gateway():
    found = _figures(
        {
            Run(ALONE, AT_ONCE): [_round(100)],
            Run(ALONE, AT_ONCE, GATEWAY): [_round(600)],
            Run(SEVERAL, AT_ONCE, GATEWAY): [_round(700)],
        }
    )
    ratios = [value for what, value in found.items() if " over " in what]
    assert ratios == [pytest.approx(1.1)]


def test_players_who_stay_are_told_of_without_a_goal():
    figures = figures_of(
        "race", {run: [_round(600)] for run in (Run(1, RATE), Run(4, RATE), Run(4, RATE, STAY), Run(1, _SHARE))}
    )
    goals = {figure.what.partition("servers, ")[2]: figure.goal for figure in figures if " over " in figure.what}
    assert goals["lobbies 4 with players who stay over 1"] == ""
    assert goals["lobbies 4 over 1"] == GOAL


def test_several_lobbies_are_set_beside_as_many_that_know_nothing_of_each_other():
    figures = figures_of(
        "race",
        {
            Run(ALONE, AT_ONCE): [_round(600)],
            Run(SEVERAL, AT_ONCE): [_round(920)],
            Run(SEVERAL, AT_ONCE, STRANGERS): [_round(800)],
        },
    )
    found = {figure.what.partition("servers, lobbies ")[2]: figure for figure in figures if " over " in figure.what}
    assert found[f"4 over 4 {STRANGERS}"].value == pytest.approx(1.1)
    assert found[f"4 over 4 {STRANGERS}"].goal == GOAL
    # What the machine makes of four processes is nothing that lobbies could change.
    assert found[f"4 {STRANGERS} over 1"].value == pytest.approx(1.2)
    assert found[f"4 {STRANGERS} over 1"].goal == ""
    assert len(found) == 3


def test_platforms_that_know_nothing_of_each_other_share_a_server_and_the_rules_and_no_database(tmp_path):
    first, *others = unrelated(tmp_path, "jump")
    assert isinstance(first.redis, OwnRedis)
    assert len(others) == SEVERAL - 1
    databases = [database for layout in (first, *others) for database in (layout.redis.url, layout.redis.broker_url)]
    assert len(set(databases)) == 2 * SEVERAL
    assert {database.rpartition("/")[0] for database in databases} == {f"redis://{first.redis.port.address}"}
    assert [layout.games for layout in others] == [first.games] * len(others)
    assert not any(layout.rules for layout in others)
    assert len({layout.lobby for layout in (first, *others)}) == SEVERAL
