"""R22.6-R22.25: the invasion step, fought in scenes."""

import pytest

from galaxytables.race.v1 import invasion_pb2
from galaxytables_kit import Seat
from galaxytables_kit.errors import ChoiceRefused
from galaxytables_race.components.invasion import InvaderNumber
from galaxytables_race.rules import RACE
from galaxytables_race.state.invasion import Invasion
from tests.race.scene import INVADED, PACK, Side, Table, fact, scene

WEAK, STRONG = "xeno_wave_1_strength_minus_1", "xeno_wave_3_strength_9"
PLUS_3, PLUS_5 = "xeno_wave_3_military_plus_3", "xeno_wave_3_military_plus_5"
OTHER = Side(["contact_specialist"])
"""Less advanced than all others, without a world: it faces the weaker card and has nothing to lose."""
ONE = Side(["epsilon_eridani"])


def strength(value: int, wave: int = 1) -> str:
    return f"xeno_wave_{wave}_strength_{value}"


def invaded(*sides: Side, invaders: tuple[str, ...]) -> Table:
    """The invasion step of a late round."""
    return scene(*sides, phase="invasion", options=INVADED, invaders=invaders)


def board(table: Table) -> Invasion:
    assert table.state.invasion is not None
    return table.state.invasion


def faced(table: Table) -> list[str]:
    """The card that each seat faces."""
    return [PACK.invasion.cards[admiral.invader].id for admiral in board(table).admirals]


def value_of(*tableau: str) -> int:
    table = invaded(Side(tableau), OTHER, invaders=(STRONG, STRONG))
    return board(table).admirals[0].value


@pytest.mark.parametrize(
    ("tableau", "value"),
    [
        (["new_sparta"], 2),
        (["alien_first_contact_team"], 2),
        (["anti_xeno_militia", "new_sparta"], 4),
        (["starry_rift_pioneers", "rebel_bunker"], 0),
        (["contact_specialist", "old_earth"], -1),
        (["old_earth", "alien_weapon_plans"], 1),
    ],
)
def test_R22_6_general_and_anti_xeno_military_count_and_defense_does_not(tableau: list[str], value: int) -> None:
    assert value_of(*tableau) == value


@pytest.mark.parametrize(("first", "most_advanced"), [(0, 1), (1, 0)])
def test_R22_7_the_first_time_in_turn_order(first: int, most_advanced: int) -> None:
    table = scene(Side(["rebel_cadre"]), ONE, phase="round_end", options=INVADED)
    table.state.first_seat, table.state.round = Seat(first), 3
    for seat in (0, 1):
        table.answer(seat, "consume_trade", "produce")
    assert [told.seat for told in table.told("faces")] == [most_advanced, first]


def test_R22_8_discs_move_from_step_to_step() -> None:
    table = invaded(Side(["new_sparta"]), ONE, invaders=(WEAK, WEAK))
    assert board(table).track == {2: [0], 1: [1]}
    table.state.empires[1].tableau += (PACK.numbers["space_marines"][0],)
    table.state.round = 4
    for seat in (0, 1):
        table.answer(seat, "consume_trade", "produce")
    assert board(table).track == {3: [1], 2: [0]}


def test_R22_9_enough_together_repulse_the_xeno_and_end_the_game() -> None:
    table = scene(Side(["new_sparta"]), ONE, phase="round_end", options=INVADED, invaders=(STRONG, STRONG))
    table.state.round = 3
    board(table).repulse = 3
    for seat in (0, 1):
        table.answer(seat, "consume_trade", "produce")
    assert table.live.over
    assert board(table).end == "repulsed"
    assert not table.told("faces")


def test_R22_9_one_less_does_not() -> None:
    table = scene(Side(["new_sparta"]), ONE, phase="round_end", options=INVADED, invaders=(STRONG, STRONG))
    table.state.round = 3
    board(table).repulse = 4
    for seat in (0, 1):
        table.answer(seat, "consume_trade", "produce")
    assert not table.live.over
    assert len(table.told("faces")) == 2


def test_R22_10_the_strongest_card_goes_to_the_most_advanced() -> None:
    sides = Side(["new_sparta"]), ONE, Side(["rebel_cadre", "space_marines"])
    table = invaded(*sides, invaders=(strength(2), strength(1), strength(4)))
    assert faced(table) == [strength(2), strength(1), strength(4)]
    assert [admiral.rank for admiral in board(table).admirals] == [2, 3, 1]


