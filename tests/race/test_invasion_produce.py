"""R22.26-R22.32: war effort and repair in the Produce phase."""

from collections.abc import Sequence

import pytest

from galaxytables_race.rules import RACE
from galaxytables_race.state.invasion import Admiral
from tests.race.scene import INVADED, PACK, Side, Table, fact, scene

OTHER = Side(["epsilon_eridani"])


def producing(
    side: Side, other: Side = OTHER, deck: Sequence[str] = (), rules_version: int = RACE.rules_version
) -> Table:
    return scene(side, other, phase="produce", options=INVADED, deck=deck, rules_version=rules_version)


def skip(table: Table, kind: str, seat: int = 0) -> None:
    """Decline a question."""
    assert table.asked(seat) == kind
    table.answer(seat)


def damaged(table: Table, seat: int = 0) -> list[str]:
    return [PACK.cards[card].id for card in table.state.empires[seat].damaged]


def admiral(table: Table, seat: int = 0) -> Admiral:
    assert table.state.invasion is not None
    return table.state.invasion.admirals[seat]


def repulse(table: Table) -> int:
    assert table.state.invasion is not None
    return table.state.invasion.repulse


def test_R22_26_each_good_is_a_chip_from_the_pool_and_lowers_the_repulse_value() -> None:
    worlds = ["gem_world", "comet_zone", "mining_world"]
    table = producing(Side(worlds, goods=worlds))
    assert (table.asked(0), table.offered(0)) == ("produce.war_effort", sorted(worlds))
    table.answer(0, "gem_world", "mining_world")
    assert (table.chips(0), table.state.pool, admiral(table).war_effort, repulse(table)) == (2, 22, 2, 20)


def lowered(value: int, rules_version: int = RACE.rules_version) -> Table:
    """Both seats, without any military, give two goods each while the repulse value is `value`; the Xeno come then."""
    first, second = ["gem_world", "comet_zone"], ["mining_world", "spice_world"]
    table = producing(Side(first, goods=first), Side(second, goods=second), rules_version=rules_version)
    assert table.state.invasion is not None
    table.state.invasion.repulse = value
    table.state.round = 3
    table.answer(0, *first)
    table.answer(1, *second)
    return table


@pytest.mark.parametrize(("value", "left"), [(6, 2), (5, 1), (4, 1), (2, 1), (1, 1)])
def test_R22_26_the_repulse_value_never_becomes_0_and_each_good_still_brings_its_chip(value: int, left: int) -> None:
    table = lowered(value)
    assert (repulse(table), table.chips(0), table.chips(1)) == (left, 2, 2)
    assert [admiral(table, seat).war_effort for seat in (0, 1)] == [2, 2]
    assert table.told("war_effort", 1)[0].facts["repulse"] == left


def test_R22_26_R22_9_war_effort_alone_never_repulses_the_xeno() -> None:
    table = lowered(3)
    assert (len(table.told("repulsed")), len(table.told("faces"))) == (0, 2)


def test_R22_26_at_tables_of_version_2_it_does() -> None:
    table = lowered(3, rules_version=2)
    assert (repulse(table), len(table.told("repulsed")), table.live.over) == (0, 1, True)


def test_R22_26_at_the_start_so_the_worlds_produce_again() -> None:
    table = producing(Side(["gem_world"], goods=["gem_world"]))
    table.answer(0, "gem_world")
    assert (table.goods(0), table.chips(0)) == (["gem_world"], 1)


def test_R22_26_it_may_be_declined_and_needs_goods() -> None:
    table = producing(Side(["gem_world"], goods=["gem_world"]))
    skip(table, "produce.war_effort")
    assert (table.goods(0), table.chips(0), table.asked(1)) == (["gem_world"], 0, "actions.choose")
    assert (repulse(table), table.told("war_effort")) == (22, [])
    assert producing(Side(["gem_world"])).asked(0) == "actions.choose"


def test_R22_26_what_is_given_stays_secret_until_all_have_chosen() -> None:
    table = producing(Side(["gem_world"], goods=["gem_world"]), Side(["comet_zone"], goods=["comet_zone"]))
    table.answer(0, "gem_world")
    seen = table.shown(1)
    assert (len(seen.empires[0].cards[0].goods), seen.pool, seen.invasion.repulse) == (1, 24, 22)


def test_R22_27_the_chips_count_for_galactic_renaissance_and_rewards_do_not() -> None:
    worlds = ["gem_world", "comet_zone", "mining_world"]
    table = producing(Side(["galactic_renaissance", *worlds], goods=worlds))
    before = table.score_of(0, "galactic_renaissance")
    admiral(table).rewards = 9
    assert table.score_of(0, "galactic_renaissance") == before
    table.answer(0, *worlds)
    assert table.score_of(0, "galactic_renaissance") == before + 1


