"""R8: Trade and Consume, with their powers."""

import pytest

from galaxytables_kit.errors import OutOfBounds, UndoRefused
from galaxytables_race.options import RaceOptions
from tests.race.saying import options_said
from tests.race.scene import BASE, NEW_WORLDS, Side, fact, scene

OTHER = Side(["epsilon_eridani"])
WORLDS = {"novelty": "gem_world", "rare": "comet_zone", "genes": "distant_world", "alien": "alien_robotic_factory"}


@pytest.mark.parametrize(("good", "value"), [("novelty", 2), ("rare", 3), ("genes", 4), ("alien", 5)])
def test_R1_3_R8_1_trade_values(good: str, value: int) -> None:
    world = WORLDS[good]
    table = scene(Side([world], goods=[world], actions=["consume_trade"]), OTHER, phase="consume")
    assert table.hand_size(0) == value
    assert table.goods(0) == []
    assert fact(table.told("traded")[0], "world") == world


def test_R8_1_the_chooser_must_sell_one_good_and_chooses_which() -> None:
    table = scene(
        Side(["gem_world", "comet_zone"], goods=["gem_world", "comet_zone"], actions=["consume_trade"]),
        OTHER,
        phase="consume",
    )
    assert (table.asked(0), table.prompt(0).least) == ("trade.good", 1)
    assert table.offered(0) == ["comet_zone", "gem_world"]
    with pytest.raises(OutOfBounds):
        table.answer(0)
    table.answer(0, "comet_zone")
    assert table.goods(0) == ["gem_world"]


def test_R8_1_only_choosers_trade() -> None:
    table = scene(Side(["gem_world"], goods=["gem_world"]), OTHER, phase="consume")
    assert table.hand_size(0) == 0
    assert table.goods(0) == ["gem_world"]


@pytest.mark.parametrize(
    ("card", "good", "cards"),
    [
        ("old_earth", "rare", 4),
        ("galactic_engineers", "rare", 4),
        ("merchant_world", "rare", 5),
        ("export_duties", "rare", 4),
        ("trade_league", "rare", 4),
        ("mining_conglomerate", "rare", 4),
        ("mining_conglomerate", "genes", 4),
        ("space_port", "rare", 5),
        ("space_port", "genes", 4),
        ("spice_world", "novelty", 4),
        ("genetics_lab", "genes", 5),
        ("bio_hazard_mining_world", "genes", 6),
        ("distant_world", "novelty", 5),
        ("pirate_world", "rare", 3),
    ],
)
def test_R8_1_trade_bonus(card: str, good: str, cards: int) -> None:
    table = scene(Side([card, WORLDS[good]], goods=[WORLDS[good]], actions=["consume_trade"]), OTHER, phase="consume")
    assert sum(int(str(fact(told, "cards"))) for told in table.told("traded")) == cards


def test_R8_1_trade_bonus_of_new_worlds() -> None:
    side = Side(["star_nomad_raiders", "gem_world"], goods=["gem_world"], actions=["consume_trade"])
    table = scene(side, OTHER, phase="consume", options=NEW_WORLDS)
    assert table.hand_size(0) == 4


@pytest.mark.parametrize(("world", "cards"), [("pirate_world", 5), ("star_nomad_lair", 3)])
def test_R8_1_trade_bonus_for_goods_of_one_world_only(world: str, cards: int) -> None:
    table = scene(Side([world], goods=[world], actions=["consume_trade"]), OTHER, phase="consume")
    assert table.hand_size(0) == cards