@pytest.mark.parametrize("revealed", [(0, 1), (1, 0), (2, 0)])
def test_R22_10_whatever_the_order_in_which_they_are_revealed(revealed: tuple[int, int]) -> None:
    table = invaded(ONE, Side(["new_sparta"]), invaders=(strength(revealed[0]), strength(revealed[1])))
    assert faced(table) == [strength(min(revealed)), strength(max(revealed))]


def test_R22_10_also_below_0() -> None:
    table = invaded(ONE, Side(["new_sparta"]), invaders=(WEAK, strength(0)))
    assert faced(table) == [WEAK, strength(0)]


def test_R22_10_military_plus_is_stronger_than_any_number_the_larger_first() -> None:
    sides = Side(["new_sparta"]), ONE, Side(["rebel_cadre", "space_marines"])
    table = invaded(*sides, invaders=(STRONG, PLUS_3, PLUS_5))
    assert faced(table) == [PLUS_3, STRONG, PLUS_5]


def test_R22_11_an_empty_deck_is_made_anew_of_the_fought_cards_of_wave_3() -> None:
    table = scene(Side(["old_earth"]), OTHER, phase="round_end", options=INVADED)
    table.state.round = 3
    numbers = {card.id: InvaderNumber(number) for number, card in enumerate(PACK.invasion.cards)}
    board(table).deck, board(table).discards = [numbers[PLUS_5]], [numbers[PLUS_3], numbers[STRONG]]
    for seat in (0, 1):
        table.answer(seat, "consume_trade", "produce")
    assert [told.facts["cards"] for told in table.told("wave_again")] == [2]
    assert faced(table)[0] == PLUS_5
    assert (len(board(table).deck), len(board(table).discards)) == (1, 2)


def test_R22_11_the_fought_cards_are_shuffled() -> None:
    table = scene(Side(["old_earth"]), OTHER, phase="round_end", options=INVADED)
    table.state.round = 3
    fought = [InvaderNumber(number) for number, wave in enumerate(PACK.invasion.wave_of) if wave == 3]
    board(table).deck, board(table).discards = [], fought.copy()
    for seat in (0, 1):
        table.answer(seat, "consume_trade", "produce")
    left = board(table).deck
    assert len(left) == len(fought) - 2
    assert left != [number for number in fought if number in left]


def stacked(seats: int, rules_version: int = RACE.rules_version) -> Table:
    """All have a value of 1 and win: later seats lie on top when the cards are dealt."""
    sides = (ONE, Side(["rebel_cadre"]), Side(["old_earth", "alien_weapon_plans"]))
    weakest = (strength(0), WEAK, WEAK)
    return scene(
        *sides[:seats], phase="invasion", options=INVADED, invaders=weakest[:seats], rules_version=rules_version
    )


def test_R22_12_R22_18_stacks_turn_after_the_cards_are_dealt_and_before_rewards_are_ranked() -> None:
    table = stacked(2)
    assert faced(table) == [WEAK, strength(0)]
    assert board(table).track == {1: [1, 0]}
    assert [admiral.rank for admiral in board(table).admirals] == [1, 2]
    assert [admiral.rewards for admiral in board(table).admirals] == [1, 2]
    assert [told.facts["reward"] for told in table.told("held")] == [1, 2]


def test_R22_12_R22_18_only_the_bottom_disc_of_three_changes_its_place() -> None:
    table = stacked(3)
    assert faced(table)[2] == strength(0)
    assert board(table).track == {1: [1, 2, 0]}
    assert [admiral.rewards for admiral in board(table).admirals] == [1, 2, 1]


def test_R22_18_tables_of_version_2_reward_the_discs_as_they_lay_when_the_cards_were_dealt() -> None:
    table = stacked(2, rules_version=2)
    assert board(table).track == {1: [1, 0]}
    assert [admiral.rewards for admiral in board(table).admirals] == [2, 1]


@pytest.mark.parametrize(
    ("tableau", "wins"),
    [
        (["new_sparta"], False),
        (["new_sparta", "rebel_bunker"], False),
        (["new_sparta", "xeno_occupied_rebel_world"], True),
        (["new_sparta", "alien_weapon_plans", "rebel_bunker"], True),
    ],
)
def test_R22_13_strength_is_value_and_defense(tableau: list[str], wins: bool) -> None:
    table = invaded(Side(tableau), OTHER, invaders=(strength(3), WEAK))
    assert board(table).admirals[0].won == wins