def repairing(*tableau: str, hand: int = 0, goods: Sequence[str] = (), actions: Sequence[str] = ()) -> Table:
    """Produce with all worlds damaged that have no good; war effort is declined."""
    worlds = [design for design in tableau if PACK.designs[design].kind == "world" and design not in goods]
    side = Side(tableau, spare=hand, goods=goods, actions=actions, damaged=worlds)
    table = producing(side)
    if goods:
        skip(table, "produce.war_effort")
    return table


def test_R22_28_two_hand_cards_repair_one_world_once() -> None:
    table = repairing("old_earth", "pilgrimage_world", "destroyed_world", hand=5)
    assert (table.asked(0), table.offered(0)) == ("repair.way", ["repair_cards"])
    table.answer(0, "repair_cards")
    table.answer(0, "pilgrimage_world")
    table.answer(0, *table.offered(0)[:2])
    assert (damaged(table), table.hand_size(0)) == (["old_earth", "destroyed_world"], 3)
    assert table.asked(0) == "actions.choose"


def test_R22_28_not_with_one_hand_card() -> None:
    assert repairing("old_earth", hand=1).asked(0) == "actions.choose"


def test_R22_28_a_good_repairs_one_world_once() -> None:
    table = repairing("old_earth", "pilgrimage_world", "asteroid_belt", "alien_robot_sentry",
                      goods=["asteroid_belt", "alien_robot_sentry"])  # fmt: skip
    assert table.offered(0) == ["repair_good"]
    table.answer(0, "repair_good")
    table.answer(0, "old_earth")
    assert (table.asked(0), table.offered(0)) == ("repair.good", ["alien_robot_sentry", "asteroid_belt"])
    table.answer(0, "asteroid_belt")
    assert (damaged(table), table.goods(0)) == (["pilgrimage_world"], ["alien_robot_sentry"])
    assert fact(table.told("repaired", 0)[0], "worlds") == ["old_earth"]
    assert table.asked(0) == "actions.choose"


@pytest.mark.parametrize("card", ["construction_corps", "terraforming_defenders"])
def test_R22_28_a_repair_power_repairs_one_world(card: str) -> None:
    table = repairing("old_earth", "pilgrimage_world", card)
    assert table.offered(0) == [card]
    table.answer(0, card)
    assert (table.prompt(0).least, table.prompt(0).most) == (1, 1)
    table.answer(0, "old_earth")
    assert (damaged(table), table.asked(0)) == (["pilgrimage_world"], "actions.choose")


def test_R22_28_the_action_repairs_up_to_two_worlds() -> None:
    table = repairing("old_earth", "pilgrimage_world", "destroyed_world", actions=["produce_repair"])
    assert table.offered(0) == ["produce_repair"]
    table.answer(0, "produce_repair")
    assert (table.prompt(0).least, table.prompt(0).most) == (1, 2)
    table.answer(0, "old_earth", "destroyed_world")
    assert damaged(table) == ["pilgrimage_world"]


def test_R22_28_the_action_has_no_windfall_bonus() -> None:
    table = producing(Side(["asteroid_belt"], actions=["produce_repair"]))
    assert (table.asked(0), table.goods(0)) == ("actions.choose", [])
    assert producing(Side(["asteroid_belt"], actions=["produce"])).asked(0) == "produce.bonus"


def test_R22_28_ways_may_be_combined() -> None:
    worlds = ["old_earth", "pilgrimage_world", "destroyed_world", "malevolent_lifeforms", "tourist_world"]
    table = repairing(*worlds, "construction_corps", "asteroid_belt", hand=2, goods=["asteroid_belt"],
                      actions=["produce_repair"])  # fmt: skip
    for way, repaired in (
        ("construction_corps", worlds[:1]),
        ("repair_cards", worlds[1:2]),
        ("repair_good", worlds[2:3]),
        ("produce_repair", worlds[3:]),
    ):
        table.answer(0, way)
        if table.asked(0) == "repair.world" and table.prompt(0).least < len(table.prompt(0).options):
            table.answer(0, *repaired)
    assert (damaged(table), table.hand_size(0), table.goods(0)) == ([], 0, ["malevolent_lifeforms"])


def test_R22_28_a_good_made_in_the_same_phase_may_pay() -> None:
    table = producing(Side(["gem_world", "old_earth"], damaged=["old_earth"]))
    assert table.offered(0) == ["repair_good"]
    table.answer(0, "repair_good")
    assert (damaged(table), table.goods(0)) == ([], [])


