"""R7: Settle, with its powers."""

import pytest

from galaxytables_race.abilities.tableau import abilities_of
from galaxytables_race.options import RaceOptions
from galaxytables_race.reach import strength_against
from tests.race.scene import BASE, NEW_WORLDS, PACK, SECOND_EDITION, Side, Table, fact, scene

OTHER = Side(["epsilon_eridani"])


def strength(table: Table, against: str) -> int:
    able = abilities_of(PACK, tuple(table.state.empires[0].tableau))
    return strength_against(able, PACK.designs[against])


def test_R7_1_worlds_are_settled_from_hand() -> None:
    table = scene(Side(["old_earth"], ["gem_world", "space_marines"], spare=2), OTHER, phase="settle")
    assert table.offered(0) == ["gem_world"]
    table.answer(0, "gem_world")
    assert table.asked(0) == "settle.pay"


def test_R7_2_a_peaceful_world_costs_its_price() -> None:
    table = scene(Side(["old_earth"], ["gem_world"], spare=3), OTHER, phase="settle")
    table.answer(0, "gem_world")
    assert (table.prompt(0).least, table.prompt(0).most) == (2, 2)


@pytest.mark.parametrize(
    ("card", "world", "price"),
    [
        ("mining_robots", "comet_zone", 2),
        ("mining_robots", "spice_world", 2),
        ("alpha_centauri", "comet_zone", 2),
        ("replicant_robots", "comet_zone", 1),
        ("alien_rosetta_stone_world", "deserted_alien_outpost", 2),
        ("alien_tech_institute", "deserted_alien_outpost", 2),
        ("alien_tech_institute", "comet_zone", 3),
    ],
)
def test_R7_2_discount(card: str, world: str, price: int) -> None:
    table = scene(Side(["old_earth", card], [world], spare=5), OTHER, phase="settle")
    table.answer(0, world)
    assert table.prompt(0).least == price


@pytest.mark.parametrize(
    ("tableau", "world", "conquered"),
    [
        (["new_sparta"], "rebel_miners", True),
        (["epsilon_eridani"], "rebel_miners", False),
        (["new_sparta", "space_marines"], "malevolent_lifeforms", True),
        (["new_sparta", "space_marines"], "lost_alien_warship", False),
        (["new_sparta", "drop_ships"], "lost_alien_warship", True),
    ],
)
def test_R7_3_military_must_reach_the_defense(tableau: list[str], world: str, conquered: bool) -> None:
    other = Side(["alpha_centauri"])
    table = scene(Side(tableau, [world], spare=4), other, phase="settle")
    assert (table.asked(0) == "settle.place") == conquered
    if conquered:
        table.answer(0, world)
        assert table.tableau(0)[-1] == world
        assert table.hand_size(0) == 4
        assert fact(table.told("conquered")[0], "defense") == PACK.designs[world].cost


def test_R7_3_specialised_military_counts_only_where_it_fits() -> None:
    table = scene(
        Side(["alien_rosetta_stone_world"], ["alien_robot_sentry", "reptilian_uplift_race"]), OTHER, phase="settle"
    )
    assert table.offered(0) == ["alien_robot_sentry"]


@pytest.mark.parametrize(
    ("card", "against", "amount"),
    [
        ("new_sparta", "rebel_base", 2),
        ("space_marines", "rebel_base", 2),
        ("drop_ships", "rebel_base", 3),
        ("new_galactic_order", "rebel_base", 2),
        ("galactic_imperium", "rebel_base", 4),
        ("galactic_imperium", "lost_alien_warship", 0),
        ("alien_tech_institute", "lost_alien_warship", 2),
        ("alien_rosetta_stone_world", "lost_alien_warship", 2),
        ("alpha_centauri", "rebel_miners", 1),
        ("alpha_centauri", "rebel_base", 0),
        ("contact_specialist", "rebel_base", -1),
        ("empath_world", "rebel_base", -1),
        ("pan_galactic_league", "rebel_base", -1),
        ("outlaw_world", "rebel_base", 0),
    ],
)
def test_R1_10_military(card: str, against: str, amount: int) -> None:
    assert strength(scene(Side([card]), OTHER, phase="produce"), against) == amount


def test_R24_1_outlaw_world_is_stronger_in_the_second_edition() -> None:
    table = scene(Side(["outlaw_world_second_edition"]), OTHER, phase="produce", options=SECOND_EDITION)
    assert strength(table, "rebel_base") == 1


@pytest.mark.parametrize(
    ("payer", "options"), [("contact_specialist", BASE), ("galactic_trade_emissaries", NEW_WORLDS)]
)
def test_R7_4_pay_for_military(payer: str, options: RaceOptions) -> None:
    table = scene(
        Side([payer], ["rebel_miners", "alien_robot_sentry"], spare=2), OTHER, phase="settle", options=options
    )
    assert table.offered(0) == ["rebel_miners"]
    table.answer(0, "rebel_miners")
    assert table.asked(0) == "settle.pay"
    assert table.prompt(0).least == 1
    table.answer(0, table.offered(0)[0])
    assert table.tableau(0)[-1] == "rebel_miners"


