import pytest

from galaxytables_beyond.scoring import automation_points
from galaxytables_beyond.state import Disc
from galaxytables_beyond.table.discs import discs_left
from galaxytables_kit import NOBODY, Seat
from tests.beyond.scene import Table

YARD = {"op": "build", "source": "pop", "level": 2, "n": 1, "at": "yard"}
SUPPLY = {"op": "build", "source": "supply", "level": 2, "n": 1, "at": "sol"}


def test_R11_1_the_leftmost_disc_goes_to_the_next_level() -> None:
    table = Table().do({"op": "automate", "kind": "ore", "n": 1}).do({"op": "automate", "kind": "food", "n": 1})
    assert table.faction().automation == [Disc.ORE, Disc.FOOD]
    assert (table.faction().food, table.faction().ore_discs) == (7, 7)


def test_R11_2_without_a_disc_an_achievement_disc_stands_in() -> None:
    table = Table()
    table.faction().ore_discs = 0
    table.do({"op": "automate", "kind": "ore", "n": 1})
    assert table.faction().automation == [Disc.ACHIEVEMENT]
    assert table.faction().achievement_discs == 7


def test_R11_3_past_seven_levels_each_disc_is_a_point() -> None:
    table = Table()
    table.faction().automation = [Disc.FOOD] * 7
    assert automation_points(table.play, Seat(0)) == 6
    table.do({"op": "automate", "kind": "food", "n": 2})
    assert automation_points(table.play, Seat(0)) == 8


def test_R11_4_a_substitute_stays_one() -> None:
    table = Table()
    table.faction().food = 0
    table.do({"op": "automate", "kind": "food", "n": 1})
    table.faction().food = 3
    table.do({"op": "automate", "kind": "food", "n": 1})
    assert table.faction().automation == [Disc.ACHIEVEMENT, Disc.FOOD]


def test_automating_either_is_a_choice_each_time() -> None:
    table = Table().do({"op": "automate", "kind": "either", "n": 2})
    table.answer("automate.track", "food").answer("automate.track", "ore")
    assert (discs_left(table.faction(), "food"), discs_left(table.faction(), "ore")) == (7, 7)


@pytest.mark.parametrize(("food", "ore", "disc"), [(0, 1, Disc.ORE), (1, 0, Disc.FOOD), (0, 0, Disc.ACHIEVEMENT)])
def test_R11_2_either_track_before_an_achievement_disc(food: int, ore: int, disc: Disc) -> None:
    table = Table()
    table.faction().food, table.faction().ore_discs = food, ore
    assert table.do({"op": "automate", "kind": "either", "n": 1}).ended
    assert table.faction().automation == [disc]


def test_wild_tracks_open_the_other_track() -> None:
    table = Table()
    table.discover("III1", "t3_12", 0)
    table.do({"op": "automate", "kind": "food", "n": 1}).answer("automate.track", "ore")
    assert table.faction().automation == [Disc.ORE]


def test_R12_1_ships_are_built_at_sol_or_an_own_shipyard() -> None:
    table = Table()
    table.outpost(0, "Y1")
    table.outpost(1, "Y2", "ore")
    table.do(YARD | {"n": 2}).answer("build.place", "Y1").answer("build.place", "SOL")
    assert table.at("Y1").fleets[0] == [2]
    assert table.at("SOL").fleets[0] == [2]
    assert table.faction().population == 0


def test_R12_1_nobody_builds_at_a_shipyard_of_another() -> None:
    table = Table()
    table.outpost(1, "Y2", "ore")
    table.do(YARD)
    assert table.ended
    assert table.at("SOL").fleets[0] == [2]


def test_R12_2_a_ship_that_appears_elsewhere_settles_control() -> None:
    table = Table().do(YARD | {"at": "any"}).answer("build.place", "A2")
    assert table.at("A2").owner == 0


def test_build_at_sol_and_in_deep_space() -> None:
    table = Table().do(SUPPLY).do(SUPPLY | {"at": "deep_space"})
    assert table.at("SOL").fleets[0] == table.at("DEEP").fleets[0] == [2]


def test_R12_3_upgrades_end_at_level_four_and_take_own_ships_only() -> None:
    table = Table()
    table.ships(0, "SOL", 3, 4)
    table.ships(1, "SOL", 1)
    table.do({"op": "upgrade", "steps": 3, "per_ship": None, "up_to": False})
    assert table.ended
    assert table.at("SOL").fleets == [[4, 4], [1]]


def test_upgrade_once_per_ship() -> None:
    table = Table()
    table.ships(0, "SOL", 1, 2)
    table.do({"op": "upgrade", "steps": 2, "per_ship": 1, "up_to": True}).answer("upgrade.ship", "SOL.1")
    assert table.at("SOL").fleets[0] == [2, 2]
    assert table.offered == ("SOL.2",)
    table.answer("upgrade.ship", "SOL.2")
    assert table.at("SOL").fleets[0] == [3, 2]


