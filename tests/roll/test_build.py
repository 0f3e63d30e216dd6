"""R6: Develop and Settle; R12: immediate effects; their powers."""

import pytest

from galaxytables_roll.dice import DIE, PHASE, Phase
from galaxytables_roll.phases.turns import executed
from galaxytables_roll.powers import cost
from galaxytables_roll.rules import SETTLE, SHIP
from galaxytables_roll.state import NONE, dice_of, working
from tests.roll.scene import PACK, START, Player, Table, before_phase, begin_phase, in_phase, words


def developing(count: int = 0, *empire: str, dice: tuple[str, ...] = (), **more: object) -> Player:
    return Player(empire=[*START, *empire], at={"develop": dice or ["home"] * count}, **more)  # type: ignore[arg-type]


def settling(count: int = 0, *empire: str, dice: tuple[str, ...] = (), **more: object) -> Player:
    return Player(empire=[*START, *empire], at={"settle": dice or ["home"] * count}, **more)  # type: ignore[arg-type]


def test_R6_1_R6_5_developers_stay_on_an_incomplete_tile() -> None:
    table = in_phase("develop", developing(2, developments=["conscription"], developers=["rare"]))
    assert table.stack("developments") == ["conscription"]
    assert words(table.me().builders[0]) == ["home", "home", "rare"]
    assert table.citizenry() == []


def test_R6_2_a_full_tile_is_completed_at_once() -> None:
    table = in_phase("develop", developing(2, developments=["space_docks"], cup=()))
    assert table.empire()[-1] == "space_docks"
    assert table.citizenry() == ["home", "home"]
    assert table.stack("developments") == []


def test_R6_3_several_tiles_in_one_phase() -> None:
    table = in_phase("develop", developing(4, developments=["public_works", "technology_unions", "conscription"]))
    assert table.empire()[-2:] == ["public_works", "technology_unions"]
    assert words(table.me().builders[0]) == ["home", "home"]


def test_R6_4_nobody_holds_back() -> None:
    table = in_phase("develop", developing(1, developments=["conscription"], cup=()))
    assert table.done
    assert words(table.me().builders[0]) == ["home"]
    assert table.cup() == []


def test_R6_6_the_player_chooses_who_builds() -> None:
    player = developing(dice=("home", "rare", "novelty"), developments=["public_works", "conscription"])
    table = in_phase("develop", player)
    assert table.options() == ["home", "novelty", "rare"]
    table.answer("develop.workers", "rare")
    assert table.citizenry() == ["rare"]
    assert words(table.me().builders[0]) == ["home", "novelty"]


def test_R6_7_surplus_dice_complete_and_go_on() -> None:
    player = developing(developments=["public_works", "conscription"], developers=["home", "rare", "genes"])
    table = in_phase("develop", player)
    table.answer("develop.used", "genes")
    assert table.empire()[-1] == "public_works"
    assert table.citizenry() == ["genes"]
    assert words(table.me().builders[0]) == ["home", "rare"]


def test_R6_8_no_tile_left() -> None:
    table = in_phase("develop", developing(3, developments=["public_works"], cup=()))
    assert table.cup() == ["home", "home"]


def test_R6_9_surplus_dice_on_an_empty_stack_go_home_in_that_phase() -> None:
    table = in_phase("develop", developing(developers=["rare"], cup=()))
    assert table.cup() == ["rare"]
    assert table.me().builders == [[], []]
    table = in_phase("settle", developing(developers=["rare"], cup=()))
    assert table.cup() == []


def test_R6_10_the_immediate_effect_happens_once() -> None:
    table = in_phase("settle", settling(2, worlds=["space_port"], cup=()))
    assert table.cup() == ["novelty"]
    assert in_phase("settle", settling(0, "space_port", cup=())).cup() == []


def test_R6_14_a_reduction_counts_for_the_next_tile_not_for_itself() -> None:
    player = developing(4, developments=["investment_credits", "space_docks"], cup=())
    table = in_phase("develop", player)
    assert table.empire()[-1] == "investment_credits"
    assert cost(PACK, table.me(), PACK.faces[PACK.by_id["space_docks"]]) == 1


