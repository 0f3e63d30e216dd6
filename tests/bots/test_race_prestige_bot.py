"""The heuristic bot of Race for the Galaxy with prestige: single decisions in scenes, whole games against `random`."""

from galaxytables_arena.games import load_game
from galaxytables_arena.match import play_match
from tests.bots.test_race_heuristic import decide
from tests.race.scene import BRINK, Side, Table, scene

OTHER = Side(["epsilon_eridani"])
OPTIONS = {"expansion": "brink_of_war", "goals": "on", "takeovers": "on"}


def chosen(side: Side, *actions: str) -> Table:
    """A table at which seat 0 has chosen actions and may boost one."""
    table = scene(side, OTHER, phase="round_end", options=BRINK)
    table.answer(0, *actions)
    assert table.asked(0) == "actions.boost"
    return table


def test_consuming_many_goods_is_boosted() -> None:
    worlds = ["gem_world", "spice_world", "artist_colony", "comet_zone"]
    side = Side(["galactic_markets", "consumer_markets", *worlds], goods=worlds, prestige=3)
    assert decide(chosen(side, "consume_x2", "explore_5_0")) == ["consume_x2"]


def test_a_boost_is_kept_where_it_gains_little() -> None:
    assert decide(chosen(Side(["old_earth"], prestige=1), "develop", "settle")) == []


def test_a_worthless_card_goes_for_prestige_but_not_the_best() -> None:
    side = Side(["old_earth", "alien_departure_point"], ["doomed_world", "gem_world", "galactic_federation"])
    table = scene(side, OTHER, phase="explore", options=BRINK)
    picks = decide(table)
    assert len(picks) == 1
    assert picks != ["gem_world"]


def test_prestige_is_spent_for_three_vp() -> None:
    table = scene(Side(["old_earth", "interstellar_casus_belli"], prestige=1), OTHER, phase="consume", options=BRINK)
    assert decide(table) == ["spend"]


def test_a_search_takes_what_can_be_paid_and_passes_what_cannot() -> None:
    for spare, answer in ((8, "take"), (0, "go_on")):
        side = Side(["old_earth"], spare=spare, actions=["search"])
        table = scene(side, OTHER, phase="search", deck=["alien_departure_point"], options=BRINK)
        table.answer(0, "alien_goods_world")
        assert decide(table) == [answer]


def test_the_dearest_card_of_a_payment_is_saved() -> None:
    side = Side(["galactic_scavengers"], ["gem_world", "public_works", "space_marines"], spare=2)
    table = scene(side, OTHER, phase="settle", options=BRINK)
    table.answer(0, "gem_world")
    spare = [name for name in table.offered(0) if name not in ("public_works", "space_marines")]
    table.answer(0, spare[0], "public_works")
    assert decide(table) == [spare[0]]


def test_it_wins_against_random_and_breaks_no_rule() -> None:
    match = play_match(load_game("race"), ("heuristic", "random"), games=6, seats=2, seed=7, options=OPTIONS)
    assert match.rate >= 0.8
    assert match.sides[0].refused == 0