def test_R22_28_the_example_of_repairs_that_pay_for_each_other() -> None:
    tableau = ["rebel_underground", "diversified_economy", "spice_world", "alien_robotic_factory"]
    table = producing(Side(tableau, spare=1, damaged=["spice_world", "alien_robotic_factory"]))
    assert (table.hand_size(0), table.offered(0)) == (2, ["repair_cards"])
    table.answer(0, "repair_cards")
    table.answer(0, "spice_world")
    assert table.offered(0) == ["repair_good"]
    table.answer(0, "repair_good")
    assert (damaged(table), table.goods(0), table.hand_size(0)) == ([], ["alien_robotic_factory"], 2)


def test_R22_28_repairs_are_offered_again_only_when_there_is_more_to_pay_with() -> None:
    table = repairing("old_earth", "construction_corps", hand=2)
    skip(table, "repair.way")
    assert table.asked(0) == "actions.choose"
    table = producing(Side(["old_earth", "gem_world"], spare=2, damaged=["old_earth"]))
    skip(table, "repair.way")
    assert table.offered(0) == ["repair_cards", "repair_good"]


def test_R22_28_more_hand_cards_and_goods_are_of_no_use_for_ways_that_were_used() -> None:
    worlds = ["old_earth", "pilgrimage_world", "destroyed_world"]
    side = Side([*worlds, "asteroid_belt", "gem_world", "construction_corps"], spare=2, damaged=worlds,
                goods=["asteroid_belt"])  # fmt: skip
    table = producing(side)
    skip(table, "produce.war_effort")
    for way, world in (("repair_cards", "old_earth"), ("repair_good", "pilgrimage_world")):
        table.answer(0, way)
        table.answer(0, world)
    assert table.offered(0) == ["construction_corps"]
    table.answer(0)
    assert (table.asked(0), table.goods(0), table.hand_size(0)) == ("actions.choose", ["gem_world"], 1)


def test_R22_28_a_windfall_good_may_pay_before_cards_are_drawn_for_what_was_produced() -> None:
    tableau = ["galactic_engineers", "asteroid_belt", "spice_world", "diversified_economy"]
    table = producing(Side(tableau, damaged=["spice_world"]))
    assert (table.offered(0), table.hand_size(0)) == (["repair_good"], 0)
    table.answer(0, "repair_good")
    assert (damaged(table), table.goods(0), table.hand_size(0)) == ([], ["spice_world"], 2)


def test_R22_28_who_does_not_repair_then_is_asked_for_nothing_twice() -> None:
    tableau = ["galactic_engineers", "asteroid_belt", "old_earth", "alien_archives", "uplift_terraforming"]
    table = producing(Side(tableau, spare=1, damaged=["old_earth"]))
    skip(table, "produce.discard_here")
    skip(table, "repair.way")
    assert (table.asked(0), table.goods(0)) == ("actions.choose", ["asteroid_belt"])


def test_R22_29_produce_repair_is_a_second_produce_card() -> None:
    table = scene(Side(["old_earth"]), OTHER, phase="round_end", options=INVADED)
    assert "produce_repair" in table.offered(0)
    table.answer(0, "produce", "produce_repair")
    table.answer(1, "consume_trade", "consume_x2")
    assert [told.facts["phase"] for told in table.told("phase_begins")].count("produce") == 1


def test_R22_29_who_chose_both_has_both_bonuses() -> None:
    side = Side(["asteroid_belt", "old_earth"], actions=["produce", "produce_repair"], damaged=["old_earth"])
    table = producing(side)
    table.answer(0, "produce_repair")
    assert (damaged(table), table.asked(0)) == ([], "produce.bonus")


def test_R22_29_without_the_invasion_there_is_no_such_card() -> None:
    table = scene(Side(["old_earth"]), OTHER, phase="round_end")
    assert "produce_repair" not in table.offered(0)


def test_R22_30_a_repaired_production_world_produces_at_once() -> None:
    table = repairing("gem_world", "construction_corps")
    table.answer(0, "construction_corps")
    assert (table.goods(0), table.hand_size(0)) == (["gem_world"], 1)


def test_R22_30_also_when_repaired_after_the_others_produced() -> None:
    table = producing(Side(["spice_world", "gem_world"], damaged=["gem_world"]))
    table.answer(0, "repair_good")
    assert (table.goods(0), table.hand_size(0)) == (["gem_world"], 1)
    assert [fact(told, "worlds") for told in table.told("produced", 0)] == [["spice_world"], ["gem_world"]]


def test_R22_30_a_windfall_world_gets_no_good_by_itself() -> None:
    table = repairing("asteroid_belt", "construction_corps")
    table.answer(0, "construction_corps")
    assert (damaged(table), table.goods(0)) == ([], [])


