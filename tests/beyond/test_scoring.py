import pytest

from galaxytables_beyond.rules import BEYOND
from galaxytables_beyond.scoring import scores
from galaxytables_beyond.state import AchievementState, ClaimedDisc, Colony, Disc
from galaxytables_kit import Seat
from galaxytables_kit.game import ranks
from tests.beyond import scene
from tests.beyond.scene import Table


def part(table: Table, source: str, seat: int = 0) -> int:
    return scores(table.play)[seat].parts[source]


def test_R8_1_levels_one_to_three_score_their_level_and_level_four_its_value() -> None:
    table = Table()
    table.researched("I1", 0)
    table.discover("II1", "t2_01", 0)
    table.discover("III1", "t3_01", 0)
    assert part(table, "technologies") == 6
    table.discover("IIII1", "t4_05", 0)
    assert part(table, "technologies") == 12


def test_R8_2_a_private_technology_scores_its_level() -> None:
    table = Table()
    table.faction().private = [scene.tech("t3_01")]
    assert part(table, "technologies") == 3


@pytest.mark.parametrize(("level", "points"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (7, 6), (8, 7), (10, 9)])
def test_R8_3_automation_adds_up_and_each_level_past_the_seventh_is_one(level: int, points: int) -> None:
    table = Table()
    table.faction().automation = [Disc.FOOD] * level
    assert part(table, "automation") == points


def test_R8_4_colonies_score_their_value_and_outposts_one() -> None:
    table = Table()
    table.faction().colonies = [Colony(scene.system("sB05"), [Disc.ORE, Disc.ORE])]
    table.outpost(0, "A1")
    table.outpost(0, "Y1")
    assert (part(table, "colonies"), part(table, "outposts")) == (7, 2)


def test_R8_5_sol_and_deep_space_score_for_the_strongest_and_all_tied() -> None:
    table = Table(3)
    table.ships(0, "SOL", 3)
    table.ships(1, "SOL", 2, 1)
    table.ships(2, "DEEP", 1)
    assert [part(table, "sol_and_deep_space", seat) for seat in range(3)] == [1, 1, 1]


def test_R8_6_attached_events_are_scored_for_every_faction() -> None:
    table = Table(3)
    table.state.events_in_effect = [scene.event("e2_09"), scene.event("e3_05"), scene.event("e2_08")]
    table.researched("I1", 0, 1)
    table.outpost(1, "Y1")
    table.ships(2, "SOL", 1)
    assert [part(table, "events", seat) for seat in range(3)] == [3, 4, 2]


def test_R8_6_an_event_that_is_attached_to_a_faction_is_scored_for_that_faction_alone() -> None:
    table = Table(3)
    table.faction(1).events = [scene.event("e2_09")]
    table.researched("I1", 0, 1)
    assert [part(table, "events", seat) for seat in range(3)] == [0, 3, 0]


def test_R8_6_private_technologies_count_as_researched() -> None:
    table = Table()
    table.state.events_in_effect = [scene.event("e2_09")]
    table.researched("I1", 0, 1)
    table.faction(1).private = [scene.tech("t3_01")]
    assert [part(table, "events", seat) for seat in range(2)] == [0, 3]


def test_R8_6_nobody_is_first_with_nothing() -> None:
    table = Table()
    table.state.events_in_effect = [scene.event("e3_08")]
    assert part(table, "events") == 0


def test_R8_7_achievements_score_their_slot() -> None:
    table = Table()
    discs = [ClaimedDisc(Seat(1), Disc.ACHIEVEMENT), ClaimedDisc(Seat(0), Disc.ACHIEVEMENT)]
    table.state.achievements = [AchievementState(scene.achievement("ach_0_1"), discs)]
    assert (part(table, "achievements", 0), part(table, "achievements", 1)) == (3, 5)


def test_R8_8_ties_fewest_discs_then_population_then_ore() -> None:
    table = Table()
    assert ranks(scores(table.play)) == {0: 1, 1: 1}
    table.faction(1).ore = 1
    assert ranks(scores(table.play)) == {0: 2, 1: 1}
    table.faction(0).population = 3
    assert ranks(scores(table.play)) == {0: 1, 1: 2}
    table.faction(1).food = 7
    assert ranks(scores(table.play)) == {0: 2, 1: 1}


def test_R8_8_food_and_ore_discs_count_alike_and_achievement_discs_not() -> None:
    table = Table()
    table.faction(1).ore_discs = 7
    table.faction(0).population, table.faction(0).ore = 9, 9
    assert ranks(scores(table.play)) == {0: 2, 1: 1}, "fewer ore discs outdo population and ore"
    table.faction(0).food = 7
    assert ranks(scores(table.play)) == {0: 1, 1: 2}, "as many discs: population decides"
    table.faction(1).food, table.faction(0).ore_discs = 4, 5
    assert ranks(scores(table.play)) == {0: 2, 1: 1}, "eleven are fewer than twelve, whatever their kind"
    table.faction(0).achievement_discs = 0
    assert ranks(scores(table.play)) == {0: 2, 1: 1}


def test_R8_9_without_ships_nobody_scores_sol_and_deep_space() -> None:
    table = Table()
    assert [part(table, "sol_and_deep_space", seat) for seat in (0, 1)] == [0, 0]


def test_end_score_powers_are_capped() -> None:
    table = Table(4)
    table.discover("IIII1", "t4_09", 0)
    for number, place in enumerate(("A1", "A2", "B1", "B2", "Y2", "Y3"), 1):
        table.outpost(0, place)
        assert part(table, "powers") == min(number, 5)


def test_the_game_gives_these_scores() -> None:
    table = Table()
    assert list(BEYOND.scores(table.play)) == scores(table.play)
