"""R12 and R13, and the powers that The Gathering Storm brings."""

from collections.abc import Sequence

import pytest

from galaxytables.race.v1 import race_pb2
from galaxytables_kit import Seat
from galaxytables_kit.errors import InvalidSeats, OptionsConflict
from galaxytables_kit.options import read_options
from galaxytables_kit.playout import begin
from galaxytables_race.goals import check_goals, goal_points, held_goals
from galaxytables_race.options import RaceOptions
from galaxytables_race.phases.opening import OPENING_DRAW
from galaxytables_race.rules import RACE
from tests.race.scene import PACK, PACKS, Side, Table, fact, scene

STORM = RaceOptions(expansion="gathering_storm")
STORMY = RaceOptions(expansion="gathering_storm", goals=True)
OTHER = Side(["epsilon_eridani"])


def stormy(*sides: Side, phase: str, pool: int = 24, turns: tuple[str, ...] = ()) -> Table:
    return scene(*sides, phase=phase, options=STORM, pool=pool, turns=turns)


def with_goals(table: Table, *goals: str) -> Table:
    table.state.goals = list(goals)
    return table


def test_R2_1_five_can_play() -> None:
    RACE.check(STORM, 5, PACK)
    with pytest.raises(InvalidSeats):
        RACE.check(STORM, 6, PACK)


def test_R2_5_ancient_race_keeps_three_cards() -> None:
    for seed in range(40):
        live = begin(RACE, PACKS, 5, STORM, seed)
        prompts = {prompt.seat: prompt for prompt in live.prompts.values()}
        for seat, empire in enumerate(live.play.state.empires):
            kept = OPENING_DRAW - prompts[Seat(seat)].least
            assert kept == (3 if PACK.cards[empire.tableau[0]].id == "ancient_race" else 4)


def test_R7_5_military_for_hand_cards() -> None:
    table = stormy(Side(["old_earth", "space_mercenaries"], ["pirate_world"], spare=2), OTHER, phase="settle")
    table.answer(0, "pirate_world")
    assert table.tableau(0)[-1] == "pirate_world"
    assert table.hand_size(0) == 0
    assert fact(table.told("boosted")[0], "military") == 2


def test_R7_5_only_as_far_as_hand_cards_go() -> None:
    side = Side(["old_earth", "space_mercenaries"], ["pirate_world"], spare=1)
    assert stormy(side, OTHER, phase="settle").asked(0) != "settle.place"


def test_R7_5_the_owner_chooses_among_temporary_powers() -> None:
    tableau = ["old_earth", "space_mercenaries", "new_military_tactics"]
    table = stormy(Side(tableau, ["rebel_miners"], spare=3), OTHER, phase="settle")
    table.answer(0, "rebel_miners")
    assert (table.asked(0), table.offered(0)) == ("settle.temporary", ["new_military_tactics", "space_mercenaries"])
    table.answer(0, "new_military_tactics")
    assert table.tableau(0) == ["old_earth", "space_mercenaries", "rebel_miners"]
    assert table.hand_size(0) == 3


def test_R7_5_a_power_can_be_used_in_part_and_the_rest_later() -> None:
    tableau = ["epsilon_eridani", "improved_logistics", "space_mercenaries"]
    side = Side(tableau, ["pirate_world", "rebel_underground"], spare=3)
    table = stormy(side, Side(["old_earth"]), phase="settle")
    table.answer(0, "pirate_world")
    assert (table.asked(0), table.prompt(0).least, table.prompt(0).most) == ("settle.temporary_cards", 1, 2)
    table.answer(0, table.offered(0)[1])
    assert table.state.changes(Seat(0)).temporary == 1
    table.answer(0, "rebel_underground")
    assert table.tableau(0)[-2:] == ["pirate_world", "rebel_underground"]
    assert table.state.changes(Seat(0)).temporary == 0


def test_R7_6_temporary_military_is_gone_in_a_second_settle_phase() -> None:
    side = Side(["old_earth", "new_military_tactics"], ["rebel_miners", "rebel_warrior_race"], spare=2)
    table = stormy(side, OTHER, phase="settle", turns=("settle", "settle_2"))
    table.answer(0, "rebel_miners")
    assert table.asked(0) != "settle.place"


