import pytest

from galaxytables_beyond.operations.feasible import usable_spaces
from galaxytables_beyond.state import Disc
from galaxytables_beyond.table.spaces import open_spaces
from galaxytables_kit import Seat
from tests.beyond.scene import PACK, Table, achievement


def spaces(table: Table, seat: int = 0) -> set[str]:
    return {space.id for space in open_spaces(table.play, Seat(seat))}


def usable(table: Table, seat: int = 0) -> set[str]:
    return set(usable_spaces(table.play, Seat(seat)))


def test_R3_1_turns_go_clockwise_and_rounds_count() -> None:
    table = Table(3)
    table.state.first = Seat(1)
    table.state.round, table.state.last_round = 0, 2
    assert table.play_out() == [(1, 1), (1, 2), (1, 0), (2, 1), (2, 2), (2, 0)]


def test_R3_2_action_then_production_then_achievement() -> None:
    table = Table()
    table.faction().automation = []
    table.faction().population = 5
    table.state.achievements[2].card = achievement("ach_A_2")
    table.turn()
    assert table.asked == "turn.action"
    table.answer("turn.action", "b_gather.0")
    assert table.asked == "production.choose"
    assert not table.told("achieved")
    table.answer("production.choose", "ore")
    assert table.told("achieved")


def test_R4_1_the_pawn_moves_and_the_action_is_carried_out() -> None:
    table = Table().turn().answer("turn.action", "b_gather.0")
    assert table.faction().pawn == "b_gather.0"
    assert (table.faction().population, table.faction().ore) == (3, 1)


def test_R4_2_a_space_with_another_pawn_is_taken() -> None:
    table = Table()
    table.faction(1).pawn = "b_gather.0"
    assert "b_gather.0" not in spaces(table)


def test_R4_3_the_pawn_must_move_but_another_space_of_the_same_action_will_do() -> None:
    table = Table()
    table.faction().pawn = "b_research_1.0"
    assert "b_research_1.0" not in spaces(table)
    assert "b_research_1.1" in spaces(table)


def test_R4_3_another_space_of_the_same_card() -> None:
    table = Table()
    table.discover("II1", "t2_16", 0)
    table.faction().pawn = "II1.0.0"
    assert "II1.0.1" in spaces(table)
    assert "II1.0.0" not in spaces(table)


def test_R4_4_the_last_basic_space_may_be_kept() -> None:
    table = Table()
    table.faction().pawn = "b_gather.0"
    assert "b_gather.0" in usable(table)


def test_R4_5_spaces_on_technologies_need_a_researcher_and_board_spaces_none() -> None:
    table = Table()
    table.discover("II1", "t2_06", 1)
    assert "II1.0.0" not in spaces(table)
    assert "II1.0.0" in spaces(table, 1)
    assert "b_ship.0" in spaces(table)


def test_R4_6_unpayable_actions_are_not_offered() -> None:
    table = Table()
    assert "b_research_2.0" not in usable(table)
    table.faction().ore = 2
    table.researched("I1", 0)
    assert "b_research_2.0" in usable(table)


def test_R4_6_actions_that_cannot_be_carried_out_are_not_offered() -> None:
    table = Table()
    table.faction().ore = 9
    table.faction().population = 0
    table.researched("I1", 0)
    assert not {"b_research_1.0", "b_research_2.0"} & usable(table)


def test_R4_6_a_colonisation_that_a_jump_makes_possible_is_offered() -> None:
    table = Table()
    table.faction().ore = 9
    table.state.guilds = [True] * 4
    table.ships(0, "SOL", 4)
    assert "g_colony_2.0" in usable(table)
    assert "g_colony_1.0" not in usable(table)
    table.ships(1, "A1", 4)
    table.ships(1, "A2", 4)
    assert "g_colony_2.0" not in usable(table)


@pytest.mark.parametrize(("strength", "offered"), [(3, False), (4, True)])
def test_R4_6_a_colonisation_of_what_is_controlled_is_offered_with_the_strength(
    strength: int, *, offered: bool
) -> None:
    table = Table()
    table.faction().ore = 9
    table.state.guilds = [True] * 4
    table.outpost(0, "A1")
    table.ships(0, "A1", strength)
    assert ("g_colony_1.0" in usable(table)) is offered


@pytest.mark.parametrize(("theirs", "offered"), [(3, True), (4, False)])
def test_R4_6_ships_that_come_must_control_the_system(theirs: int, *, offered: bool) -> None:
    table = Table()
    table.faction().ore = 9
    table.state.guilds = [True] * 4
    table.ships(0, "SOL", 4)
    table.ships(1, "A1", theirs)
    table.ships(1, "A2", 4)
    assert ("g_colony_2.0" in usable(table)) is offered


