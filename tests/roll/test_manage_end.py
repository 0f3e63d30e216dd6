"""R9: Manage Empire; R10: end of the game and scores."""

import pytest

from galaxytables_kit.contents import END
from galaxytables_roll.ending import is_last_round
from galaxytables_roll.scoring import bonuses, score_parts, triangle_root
from galaxytables_roll.state import NONE
from tests.roll.scene import PACK, START, Player, Table, managing

MANY = [PACK.sides[tile][0].id for tile in range(20, 29)]


def ending(*players: Player) -> Table:
    """From Manage Empire of a last round to the end: the first player has used up the pool."""
    first, *others = players
    first.chips = max(first.chips, 24)
    return after_the_phases(first, *(others or [Player(faction=9)]))


def after_the_phases(*players: Player) -> Table:
    """From Manage Empire on."""
    return Table(*players, at="round/manage").start()


def test_R9_1_as_many_as_credits_allow() -> None:
    table = ending(Player(credits=2, citizenry=["home"] * 3))
    assert table.citizenry() == ["home"]
    assert table.cup() == ["home"] * 5


def test_R9_1_until_the_citizenry_is_empty() -> None:
    table = ending(Player(credits=5, citizenry=["home", "rare"]))
    assert table.citizenry() == []
    assert table.me().credits == 3


def test_R9_2_the_player_chooses_when_credits_are_short() -> None:
    table = managing(Player(credits=1, citizenry=["home", "rare"]))
    assert (table.prompts[0].least, table.prompts[0].most) == (1, 1)
    table.answer("manage.recruit", "rare")
    assert table.citizenry() == ["home"]


def test_R14_14_no_question_without_a_choice_or_in_the_last_round() -> None:
    assert "manage.recruit" not in ending(Player(credits=1, citizenry=["home", "rare"])).asked_kinds
    assert "manage.recruit" not in managing(Player(credits=1, citizenry=["home", "home"])).asked_kinds


def test_R9_3_the_marker_never_stays_at_zero() -> None:
    table = ending(Player(credits=2, citizenry=["home"] * 3))
    assert table.me().credits == 1
    assert len(table.citizenry()) == 1


def test_R9_3_that_credit_recruits_nobody_in_the_same_step() -> None:
    table = ending(Player(credits=0, citizenry=["home"]))
    assert table.me().credits == 1
    assert table.citizenry() == ["home"]


def test_R9_4_recall_is_free_and_optional() -> None:
    player = Player(
        empire=[*START, "spice_world"],
        goods={"spice_world": ["novelty"]},
        developers=["home", "home"],
        settlers=["rare"],
        developments=["conscription"],
    )
    table = ending(player)
    assert table.options() == ["developments:home", "developments:home#2", "worlds:rare", "spice_world:novelty"]
    assert (table.prompts[0].least, table.prompts[0].most) == (0, 4)
    assert table.prompts[0].default_picks == ()
    table.answer("manage.recall", "developments:home#2", "spice_world:novelty")
    assert table.cup() == ["home"] * 4 + ["novelty"]
    assert table.me().credits == 1
    assert table.goods("spice_world") == []


def test_R9_6_an_empty_cup_forces_a_recall() -> None:
    table = managing(Player(cup=(), developers=["home", "rare"]))
    assert table.prompts[0].least == 1


def test_R9_6_only_when_the_cup_is_empty_after_recruiting() -> None:
    table = managing(Player(cup=(), citizenry=["home"], developers=["home", "rare"]))
    assert table.prompts[0].least == 0


def test_R9_6_dice_in_the_citizenry_do_not_help() -> None:
    table = ending(Player(cup=(), credits=0, citizenry=["home"], developers=["home", "rare"]))
    assert table.prompts[0].least == 1


def test_R9_8_R9_9_the_next_round_begins() -> None:
    table = after_the_phases(Player(selects="ship"), Player(faction=9))
    assert table.me().selected == NONE
    assert table.where == "round/assign"
    assert table.state.round == 2
    assert table.state.executed == []


def test_R10_1_the_pool_is_used_up() -> None:
    assert not is_last_round([Player(chips=12).state(), Player(chips=11).state()])
    assert is_last_round([Player(chips=13).state(), Player(chips=11).state()])


def test_R10_1_twelve_tiles() -> None:
    assert is_last_round([Player(empire=[*START, *MANY]).state(), Player().state()])
    assert not is_last_round([Player(empire=[*START, *MANY[1:]]).state(), Player().state()])


def test_R10_1_the_round_is_played_to_its_end() -> None:
    table = Table(Player(empire=[*START, *MANY], citizenry=["rare"]), Player(faction=9), at="round/ship").start()
    assert [told["dice"] for told in table.told("recruited")] == [["rare_die"]]
    assert table.where == END