def test_R7_12_one_more_world_after_a_first_one() -> None:
    side = Side(["old_earth", "improved_logistics"], ["gem_world", "artist_colony"], spare=3, actions=["settle"])
    table = stormy(side, OTHER, phase="settle")
    table.answer(0, "gem_world")
    table.answer(0, *table.offered(0)[1:3])
    assert table.asked(0) == "settle.extra"
    table.answer(0, "artist_colony")
    if table.asked(0) == "settle.pay":
        table.answer(0, table.offered(0)[0])
    assert table.tableau(0)[-2:] == ["gem_world", "artist_colony"]
    assert [fact(told, "why") for told in table.told("drew", 0)] == ["settle_bonus"]


def test_R7_12_needs_a_first_world() -> None:
    side = Side(["old_earth", "improved_logistics"], ["gem_world", "artist_colony"], spare=3)
    table = stormy(side, OTHER, phase="settle")
    table.answer(0)
    assert table.asked(0) != "settle.extra"


def test_R7_12_powers_of_the_first_world_do_not_help_the_second() -> None:
    side = Side(["new_sparta", "improved_logistics"], ["former_penal_colony", "pirate_world"])
    table = stormy(side, OTHER, phase="settle")
    table.answer(0, "former_penal_colony")
    assert table.asked(0) != "settle.extra"


def test_R7_7_doomed_world_is_given_up_for_a_world() -> None:
    table = stormy(Side(["doomed_world"], ["terraformed_world"], spare=1), OTHER, phase="settle")
    assert table.tally(0).cards == -1
    table.answer(0, "terraformed_world")
    assert (table.tableau(0), table.hand_size(0)) == (["terraformed_world"], 1)
    table = stormy(Side(["doomed_world"], ["deserted_alien_library"], spare=1), OTHER, phase="settle")
    assert table.asked(0) != "settle.place"


def test_R7_3_R7_2_deserted_alien_world_helps_with_alien_worlds_only() -> None:
    hand = ["alien_robot_sentry", "deserted_alien_outpost", "galactic_resort"]
    table = stormy(Side(["deserted_alien_world"], hand), Side(["old_earth"]), phase="settle")
    assert table.offered(0) == ["alien_robot_sentry", "deserted_alien_outpost"]


def test_R7_9_R9_4_terraforming_guild_draws_for_worlds_and_serves_any_windfall() -> None:
    table = stormy(Side(["old_earth", "terraforming_guild"], ["gem_world"], spare=2), OTHER, phase="settle")
    table.answer(0, "gem_world")
    assert table.hand_size(0) == 1
    table = stormy(Side(["terraforming_guild", "asteroid_belt"]), OTHER, phase="produce")
    assert table.goods(0) == ["asteroid_belt"]


def test_R8_1_a_trade_bonus_for_each_own_chromosome_card() -> None:
    worlds = ["clandestine_uplift_lab", "reptilian_uplift_race", "distant_world", "gem_world"]
    for sold, cards in (("distant_world", 4 + 2), ("gem_world", 2 + 3)):
        table = stormy(Side(worlds, goods=[sold], actions=["consume_trade"]), OTHER, phase="consume")
        assert table.hand_size(0) == cards


def test_R8_2_alien_toy_shop_consumes_the_good_on_it_only() -> None:
    worlds = ["alien_toy_shop", "alien_robotic_factory"]
    table = stormy(Side(worlds, goods=worlds), Side(["old_earth"]), phase="consume")
    assert (table.chips(0), table.goods(0)) == (2, ["alien_robotic_factory"])
    table = stormy(Side(worlds, goods=worlds[1:]), Side(["old_earth"]), phase="consume")
    assert (table.chips(0), table.goods(0)) == (0, ["alien_robotic_factory"])


def test_R8_11_the_base_printing_of_gambling_world_is_kept() -> None:
    table = stormy(Side(["gambling_world"], ["gem_world"]), Side(["old_earth"]), phase="consume")
    assert table.asked(0) == "consume.gamble"
    assert table.offered(0) == ["1", "2", "3", "4", "5", "6", "7"]