REDUCTIONS = [
    ("trading_world", ["free_trade_zone"], 2),
    ("transport_hub", ["free_trade_zone"], 2),
    ("galactic_trendsetters", ["free_trade_zone"], 4),
    ("fifth_column", ["free_trade_zone"], 1),
    ("transport_hub", ["replicant_robots", "free_trade_zone"], 1),
    ("galactic_trendsetters", ["replicant_robots", "free_trade_zone"], 3),
    ("fifth_column", ["free_trade_zone", "replicant_robots"], 1),
    ("mining_world", ["free_trade_zone"], 3),
    ("mining_world", ["replicant_robots"], 2),
    ("jungle_world", ["alien_uplift_blueprints"], 3),
    ("alien_sentinels", ["alien_uplift_blueprints", "replicant_robots"], 4),
    ("mining_world", ["alien_uplift_blueprints"], 3),
    ("conscription", ["investment_credits"], 3),
    ("public_works", ["investment_credits"], 1),
    ("galactic_mandate", ["biological_adaptation"], 2),
    ("galactic_mandate", ["biological_adaptation", "investment_credits"], 1),
    ("backup_planning", ["biological_adaptation", "investment_credits"], 1),
    ("conscription", ["biological_adaptation"], 4),
    ("advanced_logistics", ["biological_adaptation"], 1),
    ("conscription", ["replicant_robots", "free_trade_zone"], 4),
]


@pytest.mark.parametrize(("tile", "empire", "needed"), REDUCTIONS)
def test_R6_12_R6_13_R13_8_cost_reduction(tile: str, empire: list[str], needed: int) -> None:
    assert cost(PACK, Player(empire=empire).state(), PACK.faces[PACK.by_id[tile]]) == needed


def test_R6_12_reductions_are_mandatory() -> None:
    table = in_phase("settle", settling(2, "replicant_robots", worlds=["mining_world"]))
    assert table.empire()[-1] == "mining_world"


def test_R6_15_more_than_twelve_tiles() -> None:
    empire = [*START, *[PACK.sides[tile][0].id for tile in range(20, 29)]]
    player = Player(empire=empire, developments=["advanced_logistics"], at={"develop": ["home"]})
    assert len(in_phase("develop", player).empire()) == 13


def test_R6_16_order_when_a_tile_is_completed() -> None:
    player = settling(3, "galactic_recycling", worlds=["rebel_warrior_race"])
    table = in_phase("settle", player).answer("die.remove", "citizenry:home")
    told = [each.kind for each in table.log]
    assert told.index("completed") < told.index("credits") < told.index("removed") < told.index("gained")
    assert [(each["die"], each["to"]) for each in table.told("gained")] == [
        ("military_die", "citizenry"),
        ("genes_die", "citizenry"),
    ]


def test_R6_17_galactic_recycling_pays_for_advanced_logistics() -> None:
    table = in_phase("develop", developing(1, "galactic_recycling", developments=["advanced_logistics"]))
    assert table.me().credits == 2


# Powers of Develop and Settle


def test_R12_5_credits_on_completion_each_time() -> None:
    player = developing(2, "public_works", developments=["technology_unions", "advanced_logistics"])
    assert in_phase("develop", player).me().credits == 3


def test_R13_24_credits_on_completion_not_for_itself() -> None:
    for tile in ("public_works", "galactic_recycling"):
        table = in_phase("develop", developing(2, developments=[tile], cup=()))
        assert table.empire()[-1] == tile
        assert table.me().credits == 1


@pytest.mark.parametrize(("world", "gain"), [("mining_world", 2), ("gem_world", 1)])
def test_credits_on_completion_of_worlds_of_a_colour(world: str, gain: int) -> None:
    table = in_phase("settle", settling(3, "terraforming_robots", worlds=[world]))
    assert table.me().credits == 1 + gain


def test_R12_7_powers_act_in_the_phase_of_their_completion() -> None:
    """R13.24: Galactic Investors pays at once; Public Works pays for the next tile."""
    table = in_phase("develop", developing(5, developments=["galactic_investors"]))
    assert table.me().credits == 3
    table = in_phase("develop", developing(2, developments=["public_works", "technology_unions"]))
    assert table.me().credits == 2


def test_completion_dice_to_cup_chosen() -> None:
    player = developing(dice=("home", "rare", "genes"), developments=["space_marines"], cup=())
    player.empire = [*START, "galactic_federation"]
    table = in_phase("develop", player)
    assert (table.prompts[0].least, table.prompts[0].most) == (1, 2)
    table.answer("develop.to_cup", "rare", "genes").answer("die.remove", "citizenry:home")
    assert sorted(table.cup()) == ["genes", "military", "rare"]


