"""R21, Xeno Invasion without the invasion game, and the powers that it brings."""

import pytest

from galaxytables_kit.errors import OptionsConflict
from galaxytables_race.options import RaceOptions
from galaxytables_race.rules import RACE
from tests.race.scene import PACK, Side, Table, scene

XENO = RaceOptions(expansion="xeno_invasion")
OTHER = Side(["epsilon_eridani"])


def xeno(*sides: Side, phase: str, deck: tuple[str, ...] = ()) -> Table:
    return scene(*sides, phase=phase, options=XENO, deck=deck)


def test_R21_1_two_start_worlds_to_choose_from_and_no_goals() -> None:
    assert XENO.chooses_start_world
    RACE.check(XENO, 5, PACK)
    with pytest.raises(OptionsConflict):
        RACE.check(RaceOptions(expansion="xeno_invasion", goals=True), 3, PACK)


def test_R21_2_explore_always_discards_from_the_whole_hand() -> None:
    table = xeno(Side(["old_earth"], ["space_marines"]), OTHER, phase="explore", deck=("gem_world", "comet_zone"))
    assert (table.asked(0), table.prompt(0).least) == ("explore.discard", 1)
    assert table.offered(0) == ["comet_zone", "gem_world", "space_marines"]
    table.answer(0, "space_marines")
    assert table.hand(0) == ["comet_zone", "gem_world"]


def test_R21_3_xeno_worlds_are_never_paid_for() -> None:
    world = next(card for card in RACE.load_pack(RACE.components_path).designs.values() if card.xeno)
    table = xeno(Side(["contact_specialist"], [world.id, "rebel_miners"], spare=6), OTHER, phase="settle")
    assert table.offered(0) == ["rebel_miners"]


def test_R8_4_a_power_takes_one_good_of_each_kind_it_names() -> None:
    worlds = ["comet_zone", "distant_world", "mining_world"]
    table = xeno(Side(["terraforming_uplift_project", *worlds], goods=worlds), Side(["new_sparta"]), phase="consume")
    assert table.offered(0) == ["comet_zone", "mining_world"]
    table.answer(0, "mining_world")
    assert (table.chips(0), table.goods(0)) == (3, ["comet_zone"])


def test_R8_4_it_is_used_only_with_all_of_them() -> None:
    worlds = ["comet_zone", "mining_world"]
    table = xeno(Side(["terraforming_uplift_project", *worlds], goods=worlds), Side(["new_sparta"]), phase="consume")
    assert (table.chips(0), len(table.goods(0))) == (0, 2)


def test_R7_9_discard_for_good_when_placed() -> None:
    side = Side(["old_earth"], ["pan_galactic_disease_center", "gem_world"], spare=6)
    table = xeno(side, OTHER, phase="settle")
    table.answer(0, "pan_galactic_disease_center")
    while table.asked(0) == "settle.pay":
        table.answer(0, *[name for name in table.offered(0) if name != "gem_world"][: table.prompt(0).least])
    assert (table.asked(0), table.prompt(0).least) == ("settle.discard_for_good", 0)
    table.answer(0, "gem_world")
    assert table.goods(0) == ["pan_galactic_disease_center"]


def test_R7_5_military_for_a_good() -> None:
    side = Side(["new_sparta", "rebel_black_market_gangs", "gem_world"], ["pirate_world"], goods=["gem_world"])
    table = xeno(side, OTHER, phase="settle")
    table.answer(0, "pirate_world")
    assert table.tableau(0)[-1] == "pirate_world"
    assert table.goods(0) == ["pirate_world"]
    assert table.asked(0) == "actions.choose"


def test_R7_5_whoever_does_not_choose_uses_all_powers_for_which_there_are_goods() -> None:
    tableau = ["new_sparta", "rebel_black_market_gangs", "gem_world", "new_military_tactics"]
    table = xeno(Side(tableau, ["pirate_world"], goods=["gem_world"]), OTHER, phase="settle")
    table.answer(0, "pirate_world")
    assert table.asked(0) == "settle.temporary"
    picks = {PACK.cards[int(pick)].id for pick in table.prompt(0).default_picks}
    assert picks == {"rebel_black_market_gangs", "new_military_tactics"}


def test_R7_5_not_without_that_good() -> None:
    side = Side(["new_sparta", "rebel_black_market_gangs", "comet_zone"], ["pirate_world"], goods=["comet_zone"])
    assert xeno(side, OTHER, phase="settle").asked(0) != "settle.place"


def test_R8_10_gain_vp_is_automatic_and_doubled() -> None:
    assert xeno(Side(["galactic_home_front"]), OTHER, phase="consume").chips(0) == 1
    side = Side(["galactic_home_front"], actions=["consume_x2"])
    assert xeno(side, OTHER, phase="consume").chips(0) == 2


@pytest.mark.parametrize(("worlds", "cards"), [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_R9_6_draw_for_every_two_goods_produced(worlds: int, cards: int) -> None:
    makers = ["artist_colony", "space_port", "distant_world", "new_earth"][:worlds]
    table = xeno(Side(["galactic_home_front", *makers]), Side(["new_sparta"]), phase="produce")
    assert table.hand_size(0) == cards


def test_R8_13_a_card_won_by_gambling_may_be_discarded_for_vp() -> None:
    table = xeno(Side(["gambling_world", "deficit_spending"]), OTHER, phase="consume", deck=("gem_world",))
    assert table.asked(0) == "consume.gamble"
    table.answer(0, "2")
    assert (table.asked(0), table.offered(0)) == ("consume.hand", ["gem_world"])
    table.answer(0, "gem_world")
    assert table.chips(0) == 1


def test_R21_5_powers_of_the_invasion_are_void() -> None:
    table = xeno(Side(["construction_corps", "terraforming_defenders"]), OTHER, phase="produce")
    assert table.asked(0) == "actions.choose"