def test_R10_1_anybody_may_end_the_game() -> None:
    assert after_the_phases(Player(), Player(empire=[*START, *MANY], faction=2)).where == END
    assert after_the_phases(Player(), Player(empire=[*START, *MANY[1:]], faction=2)).where == "round/assign"


def test_R10_2_R10_6_the_example() -> None:
    """13 for developments, 3 for worlds, 5 and 4 for bonuses."""
    mine = Player(
        empire=[
            "space_piracy",
            "galactic_federation",
            "new_galactic_order",
            "public_works",
            "high_gravity_world",
            "pirate_world",
        ],
        citizenry=["military"] * 5,
        developments=["conscription"],
        worlds=["alien_sentinels"],
    ).state()
    parts = score_parts(PACK, mine)
    assert parts == {"chips": 0, "developments": 13, "worlds": 3, "bonuses": 9}
    assert bonuses(PACK, mine) == {"galactic_federation": 5, "new_galactic_order": 4}
    assert sum(parts.values()) == 25


def test_R10_3_a_six_cost_development_scores_its_cost_too() -> None:
    assert score_parts(PACK, Player(empire=["mining_league"]).state())["developments"] == 6


@pytest.mark.parametrize(
    ("extra", "points"),
    [([], 2), (["public_works"], 3), (["conscription"], 4), (["investment_credits", "public_works"], 4)],
)
def test_R10_4_R10_5_fractions_are_rounded_up(extra: list[str], points: int) -> None:
    """A third of 10 is 4."""
    mine = Player(empire=["galactic_federation", *extra]).state()
    assert bonuses(PACK, mine)["galactic_federation"] == points


def test_R10_7_the_tie_break_is_cup_plus_credits() -> None:
    one = Player(cup=["home"] * 2, credits=5, citizenry=["home"] * 9)
    two = Player(cup=["home"] * 6, credits=2, empire=START)
    table = Table(one, two)
    assert table.ranking() == {0: 2, 1: 1}
    two.credits = 1
    assert Table(one, two).ranking() == {0: 1, 1: 1}


def test_R10_8_the_tie_break_is_taken_at_the_very_end() -> None:
    table = ending(Player(cup=["home"], credits=1, citizenry=["home"]), Player(cup=["home"], faction=2, chips=24))
    assert table.where == END
    assert table.me().credits == 1
    assert table.ranking() == {0: 1, 1: 2}


# End bonuses


def points(tile: str, *empire: str, **more: object) -> int:
    return bonuses(PACK, Player(empire=[tile, *empire], **more).state())[tile]  # type: ignore[arg-type]


def test_vp_per_development() -> None:
    assert points("galactic_bankers", *START, "public_works") == 3


def test_vp_per_development_without_reassign_powers() -> None:
    assert points("new_economy", *START, "public_works", "backup_planning", "galactic_mandate") == 3


def test_vp_fraction_of_cost_of_developments() -> None:
    assert points("galactic_federation", "conscription") == 4


def test_vp_fraction_of_cost_of_reassign_developments() -> None:
    """System Diversification counts itself: 6, 1 and 2 make 9, half of it 5."""
    assert points("system_diversification", "backup_planning", "shipping_affinity", "conscription") == 5


def test_vp_fraction_of_cost_of_worlds_of_a_colour() -> None:
    assert points("free_trade_association", "spice_world", "universal_exports", "plague_world") == 3


def test_vp_per_world() -> None:
    assert points("mining_league", "radioactive_world", "mining_world", "spice_world") == 4


def test_vp_per_die_colour_counts_dice_everywhere() -> None:
    mine = {
        "cup": ["home"],
        "citizenry": ["rare", "rare"],
        "developers": ["genes"],
        "settlers": ["alien"],
        "goods": {"spice_world": ["novelty"]},
    }
    assert points("galactic_exchange", "spice_world", **mine) == 5


@pytest.mark.parametrize(("dice", "vp"), [(0, 0), (1, 2), (3, 2), (4, 4), (6, 4), (7, 6)])
def test_vp_per_die_group(dice: int, vp: int) -> None:
    half = dice // 2
    assert points("new_galactic_order", cup=["military"] * half, settlers=["military"] * (dice - half)) == vp


@pytest.mark.parametrize(
    ("chips", "vp"), [(0, 0), (1, 1), (2, 1), (3, 2), (5, 2), (6, 3), (10, 4), (54, 9), (55, 10), (66, 11)]
)
def test_R13_23_vp_chip_triangle(chips: int, vp: int) -> None:
    assert triangle_root(chips) == vp
    assert points("galactic_renaissance", chips=chips) == vp


def test_vp_per_good() -> None:
    goods = {"spice_world": ["home", "rare"], "gem_world": ["rare"]}
    assert points("galactic_reserves", "spice_world", "gem_world", goods=goods) == 3


def test_R12_11_consumption_dice_are_consumption_dice() -> None:
    assert points("new_galactic_order", cup=["consumption"] * 3) == 0
