"""R7: Produce; R8: Ship; their powers."""

import pytest

from galaxytables_roll.dice import DIE, PHASE, SHOWING, WILD
from galaxytables_roll.ending import chips_left
from galaxytables_roll.state import working
from tests.roll.scene import START, Player, Table, in_phase

WORLDS = ["spice_world", "radioactive_world", "plague_world", "alien_robot_scout_ship"]


def producing(*dice: str, empire: list[str], **more: object) -> Table:
    return in_phase("produce", Player(empire=[*START, *empire], at={"produce": dice}, cup=(), **more))  # type: ignore[arg-type]


def shipping(*dice: str, empire: list[str], **more: object) -> Table:
    return in_phase("ship", Player(empire=[*START, *empire], at={"ship": dice}, cup=(), **more))  # type: ignore[arg-type]


def one_good(shipper: str, world: str, good: str, *empire: str, **more: object) -> Table:
    return shipping(shipper, empire=[*empire, world], goods={world: [good]}, **more)


def test_R7_1_R7_2_any_die_is_a_good_on_any_coloured_world() -> None:
    table = producing("military", empire=["spice_world"])
    assert table.goods("spice_world") == ["military"]
    assert table.at("produce") == []


def test_R7_1_grey_worlds_hold_nothing() -> None:
    table = producing("military", empire=["trading_world"])
    assert table.cup() == ["military"]


def test_R7_3_one_good_a_world() -> None:
    table = producing("home", empire=["spice_world"], goods={"spice_world": ["rare"]})
    assert table.goods("spice_world") == ["rare"]


def test_R7_4_producers_without_a_world_go_home() -> None:
    table = producing("home", "home", "home", empire=WORLDS[:2])
    assert table.cup() == ["home"]
    assert table.goods("spice_world") == table.goods("radioactive_world") == ["home"]


def test_R7_5_goods_stay() -> None:
    table = producing(empire=["spice_world"], goods={"spice_world": ["rare"]})
    assert table.goods("spice_world") == ["rare"]


def test_R7_6_the_owner_chooses_who_goes_where() -> None:
    table = producing("rare", "novelty", empire=WORLDS[:2])
    assert table.options() == [
        "novelty@spice_world",
        "rare@radioactive_world",
        "novelty@radioactive_world",
        "rare@spice_world",
    ]
    table.answer("produce.place", "rare@spice_world")
    assert table.done
    assert table.goods("radioactive_world") == ["novelty"]


def test_R7_6_worlds_of_different_colours_are_a_choice_for_equal_dice() -> None:
    table = producing("home", empire=WORLDS[:2])
    assert table.options() == ["home@spice_world", "home@radioactive_world"]
    table.answer("produce.place", "home@radioactive_world")
    assert (table.goods("spice_world"), table.goods("radioactive_world")) == ([], ["home"])


def test_R13_10_goods_capacity() -> None:
    table = producing("home", "rare", empire=["spice_world", "galactic_reserves"])
    table.answer("produce.place", "rare@spice_world")
    assert table.goods("spice_world") == ["home", "rare"]


def test_R13_10_two_goods_of_equal_colour() -> None:
    table = producing("home", "home", "home", empire=["spice_world", "galactic_reserves"])
    assert table.goods("spice_world") == ["home", "home"]
    assert table.cup() == ["home"]


def test_R13_10_each_of_two_goods_needs_its_own_shipper() -> None:
    table = shipping("home", empire=["spice_world", "galactic_reserves"], goods={"spice_world": ["home", "rare"]})
    table.answer("ship.good", "trade:spice_world:rare")
    assert table.done
    assert table.goods("spice_world") == ["home"]


@pytest.mark.parametrize(
    ("tile", "worlds", "gain"),
    [("mining_league", ["radioactive_world"], 1), ("consumer_markets", ["spice_world", "gem_world"], 2)],
)
def test_credits_per_good_on_world(tile: str, worlds: list[str], gain: int) -> None:
    """Whatever the die: only the colour of the world counts."""
    goods = {world: ["genes"] for world in [*worlds, "plague_world"]}
    table = producing(empire=[tile, *worlds, "plague_world"], goods=goods)
    assert table.me().credits == 1 + gain


def test_R13_11_credits_per_good_of_die() -> None:
    table = producing(
        empire=["genetics_lab", *WORLDS],
        goods={"spice_world": ["genes"], "plague_world": ["home"], "radioactive_world": ["genes"]},
    )
    assert table.me().credits == 5


def test_R8_1_shipper_and_good_go_to_the_citizenry() -> None:
    table = one_good("rare", "spice_world", "novelty").answer("ship.good", "trade:spice_world:novelty")
    assert table.citizenry() == ["novelty", "rare"]
    assert table.goods("spice_world") == []


def test_R8_2_any_mixture() -> None:
    goods = {world: ["home"] for world in WORLDS[:3]}
    table = shipping("home", "home", "home", empire=WORLDS[:3], goods=goods)
    table.answer("ship.good", "trade:spice_world:home").answer("ship.good", "consume:radioactive_world:home")
    table.answer("ship.good", "trade:plague_world:home")
    assert (table.me().credits, table.me().chips) == (9, 1)
    assert [told["world"] for told in table.told("traded")] == ["spice_world", "plague_world"]
    assert [told["world"] for told in table.told("consumed")] == ["radioactive_world"]