def test_upgrade_once_per_ship_among_ships_alike() -> None:
    table = Table()
    table.ships(0, "SOL", 1, 1)
    table.do({"op": "upgrade", "steps": 3, "per_ship": 1, "up_to": False})
    assert table.ended
    assert table.at("SOL").fleets[0] == [2, 2]


def test_upgrade_up_to_may_stop_early() -> None:
    table = Table()
    table.ships(0, "SOL", 1)
    table.do({"op": "upgrade", "steps": 2, "per_ship": None, "up_to": True}).answer("upgrade.ship")
    assert table.at("SOL").fleets[0] == [1]


def test_an_upgrade_can_change_control() -> None:
    table = Table()
    table.ships(0, "A1", 1)
    table.ships(1, "A1", 1)
    table.do({"op": "upgrade", "steps": 1, "per_ship": None, "up_to": False})
    assert table.at("A1").owner == 0


def test_R15_5_population_may_stand_in_for_missing_supply() -> None:
    table = Table()
    table.faction().supply = [0] * 5
    table.do(SUPPLY).answer("build.instead", "SOL")
    assert table.at("SOL").fleets[0] == [2]
    assert table.faction().population == 1


def test_R15_5_or_the_effect_is_passed() -> None:
    table = Table()
    table.faction().supply = [0] * 5
    table.do(SUPPLY).answer("build.instead")
    assert table.at("SOL").fleets[0] == []


def test_R15_5_a_part_of_the_shortage() -> None:
    table = Table()
    table.faction().supply = [0, 0, 1, 0, 0]
    table.do(SUPPLY | {"n": 3}).answer("build.instead", "SOL").answer("build.instead")
    assert table.at("SOL").fleets[0] == [2, 2]
    assert table.faction().population == 1


def test_R15_4_without_ships_an_upgrade_is_nothing() -> None:
    assert Table().do({"op": "upgrade", "steps": 2, "per_ship": None, "up_to": False}).ended


def test_R13_1_points_can_be_split_and_are_lost_if_unused() -> None:
    table = Table()
    table.ships(0, "SOL", 2, 1)
    table.do({"op": "jump", "points": 3}).answer("jump.move", "SOL.2>A1").answer("jump.move", "SOL.1>A2")
    table.answer("jump.move")
    assert table.ended
    assert (table.at("A1").owner, table.at("A2").owner) == (0, 0)


def test_R13_1_a_point_leads_over_one_lane() -> None:
    table = Table()
    table.ships(0, "SOL", 1)
    table.do({"op": "jump", "points": 1})
    assert table.offered == ("SOL.1>A1", "SOL.1>A2")


def test_ships_alike_are_one_option() -> None:
    table = Table()
    table.ships(0, "SOL", 2, 1, 1)
    table.do({"op": "jump", "points": 1})
    assert table.offered == ("SOL.2>A1", "SOL.2>A2", "SOL.1>A1", "SOL.1>A2")


def test_R13_2_nothing_is_settled_during_movement() -> None:
    table = Table()
    table.ships(0, "SOL", 1)
    table.do({"op": "jump", "points": 2}).answer("jump.move", "SOL.1>A1")
    assert table.at("A1").owner == -1
    table.answer("jump.move", "A1.1>Y1")
    assert (table.at("A1").owner, table.at("Y1").owner) == (-1, 0)


def test_R15_3_no_point_needs_to_be_used() -> None:
    table = Table()
    table.ships(0, "SOL", 1)
    table.do({"op": "jump", "points": 2}).answer("jump.move")
    assert table.ended


def test_long_jump_leads_anywhere_except_from_its_exceptions() -> None:
    table = Table()
    table.discover("III1", "t3_15", 0)
    table.ships(0, "SOL", 1)
    table.ships(0, "Y1", 1)
    table.do({"op": "jump", "points": 1})
    ends = {str(move).split(">")[1] for move in table.offered if str(move).startswith("Y1")}
    assert ends == {"SOL", "DEEP", "A1", "A2", "B1", "B2", "Y2"}
    assert {str(move) for move in table.offered if str(move).startswith("SOL")} == {"SOL.1>A1", "SOL.1>A2"}


def test_teleport_leads_anywhere_for_so_many_ships() -> None:
    table = Table()
    table.ships(0, "SOL", 1, 2)
    table.do({"op": "teleport", "ships": 2})
    everywhere = {"DEEP", "A1", "A2", "B1", "B2", "Y1", "Y2"}
    assert set(table.offered) == {f"SOL.{level}>{end}" for level in (1, 2) for end in everywhere}
    table.answer("teleport.move", "SOL.2>B2")
    assert table.at("B2").owner == NOBODY, "settled only once all have moved"
    table.answer("teleport.move", "SOL.1>B1")
    assert table.ended
    assert [table.at(place).fleets[0] for place in ("SOL", "B2", "B1")] == [[], [2], [1]]
    assert [(table.at(place).owner, table.at(place).disc) for place in ("B2", "B1")] == [(0, Disc.ORE), (0, Disc.FOOD)]
    assert (table.faction().food, table.faction().ore_discs) == (7, 7)