def test_R22_13_temporary_military_helps() -> None:
    side = Side(["old_earth", "new_military_tactics"])
    table = invaded(side, Side(["contact_specialist", "gem_world"]), invaders=(strength(2), WEAK))
    assert (table.asked(0), table.offered(0)) == ("invasion.defend", ["new_military_tactics"])
    assert table.prompt(0).subject == PACK.invasion.cards[board(table).admirals[0].invader].id
    table.answer(0, "new_military_tactics")
    assert board(table).admirals[0].won
    assert table.tableau(0) == ["old_earth"]
    (told,) = table.told("fortified", 0)
    assert (fact(told, "card"), fact(told, "strength")) == ("new_military_tactics", 3)


def test_R22_13_military_for_a_good_against_the_xeno_helps() -> None:
    side = Side(["alien_weapon_cache", "alien_archives"], goods=["alien_archives"])
    table = invaded(side, Side(["contact_specialist", "gem_world"]), invaders=(strength(2), WEAK))
    assert table.offered(0) == ["alien_weapon_cache"]
    table.answer(0, "alien_weapon_cache")
    assert (board(table).admirals[0].won, table.goods(0)) == (True, [])


@pytest.mark.parametrize(
    ("card", "goods", "gain"),
    [
        ("anti_xeno_alien_bunker", "anti_xeno_alien_bunker", 3),
        ("anti_xeno_refugees", "gem_world", 2),
        ("pan_galactic_disease_center", "pan_galactic_disease_center", 3),
        ("galactic_home_front", "gem_world", 2),
        ("terraforming_defenders", "comet_zone", 2),
    ],
)
def test_temporary_xeno_defense_for_a_good(card: str, goods: str, gain: int) -> None:
    table = invaded(Side(list({card: 1, goods: 1}), goods=[goods]), OTHER, invaders=(strength(1), WEAK))
    while table.asked(0) == "invasion.defend":
        table.answer(0, card)
    admiral = board(table).admirals[0]
    assert (admiral.boost, table.goods(0), admiral.won) == (gain, [], True)


def test_temporary_xeno_defense_for_the_card_itself() -> None:
    table = invaded(Side(["old_earth", "anti_xeno_militia"]), OTHER, invaders=(strength(4), WEAK))
    table.answer(0, "anti_xeno_militia")
    assert (board(table).admirals[0].boost, table.tableau(0)) == (3, ["old_earth"])


def test_R22_25_what_a_discarded_card_added_still_counts_in_this_step() -> None:
    table = invaded(Side(["old_earth", "anti_xeno_militia"]), OTHER, invaders=(strength(4), WEAK))
    table.answer(0, "anti_xeno_militia")
    assert fact(table.told("held", 0)[0], "strength") == 5


def test_temporary_xeno_defense_for_a_hand_card() -> None:
    table = invaded(Side(["anti_xeno_defense_post"], spare=2), OTHER, invaders=(strength(3), WEAK))
    assert table.offered(0) == ["anti_xeno_defense_post", "bunker"]
    table.answer(0, "anti_xeno_defense_post", "bunker")
    assert (board(table).admirals[0].boost, table.hand_size(0), board(table).admirals[0].won) == (3, 0, True)


@pytest.mark.parametrize(("tableau", "enough"), [(["old_earth", "rebel_bunker"], False), (["epsilon_eridani"], True)])
def test_xeno_defense_does_not_conquer(tableau: list[str], enough: bool) -> None:
    """The world is defended with 1."""
    table = scene(Side(tableau, ["runaway_robots"]), OTHER, phase="settle", options=INVADED)
    assert (table.asked(0) == "settle.place") == enough


def test_R22_14_military_bought_in_settle_has_ended() -> None:
    table = scene(
        Side(["old_earth", "new_military_tactics"], ["rebel_fuel_cache"]), OTHER, phase="settle", options=INVADED
    )
    table.state.round = 3
    table.answer(0, "rebel_fuel_cache")
    assert [told.facts["military"] for told in table.told("boosted", 0)] == [3]
    assert board(table).admirals[0].value == 0