@pytest.mark.parametrize(("level", "offered"), [(1, False), (2, True)])
def test_R4_6_points_that_a_power_adds_to_jumps_count(level: int, *, offered: bool) -> None:
    table = Table(3, mats="advanced")
    table.faction(2).ore = 9
    table.faction(2).automation = [Disc.FOOD] * level
    table.state.guilds = [True] * 4
    table.ships(2, "DEEP", 4)
    assert ("g_colony_2.0" in usable(table, 2)) is offered


def test_R4_6_a_jump_that_is_too_short_does_not_help() -> None:
    table = Table()
    table.faction().ore = 9
    table.state.guilds = [True] * 4
    table.ships(0, "DEEP", 4)
    assert "g_colony_2.0" not in usable(table)


@pytest.mark.parametrize(("strength", "offered"), [(4, True), (3, False)])
def test_R4_6_a_lane_and_then_a_long_jump_bring_ships(strength: int, *, offered: bool) -> None:
    """From Deep Space to the near slots are three lanes; by the second point the ship has left Deep Space."""
    table = Table()
    table.faction().ore = 9
    table.state.guilds = [True] * 4
    table.discover("III1", "t3_15", 0)
    table.ships(0, "DEEP", strength)
    assert ("g_colony_2.0" in usable(table)) is offered


def test_R4_6_a_long_jump_does_not_begin_at_its_exceptions() -> None:
    table = Table()
    table.faction().ore = 9
    table.state.guilds = [True] * 4
    table.discover("III1", "t3_15", 0)
    table.ships(0, "DEEP", 3, 1)
    assert "g_colony_2.0" not in usable(table), "two points a ship, and two in all"


def test_R4_7_surcharged_spaces_cost_more() -> None:
    table = Table()
    assert "b_research_1.1" not in usable(table)
    table.faction().ore = 1
    table.turn().answer("turn.action", "b_research_1.1")
    assert table.faction().ore == 0


def test_R4_8_costs_are_paid_before_effects() -> None:
    table = Table()
    table.faction().ore, table.faction().population = 7, 3
    table.discover("III1", "t3_03", 0)
    for slot in ("III2", "III3"):
        table.discover(slot, "t3_01", 0)
    assert "III1.0.0" in usable(table)
    table.faction().population = 2
    assert "III1.0.0" not in usable(table)


def test_R4_9_the_ship_action_builds_if_wanted_and_jumps() -> None:
    table = Table().turn().answer("turn.action", "b_ship.0").answer("may.do", "yes")
    assert table.at("SOL").fleets[0] == [1]
    assert table.faction().population == 1
    table.answer("jump.move", "SOL.1>A1").answer("jump.move")
    assert table.at("A1").owner == 0


def test_R4_9_level_two_research_costs_two_ore() -> None:
    deeds = {space.id: space.deed for space in PACK.basic_spaces[4]}
    assert deeds["b_research_2.0"].cost.ore == 2
    assert deeds["b_research_1.0"].cost.ore == 0


def test_R4_10_without_any_action_the_pawn_stays() -> None:
    table = Table()
    table.faction().population = 0
    table.faction().pawn = "b_ship.0"
    table.faction(1).pawn = "b_gather.0"
    table.turn()
    assert [told.kind for told in table.play.events] == ["turn", "no_action"]
    assert (table.asked, table.offered) == ("production.choose", ("population", "ore"))
    assert table.faction().pawn == "b_ship.0"
    assert (table.faction().population, table.faction().ore) == (0, 0), "nothing was done"


def without_a_space() -> Table:
    """A turn with no space that can be paid, and a power that may change that."""
    table = Table()
    table.discover("II1", "t2_14", 0)
    table.faction().population, table.faction().ore = 0, 2
    table.faction().pawn = "b_ship.0"
    table.faction(1).pawn = "b_gather.0"
    return table.turn()


def test_R4_10_a_power_may_make_an_action_possible() -> None:
    table = without_a_space()
    table.answer("turn.power", "power.t2_14.0")
    assert (table.asked, table.faction().pawn) == ("research.slot", "b_research_1.0")
    assert not table.told("no_action")


def test_R4_10_without_the_power_the_phase_is_skipped() -> None:
    table = without_a_space()
    table.answer("turn.power")
    assert table.told("no_action")
    assert (table.asked, table.faction().pawn) == ("production.choose", "b_ship.0")


def test_R4_11_a_jump_without_points_used_is_an_action() -> None:
    table = Table()
    table.faction().population = 0
    assert "b_ship.0" in usable(table)