@pytest.mark.parametrize(
    ("card", "world", "vp", "cards"),
    [
        ("epsilon_eridani", "gem_world", 1, 1),
        ("expanding_colony", "gem_world", 1, 0),
        ("galactic_resort", "gem_world", 1, 1),
        ("galactic_trendsetters", "gem_world", 2, 0),
        ("new_survivalists", "gem_world", 0, 1),
        ("new_survivalists", "comet_zone", 0, 0),
        ("new_vinland", "comet_zone", 0, 2),
        ("plague_world", "distant_world", 1, 1),
        ("plague_world", "comet_zone", 0, 0),
        ("secluded_world", "comet_zone", 0, 1),
        ("tourist_world", "comet_zone", 0, 0),
        ("public_works", "comet_zone", 1, 0),
        ("research_labs", "distant_world", 1, 0),
        ("mining_conglomerate", "comet_zone", 1, 0),
        ("terraforming_robots", "comet_zone", 1, 1),
        ("consumer_markets", "gem_world", 1, 0),
        ("free_trade_association", "gem_world", 1, 1),
        ("mining_league", "comet_zone", 0, 0),
    ],
)
def test_R8_2_consume_with_one_good(card: str, world: str, vp: int, cards: int) -> None:
    table = scene(Side([card, world], goods=[world]), Side(["new_sparta"]), phase="consume")
    assert (table.chips(0), table.hand_size(0)) == (vp, cards)
    assert (world in table.goods(0)) == (vp == cards == 0)


def test_R8_2_using_powers_is_forced_and_the_order_is_the_owners() -> None:
    table = scene(Side(["public_works", "new_vinland", "gem_world"], goods=["gem_world"]), OTHER, phase="consume")
    assert (table.asked(0), table.prompt(0).least) == ("consume.power", 1)
    assert table.offered(0) == ["new_vinland", "public_works"]
    table.answer(0, "new_vinland")
    assert (table.chips(0), table.hand_size(0)) == (0, 2)


def test_R8_2_nothing_is_asked_where_all_powers_can_be_used() -> None:
    side = Side(["public_works", "new_vinland", "gem_world"], goods=["gem_world", "new_vinland"])
    table = scene(side, OTHER, phase="consume")
    assert table.asked(0) == "consume.goods"
    table.answer(0, "gem_world")
    assert (table.chips(0), table.hand_size(0)) == (1, 2)


def test_R8_2_which_good_goes_where_is_the_owners_choice() -> None:
    table = scene(
        Side(["public_works", "gem_world", "comet_zone"], goods=["gem_world", "comet_zone"]), OTHER, phase="consume"
    )
    assert table.offered(0) == ["comet_zone", "gem_world"]
    table.answer(0, "comet_zone")
    assert table.goods(0) == ["gem_world"]


def test_R8_3_a_power_is_used_up_before_the_next() -> None:
    tableau = ["mining_conglomerate", "public_works", "comet_zone", "mining_world"]
    table = scene(Side(tableau, goods=["comet_zone", "mining_world"]), OTHER, phase="consume")
    table.answer(0, "mining_conglomerate")
    assert table.chips(0) == 2
    assert table.goods(0) == []


def test_R8_3_as_often_as_goods_allow() -> None:
    worlds = ["gem_world", "spice_world", "artist_colony", "space_port"]
    table = scene(Side(["consumer_markets", *worlds], goods=worlds), OTHER, phase="consume")
    assert (table.asked(0), table.prompt(0).least, table.prompt(0).most) == ("consume.goods", 3, 3)
    table.answer(0, *worlds[:3])
    assert table.chips(0) == 3
    assert table.goods(0) == ["space_port"]


@pytest.mark.parametrize(
    ("card", "worlds", "vp"),
    [
        ("tourist_world", ["gem_world", "comet_zone"], 3),
        ("mining_league", ["comet_zone", "mining_world"], 3),
        ("mining_league", ["comet_zone", "gem_world"], 0),
    ],
)
def test_R8_4_a_power_that_needs_two_goods_takes_both(card: str, worlds: list[str], vp: int) -> None:
    table = scene(Side([card, *worlds], goods=worlds), Side(["new_sparta"]), phase="consume")
    assert table.chips(0) == vp
    assert len(table.goods(0)) == (0 if vp else 2)


def test_R8_4_gateway_station_takes_two() -> None:
    worlds = ["gateway_station", "gem_world"]
    table = scene(Side(worlds, goods=worlds), Side(["new_sparta"]), phase="consume", options=NEW_WORLDS)
    assert (table.chips(0), table.hand_size(0), table.goods(0)) == (1, 3, [])


