from typing import Any

import pytest

from galaxytables_beyond.components.cards import Achievement
from galaxytables_beyond.phases.achievement import achievement
from galaxytables_beyond.state import AchievementState, ClaimedDisc, Colony, Disc
from galaxytables_beyond.view import view
from galaxytables_kit import Seat
from tests.beyond import scene
from tests.beyond.scene import PACK, Table


def table_with(*cards: str, seats: int = 2, **options: Any) -> Table:
    table = Table(seats, **options)
    table.state.achievements = [AchievementState(scene.achievement(card), []) for card in cards]
    return table


def claim(table: Table, seat: int = 0) -> Table:
    table.this_turn.seat = Seat(seat)
    return table.run(achievement(table.play))


def test_R6_1_one_a_turn_and_only_by_the_seat_to_move() -> None:
    table = table_with("ach_A_2", "ach_A_4")
    for seat in (0, 1):
        table.faction(seat).population = 6
        table.faction(seat).automation = [Disc.FOOD] * 5
    claim(table).answer("achievement.claim", "ach_A_4")
    assert table.ended
    assert [[claimed.seat for claimed in card.discs] for card in table.state.achievements] == [[], [0]]


def test_R6_2_the_leftmost_free_slot_is_worth_most() -> None:
    table = table_with("ach_A_2")
    for seat in (0, 1):
        table.faction(seat).population = 6
        claim(table, seat)
    assert [told.facts["points"] for told in table.told("achieved")] == [4, 2]


def test_R6_3_a_full_card_cannot_be_claimed() -> None:
    table = table_with("ach_B_1", seats=3)
    table.state.achievements[0].discs = [ClaimedDisc(Seat(1), Disc.ACHIEVEMENT), ClaimedDisc(Seat(2), Disc.ACHIEVEMENT)]
    table.ships(0, "SOL", 4, 4, 4, 4)
    assert not claim(table).told("achieved")


def test_R6_4_each_faction_claims_a_card_once() -> None:
    table = table_with("ach_A_2")
    table.faction().population = 6
    claim(table)
    claim(table)
    assert len(table.told("achieved")) == 1


def test_R6_5_a_claim_outlasts_its_condition() -> None:
    table = table_with("ach_A_2")
    table.faction().population = 6
    claim(table)
    table.faction().population = 0
    claim(table)
    assert len(table.state.achievements[0].discs) == 1


def test_R6_6_a_met_condition_must_be_claimed() -> None:
    table = table_with("ach_A_2")
    table.faction().population = 6
    assert claim(table).ended
    assert table.told("achieved")


def test_R6_6_with_several_met_the_seat_chooses_one() -> None:
    table = table_with("ach_A_2", "ach_A_4")
    table.faction().population = 6
    table.faction().automation = [Disc.FOOD] * 5
    claim(table)
    assert table.prompt.least == 1
    assert set(table.offered) == {"ach_A_2", "ach_A_4"}


def test_R6_7_achievement_discs_never_run_out() -> None:
    table = table_with("ach_A_2")
    table.faction().population = 6
    table.faction().achievement_discs = 0
    assert claim(table).told("achieved")
    assert table.faction().achievement_discs == -1


@pytest.mark.parametrize(("seats", "discs"), [(2, 3), (3, 3), (4, 4)])
def test_R7_1_and_R7_2_so_many_discs_trigger_the_end(seats: int, discs: int) -> None:
    table = table_with("ach_0_1", "ach_A_2", seats=seats)
    table.state.achievements[0].discs = [ClaimedDisc(Seat(1), Disc.ACHIEVEMENT)] * (discs - 2)
    table.state.round = 7
    table.faction().population = table.faction(1).population = 6
    assert not claim(table).state.last_round
    assert claim(table, 1).state.last_round == 8


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_R7_2_the_option_asks_for_four_discs_at_any_table(seats: int) -> None:
    table = table_with("ach_0_1", "ach_A_2", seats=seats, achievements_to_end="four")
    table.state.achievements[0].discs = [ClaimedDisc(Seat(1), Disc.ACHIEVEMENT)] * 2
    table.faction().population = table.faction(1).population = 6
    assert view(table.play).end_trigger_discs == 4
    assert not claim(table).state.last_round
    assert claim(table, 1).state.last_round == 2


def test_R7_3_the_round_is_finished_and_one_more_is_played() -> None:
    table = table_with("ach_A_2")
    table.state.achievements[0].discs = []
    table.state.round, table.state.last_round = 4, 6
    assert table.play_out() == [(5, 0), (5, 1), (6, 0), (6, 1)]
    assert table.play.events[-1].kind == "game_ended"


def test_R7_4_achievements_can_be_claimed_after_the_trigger() -> None:
    table = table_with("ach_0_1", "ach_A_2")
    table.state.achievements[0].discs = [ClaimedDisc(Seat(1), Disc.ACHIEVEMENT)] * 3
    table.state.round, table.state.last_round = 6, 6
    table.faction().population = 6
    claim(table)
    assert table.told("achieved")
    assert table.state.last_round == 6


def test_R7_6_the_round_limit_ends_what_cannot_end_otherwise() -> None:
    table = Table(round_limit=20)
    table.state.round = 17
    assert len(table.play_out()) == 6
    assert table.state.last_round == 20
    assert [told.facts for told in table.told("round_limit")] == [{"round": 20}]


@pytest.mark.parametrize("card", PACK.achievements, ids=lambda card: card.id)
def test_every_achievement_is_within_reach_of_its_metric(card: Achievement) -> None:
    """Just short of it nobody can claim; at it one can."""
    table = table_with(card.id)
    reach(table, card.condition.metric, card.condition.at_least - 1)
    assert not claim(table).told("achieved")
    table = table_with(card.id)
    reach(table, card.condition.metric, card.condition.at_least)
    assert claim(table).told("achieved")


def reach(table: Table, metric: str, count: int) -> None:  # noqa: C901, PLR0912 - one case a metric
    """Lay out so much of a metric for seat 0, and as much as possible of what it does not count."""
    faction = table.faction()
    match metric:
        case "techs_level_4" | "techs_level_3":
            level = int(metric[-1])
            for number in range(1, count + 1):
                table.discover(f"{'I' * level}{number}", f"t{level}_0{number}", 0)
        case "colonies":
            faction.colonies = [Colony(scene.system(f"sA0{n + 1}"), [Disc.FOOD] * 2) for n in range(count)]
        case "colonies_deck_b":
            ids = ["sA01", *(f"sB0{n + 1}" for n in range(count))]
            faction.colonies = [Colony(scene.system(id_), [Disc.FOOD] * 2) for id_ in ids]
        case "types_researched_level_ge_2":
            for number, id_ in enumerate(["t2_01", "t2_05", "t2_09"][:count], 1):
                table.discover(f"II{number}", id_, 0)
            table.discover("II6", "t2_02", 0)
            table.researched("I4", 0)
        case "population":
            faction.population = count
        case "controlled_locations":
            for place in ("A1", "A2", "B1", "Y1")[:count]:
                table.outpost(0, place)
        case "automation_level":
            faction.automation = [Disc.FOOD] * count
        case "fleet_strength":
            table.ships(0, "SOL", 4, count - 4)
        case "empty_tracks":
            faction.food = 0 if count else 1
        case _:
            raise LookupError(metric)
