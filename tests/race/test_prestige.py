"""R16: prestige chips, the leader tile, boosted actions; R3.8, R5.5 and the goals around them."""

import pytest

from galaxytables_kit import Seat
from galaxytables_kit.errors import UnknownOption
from galaxytables_kit.live import LiveGame
from galaxytables_kit.playout import begin
from galaxytables_race.goals import check_goals, counted, held_goals, needed
from galaxytables_race.options import RaceOptions
from galaxytables_race.prestige import gain_prestige, move_tile, see_who_leads, spend_prestige, start_round
from galaxytables_race.rules import RACE
from galaxytables_race.state.phases import Consumer, Consuming
from galaxytables_race.table.agenda import phases_to_come
from tests.race.scene import BRINK, PACK, PACKS, Side, Table, drawn, fact, scene

WAR = RaceOptions(expansion="brink_of_war", takeovers=True)
OTHER = Side(["epsilon_eridani"])
THIRD = Side(["new_sparta"])
STARTS = ("alpha_centauri", "old_earth", "earths_lost_colony")
HOME = "old_earth"


def brink(*sides: Side, phase: str = "round_end", pool: int = 24, deck: tuple[str, ...] = ()) -> Table:
    """A table of The Brink of War; by default before the action choice of a round that has just begun."""
    return scene(*sides, phase=phase, options=BRINK, pool=pool, deck=deck)


def three(*prestige: int) -> Table:
    """Three players with so much prestige, before they choose actions."""
    return brink(*(Side([start], prestige=chips) for start, chips in zip(STARTS, prestige, strict=True)))


def choose(table: Table, *actions: str) -> None:
    """All choose one action each; none is boosted."""
    for seat, action in enumerate(actions):
        table.answer(seat, action)
        if table.asked(seat) == "actions.boost":
            table.answer(seat)


def leads(table: Table, seat: int, *, on_tile: int) -> None:
    """Lay the tile before a seat."""
    table.state.leader = Seat(seat)
    table.state.empires[seat].prestige.on_tile = on_tile


def phase_begins(table: Table) -> None:
    """A phase begins, in which prestige can be gained; the one before it is over."""
    table.state.phase = Consuming([Consumer() for _ in table.state.empires])


def gain(table: Table, seat: int, chips: int) -> None:
    """A seat gains prestige in the running phase, for a card of its tableau."""
    gain_prestige(table.live.play, Seat(seat), chips, table.state.empires[seat].tableau[0])


def spend(table: Table, seat: int, chips: int) -> None:
    spend_prestige(table.live.play, Seat(seat), chips)
    move_tile(table.live.play)


def test_R2_2_five_more_vp_chips() -> None:
    assert begin(RACE, PACKS, 3, BRINK, 1).play.state.pool == 41
    assert begin(RACE, PACKS, 3, RaceOptions(), 1).play.state.pool == 36


def test_R16_4_each_chip_is_a_point_and_no_vp_chip() -> None:
    table = brink(Side([HOME], prestige=4), OTHER)
    table.state.empires[0].chips = 0
    score = table.live.game.scores(table.live.play)[0]
    assert (score.parts["prestige"], score.parts["chips"]) == (4, 0)
    assert score.total == sum(score.parts.values())


def test_R16_5_the_only_one_with_most_holds_the_tile_at_a_phases_end() -> None:
    table = three(1, 0, 0)
    phase_begins(table)
    gain(table, 1, 2)
    assert table.state.leader == -1
    see_who_leads(table.live.play)
    assert table.state.leader == 1


def test_R16_5_nobody_leads_with_nothing() -> None:
    table = three(0, 0, 0)
    see_who_leads(table.live.play)
    assert table.state.leader == -1


def test_R16_6_what_the_leader_gained_in_the_phase_lies_on_the_tile() -> None:
    table = three(1, 2, 0)
    phase_begins(table)
    gain(table, 0, 3)
    gain(table, 1, 1)
    see_who_leads(table.live.play)
    assert [empire.prestige.on_tile for empire in table.state.empires] == [3, 0, 0]
    phase_begins(table)
    gain(table, 0, 1)
    see_who_leads(table.live.play)
    assert table.state.empires[0].prestige.on_tile == 4


def test_R16_6_what_came_in_an_earlier_phase_does_not_lie_on_the_tile() -> None:
    table = three(2, 0, 0)
    phase_begins(table)
    gain(table, 1, 1)
    see_who_leads(table.live.play)
    phase_begins(table)
    gain(table, 1, 3)
    see_who_leads(table.live.play)
    assert (table.state.leader, table.state.empires[1].prestige.on_tile) == (1, 3)