def test_R22_30_but_may_get_one_by_a_power_or_the_bonus() -> None:
    side = Side(["asteroid_belt", "spice_world"], actions=["produce"], damaged=["asteroid_belt"])
    table = producing(side)
    table.answer(0, "repair_good")
    assert table.asked(0) == "produce.bonus"
    table.answer(0, "asteroid_belt")
    assert table.goods(0) == ["asteroid_belt"]


def test_R22_30_powers_of_a_repaired_world_may_still_be_used() -> None:
    table = producing(Side(["expanding_colony", "spice_world", "asteroid_belt"], damaged=["expanding_colony"]))
    table.answer(0, "repair_good")
    assert table.goods(0) == []
    table = producing(Side(["rebel_underground", "spice_world"], damaged=["rebel_underground"]))
    table.answer(0, "repair_good")
    assert table.hand_size(0) == 1


def test_R22_30_windfall_powers_are_used_once_though_repairs_come_late() -> None:
    side = Side(["galactic_engineers", "asteroid_belt", "old_earth", "runaway_robots"], damaged=["runaway_robots"])
    table = producing(side)
    assert (table.asked(0), table.goods(0)) == ("repair.way", ["asteroid_belt"])
    table.answer(0, "repair_good")
    assert (damaged(table), table.goods(0), table.asked(0)) == ([], [], "actions.choose")


def test_R22_30_the_bonus_is_used_once_though_repairs_come_late() -> None:
    side = Side(["asteroid_belt", "runaway_robots"], actions=["produce"], damaged=["runaway_robots"])
    table = producing(side)
    table.answer(0, "asteroid_belt")
    table.answer(0, "repair_good")
    assert (damaged(table), table.goods(0), table.asked(0)) == ([], [], "actions.choose")


def test_R22_30_a_bonus_that_was_declined_may_be_used_for_a_world_repaired_later() -> None:
    tableau = ["gem_world", "asteroid_belt", "runaway_robots", "diversified_economy"]
    table = producing(Side(tableau, actions=["produce"], damaged=["runaway_robots"]))
    skip(table, "repair.way")
    skip(table, "produce.bonus")
    assert (table.hand_size(0), table.offered(0)) == (2, ["repair_cards", "repair_good"])
    table.answer(0, "repair_cards")
    assert (table.asked(0), table.offered(0)) == ("produce.bonus", ["asteroid_belt", "runaway_robots"])
    table.answer(0, "runaway_robots")
    assert (table.goods(0), table.hand_size(0)) == (["gem_world", "runaway_robots"], 1)


def test_R22_31_a_world_produces_once_a_phase() -> None:
    side = Side(["starry_rift_pioneers", "galactic_engineers", "old_earth"], actions=["produce"], damaged=["old_earth"])
    table = producing(side)
    assert (table.asked(0), table.goods(0)) == ("repair.way", ["starry_rift_pioneers"])
    table.answer(0, "repair_good")
    assert (table.goods(0), table.asked(0)) == ([], "actions.choose")


def produce_again(table: Table) -> None:
    """All choose to produce in the next round, and nothing else."""
    for seat in (0, 1):
        table.answer(seat, "produce", "produce_repair")


def test_R22_28_each_way_once_in_every_produce_phase() -> None:
    table = repairing("old_earth", "pilgrimage_world", "construction_corps")
    table.answer(0, "construction_corps")
    table.answer(0, "old_earth")
    produce_again(table)
    assert table.offered(0) == ["construction_corps", "produce_repair"]
    table.answer(0, "construction_corps")
    assert damaged(table) == []


def test_R22_31_all_produce_again_in_the_next_produce_phase() -> None:
    worlds = ["asteroid_belt", "gem_world"]
    table = producing(Side([*worlds, "galactic_engineers", "diversified_economy"]))
    assert (table.goods(0), table.hand_size(0)) == (worlds, 3)
    produce_again(table)
    table.answer(0, *worlds)
    assert (table.goods(0), table.hand_size(0), table.chips(0)) == (worlds, 6, 2)
    assert table.shown(None).empires[0].admiral.war_effort == 2


def test_R22_32_nothing_is_offered_without_a_damaged_world() -> None:
    side = Side(["old_earth", "construction_corps"], spare=3, actions=["produce_repair"])
    assert producing(side).asked(0) == "actions.choose"


def test_draws_for_goods_are_made_once_though_repairs_come_late() -> None:
    side = Side(["spice_world", "galactic_home_front", "gem_world", "old_earth"], damaged=["old_earth"])
    table = producing(side)
    skip(table, "repair.way")
    assert (table.hand_size(0), table.offered(0)) == (2, ["repair_cards", "repair_good"])
    table.answer(0, "repair_good")
    table.answer(0, "spice_world")
    assert (table.hand_size(0), table.goods(0)) == (2, ["gem_world"])