def test_R8_5_x2_doubles_vp_but_not_cards() -> None:
    side = Side(["galactic_resort", "gem_world"], goods=["gem_world"], actions=["consume_x2"])
    table = scene(side, OTHER, phase="consume")
    assert (table.chips(0), table.hand_size(0)) == (2, 1)


def test_R8_5_only_the_chooser_doubles() -> None:
    sides = [Side(["public_works", "gem_world"], goods=["gem_world"]), Side(["old_earth"], actions=["consume_x2"])]
    assert scene(*sides, phase="consume").chips(0) == 1


def test_R8_5_vp_from_hand_cards_are_not_doubled() -> None:
    side = Side(["deficit_spending"], ["gem_world", "comet_zone", "new_earth"], actions=["consume_x2"])
    table = scene(side, OTHER, phase="consume")
    table.answer(0, "gem_world", "comet_zone")
    assert table.chips(0) == 2


def test_R8_7_trade_as_consume_with_bonuses_for_everybody() -> None:
    tableau = ["trade_league", "export_duties", "comet_zone"]
    table = scene(Side(tableau, goods=["comet_zone"]), OTHER, phase="consume")
    assert table.hand_size(0) == 5


def test_R8_7_trade_as_consume_without_bonuses() -> None:
    tableau = ["black_market_trading_world", "export_duties", "comet_zone"]
    table = scene(Side(tableau, goods=["comet_zone"]), OTHER, phase="consume")
    assert table.hand_size(0) == 3


def test_R8_7_it_is_a_power_among_others_and_the_good_is_chosen() -> None:
    tableau = ["black_market_trading_world", "gem_world", "comet_zone"]
    table = scene(Side(tableau, goods=["gem_world", "comet_zone"]), OTHER, phase="consume")
    assert (table.asked(0), table.prompt(0).least) == ("consume.sell", 1)
    table.answer(0, "gem_world")
    assert table.goods(0) == ["comet_zone"]


def test_R8_8_consume_all_goods() -> None:
    worlds = ["gem_world", "comet_zone", "distant_world"]
    table = scene(Side(["pilgrimage_world", *worlds], goods=worlds), OTHER, phase="consume")
    assert (table.chips(0), table.goods(0)) == (2, [])
    doubled = scene(Side(["pilgrimage_world", *worlds], goods=worlds, actions=["consume_x2"]), OTHER, phase="consume")
    assert doubled.chips(0) == 4


def test_R8_8_it_may_come_first() -> None:
    worlds = ["gem_world", "comet_zone"]
    table = scene(Side(["public_works", "pilgrimage_world", *worlds], goods=worlds), OTHER, phase="consume")
    table.answer(0, "pilgrimage_world")
    assert (table.chips(0), table.goods(0)) == (1, [])


def test_R8_9_consume_distinct_needs_three_kinds() -> None:
    two = ["gem_world", "comet_zone", "mining_world"]
    assert scene(Side(["diversified_economy", *two], goods=two), OTHER, phase="consume").chips(0) == 0
    three = ["gem_world", "comet_zone", "distant_world"]
    table = scene(Side(["diversified_economy", *three], goods=three), OTHER, phase="consume")
    assert (table.chips(0), table.goods(0)) == (3, [])


def test_R8_9_consume_distinct_of_four_kinds_leaves_one_of_choice() -> None:
    worlds = list(WORLDS.values())
    table = scene(Side(["diversified_economy", *worlds], goods=worlds), OTHER, phase="consume")
    assert (table.asked(0), table.prompt(0).least) == ("consume.kinds", 3)
    table.answer(0, "novelty", "rare", "genes")
    assert table.goods(0) == ["alien_robotic_factory"]


def test_R8_9_one_good_of_each_kind() -> None:
    worlds = ["gem_world", "comet_zone", "mining_world", "distant_world"]
    table = scene(Side(["diversified_economy", *worlds], goods=worlds), OTHER, phase="consume")
    assert (table.asked(0), table.offered(0)) == ("consume.goods", ["comet_zone", "mining_world"])
    table.answer(0, "mining_world")
    assert table.goods(0) == ["comet_zone"]


