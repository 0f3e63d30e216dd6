"""R7 to R9: scoring, income and the end."""

import pytest

from galaxytables_jump.scoring import empire_income, empire_vp, vp_by_source
from galaxytables_kit.chance import ScriptedChance
from galaxytables_kit.game import ranks
from tests.jump.scene import PACK, Side, Table, card, numbers, scene


def explored(*sides: Side, dealer: int = 0) -> Table:
    """A round in which everybody explores."""
    table = scene(*sides, dealer=dealer)
    table.finish_round()
    return table


def vp(*empire: str, rivals: tuple[tuple[str, ...], ...] = ((),)) -> int:
    return empire_vp(PACK, numbers(*empire), [numbers(*rival) for rival in rivals])


def income(*empire: str, rivals: tuple[tuple[str, ...], ...] = ((),)) -> int:
    return empire_income(PACK, numbers(*empire), [numbers(*rival) for rival in rivals])


def test_R7_1_war_propaganda_goes_to_the_strongest_before_scoring() -> None:
    table = explored(Side(["war_propaganda"]), Side(["space_marines"]))
    assert (table.empire(0), table.empire(1)) == ([], ["space_marines", "war_propaganda"])
    assert (table.vp(0), table.vp(1)) == ([0], [3])
    (told,) = table.told("moved")
    assert (told.seat, card(told)) == (1, "war_propaganda")


def test_R7_1_on_a_tie_it_stays() -> None:
    table = explored(Side(["war_propaganda"]), Side(["space_marines"]), Side(["space_marines"]))
    assert table.empire(0) == ["war_propaganda"]


def test_R7_1_it_moves_in_every_round() -> None:
    table = explored(Side(["war_propaganda"]), Side(["space_marines"]))
    table.state.players[0].empire += numbers("drop_ships", "lost_alien_warship")
    table.finish_round()
    assert "war_propaganda" in table.empire(0)


def test_R7_2_its_own_icon_counts_for_its_holder() -> None:
    table = explored(Side(["war_propaganda", "military_convoy"]), Side(["space_marines"]))
    assert "war_propaganda" in table.empire(0), "2 with its own icon: a tie"


def test_R7_3_copies_move_at_the_same_moment() -> None:
    table = explored(
        Side(["war_propaganda"]), Side(["space_marines"]), Side(["war_propaganda", "military_convoy", "warrior_race"])
    )
    assert table.empire(2).count("war_propaganda") == 2, "compared once: 1, 2 and 3"


def test_R7_3_from_one_comparison_both_stay_on_a_tie() -> None:
    table = explored(Side(["war_propaganda"]), Side(["drop_ships"]), Side(["war_propaganda", "space_marines"]))
    assert [table.empire(seat).count("war_propaganda") for seat in range(3)] == [1, 0, 1]


def test_R7_4_all_cards_score_every_round() -> None:
    table = explored(Side(["terraformed_world"]), Side())
    table.finish_round()
    assert table.vp(0) == [5, 5]


def test_R7_5_each_copy_is_computed_by_itself() -> None:
    assert vp("consumer_markets", "consumer_markets", "new_vinland", "survey_hq") == 2 * 2 + 2


def test_R7_5_the_best_rival_is_chosen() -> None:
    rivals = (("drop_ships",), ("drop_ships", "space_marines"), ())
    assert vp("galactic_federation", rivals=rivals) == 2 * 1 + 2


def test_R7_5_each_card_chooses_its_own_rival() -> None:
    rivals = (("drop_ships", "drop_ships"), ("comet_zone", "gem_world"))
    mine = ("galactic_federation", "free_trade_association")
    assert vp(*mine, rivals=rivals) == 2 * 2 + 2 + 0 + 1


def test_R7_6_a_with_clause_counts_once() -> None:
    assert income("genetics_lab") == 0
    assert income("genetics_lab", "ancient_races") == 1 + 2
    assert income("genetics_lab", "ancient_races", "lifeforms_inc") == 1 + 2 + 1


@pytest.mark.parametrize(("copies", "points"), [(1, 2), (2, 8), (3, 18), (4, 32), (5, 50), (6, 72), (7, 98)])
def test_R7_7_galactic_trendsetters(copies: int, points: int) -> None:
    assert vp(*["galactic_trendsetters"] * copies) == points


