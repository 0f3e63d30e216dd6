"""The heuristic bot in the orb: it goes for artifacts by what its seat sees, and uses them."""

import pytest

from galaxytables_arena.games import load_game
from galaxytables_arena.match import play_match
from galaxytables_kit import Seat
from galaxytables_race.components.orb import Laid
from galaxytables_race.state.orb import Team
from tests.bots.test_race_heuristic import decide
from tests.race.scene import Side
from tests.race.test_orb import AWAY, EAST, moved, step, token

NEAR = (Team(Seat(0), (1, 0)), Team(Seat(1), (-2, 2)))


def test_it_takes_an_artifact_in_reach() -> None:
    table = moved(teams=NEAR, tokens={(2, 1): "a_good"})
    assert decide(table) == ["2:1"]


def test_an_artifact_of_series_b_before_one_of_series_a() -> None:
    here = (Team(Seat(0), (2, 2)), Team(Seat(1), (-2, 2)))
    assert decide(moved(teams=here, tokens={(1, 2): "a_good", (3, 2): "b_good"})) == ["3:2"]
    assert decide(moved(teams=here, tokens={(1, 2): "b_good", (3, 2): "a_good"})) == ["1:2"]


def test_it_comes_nearer_to_one_farther_away() -> None:
    table = moved(teams=(Team(Seat(0), (-2, 2)), Team(Seat(1), (-2, 0))), tokens={(2, 1): "a_good"})
    (pick,) = decide(table)
    assert pick in ("1:0", "2:0", "0:0")


def test_it_moves_where_there_is_something_to_find_and_draws_where_there_is_nothing() -> None:
    assert decide(step(teams=NEAR, tokens={(2, 1): "a_good"})) == ["move"]
    assert decide(step(teams=NEAR)) == ["draw"]


def test_it_plays_the_card_with_most_artifacts() -> None:
    table = step(hands=([11, 45, 26], []), laid=(EAST,))
    table.answer(0, "play")
    (pick,) = decide(table)
    assert pick.startswith("45:")


def test_a_team_that_reaches_nothing_is_brought_back() -> None:
    island = Laid(21, 40, 40)
    table = step(laid=(EAST, island), teams=(Team(Seat(0), (40, 41)), AWAY[1]), tokens={(2, 1): "a_good"})
    table.answer(0, "pass")
    assert decide(table) == ["0:-1:1"]


def test_all_teams_that_reach_nothing_are_brought_back_each_to_one_hub() -> None:
    islands = (EAST, Laid(21, 40, 40), Laid(22, 50, 40), Laid(43, -2, 3))
    teams = (Team(Seat(0), (40, 41)), AWAY[1], Team(Seat(0), (50, 41)), Team(Seat(0), (1, 0)))
    table = step(laid=islands, teams=teams, tokens={(2, 1): "a_good"})
    table.answer(0, "pass")
    picks = decide(table)
    assert sorted(pick.partition(":")[0] for pick in picks) == ["0", "2"]
    table.answer(0, *picks)


def test_two_teams_of_its_own_move_until_both_have_come_as_near_as_they_can() -> None:
    teams = (Team(Seat(0), (1, 0)), AWAY[1], Team(Seat(0), (-2, 0)))
    table = moved(teams=teams, tokens={(2, 1): "a_good"})
    answers = 0
    while table.asked(0) in ("orb.team", "orb.move", "orb.boost"):
        table.answer(0, *decide(table))
        answers += 1
    assert answers <= 8
    assert table.state.empires[0].artifacts


def test_a_team_that_reaches_something_stays() -> None:
    table = step(teams=NEAR, tokens={(2, 1): "a_good"})
    table.answer(0, "pass")
    assert decide(table) == []


@pytest.mark.parametrize(("phase", "card"), [("develop", "galactic_federation"), ("settle", "new_earth")])
def test_it_uses_artifacts_to_pay_less(phase: str, card: str) -> None:
    artifact = "a_development_discount_2" if phase == "develop" else "a_world_discount_2"
    table = step(Side(["alien_artifact_hunters"], [card], spare=7), artifacts=[artifact], phase=phase)
    table.answer(0, card)
    assert decide(table) == [f"artifact:{token(artifact)}"]


def test_it_sells_an_artifact_as_an_alien_good() -> None:
    side = Side(["sentient_robots"], actions=["consume_trade"])
    assert decide(step(side, artifacts=["a_good"], phase="consume")) == [f"artifact:{token('a_good')}"]


def test_it_sells_an_artifact_by_a_power_where_no_world_has_a_good() -> None:
    side = Side(["black_market_trading_world", "trade_league"], actions=["consume_x2"])
    table = step(side, artifacts=["a_good"], phase="consume")
    while table.asked(0) != "consume.power":
        table.answer(0, *decide(table))
    key, _ = table.live.prompt_of(0)
    table.live.answer(0, key, tuple(decide(table)))
    assert table.hand_size(0) > 0


def test_it_beats_random_with_the_orb() -> None:
    options = {"expansion": "alien_artifacts", "orb": "on"}
    match = play_match(load_game("race"), ("heuristic", "random"), games=10, seed=7, options=options)
    assert match.rate >= 0.9
    assert match.sides[0].refused == 0