def test_R22_13_what_was_bought_is_for_one_step() -> None:
    cards = strength(1), WEAK, strength(1), WEAK
    table = invaded(Side(["old_earth"], spare=1), OTHER, invaders=cards)
    table.answer(0, "bunker")
    table.state.round = 3
    for seat in (0, 1):
        table.answer(seat, "consume_trade", "consume_x2")
    assert (len(table.told("held", 0)), len(table.told("overrun", 0))) == (1, 1)


def test_R22_14_a_power_may_be_used_again_in_the_same_round() -> None:
    gangs = "rebel_black_market_gangs"
    side = Side(["old_earth", gangs], ["pirate_world"], goods=[gangs])
    table = scene(side, OTHER, phase="settle", options=INVADED, invaders=(strength(0), WEAK))
    assert table.asked(0) == "actions.choose"
    side = Side(["new_sparta", gangs], ["pirate_world"], goods=[gangs])
    table = scene(side, OTHER, phase="settle", options=INVADED, invaders=(strength(2), WEAK))
    table.state.round = 3
    table.answer(0, "pirate_world")
    assert (table.asked(0), table.goods(0)) == ("invasion.defend", ["pirate_world"])
    table.answer(0, gangs)
    assert (table.goods(0), board(table).admirals[0].won) == ([], True)


def test_R22_15_the_bunker_is_two_for_one_hand_card_once() -> None:
    table = invaded(Side(["old_earth"], spare=3), OTHER, invaders=(strength(1), WEAK))
    assert table.offered(0) == ["bunker"]
    table.answer(0, "bunker")
    assert (table.asked(0), table.prompt(0).least, table.prompt(0).most) == ("invasion.discard", 1, 1)
    table.answer(0, table.offered(0)[0])
    assert (board(table).admirals[0].boost, table.hand_size(0)) == (2, 2)
    table = invaded(Side(["old_earth"], spare=3), OTHER, invaders=(strength(2), WEAK))
    assert table.asked(0) != "invasion.defend"


def test_R22_16_military_plus_counts_general_military_only() -> None:
    side = Side(["new_sparta", "alien_weapon_plans", "anti_xeno_assault_troops", "xeno_occupied_rebel_world"])
    table = invaded(side, OTHER, invaders=(PLUS_3, WEAK))
    told = table.told("overrun", 0) + table.told("held", 0)
    assert [each.kind for each in told] == ["held"]
    assert fact(told[0], "strength") == 4 + 2 + 2


def test_R22_16_temporary_military_does_not_make_it_stronger() -> None:
    table = invaded(Side(["new_sparta", "new_military_tactics"], spare=1), OTHER, invaders=(PLUS_3, WEAK))
    table.answer(0, "new_military_tactics", "bunker")
    assert board(table).admirals[0].won


def test_R22_17_a_tie_loses() -> None:
    table = invaded(Side(["new_sparta"]), Side(["contact_specialist"]), invaders=(strength(2), WEAK))
    assert [admiral.won for admiral in board(table).admirals] == [False, False]


def test_R22_17_the_powers_chosen_must_win_together() -> None:
    side = Side(["anti_xeno_defense_post", "new_military_tactics"], spare=1)
    table = invaded(side, OTHER, invaders=(strength(3), WEAK))
    with pytest.raises(ChoiceRefused, match="1 more strength"):
        table.answer(0, "bunker")
    with pytest.raises(ChoiceRefused, match="hand cards enough"):
        table.answer(0, "bunker", "anti_xeno_defense_post")
    table.answer(0, "new_military_tactics")


def test_goods_serve_only_as_many_powers_as_there_are() -> None:
    side = Side(["old_earth", "galactic_home_front", "terraforming_defenders", "gem_world"], goods=["gem_world"])
    table = invaded(side, OTHER, invaders=(strength(1), WEAK))
    with pytest.raises(ChoiceRefused, match="goods"):
        table.answer(0, "galactic_home_front", "terraforming_defenders")
    table.answer(0, "galactic_home_front")
    assert table.goods(0) == []


def test_goods_of_one_kind_are_spent_before_those_of_any() -> None:
    worlds = ["gem_world", "mining_world"]
    side = Side(["old_earth", "terraforming_defenders", "galactic_home_front", *worlds], goods=worlds)
    table = invaded(side, OTHER, invaders=(strength(3), WEAK))
    table.answer(0, "terraforming_defenders", "galactic_home_front")
    assert (board(table).admirals[0].boost, table.goods(0)) == (4, [])