def test_R7_8_new_galactic_order_leaves_out_strength_against_particular_worlds() -> None:
    assert vp("new_galactic_order", "galactic_imperium", "drop_ships") == 2 + 3 + 2


@pytest.mark.parametrize(
    ("empire", "offered"),
    [([], True), (["space_marines"], False), (["space_marines", "contact_specialist"], True)],
)
def test_R7_9_trade_pact_needs_no_strength_or_a_contact_specialist(empire: list[str], *, offered: bool) -> None:
    table = scene(Side(empire, ["trade_pact"], spare=2), Side())
    assert ("trade_pact" in table.offered(0)) is offered


def test_R7_9_military_may_be_added_afterwards() -> None:
    table = scene(Side(["trade_pact"], ["space_marines"], spare=2), Side())
    table.play(0, "space_marines")
    assert table.empire(0) == ["trade_pact", "space_marines"]


def test_R7_9_its_income_is_2_while_another_empire_has_one() -> None:
    assert income("trade_pact") == 1
    assert income("trade_pact", rivals=(("trade_pact",), ())) == 2


def test_R7_10_contact_specialist_and_trade_pact_never_in_the_same_round() -> None:
    table = scene(Side(["space_marines"], ["contact_specialist", "trade_pact"], spare=3), Side())
    table.play(0, "contact_specialist")
    table.finish_round()
    assert table.asked(0) == "choose.card"
    assert "trade_pact" in table.offered(0)


def test_R8_1_income_of_all_cards_is_drawn() -> None:
    table = explored(Side(["comet_zone", "gem_world"]), Side())
    assert table.drawn(0, "income") == 5


def test_R8_2_hand_limit_after_all_have_drawn() -> None:
    table = scene(Side(["comet_zone"], spare=9), Side(hand=["rebel_world"]), teams=False)
    while table.where != "round/upkeep/hand_limit":
        table.default(0 if table.prompt(0) else 1)
    prompt = table.prompt(0)
    assert prompt is not None
    assert (prompt.kind, prompt.least, len(prompt.options)) == ("limit.discard", 4, 14)
    assert table.asked(1) is None
    table.default(0)
    assert table.hand_size(0) == 10
    assert [(told.facts["count"], told.facts["why"]) for told in table.told("discarded", 0)][-1] == (4, "hand limit")
    assert table.state.round == 2


def test_R8_2_no_limit_before() -> None:
    table = scene(Side(["comet_zone"], spare=10), Side(hand=["rebel_world"]), teams=False)
    table.answer(0, "explore")
    assert table.hand_size(0) == 15
    assert table.asked(0) == "explore.discard"


def test_R8_3_an_empty_deck_is_made_of_the_discards_at_once() -> None:
    discards = ["comet_zone", "mining_world", "new_earth"]
    first, second, third = numbers(*discards)
    table = scene(
        Side(hand=["rebel_base"]),
        Side(hand=["ancient_races", "asteroid_belt", "uplift_code"]),
        deck=["gem_world"],
        discards=discards,
        teams=False,
        chance=ScriptedChance([[third, *numbers("asteroid_belt", "uplift_code"), first, second]]),
    )
    table.play(1, "ancient_races")
    assert [told.kind for told in table.log if told.kind in ("drew", "reshuffled")] == ["reshuffled", "drew", "drew"]
    assert table.hand(0)[1:] == ["gem_world", "mining_world", "comet_zone", "uplift_code", "asteroid_belt"]
    assert table.hand(1) == ["new_earth"]


def test_R8_4_incomes_are_drawn_from_the_leader_clockwise() -> None:
    sides = [Side(["gem_world"], vp=1), Side(["galactic_advertisers"], vp=4), Side(["comet_zone"], vp=2)]
    table = explored(*sides)
    assert [told.seat for told in table.told("drew") if told.facts["why"] == "income"] == [1, 2, 0]