@pytest.mark.parametrize(("world", "price"), list(zip(WORLDS, (3, 4, 5, 6), strict=True)))
def test_R8_3_prices_by_the_colour_of_the_world(world: str, price: int) -> None:
    table = one_good("home", world, "consumption").answer("ship.good", f"trade:{world}:consumption")
    assert table.me().credits == 1 + price


@pytest.mark.parametrize(
    ("shipper", "good", "vp"),
    [
        ("home", "home", 1),
        ("home", "rare", 2),
        ("rare", "home", 2),
        ("rare", "rare", 3),
        ("consumption", "home", 2),
        ("home", "consumption", 2),
        ("consumption", "consumption", 3),
        ("novelty", "genes", 1),
    ],
)
def test_R8_4_R8_5_R8_6_chips_by_matching_dice(shipper: str, good: str, vp: int) -> None:
    table = one_good(shipper, "radioactive_world", good).answer("ship.good", f"consume:radioactive_world:{good}")
    assert table.me().chips == vp


def test_R8_6_a_wild_face_matches_nothing() -> None:
    table = one_good("novelty", "radioactive_world", "home")
    table.me().strip[PHASE["ship"]] = [SHOWING[DIE["novelty"]][WILD]]
    table.answer("ship.good", "consume:radioactive_world:home")
    assert table.me().chips == 1


def test_R8_7_pairs_are_chosen_and_may_match_badly() -> None:
    goods = {"spice_world": ["novelty"], "radioactive_world": ["rare"]}
    table = shipping("novelty", "rare", empire=WORLDS[:2], goods=goods)
    table.answer("ship.good", "consume:spice_world:novelty").answer("ship.shipper", "rare")
    table.answer("ship.good", "consume:radioactive_world:rare")
    assert table.me().chips == 4


def test_R8_8_all_shippers_while_there_are_goods() -> None:
    table = shipping("home", "home", empire=["spice_world"], goods={"spice_world": ["home"]})
    table.answer("ship.good", "trade:spice_world:home")
    assert table.done
    assert table.cup() == ["home"]


def test_R8_9_chips_are_never_denied() -> None:
    """R8.10: the original pool is used up, and counting goes on."""
    table = one_good("rare", "radioactive_world", "rare", chips=23)
    assert chips_left(table.state.seats) == 1
    table.answer("ship.good", "consume:radioactive_world:rare")
    assert table.me().chips == 26
    assert chips_left(table.state.seats) == 0


def test_R11_3_players_ship_in_order_when_the_pool_may_run_out() -> None:
    def player(chips: int, faction: int) -> Player:
        goods = {"spice_world": ["home"]}
        return Player(empire=["spice_world"], goods=goods, at={"ship": ["home"]}, chips=chips, faction=faction)

    assert in_phase("ship", player(18, 1), player(0, 2)).prompts.keys() == {0}
    assert in_phase("ship", player(17, 1), player(0, 2)).prompts.keys() == {0, 1}
    assert in_phase("ship", player(23, 1), player(0, 2)).prompts.keys() == {0}


@pytest.mark.parametrize(
    ("tile", "chips", "in_order"), [("galactic_renaissance", 20, True), ("galactic_salon", 20, False)]
)
def test_R11_3_powers_may_empty_the_pool(tile: str, chips: int, in_order: bool) -> None:
    """Four VP are left; a shipment gives three at most without the power."""
    assert working(one_good("home", "spice_world", "home", tile, chips=chips).play).in_order is in_order


def test_R11_3_extra_shippers_may_empty_the_pool() -> None:
    table = shipping(empire=["space_docks", "spice_world"], goods={"spice_world": ["home"]}, chips=21)
    assert working(table.play).in_order


# Powers


@pytest.mark.parametrize(
    ("tile", "world", "price"),
    [
        ("export_duties", "spice_world", 4),
        ("export_duties", "plague_world", 6),
        ("galactic_demand", "spice_world", 5),
        ("galactic_demand", "plague_world", 5),
        ("jumpdrive_research", "radioactive_world", 5),
        ("jumpdrive_research", "spice_world", 3),
    ],
)
def test_trade_credits(tile: str, world: str, price: int) -> None:
    table = one_good("home", world, "home", tile).answer("ship.good", f"trade:{world}:home")
    assert table.me().credits == 1 + price


def test_trade_buy_chip() -> None:
    table = one_good("home", "spice_world", "home", "galactic_bankers").answer("ship.good", "trade:spice_world:home")
    table.answer("ship.buy", "yes")
    assert (table.me().credits, table.me().chips) == (3, 1)


def test_trade_buy_chip_is_optional() -> None:
    table = one_good("home", "spice_world", "home", "galactic_bankers").answer("ship.good", "trade:spice_world:home")
    assert table.prompts[0].default_picks == ("no",)
    table.answer("ship.buy", "no")
    assert (table.me().credits, table.me().chips) == (4, 0)