def test_R16_6_what_was_gained_is_gone_with_its_phase() -> None:
    table = three(1, 0, 0)
    phase_begins(table)
    gain(table, 0, 2)
    phase_begins(table)
    see_who_leads(table.live.play)
    assert (table.state.leader, table.state.empires[0].prestige.on_tile) == (0, 0)


def test_R16_6_a_lead_won_by_anothers_loss_has_no_chip_on_the_tile() -> None:
    table = three(3, 2, 0)
    leads(table, 0, on_tile=1)
    phase_begins(table)
    spend(table, 0, 2)
    see_who_leads(table.live.play)
    assert (table.state.leader, table.state.empires[1].prestige.on_tile) == (1, 0)


def test_R16_7_a_shared_lead_gives_the_tile_back() -> None:
    table = three(2, 1, 0)
    leads(table, 0, on_tile=1)
    phase_begins(table)
    gain(table, 1, 1)
    see_who_leads(table.live.play)
    assert (table.state.leader, table.state.empires[0].prestige.on_tile) == (-1, 0)
    assert table.prestige(0) == 2


def test_R16_8_spent_chips_come_from_outside_the_tile_first() -> None:
    table = three(3, 0, 0)
    leads(table, 0, on_tile=2)
    spend(table, 0, 1)
    assert table.state.empires[0].prestige.on_tile == 2
    spend(table, 0, 1)
    assert table.state.empires[0].prestige.on_tile == 1


def test_R16_8_spending_the_lead_moves_the_tile_at_once() -> None:
    table = three(2, 1, 0)
    leads(table, 0, on_tile=1)
    table.answer(0, "develop")
    table.answer(0, "develop")
    table.answer(1, "settle")
    table.answer(1)
    assert table.state.leader == 0
    table.answer(2, "produce")
    assert (table.prestige(0), table.state.leader) == (1, -1)


def test_R16_8_boosts_revealed_together_are_spent_before_anybody_looks_at_the_tile() -> None:
    table = three(3, 2, 0)
    leads(table, 0, on_tile=1)
    for seat in (0, 1):
        table.answer(seat, "settle")
        table.answer(seat, "settle")
    table.answer(2, "settle")
    assert [table.prestige(seat) for seat in range(3)] == [2, 1, 0]
    assert not table.told("lost_lead")
    assert "prestige" in [fact(told, "why") for told in table.told("drew", 0)]


def test_R16_9_a_chip_on_the_tile_brings_a_card_and_a_vp() -> None:
    table = three(2, 0, 0)
    leads(table, 0, on_tile=2)
    hand, chips, pool = table.hand_size(0), table.chips(0), table.state.pool
    start_round(table.live.play)
    assert (table.hand_size(0), table.chips(0), table.state.pool) == (hand + 1, chips + 1, pool - 1)
    assert (table.state.empires[0].prestige.on_tile, table.prestige(0)) == (0, 2)


def test_R16_9_a_leader_without_a_chip_on_the_tile_takes_a_vp_only() -> None:
    table = three(2, 0, 0)
    leads(table, 0, on_tile=0)
    hand, chips = table.hand_size(0), table.chips(0)
    start_round(table.live.play)
    assert (table.hand_size(0), table.chips(0)) == (hand, chips + 1)


def test_R16_9_all_with_most_take_a_vp() -> None:
    table = three(2, 2, 1)
    assert [table.chips(seat) for seat in range(3)] == [1, 1, 0]


def test_R16_9_nobody_gains_for_no_prestige() -> None:
    assert [three(0, 0, 0).chips(seat) for seat in range(3)] == [0, 0, 0]


def test_R16_12_a_boost_is_paid_when_actions_are_revealed() -> None:
    table = three(2, 0, 0)
    table.answer(0, "settle")
    assert (table.asked(0), table.offered(0)) == ("actions.boost", ["settle"])
    table.answer(0, "settle")
    table.answer(1, "produce")
    assert table.prestige(0) == 2
    table.answer(2, "produce")
    assert table.prestige(0) == 1
    assert fact(table.told("boosts", 0)[0], "action") == "settle"


def test_R16_12_no_boost_without_prestige() -> None:
    table = three(0, 0, 0)
    table.answer(0, "settle")
    assert table.asked(0) is None


def test_R16_12_a_boost_is_for_one_round() -> None:
    table = three(2, 0, 0)
    table.answer(0, "consume_x2")
    table.answer(0, "consume_x2")
    table.answer(1, "consume_x2")
    table.answer(2, "consume_x2")
    assert table.state.round == 3
    assert table.state.empires[0].prestige.boosted == ""
    assert table.shown(1).empires[0].prestige.boosted == ""