@pytest.mark.parametrize(("dealer", "order"), [(0, [0, 1, 2]), (1, [2, 0, 1]), (2, [2, 0, 1])])
def test_R8_4_among_equal_leaders_the_nearest_from_the_dealer_starts(dealer: int, order: list[int]) -> None:
    sides = [Side(["galactic_advertisers"], vp=4), Side(["galactic_advertisers"]), Side(["galactic_advertisers"], vp=4)]
    table = explored(*sides, dealer=dealer)
    assert [told.seat for told in table.told("drew") if told.facts["why"] == "income"] == order


def test_R8_5_the_order_holds_with_a_full_deck_too() -> None:
    table = explored(Side(["galactic_advertisers"]), Side(["galactic_advertisers"], vp=1))
    assert len(table.state.deck) > 50
    assert [told.seat for told in table.told("drew") if told.facts["why"] == "income"] == [1, 0]


def test_R8_6_what_cannot_be_drawn_is_lost() -> None:
    sides = Side(["comet_zone", "mining_world"], ["rebel_base"], vp=9), Side(["new_earth"], ["rebel_world"])
    table = scene(*sides, deck=["gem_world", "asteroid_belt", "space_marines"], teams=False)
    table.finish_round()
    assert [table.drawn(seat, "exploring") + table.drawn(seat, "income") for seat in (0, 1)] == [3 + 1, 0]
    assert table.hand_size(0) + table.hand_size(1) == 5


def test_R9_1_draws_after_the_reveal_go_clockwise_from_the_dealer() -> None:
    table = scene(Side(), Side(), Side(), dealer=2)
    for seat in (1, 0, 2):
        table.answer(seat, "explore")
    assert [told.seat for told in table.told("drew")][:3] == [2, 0, 1]


@pytest.mark.parametrize(("before", "over"), [(44, False), (45, True)])
def test_R9_2_the_game_ends_after_scoring_with_50(before: int, *, over: bool) -> None:
    table = explored(Side(["terraformed_world"], vp=before), Side())
    assert table.live.over is over


def test_R9_2_no_income_after_the_end() -> None:
    table = explored(Side(["terraformed_world"], vp=45), Side())
    assert table.drawn(0, "income") == 0


def test_R9_2_the_highest_total_wins_not_who_reached_50_first() -> None:
    table = explored(Side(["terraformed_world"], vp=46), Side(["deserted_alien_library"], vp=46))
    scores = table.live.scores()
    assert ranks(scores) == {0: 2, 1: 1}


def test_R9_3_a_tie_goes_to_hand_and_income_not_drawn() -> None:
    table = explored(Side(["terraformed_world"], vp=45), Side(["deserted_alien_world"], vp=45))
    scores = table.live.scores()
    assert [score.total for score in scores] == [5, 5]
    assert [score.tie_breaks for score in scores] == [(3,), (4,)], "2 explored cards, income 1 and 2"
    assert ranks(scores) == {0: 2, 1: 1}


def test_R9_3_still_tied_they_share_the_victory() -> None:
    table = explored(Side(["deserted_alien_world"], vp=45), Side(["deserted_alien_colony", "ancient_races"], vp=45))
    table.state.players[1].hand.pop()
    table.state.players[1].hand.pop()
    assert set(ranks(table.live.scores()).values()) == {1}


def test_R9_4_a_round_in_which_nothing_can_happen_any_more_ends_the_game() -> None:
    table = scene(Side(["comet_zone"], ["rebel_base"]), Side(hand=["rebel_world"]), deck=[], teams=False)
    assert table.live.over
    assert table.vp(0) == [0]


def test_R9_4_as_long_as_somebody_scores_it_goes_on() -> None:
    table = scene(Side(["ancient_races"], ["rebel_base"]), Side(hand=["rebel_world"]), deck=[], teams=False)
    assert table.live.over
    assert sum(table.vp(0)) == 50


def test_the_score_says_where_vp_came_from() -> None:
    empire = numbers("galactic_salon", "survey_hq", "new_earth", "ancient_races", "alien_guardians", "rebel_base")
    assert vp_by_source(PACK, empire, [[]]) == {
        "developments": 5,
        "novelty_worlds": 3,
        "rare_worlds": 3,
        "genes_worlds": 1,
        "alien_worlds": 7,
        "grey_worlds": 6,
    }