def test_R9_6_imperium_lords_draws_for_each_military_world_a_start_world_included() -> None:
    side = Side(["imperium_lords", "new_sparta", "rebel_miners", "gem_world"], goods=["gem_world"])
    assert stormy(side, OTHER, phase="produce").hand_size(0) == 2


@pytest.mark.parametrize(
    ("card", "others", "points"),
    [
        (
            "galactic_genome_project",
            ["distant_world", "pre_sentient_race", "genetics_lab", "gem_world"],
            2 + 2 + 3,
        ),
        ("imperium_lords", ["imperium_armaments_world", "galactic_imperium", "rebel_miners"], 2 + 2 + 2 + 1),
        (
            "terraforming_guild",
            ["asteroid_belt", "deserted_alien_outpost", "terraforming_robots", "gem_world"],
            2 + 2 + 2 + 2,
        ),
    ],
)
def test_R11_4_endgame_scoring(card: str, others: list[str], points: int) -> None:
    assert stormy(Side([card, *others]), OTHER, phase="round_end").score_of(0, card) == points


def test_R9_4_discard_to_produce() -> None:
    side = Side(["damaged_alien_factory"], ["gem_world", "new_earth"])
    table = stormy(side, OTHER, phase="produce")
    assert (table.asked(0), table.prompt(0).least) == ("produce.discard_here", 0)
    table.answer(0, "gem_world")
    assert (table.goods(0), table.hand(0)) == (["damaged_alien_factory"], ["new_earth"])
    table = stormy(side, OTHER, phase="produce")
    table.answer(0)
    assert (table.goods(0), table.hand_size(0)) == ([], 2)


def test_R9_4_it_may_come_after_the_draws_for_goods() -> None:
    side = Side(["damaged_alien_factory", "consumer_markets", "artist_colony"], ["gem_world"])
    table = stormy(side, OTHER, phase="produce")
    table.answer(0)
    assert table.hand_size(0) == 2
    assert table.asked(0) == "produce.discard_here"
    table.answer(0, "gem_world")
    assert "damaged_alien_factory" in table.goods(0)


def test_R13_1_four_first_and_two_most_goals() -> None:
    live = begin(RACE, PACKS, 3, read_options(RaceOptions, {"expansion": "gathering_storm", "goals": "on"}), 3)
    types = [PACK.goals[goal].type for goal in live.play.state.goals]
    assert types == ["first"] * 4 + ["most"] * 2
    assert len(set(live.play.state.goals)) == 6


def test_R13_1_the_base_game_has_no_goals() -> None:
    with pytest.raises(OptionsConflict, match=r"R13\.1"):
        RACE.check(RaceOptions(goals=True), 3, PACK)


def test_R13_2_all_who_meet_a_first_goal_at_the_same_check_have_it_for_good() -> None:
    sides = [Side(["old_earth", "mining_league"]), Side(["epsilon_eridani", "trade_league"]), Side(["new_sparta"])]
    table = with_goals(stormy(*sides, phase="round_end"), "galactic_status")
    check_goals(table.live.play, "settle")
    assert [held_goals(table.state, Seat(seat)) for seat in range(3)] == [[], [], []]
    check_goals(table.live.play, "develop")
    assert [held_goals(table.state, Seat(seat)) for seat in range(3)] == [["galactic_status"], ["galactic_status"], []]
    empires = table.state.empires
    empires[0].tableau = empires[0].tableau[:-1]
    empires[2].tableau += (PACK.numbers["new_economy"][0],)
    check_goals(table.live.play, "develop")
    assert goal_points(table.live.play, table.state) == [3, 3, 0]


FIRST_GOALS = [
    ("innovation_leader", "settle", ["expedition_force", "public_works", "new_sparta", "old_earth", "gem_world"]),
    ("system_diversity", "settle", ["gem_world", "comet_zone", "pre_sentient_race", "alien_robot_sentry"]),
    ("overlord_discoveries", "develop", ["alien_robot_sentry", "alien_rosetta_stone_world", "alien_tech_institute"]),
]