def test_R13_17_one_die_must_go_to_the_cup() -> None:
    table = in_phase("develop", developing(1, "galactic_federation", developments=["public_works"], cup=()))
    assert table.cup() == ["home"]
    assert table.citizenry() == []


def test_R13_24_galactic_federation_not_for_itself() -> None:
    table = in_phase("develop", developing(6, developments=["galactic_federation"], cup=()))
    assert table.cup() == []
    assert len(table.citizenry()) == 6


def test_completion_dice_to_cup_all_of_a_colour() -> None:
    dice = ("military", "military", "rare")
    table = in_phase("settle", settling(0, "new_galactic_order", dice=dice, worlds=["mining_world"], cup=()))
    assert table.cup() == ["military", "military"]
    assert table.citizenry() == ["rare"]
    assert table.goods("mining_world") == ["rare"]


def test_R13_18_both_orders_together() -> None:
    player = settling(dice=("military", "rare", "genes"), worlds=["mining_world"], cup=())
    player.empire = [*START, "galactic_exchange", "new_galactic_order"]
    table = in_phase("settle", player).answer("settle.to_cup", "rare")
    assert table.cup() == ["military", "rare"]
    assert table.citizenry() == ["genes"]


def test_R13_18_only_military_dice_used() -> None:
    player = settling(dice=("military",) * 3, worlds=["mining_world"], cup=())
    player.empire = [*START, "galactic_exchange", "new_galactic_order"]
    table = in_phase("settle", player).pick("settle.to_cup", "military")
    assert table.cup() == ["military"] * 3


@pytest.mark.parametrize(("dice", "gain"), [(0, 0), (1, 1), (3, 3)])
def test_credits_per_citizenry_die(dice: int, gain: int) -> None:
    player = Player(empire=["galactic_religion"], citizenry=["novelty"] * dice + ["home"])
    assert in_phase("develop", player).me().credits == 1 + gain


@pytest.mark.parametrize(("dice", "gain"), [(0, 0), (1, 1), (2, 1), (3, 2)])
def test_R12_12_credits_per_citizenry_die_in_groups(dice: int, gain: int) -> None:
    player = Player(empire=["space_piracy"], citizenry=["military"] * dice + ["home"])
    assert in_phase("ship", player).me().credits == 1 + gain


@pytest.mark.parametrize(
    ("phase", "tile"),
    [
        ("develop", "galactic_investors"),
        ("settle", "robot_surveyors"),
        ("produce", "merchant_guild"),
        ("ship", "free_trade_association"),
    ],
)
def test_credits_at_phase_end(phase: str, tile: str) -> None:
    assert in_phase(phase, Player(empire=[tile])).me().credits == 3


# Immediate effects


def test_gain_die_to_cup_citizenry_and_world() -> None:
    table = in_phase("settle", settling(9, worlds=["space_port", "artist_colony", "mining_world"], cup=()))
    assert table.cup() == ["home", "home", "home", "novelty"]
    assert table.citizenry() == ["home"] * 6 + ["novelty"]
    assert table.goods("mining_world") == ["rare"]


def test_gain_credits() -> None:
    table = in_phase("settle", settling(4, worlds=["transport_hub"]))
    assert table.me().credits == 2


@pytest.mark.parametrize(
    "option",
    [
        "citizenry:home",
        "cup:novelty",
        "ship:alien",
        "selector:home",
        "developments:rare",
        "good:spice_world:genes",
    ],
)
def test_R12_1_a_die_is_removed_from_anywhere(option: str) -> None:
    player = Player(
        empire=[*START, "spice_world"],
        worlds=["rebel_miners"],
        goods={"spice_world": ["genes"]},
        cup=["novelty"],
        developers=["rare"],
        at={"settle": ["home", "home"], "ship": ["alien"]},
        selects="produce",
    )
    table = in_phase("settle", player)
    before = words(dice_of(table.me()))
    supply = list(table.state.supply)
    table.answer("die.remove", option)
    colour = option.rpartition(":")[2]
    after = words(dice_of(table.me()))
    assert sorted([*after, colour]) == sorted([*before, "military", "military"])
    assert table.state.supply[DIE[colour]] == supply[DIE[colour]] + 1
    assert table.state.supply[DIE["military"]] == supply[DIE["military"]] - 2


