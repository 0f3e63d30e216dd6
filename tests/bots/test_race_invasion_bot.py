"""The heuristic bot of Race for the Galaxy where the Xeno invade."""

import pytest

from galaxytables_arena.games import load_game
from galaxytables_arena.match import play_match
from tests.bots.test_race_heuristic import decide
from tests.race.scene import INVADED, Side, Table, scene

OTHER = Side(["contact_specialist"])
WEAK = "xeno_wave_1_strength_minus_1"
OPTIONS = {"expansion": "xeno_invasion", "invasion": "on"}


def invaded(side: Side, strength: int) -> Table:
    invaders = (f"xeno_wave_1_strength_{strength}", WEAK)
    return scene(side, OTHER, phase="invasion", options=INVADED, invaders=invaders)


def producing(side: Side) -> Table:
    return scene(side, OTHER, phase="produce", options=INVADED)


def test_a_fight_is_won_for_a_hand_card() -> None:
    assert decide(invaded(Side(["old_earth"], spare=2), 1)) == ["bunker"]


def test_the_cheapest_strength_is_bought() -> None:
    side = Side(["old_earth", "new_military_tactics", "terraforming_defenders", "gem_world"], goods=["gem_world"])
    assert decide(invaded(side, 1)) == ["terraforming_defenders"]


def test_no_more_goods_are_promised_than_there_are() -> None:
    tableau = ["old_earth", "galactic_home_front", "terraforming_defenders", "gem_world", "new_military_tactics"]
    table = invaded(Side(tableau, goods=["gem_world"]), 4)
    picks = decide(table)
    assert "new_military_tactics" in picks
    assert len(picks) == 2


def test_the_least_world_is_damaged() -> None:
    table = invaded(Side(["alien_robotic_factory", "old_earth", "outlaw_world"]), 4)
    assert decide(table) == ["outlaw_world"]


def test_goods_that_come_again_are_given() -> None:
    assert decide(producing(Side(["gem_world", "alien_robot_sentry"], goods=["gem_world", "alien_robot_sentry"]))) == [
        "gem_world"
    ]


def test_the_best_world_is_repaired_for_nothing() -> None:
    side = Side(
        ["old_earth", "alien_robotic_factory", "construction_corps"],
        spare=4,
        damaged=["old_earth", "alien_robotic_factory"],
    )
    table = producing(side)
    assert decide(table) == ["construction_corps"]
    table.answer(0, "construction_corps")
    assert decide(table) == ["alien_robotic_factory"]


def test_a_good_that_comes_again_pays_rather_than_two_cards() -> None:
    table = producing(Side(["old_earth", "gem_world"], spare=3, goods=["gem_world"], damaged=["old_earth"]))
    table.answer(0)
    assert decide(table) == ["repair_good"]


def test_damaged_worlds_call_for_the_repair_action() -> None:
    side = Side(["alien_robotic_factory", "spice_world"], damaged=["alien_robotic_factory", "spice_world"])
    table = scene(side, OTHER, phase="round_end", options=INVADED)
    assert "produce_repair" in decide(table)


def test_military_is_worth_more_where_the_xeno_invade() -> None:
    side = Side(["old_earth"], ["space_marines", "public_works"], spare=4)
    assert decide(scene(side, OTHER, phase="develop", options=INVADED)) == ["space_marines"]


def test_heuristic_beats_random_and_is_never_refused() -> None:
    match = play_match(load_game("race"), ("heuristic", "random"), games=40, seed=7, options=OPTIONS)
    assert match.rate >= 0.93
    assert match.sides[0].refused == 0
    assert match.sides[0].mean_points >= 25


@pytest.mark.parametrize("seats", [3, 5])
def test_heuristic_is_ahead_with_more_players(seats: int) -> None:
    options = OPTIONS | {"new_worlds": "on"}
    match = play_match(load_game("race"), ("heuristic", "random"), games=10, seats=seats, seed=7, options=options)
    assert match.rate >= 0.5
    assert match.sides[0].refused == 0