@pytest.mark.parametrize(("goal", "phase", "cards"), FIRST_GOALS, ids=[case[0] for case in FIRST_GOALS])
def test_R13_8_first_goals(goal: str, phase: str, cards: list[str]) -> None:
    table = with_goals(stormy(Side(cards), Side(cards[:0]), phase="round_end"), goal)
    empire = table.state.empires[0]
    left_out, empire.tableau = empire.tableau[0], empire.tableau[1:]
    check_goals(table.live.play, phase)
    assert held_goals(table.state, Seat(0)) == []
    empire.tableau += (left_out,)
    check_goals(table.live.play, phase)
    assert held_goals(table.state, Seat(0)) == [goal]


def test_R13_8_galactic_standard_of_living_is_checked_after_consume() -> None:
    side = Side(["galactic_trendsetters", "gem_world"], goods=["gem_world"], chips=3)
    table = stormy(side, OTHER, phase="consume")
    with_goals(table, "galactic_standard_of_living")
    check_goals(table.live.play, "settle")
    assert held_goals(table.state, Seat(0)) == []
    check_goals(table.live.play, "consume")
    assert held_goals(table.state, Seat(0)) == ["galactic_standard_of_living"]


def test_R10_3_budget_surplus_is_checked_at_the_round_end() -> None:
    table = stormy(Side(["old_earth"], ["gem_world"], spare=10), OTHER, phase="round_end")
    with_goals(table, "budget_surplus")
    table.answer(0, "gem_world")
    assert held_goals(table.state, Seat(0)) == ["budget_surplus"]
    assert held_goals(table.state, Seat(1)) == []


MOST = ["gem_world", "comet_zone", "artist_colony", "spice_world", "mining_world"]


def test_R13_3_the_only_one_with_most_holds_the_tile() -> None:
    table = with_goals(stormy(Side(MOST[:4]), OTHER, phase="round_end"), "production_leader")
    check_goals(table.live.play, "develop")
    assert held_goals(table.state, Seat(0)) == []
    check_goals(table.live.play, "settle")
    assert held_goals(table.state, Seat(0)) == ["production_leader"]
    assert goal_points(table.live.play, table.state)[0] == 5


def test_R13_3_not_below_the_minimum() -> None:
    table = with_goals(stormy(Side(MOST[:3]), OTHER, phase="round_end"), "production_leader")
    check_goals(table.live.play, "settle")
    assert held_goals(table.state, Seat(0)) == []


def test_R13_4_R13_7_a_holder_keeps_it_against_equals_who_score_three() -> None:
    equals = Side(["space_port", "new_vinland", "new_earth", "prosperous_world"])
    table = stormy(Side(MOST[:4]), equals, phase="round_end")
    with_goals(table, "production_leader")
    table.state.most_goals = {"production_leader": Seat(1)}
    check_goals(table.live.play, "settle")
    assert held_goals(table.state, Seat(1)) == ["production_leader"]
    assert goal_points(table.live.play, table.state) == [3, 5]


def test_R13_4_it_passes_to_who_has_more() -> None:
    table = with_goals(stormy(Side(MOST), OTHER, phase="round_end"), "production_leader")
    table.state.most_goals = {"production_leader": Seat(1)}
    check_goals(table.live.play, "settle")
    assert held_goals(table.state, Seat(0)) == ["production_leader"]


def test_R13_5_nobody_has_it_when_several_share_the_most() -> None:
    equals = Side(["space_port", "new_vinland", "new_earth", "prosperous_world"])
    table = with_goals(stormy(Side(MOST[:4]), equals, OTHER, phase="round_end"), "production_leader")
    table.state.most_goals = {"production_leader": Seat(2)}
    check_goals(table.live.play, "settle")
    assert table.state.most_goals == {"production_leader": -1}
    assert goal_points(table.live.play, table.state) == [3, 3, 0]


DEVELOPMENTS = [
    ["public_works", "drop_ships", "space_marines", "export_duties", "new_military_tactics"],
    ["contact_specialist", "mining_robots", "replicant_robots", "terraforming_robots", "colony_ship"],
    ["expedition_force", "deficit_spending", "investment_credits", "interstellar_bank", "genetics_lab"],
]