def test_nothing_is_asked_where_no_power_changes_the_fight() -> None:
    table = invaded(Side(["new_sparta", "new_military_tactics"], spare=1), OTHER, invaders=(WEAK, strength(0)))
    assert table.asked(0) == "actions.choose"
    table = invaded(Side(["old_earth", "new_military_tactics"], spare=1), OTHER, invaders=(STRONG, WEAK))
    assert table.asked(0) == "actions.choose"


@pytest.mark.parametrize(("seats", "rewards"), [(2, [1, 2]), (3, [1, 1, 2]), (4, [1, 1, 1, 2]), (5, [1, 1, 1, 2, 2])])
def test_R22_18_rewards_by_rank(seats: int, rewards: list[int]) -> None:
    tableaus = [["drop_ships", "new_sparta"], ["drop_ships"], ["space_marines", "lost_alien_warship"]]
    tableaus += [["space_marines"], ["anti_xeno_militia"]]
    weakest = (WEAK, WEAK, strength(0), strength(0), strength(1))
    table = invaded(*map(Side, tableaus[:seats]), invaders=weakest[:seats])
    most_advanced_first = [seat for seat in (0, 2, 1, 4, 3) if seat < seats]
    assert [board(table).admirals[seat].rewards for seat in most_advanced_first] == rewards


def test_R22_18_the_chips_are_no_vp_chips_and_go_to_winners_only() -> None:
    table = invaded(Side(["new_sparta"]), ONE, invaders=(strength(1), strength(1)))
    assert [admiral.rewards for admiral in board(table).admirals] == [1, 0]
    assert (table.chips(0), table.state.pool) == (0, 24)
    table = invaded(Side(["new_sparta"]), ONE, invaders=(strength(4), WEAK))
    assert [admiral.rewards for admiral in board(table).admirals] == [0, 2]


def test_R22_19_a_loser_has_a_world_damaged() -> None:
    table = invaded(Side(["old_earth"]), ONE, invaders=(WEAK, strength(4)))
    assert [told.seat for told in table.told("damaged")] == [1]
    assert table.shown(1).empires[1].cards[0].damaged


def test_R22_19_without_an_undamaged_world_nothing_happens() -> None:
    side = Side(["old_earth", "public_works"], damaged=["old_earth"])
    table = invaded(side, OTHER, invaders=(strength(4), WEAK))
    assert (table.told("damaged"), table.asked(0)) == ([], "actions.choose")
    assert len(table.told("overrun", 0)) == 1


def test_R22_20_a_damaged_world_loses_its_good_and_counts_for_nothing() -> None:
    side = Side(["old_earth", "gem_world"], goods=["gem_world"])
    table = invaded(side, OTHER, invaders=(strength(4), WEAK))
    table.answer(0, "gem_world")
    assert (table.goods(0), table.score_of(0, "gem_world"), len(table.tableau(0))) == ([], 0, 2)
    assert len(table.state.discards[0]) == 1


def test_R22_20_it_has_no_powers() -> None:
    table = scene(Side(["old_earth", "spice_world"], damaged=["spice_world"]), OTHER, phase="produce", options=INVADED)
    assert (table.told("produced", 0), table.hand_size(0)) == ([], 0)
    side = Side(["new_sparta", "rebel_cadre"], ["rebel_miners"], damaged=["new_sparta"])
    table = scene(side, OTHER, phase="settle", options=INVADED)
    assert table.asked(0) != "settle.place"


def test_R22_20_it_satisfies_no_filter_of_scoring() -> None:
    side = Side(["anti_xeno_league", "gem_world", "anti_xeno_embassy"], damaged=["anti_xeno_embassy"])
    table = scene(side, OTHER, phase="round_end", options=INVADED)
    assert table.score_of(0, "anti_xeno_league") == 2


def test_R22_20_it_counts_as_a_card_of_the_tableau() -> None:
    worlds = [design for design in PACK.of_set["base"] if PACK.designs[design].kind == "world"][5:16]
    side = Side(["old_earth", *worlds], damaged=worlds[:3])
    assert scene(side, OTHER, phase="round_end", options=INVADED).live.over


def test_R22_21_the_loser_chooses_and_a_start_world_may_be_chosen() -> None:
    side = Side(["old_earth", "gem_world", "public_works"])
    table = invaded(side, OTHER, invaders=(strength(4), WEAK))
    assert (table.asked(0), table.offered(0)) == ("invasion.damage", ["gem_world", "old_earth"])
    table.answer(0, "old_earth")
    assert [PACK.cards[card].id for card in table.state.empires[0].damaged] == ["old_earth"]