def test_R12_2_a_selected_phase_is_executed_even_if_its_die_is_removed() -> None:
    player = Player(worlds=["rebel_miners"], at={"settle": ["home"] * 2}, selects="ship", cup=())
    table = Table(player, Player(faction=9), parts=[SETTLE, SHIP.when(executed(Phase.SHIP))])
    table.state.executed = [Phase.SETTLE, Phase.SHIP]
    table.start().answer("die.remove", "selector:home")
    assert (table.me().selected, table.me().selector) == (PHASE["ship"], NONE)
    assert [told["phase"] for told in table.told("phase")] == ["settle", "ship"]


def test_R12_3_remove_first_then_gain() -> None:
    table = in_phase("settle", settling(2, worlds=["rebel_miners"], cup=()))
    assert table.done, "only home dice in the citizenry, so nothing is asked"
    assert table.citizenry() == ["home", "military", "military"]


@pytest.mark.parametrize(
    ("tile", "phase", "cup", "citizenry", "gain"),
    [
        ("conscription", "develop", ["military", "military"], 3, 0),
        ("information_tech", "develop", ["novelty", "novelty"], 3, 0),
        ("space_marines", "develop", ["military"], 2, 1),
        ("former_penal_colony", "settle", ["military"], 0, 0),
        ("rebel_miners", "settle", [], 3, 0),
        ("rebel_warrior_race", "settle", [], 4, 0),
    ],
)
def test_R13_6_remove_and_gain(tile: str, phase: str, cup: list[str], citizenry: int, gain: int) -> None:
    face = PACK.faces[PACK.by_id[tile]]
    side = {"worlds" if face.world else "developments": [tile]}
    player = Player(at={phase: ["home"] * face.cost}, cup=(), **side)  # type: ignore[arg-type]
    table = in_phase(phase, player)
    assert table.done
    assert table.cup() == cup
    assert len(table.citizenry()) == citizenry
    assert table.me().credits == 1 + gain
    assert table.empire()[-1] == tile


def test_a_removed_developer_builds_no_more() -> None:
    player = developing(
        dice=("home", "home", "home", "home", "rare"), developments=["conscription", "public_works"], cup=()
    )
    table = in_phase("develop", player).answer("develop.workers", "home", "home#2", "home#3", "home#4")
    table.answer("die.remove", "develop:rare")
    assert table.stack("developments") == ["public_works"]


def test_R11_3_players_build_in_order_when_the_game_may_end() -> None:
    nearly = [*START, *[PACK.sides[tile][0].id for tile in range(20, 28)]]
    one = Player(empire=nearly, developments=["advanced_logistics"], at={"develop": ["home", "rare"]})
    two = Player(developments=["trade_levies"], at={"develop": ["home"] * 3 + ["rare"]}, faction=2)
    table = in_phase("develop", one, two)
    assert working(table.play).in_order
    assert table.prompts.keys() == {0}
    table.answer("develop.workers", "home")
    assert table.prompts.keys() == {1}


def test_R11_2_the_order_is_that_of_the_players() -> None:
    nearly = [*START, *[PACK.sides[tile][0].id for tile in range(20, 28)]]
    one = Player(empire=nearly, developments=["advanced_logistics"], at={"develop": ["home", "rare"]}, faction=2)
    two = Player(developments=["trade_levies"], at={"develop": ["home"] * 3 + ["rare"]})
    assert in_phase("develop", one, two, order=[1, 0]).prompts.keys() == {1}


@pytest.mark.parametrize(("lying", "in_order"), [(1, True), (0, False)])
def test_R11_3_dice_that_lie_there_may_end_the_game(lying: int, in_order: bool) -> None:
    nearly = [*START, *[PACK.sides[tile][0].id for tile in range(20, 28)]]
    one = Player(empire=nearly, developments=["advanced_logistics"], developers=["home"] * lying)
    assert begin_phase("develop", before_phase("develop", one, Player(faction=2))).in_order is in_order


def test_R11_3_a_phase_in_order_has_one_end() -> None:
    nearly = [*START, *[PACK.sides[tile][0].id for tile in range(20, 28)]]
    one = Player(empire=nearly, developments=["advanced_logistics"], at={"develop": ["home"]})
    table = before_phase("develop", one, Player(empire=["galactic_investors"], faction=2), Player(faction=3))
    assert begin_phase("develop", table).in_order
    table.start()
    assert table.me(1).credits == 3


def test_R11_1_else_players_build_at_once() -> None:
    one = Player(developments=["public_works", "trade_levies"], at={"develop": ["home", "rare"]})
    two = Player(developments=["technology_unions", "conscription"], at={"develop": ["home", "rare"]}, faction=2)
    table = in_phase("develop", one, two)
    assert table.prompts.keys() == {0, 1}