def test_R16_15_boost_and_search_are_gone_after_one_of_them() -> None:
    table = three(2, 0, 0)
    table.answer(0, "consume_x2")
    table.answer(0, "consume_x2")
    table.answer(1, "consume_x2")
    table.answer(2, "consume_x2")
    assert (table.asked(0), table.state.round) == ("actions.choose", 3)
    assert "search" not in table.offered(0)
    assert "search" in table.offered(1)
    table.answer(0, "produce")
    assert table.asked(0) is None


def test_R17_1_no_boost_together_with_search() -> None:
    table = brink(Side([HOME], prestige=3), OTHER)
    table.answer(0, "search", "develop")
    assert table.asked(0) is None


def test_R16_15_who_has_searched_neither_searches_nor_boosts_again() -> None:
    table = three(2, 0, 0)
    choose(table, "search", "consume_x2", "consume_x2")
    table.answer(0, "military_development")
    table.answer(0, "take")
    assert (table.asked(0), table.state.round) == ("actions.choose", 3)
    assert "search" not in table.offered(0)
    table.answer(0, "produce")
    assert table.asked(0) is None


def test_R16_12_with_two_actions_one_is_boosted() -> None:
    table = brink(Side([HOME], prestige=3), OTHER)
    table.answer(0, "develop", "develop_2")
    prompt = table.prompt(0)
    assert (prompt.kind, prompt.least, prompt.most) == ("actions.boost", 0, 1)
    assert table.offered(0) == ["develop", "develop_2"]


@pytest.mark.parametrize(
    ("actions", "draws", "kept"),
    [(["explore_1_1"], 9, 3), (["explore_5_0"], 13, 2), (["explore_1_1", "explore_5_0"], 14, 3)],
)
def test_R16_13_boosted_explore_draws_mixes_and_discards(actions: list[str], draws: int, kept: int) -> None:
    table = brink(Side([HOME], spare=2, actions=actions, boosted=actions[0]), OTHER, phase="explore")
    prompt = table.prompt(0)
    assert (prompt.kind, len(prompt.options)) == ("explore.discard", draws + 2)
    assert prompt.least == prompt.most == draws - kept


def test_R5_5_a_card_for_prestige_before_anybody_draws() -> None:
    table = brink(Side([HOME, "alien_departure_point"], spare=2), OTHER, phase="explore")
    assert table.asked(0) == "explore.discard_for_prestige"
    assert not drawn(table.state, 1)
    assert table.prompt(0).least == 0
    table.answer(0, table.offered(0)[0])
    assert (table.prestige(0), table.hand_size(0)) == (1, 1)
    assert len(drawn(table.state, 1)) == 2


def test_R3_8_psi_crystal_world_chooses_after_the_reveal() -> None:
    table = brink(Side([HOME, "psi_crystal_world"]), OTHER, THIRD)
    assert table.asked(0) is None
    table.answer(1, "develop")
    table.answer(2, "settle")
    assert [len(empire.actions) for empire in table.state.empires] == [0, 1, 1]
    table.answer(0, "produce")
    assert phases_to_come(table.live.play)[-1] == "round_end"
    assert {fact(told, "actions") for told in table.told("chose")} == {"develop", "settle", "produce"}


def test_R3_8_with_two_actions_the_second_comes_after_the_reveal() -> None:
    table = brink(Side([HOME, "psi_crystal_world"], prestige=2), OTHER)
    table.answer(0, "develop")
    assert table.asked(0) == "actions.boost"
    table.answer(0, "develop")
    table.answer(1, "settle", "produce")
    assert (table.asked(0), table.prompt(0).most, table.prestige(0)) == ("actions.choose", 1, 1)
    assert "develop" not in table.offered(0)
    assert "search" not in table.offered(0)
    table.answer(0, "produce")
    assert {fact(told, "actions") for told in table.told("chose", 0)} == {"develop", "develop, produce"}
    assert table.prestige(0) == 1


def test_R3_8_the_same_card_cannot_be_named_twice() -> None:
    table = brink(Side([HOME, "psi_crystal_world"]), OTHER)
    table.answer(0, "produce")
    table.answer(1, "settle", "produce")
    key = next(iter(table.live.prompts))
    with pytest.raises(UnknownOption):
        table.live.answer(0, key, ("produce",))


def test_R11_2_fifteen_prestige_end_the_game() -> None:
    table = brink(Side([HOME], prestige=15), OTHER)
    assert table.live.over
    assert not brink(Side([HOME], prestige=14), OTHER).live.over