def lose_again(table: Table) -> None:
    table.state.round += 1
    for seat in (0, 1):
        table.answer(seat, "consume_trade", "produce")


def test_R22_22_all_losing_twice_is_the_end_with_a_won_step_between() -> None:
    sides = Side(["old_earth"]), Side(["alpha_centauri"])
    cards = (STRONG, strength(8, 3), STRONG, WEAK, strength(8, 3), strength(7, 3))
    table = invaded(*sides, invaders=cards)
    assert (board(table).defeats, table.live.over) == (1, False)
    table.state.round = 3
    lose_again(table)
    assert (board(table).defeats, [told.seat for told in table.told("held")]) == (1, [1])
    lose_again(table)
    assert (board(table).defeats, board(table).end, table.live.over) == (2, "defeated", True)
    assert [fact(told, "times") for told in table.told("all_lose")] == [1, 2]


def test_R22_23_cards_of_waves_1_and_2_leave_the_game_those_of_wave_3_are_kept() -> None:
    table = invaded(Side(["new_sparta"]), OTHER, invaders=(STRONG, strength(1)))
    known = PACK.invasion.cards
    assert [known[number].id for number in board(table).discards] == [STRONG]
    assert [known[number].id for number in board(table).gone] == [strength(1)]


def test_R22_24_invasion_cards_are_fought_and_not_won() -> None:
    table = invaded(Side(["new_sparta"]), OTHER, invaders=(WEAK, strength(0)))
    assert (table.tableau(0), len(board(table).gone)) == (["new_sparta"], 2)


def test_R22_25_a_world_damaged_counts_from_the_next_step_on() -> None:
    table = invaded(Side(["new_sparta"]), OTHER, invaders=(strength(4), WEAK))
    assert board(table).admirals[0].value == 2
    assert table.shown(0).empires[0].admiral.value == 0


def test_the_view_shows_the_fight_before_and_after() -> None:
    table = invaded(Side(["old_earth"], spare=1), OTHER, invaders=(strength(1), WEAK))
    fight = table.shown(None).empires[0].admiral.fight
    assert (table.asked(0), fight.fought, fight.strength, fight.invader_strength) == ("invasion.defend", False, 0, 1)
    table.answer(0, "bunker")
    fight = table.shown(None).empires[0].admiral.fight
    assert (fight.fought, fight.won, fight.strength, fight.rank) == (True, True, 2, 1)


def test_strength_is_bought_in_secret_until_all_have_chosen() -> None:
    side = Side(["old_earth"], spare=1)
    table = invaded(side, Side(["pilgrimage_world"], spare=1), invaders=(strength(1), strength(1)))
    table.answer(0, "bunker")
    own, seen = (table.shown(viewer).empires[0] for viewer in (0, 1))
    assert (own.admiral.fight.strength, own.hand_size) == (2, 0)
    assert (seen.admiral.fight.strength, seen.hand_size, table.told("manned")) == (0, 1, [])
    table.answer(1)
    assert (table.shown(1).empires[0].admiral.fight.strength, len(table.told("manned", 0))) == (2, 1)


def test_the_view_shows_no_old_fight_when_the_xeno_are_repulsed() -> None:
    table = invaded(Side(["new_sparta"]), ONE, invaders=(STRONG, STRONG))
    assert table.shown(None).empires[0].admiral.HasField("fight")
    board(table).repulse, table.state.round = 0, 4
    for seat in (0, 1):
        table.answer(seat, "consume_trade", "consume_x2")
    shown = table.shown(None)
    assert shown.invasion.end == invasion_pb2.INVASION_END_REPULSED
    assert not any(empire.admiral.HasField("fight") for empire in shown.empires)


def test_the_view_shows_the_board() -> None:
    table = invaded(Side(["old_earth"]), Side(["rebel_cadre"]), invaders=(STRONG, strength(8, 3)))
    shown = table.shown(None)
    track = [(space.space, list(space.seats)) for space in shown.invasion.track]
    assert track == [(1, [1]), (0, [0])]
    assert [(left.wave, left.cards) for left in shown.invasion.waves] == [(1, 2), (2, 2), (3, 15)]
    assert (shown.invasion.discards, shown.invasion.defeats, shown.invasion.total) == (2, 1, 1)