def ties(
    *developments: int, lost: Sequence[int] = (), options: RaceOptions = STORMY, rules_version: int = 3
) -> list[int]:
    """Points for Greatest Infrastructure of seats with so many developments at its check, some of which lose one."""
    sides = [Side(cards[:count]) for cards, count in zip(DEVELOPMENTS, developments, strict=False)]
    table = scene(*sides, phase="round_end", options=options, rules_version=rules_version)
    with_goals(table, "greatest_infrastructure")
    check_goals(table.live.play, "develop")
    for seat in lost:
        empire = table.state.empires[seat]
        empire.tableau = empire.tableau[:-1]
    check_goals(table.live.play, "settle")
    return goal_points(table.live.play, table.state)


def test_R13_7_who_ties_scores_from_the_minimum_on() -> None:
    assert ties(4, 4) == [3, 3]
    assert ties(3, 3) == [0, 0]
    assert ties(5, 4) == [5, 0]


def test_R13_7_a_seat_that_fell_below_the_minimum_since_the_last_check_scores_nothing() -> None:
    assert ties(4, 4, lost=[1]) == [3, 0]
    assert ties(4, 4, lost=[0, 1]) == [0, 0]


def test_R13_7_who_ties_is_worked_out_anew_at_the_end() -> None:
    assert ties(5, 5, 4) == [3, 3, 0]
    assert ties(5, 5, 4, lost=[1]) == [3, 0, 0]
    assert ties(5, 5, 4, lost=[0, 1]) == [3, 3, 3]


def test_R13_7_tables_of_version_2_score_ties_of_the_last_check() -> None:
    assert ties(4, 4, lost=[1], rules_version=2) == [3, 3]
    assert ties(5, 5, 4, lost=[0, 1], rules_version=2) == [3, 3, 0]
    assert ties(5, 4, lost=[0], rules_version=2) == [5, 3]


def test_R13_7_the_game_is_scored_by_what_all_have_when_it_ends() -> None:
    tactician = Side(
        ["old_earth", "public_works", "export_duties", "mining_robots", DEVELOPMENTS[0][-1]], ["rebel_underground"]
    )
    other = Side(["epsilon_eridani", *DEVELOPMENTS[1][:4]])
    table = with_goals(stormy(tactician, other, phase="settle", pool=0), "greatest_infrastructure")
    check_goals(table.live.play, "develop")
    assert goal_points(table.live.play, table.state) == [3, 3]
    table.answer(0, "rebel_underground")
    assert table.live.over
    assert [score.parts["goals"] for score in table.live.scores()] == [0, 3]


def test_R13_7_with_an_option_the_holder_is_left_out_of_the_comparison() -> None:
    options = RaceOptions(expansion="gathering_storm", goals=True, most_goals_without_holder=True)
    assert ties(5, 4, 4, options=options) == [5, 3, 3]
    assert ties(5, 4, 3, options=options) == [5, 3, 0]
    assert ties(5, 3, 3, options=options) == [5, 0, 0]
    assert ties(4, 4, 3, options=options) == [3, 3, 0]
    with pytest.raises(OptionsConflict, match=r"R13\.7"):
        RACE.check(RaceOptions(expansion="gathering_storm", most_goals_without_holder=True), 3, PACK)


@pytest.mark.parametrize(("developments", "held"), [(4, ["greatest_infrastructure"]), (3, [])])
def test_R13_6_R13_10_it_is_lost_at_once_below_the_minimum(developments: int, held: list[str]) -> None:
    table = stormy(Side(DEVELOPMENTS[0][:developments]), OTHER, phase="round_end")
    with_goals(table, "greatest_infrastructure")
    table.state.most_goals = {"greatest_infrastructure": Seat(0)}
    check_goals(table.live.play, "settle")
    assert held_goals(table.state, Seat(0)) == held


def test_goal_tiles_are_shown_with_holders_values_and_what_they_ask_for() -> None:
    sides = [Side(cards[:4]) for cards in DEVELOPMENTS[:2]]
    table = with_goals(stormy(*sides, phase="round_end"), "greatest_infrastructure", "galactic_status")
    table.state.most_goals = {"greatest_infrastructure": Seat(1)}
    table.state.first_goals = {"galactic_status": [Seat(0)]}
    most, first = tiles(table)
    assert (most.component, most.most, list(most.holders)) == ("greatest_infrastructure", True, [1])
    assert list(most.values) == [4, 4]
    assert (first.component, first.most, list(first.holders)) == ("galactic_status", False, [0])
    table.state.most_goals = {}
    assert list(tiles(table)[0].holders) == []