def test_R13_20_chips_are_paid_after_the_cap() -> None:
    table = one_good("home", "spice_world", "home", "galactic_bankers", credits=9)
    table.answer("ship.good", "trade:spice_world:home").answer("ship.buy", "yes")
    assert (table.me().credits, table.me().chips) == (9, 1)


@pytest.mark.parametrize(
    ("tile", "world", "gain"),
    [
        ("new_economy", "spice_world", 2),
        ("trade_levies", "plague_world", 1),
        ("mining_industry", "radioactive_world", 1),
        ("mining_industry", "spice_world", 0),
    ],
)
def test_consume_credits(tile: str, world: str, gain: int) -> None:
    table = one_good("home", world, "home", tile).answer("ship.good", f"consume:{world}:home")
    assert table.me().credits == 1 + gain
    assert table.me().chips == 1


@pytest.mark.parametrize(
    ("tile", "world", "vp"),
    [
        ("galactic_renaissance", "spice_world", 2),
        ("minor_research_labs", "plague_world", 2),
        ("minor_research_labs", "alien_robot_scout_ship", 2),
        ("minor_research_labs", "spice_world", 1),
        ("space_refineries", "radioactive_world", 2),
        ("space_refineries", "spice_world", 1),
    ],
)
def test_consume_chips(tile: str, world: str, vp: int) -> None:
    table = one_good("home", world, "home", tile).answer("ship.good", f"consume:{world}:home")
    assert table.me().chips == vp


def test_R12_5_powers_act_for_each_shipment() -> None:
    goods = {"spice_world": ["home"], "gem_world": ["home"]}
    table = shipping("home", "home", empire=["spice_world", "gem_world", "new_economy"], goods=goods)
    table.answer("ship.good", "consume:spice_world:home").answer("ship.good", "consume:gem_world:home")
    assert table.me().credits == 5


def test_R13_14_extra_workers_in_ship() -> None:
    """A virtual genes shipper matches a genes world; no virtual worker becomes a citizen."""
    table = shipping(empire=["organic_shipyards", "plague_world"], goods={"plague_world": ["genes"]})
    table.answer("ship.good", "consume:plague_world:genes")
    assert table.options() == ["home+", "genes+"]
    table.answer("ship.shipper", "genes+")
    assert table.me().chips == 3
    assert table.citizenry() == ["genes"]


def test_R13_19_real_and_virtual_shippers_are_told_apart() -> None:
    table = shipping("home", empire=["space_docks", "spice_world"], goods={"spice_world": ["home"]})
    table.answer("ship.good", "trade:spice_world:home").answer("ship.shipper", "home+")
    assert table.cup() == ["home"]
    assert table.citizenry() == ["home"]


def test_R13_19_an_extra_shipper_ships_once() -> None:
    goods = {"spice_world": ["home"], "gem_world": ["rare"]}
    table = shipping(empire=["space_docks", *goods], goods=goods).answer("ship.good", "trade:gem_world:rare")
    assert table.done
    assert table.goods("spice_world") == ["home"]


def test_R13_19_unused_extra_workers_vanish_after_the_turn() -> None:
    goods = {"spice_world": ["home"]}
    one = Player(empire=["space_docks", "spice_world"], goods=goods, at={"ship": ["rare"]}, chips=21)
    two = Player(empire=["gem_world"], goods={"gem_world": ["rare", "home"]}, at={"ship": ["rare"]}, faction=2)
    table = in_phase("ship", one, two)
    table.answer("ship.good", "trade:spice_world:home")
    assert working(table.play).virtual == [[DIE["home"]], []]
    table.answer("ship.shipper", "rare")
    assert table.prompts.keys() == {1}
    assert working(table.play).virtual == [[], []]


def test_R13_19_unused_extra_workers_do_not_go_home() -> None:
    table = shipping("rare", empire=["space_docks", "spice_world"])
    assert table.done
    assert table.cup() == ["rare"]


@pytest.mark.parametrize(
    ("mine", "theirs", "gain"),
    [(["old_earth"], "new_sparta", 2), (["old_earth"], "mining_world", 1), (["new_sparta"], "old_earth", 1)],
)
def test_R13_15_credits_if_highest_world(mine: list[str], theirs: str, gain: int) -> None:
    """Space Tourism: $1, and $1 more for the only dearest world."""
    table = in_phase("ship", Player(empire=["space_tourism", *mine]), Player(empire=[theirs], faction=2))
    assert table.me().credits == 1 + gain


def test_R13_15_printed_costs_count() -> None:
    mine = Player(empire=["space_tourism", "old_earth", "replicant_robots"])
    assert in_phase("ship", mine, Player(empire=["new_sparta"], faction=2)).me().credits == 3


def test_R13_16_worlds_under_construction_do_not_count() -> None:
    mine = Player(empire=["space_tourism", "new_sparta"])
    other = Player(empire=["fifth_column"], worlds=["alien_sentinels"], faction=2)
    assert in_phase("ship", mine, other).me().credits == 3


def test_chips_at_phase_end() -> None:
    assert in_phase("ship", Player(empire=["galactic_salon"])).me().chips == 1