def test_R7_4_world_discounts_apply_to_military_worlds_that_are_paid_for() -> None:
    table = scene(Side(["contact_specialist", "replicant_robots"], ["rebel_warrior_race"]), OTHER, phase="settle")
    table.answer(0, "rebel_warrior_race")
    assert fact(table.told("settled")[0], "cost") == 0


def test_R7_4_who_can_do_both_chooses() -> None:
    table = scene(
        Side(["new_sparta", "drop_ships", "contact_specialist"], ["rebel_miners"], spare=2), OTHER, phase="settle"
    )
    table.answer(0, "rebel_miners")
    assert table.asked(0) == "settle.means"
    assert table.offered(0) == ["conquer", "pay"]
    table.answer(0, "pay")
    assert table.asked(0) == "settle.pay"


def test_R7_5_temporary_military() -> None:
    table = scene(Side(["old_earth", "new_military_tactics"], ["rebel_miners"]), OTHER, phase="settle")
    table.answer(0, "rebel_miners")
    assert table.tableau(0) == ["old_earth", "rebel_miners"]
    assert len(table.state.discards[0]) == 1
    assert fact(table.told("boosted")[0], "military") == 3


def test_R7_5_temporary_military_is_not_spent_where_it_is_not_needed() -> None:
    table = scene(Side(["new_sparta", "new_military_tactics"], ["rebel_miners"]), OTHER, phase="settle")
    table.answer(0, "rebel_miners")
    assert table.tableau(0) == ["new_sparta", "new_military_tactics", "rebel_miners"]


def test_R7_5_temporary_military_that_is_not_enough_offers_nothing() -> None:
    table = scene(Side(["old_earth", "new_military_tactics"], ["rebel_base"]), OTHER, phase="settle")
    assert table.asked(0) != "settle.place"


def test_R7_7_discard_self_for_free_world() -> None:
    table = scene(Side(["old_earth", "colony_ship"], ["terraformed_world"], spare=1), OTHER, phase="settle")
    table.answer(0, "terraformed_world")
    assert table.tableau(0) == ["old_earth", "terraformed_world"]
    assert table.hand_size(0) == 1
    assert fact(table.told("freed")[0], "card") == "colony_ship"


def test_R7_7_it_is_a_choice_where_the_price_can_be_paid() -> None:
    table = scene(Side(["old_earth", "colony_ship"], ["gem_world"], spare=2), OTHER, phase="settle")
    table.answer(0, "gem_world")
    assert table.asked(0) == "settle.discount"
    table.answer(0)
    assert table.tableau(0) == ["old_earth", "colony_ship", "gem_world"]
    assert table.hand_size(0) == 0


def test_R7_7_not_for_alien_worlds() -> None:
    table = scene(Side(["old_earth", "colony_ship"], ["deserted_alien_outpost"], spare=3), OTHER, phase="settle")
    assert table.asked(0) != "settle.place"


def test_R7_7_also_for_a_military_world_that_is_paid_for() -> None:
    table = scene(Side(["contact_specialist", "colony_ship"], ["rebel_base"]), OTHER, phase="settle")
    table.answer(0, "rebel_base")
    assert table.tableau(0) == ["contact_specialist", "rebel_base"]


def test_R7_8_a_windfall_world_comes_with_its_good() -> None:
    table = scene(Side(["old_earth"], ["asteroid_belt"], spare=2), OTHER, phase="settle")
    table.answer(0, "asteroid_belt")
    assert table.goods(0) == ["asteroid_belt"]


def test_R1_4_a_production_world_comes_without_a_good() -> None:
    table = scene(Side(["old_earth"], ["gem_world"], spare=2), OTHER, phase="settle")
    table.answer(0, "gem_world")
    assert table.goods(0) == []


def test_R7_9_the_choosers_bonus_is_a_card() -> None:
    table = scene(
        Side(["old_earth"], ["gem_world"], spare=2, actions=["settle"]), OTHER, phase="settle", deck=["new_earth"]
    )
    table.answer(0, "gem_world")
    assert table.hand(0) == ["new_earth"]


@pytest.mark.parametrize(("card", "options"), [("terraforming_robots", BASE), ("terraforming_colonists", NEW_WORLDS)])
def test_R7_9_draw_after_placing(card: str, options: RaceOptions) -> None:
    table = scene(Side(["old_earth", card], ["gem_world"], spare=2), OTHER, phase="settle", options=options)
    table.answer(0, "gem_world")
    assert table.hand_size(0) == 1


def test_R7_9_draw_after_placing_a_development_does_not_draw_for_worlds() -> None:
    table = scene(Side(["old_earth", "public_works"], ["gem_world"], spare=2), OTHER, phase="settle")
    table.answer(0, "gem_world")
    assert table.hand_size(0) == 0


def test_R7_10_who_places_nothing_draws_nothing() -> None:
    table = scene(
        Side(["old_earth", "terraforming_robots"], ["gem_world"], spare=2, actions=["settle"]), OTHER, phase="settle"
    )
    table.answer(0)
    assert table.hand_size(0) == 3
    assert not table.told("drew")


def test_R7_20_military_of_a_conquered_world_counts_after_the_phase() -> None:
    table = scene(Side(["new_sparta", "space_marines"], ["alien_robot_scout_ship"]), OTHER, phase="settle")
    table.answer(0, "alien_robot_scout_ship")
    assert strength(table, "rebel_base") == 5