def test_R10_2_the_discards_of_others_are_taken() -> None:
    table = brink(Side([HOME, "retrofit_and_salvage_inc"], spare=10), OTHER, THIRD)
    hand = table.state.empires[1].hand
    hand += [table.state.decks[0].pop() for _ in range(12)]
    table = again(table)
    two = table.offered(1)[:2]
    table.answer(1, *two)
    assert table.hand_size(0) == 12
    assert set(two) <= set(table.hand(0))
    assert not table.state.discards[0]


def test_R10_2_ones_own_discards_are_gone() -> None:
    table = brink(Side([HOME, "retrofit_and_salvage_inc"], spare=10), OTHER)
    for seat, more in ((0, 3), (1, 12)):
        table.state.empires[seat].hand += [table.state.decks[0].pop() for _ in range(more)]
    table = again(table)
    own, others = table.offered(0)[:3], table.offered(1)[:2]
    table.answer(0, *own)
    table.answer(1, *others)
    assert table.hand_size(0) == 10 + 2
    assert sorted(PACK.cards[card].id for card in table.state.discards[0]) == sorted(own)


def again(table: Table) -> Table:
    """The table at the end of the same round once more."""
    return Table(LiveGame.begin(RACE, PACKS.default, table.live.play, at="round/round_end"))


def values(goal: str, options: RaceOptions, side: Side) -> tuple[int, int]:
    """What a side has of a goal, and what is needed."""
    table = scene(side, OTHER, phase="consume", options=options)
    table.state.empires[0].chips = side.chips
    tile = PACK.goals[goal]
    return counted(table.live.play, table.state, tile)[0], needed(tile)


def test_R13_8_galactic_standing_needs_prestige_and_chips() -> None:
    assert values("galactic_standing", BRINK, Side([HOME], prestige=2, chips=3)) == (5, 5)
    assert values("galactic_standing", BRINK, Side([HOME], prestige=9, chips=2)) == (4, 5)
    assert values("galactic_standing", BRINK, Side([HOME], prestige=1, chips=9)) == (4, 5)


def test_R13_8_military_influence_in_two_ways() -> None:
    imperium = Side([HOME, "imperium_armaments_world", "imperium_troops"])
    assert values("military_influence", BRINK, imperium) == (3, 4)
    three_of_them = Side([HOME, "imperium_armaments_world", "imperium_troops", "imperium_seat"])
    assert values("military_influence", WAR, three_of_them) == (4, 4)
    worlds = Side([HOME, "rebel_miners", "rebel_base", "rebel_outpost", "rebel_homeworld"])
    assert values("military_influence", BRINK, worlds) == (4, 4)


def test_R13_8_peace_leader_has_negative_military_and_two_worlds() -> None:
    assert values("peace_war_leader", BRINK, Side(["pan_galactic_mediator", HOME, "psi_crystal_world"])) == (3, 3)
    assert values("peace_war_leader", BRINK, Side(["psi_crystal_world", "new_sparta"])) == (2, 3)


def test_R13_15_war_leader_has_a_takeover_power_and_two_military_worlds() -> None:
    worlds = ["rebel_miners", "rebel_base"]
    assert values("peace_war_leader", WAR, Side([*worlds, "imperium_seat"])) == (3, 3)
    assert values("peace_war_leader", BRINK, Side([*worlds, "imperium_seat"])) == (2, 3)
    assert values("peace_war_leader", WAR, Side([*worlds, "rebel_pact"])) == (2, 3)
    counting = RaceOptions(expansion="brink_of_war", takeovers=True, peace_war_counts_defence=True)
    assert values("peace_war_leader", counting, Side([*worlds, "rebel_pact"])) == (3, 3)


def test_R13_10_galactic_prestige_is_lost_by_spending() -> None:
    table = three(3, 0, 0)
    table.state.goals = ["galactic_prestige"]
    check_goals(table.live.play, "explore")
    assert held_goals(table.state, Seat(0)) == ["galactic_prestige"]
    table.answer(0, "develop")
    table.answer(0, "develop")
    table.answer(1, "develop")
    table.answer(2, "develop")
    assert held_goals(table.state, Seat(0)) == []


def test_R13_12_chips_of_the_leader_may_win_a_goal_at_once() -> None:
    table = three(2, 0, 0)
    table.state.empires[0].chips = 2
    table.state.goals = ["galactic_standing"]
    choose(table, "consume_x2", "consume_x2", "consume_x2")
    assert held_goals(table.state, Seat(0)) == ["galactic_standing"]