@pytest.mark.parametrize(("card", "options"), [("new_economy", BASE), ("galactic_trade_emissaries", NEW_WORLDS)])
def test_R8_10_draw_is_automatic(card: str, options: RaceOptions) -> None:
    assert scene(Side([card]), OTHER, phase="consume", options=options).hand_size(0) == 1


@pytest.mark.parametrize("card", ["deficit_spending", "merchant_world"])
def test_R8_10_consume_hand_is_optional(card: str) -> None:
    table = scene(Side([card], ["gem_world", "comet_zone", "new_earth"]), OTHER, phase="consume")
    assert (table.asked(0), table.prompt(0).least, table.prompt(0).most) == ("consume.hand", 0, 2)
    table.answer(0)
    assert (table.chips(0), table.hand_size(0)) == (0, 3)


def test_R8_10_optional_powers_in_any_order() -> None:
    side = Side(["deficit_spending", "merchant_world", "gambling_world"], ["gem_world", "comet_zone"])
    table = scene(side, OTHER, phase="consume")
    assert (table.asked(0), table.prompt(0).least) == ("consume.option", 0)
    assert table.offered(0) == ["deficit_spending", "gambling_world", "merchant_world"]
    table.answer(0, "merchant_world")
    table.answer(0, "gem_world")
    assert table.chips(0) == 1
    assert table.offered(0) == ["deficit_spending", "gambling_world"]


@pytest.mark.parametrize(("guess", "hand"), [("2", ["gem_world"]), ("3", [])])
def test_R8_11_gambling(guess: str, hand: list[str]) -> None:
    table = scene(Side(["gambling_world"]), OTHER, phase="consume", deck=["gem_world"])
    table.answer(0, guess)
    assert table.hand(0) == hand
    (told,) = table.told("gamble_won" if hand else "gamble_lost")
    assert fact(told, "card") == "gem_world"


def test_R8_10_gambling_is_optional() -> None:
    table = scene(Side(["gambling_world"]), OTHER, phase="consume", deck=["gem_world"])
    table.answer(0)
    assert not table.told("gamble_won")
    assert not table.told("gamble_lost")


def test_R8_12_chips_beyond_the_pool_are_paid_in_full() -> None:
    side = Side(["galactic_trendsetters", "gem_world"], goods=["gem_world"], actions=["consume_x2"])
    table = scene(side, OTHER, phase="consume", pool=1)
    assert table.chips(0) == 4
    assert table.state.pool == -3


def test_R8_13_cards_drawn_in_the_phase_may_be_discarded_in_it() -> None:
    tableau = ["new_vinland", "deficit_spending", "gem_world"]
    table = scene(Side(tableau, goods=["gem_world"]), OTHER, phase="consume", deck=["new_earth", "asteroid_belt"])
    assert table.offered(0) == ["asteroid_belt", "new_earth"]
    table.answer(0, "new_earth", "asteroid_belt")
    assert table.chips(0) == 2


def test_a_good_is_not_taken_back_after_it_went_into_anothers_new_deck() -> None:
    sides = [
        Side(["public_works", "gem_world", "spice_world"], goods=["gem_world", "spice_world"]),
        Side(["new_vinland", "merchant_world", "comet_zone"], goods=["new_vinland", "comet_zone"]),
        Side(["deficit_spending"], ["artist_colony"], spare=2, actions=["consume_x2"]),
    ]
    table = scene(*sides, phase="settle")
    state = table.state
    state.discards[0], state.decks[0] = state.decks[0], []
    table.answer(2)
    table.answer(0, "gem_world")
    assert table.live.undoable_seats() == [0]
    table.answer(1, "new_vinland")
    assert table.told("reshuffled") == []
    table.answer(1, *table.offered(1))
    assert table.live.undoable_seats() == [1]
    with pytest.raises(UndoRefused):
        table.live.undo(0)


def test_every_power_that_is_used_on_purpose_has_words() -> None:
    table = scene(Side(["public_works", "new_vinland", "gem_world"], goods=["gem_world"]), OTHER, phase="consume")
    assert options_said(table) == [
        "New Vinland (consume, good: any, 2 cards)",
        "Public Works (consume, good: any, 1 VP)",
    ]