def tiles(table: Table) -> list[race_pb2.GoalTile]:
    view = RACE.view(table.live.play, table.state, None)
    assert isinstance(view, race_pb2.RaceView)
    return list(view.goals)


def test_R13_7_ties_are_shown_as_they_stand() -> None:
    sides = [Side(cards[:4]) for cards in DEVELOPMENTS[:2]]
    table = stormy(*sides, phase="round_end")
    with_goals(table, "greatest_infrastructure")
    table.state.most_goals = {"greatest_infrastructure": Seat(1)}
    view = RACE.view(table.live.play, table.state, None)
    tallies = [empire.tally for empire in view.empires]  # type: ignore[attr-defined]
    assert [tally.goals for tally in tallies] == [3, 5]
    assert [tally.total - tally.cards - tally.endgame - tally.chips for tally in tallies] == [3, 5]


@pytest.mark.parametrize(
    ("goal", "phase", "cards"),
    [
        ("greatest_infrastructure", "develop", ["public_works", "drop_ships", "space_marines", "export_duties"]),
        ("greatest_military", "settle", ["drop_ships", "space_marines", "epsilon_eridani"]),
        ("largest_industry", "settle", ["gem_world", "comet_zone", "asteroid_belt"]),
    ],
)
def test_R13_8_most_goals(goal: str, phase: str, cards: list[str]) -> None:
    table = with_goals(stormy(Side(cards), Side(["old_earth"]), phase="round_end"), goal)
    check_goals(table.live.play, phase)
    assert held_goals(table.state, Seat(0)) == [goal]
    empire = table.state.empires[0]
    empire.tableau = empire.tableau[:-1]
    check_goals(table.live.play, "consume")
    assert held_goals(table.state, Seat(0)) == []


def test_R13_9_temporary_military_does_not_count() -> None:
    side = Side(["drop_ships", "space_marines", "new_military_tactics"], ["rebel_homeworld"])
    table = with_goals(stormy(side, OTHER, phase="settle"), "greatest_military")
    table.answer(0, "rebel_homeworld")
    assert fact(table.told("boosted")[0], "military") == 3
    assert table.tableau(0)[-1] == "rebel_homeworld"
    assert held_goals(table.state, Seat(0)) == []
    table = with_goals(
        stormy(Side([*side.tableau, "epsilon_eridani"]), Side(["old_earth"]), phase="settle"), "greatest_military"
    )
    assert held_goals(table.state, Seat(0)) == []
    check_goals(table.live.play, "settle")
    assert held_goals(table.state, Seat(0)) == ["greatest_military"]


def test_R13_13_greatest_infrastructure_is_not_gained_after_settle() -> None:
    developments = ["public_works", "drop_ships", "space_marines", "export_duties"]
    table = with_goals(stormy(Side(developments), OTHER, phase="round_end"), "greatest_infrastructure")
    check_goals(table.live.play, "settle")
    assert held_goals(table.state, Seat(0)) == []
    check_goals(table.live.play, "develop")
    assert held_goals(table.state, Seat(0)) == ["greatest_infrastructure"]


def test_goals_are_scored_and_shown() -> None:
    table = stormy(Side(["old_earth", "mining_league"]), OTHER, phase="round_end")
    with_goals(table, "galactic_status")
    check_goals(table.live.play, "develop")
    view = RACE.view(table.live.play, table.state, None)
    tile = view.goals[0]  # type: ignore[attr-defined]
    assert tile.component == "galactic_status"
    assert (list(tile.holders), list(tile.values), tile.needed) == ([0], [1, 0], 1)
    assert view.empires[0].tally.goals == 3  # type: ignore[attr-defined]
    table = stormy(Side(["old_earth", "mining_league"]), OTHER, phase="round_end", pool=0)
    with_goals(table, "galactic_status")
    check_goals(table.live.play, "develop")
    assert dict(table.live.scores()[0].parts)["goals"] == 3
