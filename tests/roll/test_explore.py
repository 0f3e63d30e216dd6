"""R5: Explore; its powers."""

import pytest

from galaxytables_kit import Seat
from galaxytables_kit.chance import ScriptedChance
from galaxytables_kit.event import Components
from galaxytables_roll.components.tiles import WORLDS
from galaxytables_roll.phases.explore import begin_exploring
from galaxytables_roll.state import exploring
from tests.roll.scene import PACK, START, Player, Table, before_phase, in_phase, words

BAG = ["public_works", "space_docks", "trade_levies", "conscription", "galactic_salon", "export_duties"]


def explorers(count: int, *empire: str, **more: object) -> Player:
    return Player(empire=[*START, *empire], at={"explore": ["home"] * count}, **more)  # type: ignore[arg-type]


def zone(table: Table) -> tuple[list[str], list[str]]:
    return table.stack("developments"), table.stack("worlds")


def test_R5_1_each_explorer_does_one_task() -> None:
    table = in_phase("explore", explorers(3), bag=BAG)
    table.answer("explore.task", "stock").answer("explore.task", "scout").answer("explore.place", "public_works")
    table.answer("explore.task", "stock")
    assert table.done
    assert table.citizenry() == ["home"] * 3


def test_R5_2_stock() -> None:
    table = in_phase("explore", explorers(1)).answer("explore.task", "stock")
    assert table.me().credits == 3


@pytest.mark.parametrize("side", ["public_works", "lost_alien_warship"])
def test_R5_4_R5_5_one_tile_either_side_up_on_the_bottom(side: str) -> None:
    table = in_phase("explore", explorers(1, developments=["technology_unions"], worlds=["jungle_world"]), bag=BAG)
    table.answer("explore.task", "scout").answer("explore.abandon").answer("explore.place", side)
    number = ["public_works", "lost_alien_warship"].index(side)
    assert zone(table)[number][1:] == [side]
    assert zone(table)[1 - number][1:] == []


def test_the_example_of_three_scouts() -> None:
    """Abandon a development, draw two worlds; draw one development; abandon one of each, draw three tiles."""
    player = explorers(3, developments=["technology_unions", "local_subsidies"], developers=["rare"])
    bag = [
        "galactic_resort",
        "spice_world",
        "space_docks",
        "export_duties",
        "trade_levies",
        "gem_world",
    ]
    table = in_phase("explore", player, bag=bag)
    table.answer("explore.task", "scout").answer("explore.abandon", "technology_unions")
    assert table.options() == ["free_trade_zone", "alien_research_ship"]
    assert table.prompts[0].ordered
    table.answer("explore.developments").answer("explore.worlds", "galactic_resort", "spice_world")
    assert zone(table) == (["local_subsidies"], ["galactic_resort", "spice_world"])
    assert words(table.me().builders[0]) == ["rare"], "the developer stays on its stack"

    table.answer("explore.task", "scout").answer("explore.abandon").answer("explore.place", "space_docks")
    assert zone(table) == (["local_subsidies", "space_docks"], ["galactic_resort", "spice_world"])

    table.answer("explore.task", "scout").answer("explore.abandon", "space_docks", "galactic_resort")
    table.answer("explore.developments", "trade_levies", "export_duties")
    assert zone(table) == (["local_subsidies", "trade_levies", "export_duties"], ["spice_world", "gem_world"])
    assert table.told("bag_refilled") == [{"count": 3}]
    assert sum(told["abandoned"] for told in table.told("scouted")) == 3
    assert table.told("placed")[-1] == {"developments": 2, "worlds": 1}
    own = [told.private[Seat(0)]["tiles"] for told in table.log if told.kind == "placed"]
    assert own[-1] == Components(("trade_levies", "export_duties", "gem_world"))


def test_R5_3_abandon_any_number_from_anywhere() -> None:
    player = explorers(1, developments=["public_works", "trade_levies"], worlds=["gem_world", "jungle_world"])
    table = in_phase("explore", player)
    table.answer("explore.task", "scout")
    assert (table.prompts[0].least, table.prompts[0].most) == (0, 4)
    table.answer("explore.abandon", "trade_levies", "gem_world")
    assert zone(table) == (["public_works"], ["jungle_world"])
    assert len(exploring(table.play).abandoned) == 2
    assert len(table.me().drawn) == 3


def test_R5_5_any_order_within_a_stack() -> None:
    player = explorers(1, worlds=["gem_world", "jungle_world"])
    table = in_phase("explore", player, bag=BAG).answer("explore.task", "scout")
    table.answer("explore.abandon", "gem_world", "jungle_world").answer("explore.developments", "trade_levies")
    table.answer(
        "explore.worlds", "space_port" if "space_port" in table.options() else table.options()[1], table.options()[0]
    )
    assert table.stack("worlds") == ["armaments_world", "lost_alien_warship"]


def test_R5_6_a_tile_just_drawn_may_be_abandoned() -> None:
    table = in_phase("explore", explorers(2), bag=BAG)
    table.answer("explore.task", "scout").answer("explore.place", "public_works").answer("explore.task", "scout")
    assert table.options() == ["public_works"]


def test_R5_7_no_explorer_no_abandoning() -> None:
    table = in_phase("explore", explorers(1, developments=["public_works"])).answer("explore.task", "stock")
    assert table.done


def test_R5_8_no_limit_to_a_stack() -> None:
    table = in_phase("explore", explorers(1, worlds=["gem_world"])).answer("explore.task", "scout")
    table.answer("explore.abandon", "gem_world").answer("explore.developments", *table.options())
    assert [len(stack) for stack in zone(table)] == [2, 0]


def test_R5_9_dice_stay_on_a_stack_that_empties() -> None:
    player = explorers(1, worlds=["gem_world"], settlers=["genes"])
    table = in_phase("explore", player, bag=BAG).answer("explore.task", "scout")
    table.answer("explore.abandon", "gem_world").answer("explore.developments", "public_works", "space_docks")
    assert words(table.me().builders[WORLDS]) == ["genes"]


def test_R5_10_nothing_is_completed_while_exploring() -> None:
    player = explorers(1, developments=["conscription", "public_works"], developers=["home"] * 3)
    table = in_phase("explore", player, bag=BAG).answer("explore.task", "scout")
    table.answer("explore.abandon", "conscription").answer("explore.developments")
    table.answer("explore.worlds", *table.options())
    assert table.stack("developments") == ["public_works"]
    assert "public_works" not in table.empire()


def test_R5_11_abandoned_tiles_go_back_at_the_end() -> None:
    player = explorers(1, worlds=["gem_world"])
    table = in_phase("explore", player, bag=BAG).answer("explore.task", "scout")
    table.answer("explore.abandon", "gem_world")
    assert len(exploring(table.play).abandoned) == 1
    table.answer("explore.developments").answer("explore.worlds", *table.options())
    assert table.told("bag_refilled") == [{"count": 1}]
    assert len(table.state.bag) == 5


def test_R5_12_a_short_bag_is_refilled_with_what_was_abandoned() -> None:
    """The bag is emptied before the abandoned tiles are shuffled into it."""
    player = explorers(1, worlds=["gem_world", "jungle_world"])
    refill = [PACK.faces[PACK.by_id[tile]].tile for tile in ("space_docks", "gem_world", "jungle_world")]
    table = before_phase("explore", player, bag=["public_works"], chance=ScriptedChance([refill]))
    table.start_at = "round/explore/explore"
    table.state.phase = begin_exploring(table.play)
    table.state.phase.abandoned.append(PACK.faces[PACK.by_id["space_docks"]].tile)
    table.start().answer("explore.task", "scout")
    table.answer("explore.abandon", "gem_world", "jungle_world")
    assert table.me().drawn == [PACK.faces[PACK.by_id["public_works"]].tile, *reversed(refill[1:])]
    assert table.told("bag_refilled") == [{"count": 3}]
    assert len(table.state.bag) == 1


def test_R5_13_players_with_three_tiles_give_one() -> None:
    player = explorers(1, worlds=["gem_world", "jungle_world", "spice_world"])
    rich = Player(faction=2, developments=["trade_levies", "export_duties"], worlds=["mining_world"])
    poor = Player(faction=3, worlds=["galactic_resort", "space_port"])
    given = [PACK.faces[PACK.by_id[tile]].tile for tile in ("trade_levies", "gem_world")]
    table = in_phase("explore", player, poor, rich, bag=[], chance=ScriptedChance([given]))
    table.answer("explore.task", "scout").answer("explore.abandon")
    assert (table.prompts[0].least, table.prompts[0].default_picks) == (0, ())
    table.answer("explore.give", "gem_world")
    assert (table.prompts[2].least, table.prompts[2].most) == (1, 1)
    table.answer("explore.give", "trade_levies", seat=2)
    assert table.asks("explore.place")
    assert table.options() == ["conscription", "gem_world"], "the bag was shuffled before the draw"
    assert table.state.bag == given[:1]
    assert len(table.stack("worlds", 1)) == 2
    assert table.stack("worlds") == ["jungle_world", "spice_world"]
    assert (table.stack("developments", 2), table.stack("worlds", 2)) == (["export_duties"], ["mining_world"])


def test_R5_13_the_scouting_player_need_not_give() -> None:
    player = explorers(1, worlds=["gem_world", "jungle_world", "spice_world"])
    table = in_phase("explore", player, bag=[]).answer("explore.task", "scout").answer("explore.abandon")
    table.answer("explore.give")
    assert table.done
    assert table.stack("worlds") == ["gem_world", "jungle_world", "spice_world"]
    assert table.told("gave") == []


def test_R5_13_the_scouting_player_may_give_the_only_tile() -> None:
    """Three tiles are asked of those who must give."""
    rich = Player(faction=2, developments=["trade_levies", "export_duties"], worlds=["mining_world"])
    chance = ScriptedChance([[PACK.faces[PACK.by_id[tile]].tile for tile in ("gem_world", "mining_world")]])
    table = in_phase("explore", explorers(1, worlds=["gem_world"]), rich, bag=[], chance=chance)
    table.answer("explore.task", "scout").answer("explore.abandon").answer("explore.give", "gem_world")
    table.answer("explore.give", "mining_world", seat=1).answer("explore.place", "mining_world")
    assert table.stack("worlds") == ["mining_world"]
    assert table.state.bag == [PACK.faces[PACK.by_id["gem_world"]].tile]


def test_R5_13_tiles_laid_aside_cannot_be_given() -> None:
    """Of two tiles in the zone and two drawn only the former are on offer; others with two are not asked."""
    player = explorers(1, worlds=["gem_world", "jungle_world", "spice_world", "space_port"])
    poor = Player(faction=3, worlds=["galactic_resort", "mining_world"])
    table = in_phase("explore", player, poor, bag=[]).answer("explore.task", "scout")
    table.answer("explore.abandon", "gem_world", "jungle_world")
    assert table.asks("explore.give")
    assert table.options() == ["spice_world", "space_port"]
    table.answer("explore.give")
    assert "explore.give" not in [prompt.kind for prompt in table.prompts.values()]
    assert len(table.me().drawn) == 2


@pytest.mark.parametrize(("worlds", "asked"), [(2, False), (3, True)])
def test_R5_13_at_tables_of_version_1_the_scouting_player_gives_like_everybody(worlds: int, asked: bool) -> None:
    player = explorers(1, worlds=["gem_world", "jungle_world", "spice_world"][:worlds])
    table = in_phase("explore", player, bag=[], rules_version=1).answer("explore.task", "scout")
    table.answer("explore.abandon")
    assert table.asks("explore.give") == asked
    assert not asked or table.prompts[0].least == 1


def test_R5_13_the_extra_tile_may_need_a_gift_too() -> None:
    player = explorers(0, "alien_research_team", worlds=["gem_world"])
    rich = Player(faction=2, developments=["trade_levies", "export_duties"], worlds=["mining_world"])
    table = in_phase("explore", player, rich, bag=[]).answer("explore.give")
    table.answer("explore.give", "export_duties", seat=1).answer("explore.place", "export_duties")
    assert zone(table) == (["export_duties"], ["gem_world"])


def test_R5_14_a_scout_ends_with_what_was_drawn() -> None:
    table = in_phase("explore", explorers(1), bag=[]).answer("explore.task", "scout")
    assert table.done
    assert table.citizenry() == ["home"]
    assert table.me().credits == 1


def test_R5_15_players_explore_in_order() -> None:
    table = in_phase("explore", explorers(1), explorers(1), order=[1, 0])
    assert table.prompts.keys() == {1}
    table.answer("explore.task", "stock", seat=1)
    assert table.prompts.keys() == {0}


def test_R5_16_extra_tile_then_abandoned_tiles_then_credits() -> None:
    player = Player(
        empire=[*START, "alien_research_team", "technology_unions"],
        at={"explore": ["alien"]},
        worlds=["gem_world"],
    )
    table = (
        in_phase("explore", player, bag=BAG)
        .answer("explore.task", "scout:alien")
        .answer("explore.abandon", "gem_world")
    )
    table.answer("explore.developments").answer("explore.worlds", *table.options())
    assert table.me().credits == 1
    table.answer("explore.place", "trade_levies")
    kinds = [told.kind for told in table.log]
    assert kinds.index("bag_refilled") > max(place for place, kind in enumerate(kinds) if kind == "placed")
    assert kinds.index("credits") > kinds.index("bag_refilled")
    assert [told["source"] for told in table.told("credits")] == ["alien_research_team", "technology_unions"]


# Powers


def test_rearrange_construction_any_number_of_times() -> None:
    player = explorers(2, "advanced_logistics", developments=["public_works"], worlds=["gem_world"], settlers=["rare"])
    table = in_phase("explore", player, bag=BAG[1:])
    table.answer("explore.task", "rearrange")
    assert table.prompts[0].default_picks == ("public_works",), "without an answer all stays as it is"
    table.answer("explore.developments", "conscription")
    assert zone(table) == (["conscription"], ["lost_alien_warship"])
    assert table.told("rearranged") == [{"developments": 1, "worlds": 1}]
    assert table.options() == ["stock", "scout"], "a second rearrangement would change nothing"
    assert words(table.me().builders[WORLDS]) == ["rare"]
    table.answer("explore.task", "scout").answer("explore.abandon").answer("explore.place", "space_docks")
    assert "rearrange" in table.options()
    table.answer("explore.task", "stock")
    assert table.options() == ["done", "rearrange"]
    table.answer("explore.task", "rearrange").answer(
        "explore.developments", "space_docks", "conscription", "public_works"
    )
    assert zone(table) == (["space_docks", "conscription", "public_works"], [])


def test_R13_1_R12_6_rearranging_needs_no_explorer_and_is_over_after_the_turn() -> None:
    player = explorers(0, "advanced_logistics", "alien_research_team", developments=["public_works"])
    table = in_phase("explore", player, bag=BAG)
    assert table.options() == ["done", "rearrange"]
    table.answer("explore.task", "done")
    assert table.asks("explore.place")
    table.answer("explore.place", "space_docks" if "space_docks" in table.options() else table.options()[0])
    assert table.done


def test_scout_place_on_top() -> None:
    player = explorers(
        1, "improved_reconnaissance", developments=["trade_levies"], worlds=["gem_world"], developers=["home"]
    )
    table = in_phase("explore", player, bag=BAG).answer("explore.task", "scout").answer("explore.abandon")
    table.answer("explore.place", "public_works").answer("explore.top", "public_works")
    assert table.stack("developments") == ["public_works", "trade_levies"]
    assert "public_works" not in table.empire(), "R13.21: it waits for the next Develop"


def test_R13_21_top_or_bottom_for_each_tile() -> None:
    player = explorers(
        1, "improved_reconnaissance", developments=["trade_levies"], worlds=["gem_world", "jungle_world"]
    )
    table = (
        in_phase("explore", player, bag=BAG).answer("explore.task", "scout").answer("explore.abandon", "jungle_world")
    )
    table.answer("explore.developments", "public_works", "space_docks").answer("explore.top", "space_docks")
    assert table.stack("developments") == ["space_docks", "trade_levies", "public_works"]


def test_R13_21_the_first_of_several_ends_up_topmost() -> None:
    player = explorers(1, "improved_reconnaissance", developments=["trade_levies"], worlds=["gem_world"])
    table = in_phase("explore", player, bag=BAG).answer("explore.task", "scout").answer("explore.abandon", "gem_world")
    table.answer("explore.developments", "public_works", "space_docks")
    assert table.prompts[0].ordered
    table.answer("explore.top", "space_docks", "public_works")
    assert table.stack("developments") == ["space_docks", "public_works", "trade_levies"]


def test_stock_amount() -> None:
    player = Player(empire=[*START, "alien_archaeology"], at={"explore": ["alien", "home"]})
    table = in_phase("explore", player)
    assert table.options() == ["stock", "stock:alien", "scout", "scout:alien"]
    table.answer("explore.task", "stock:alien")
    assert table.me().credits == 5
    table.answer("explore.task", "stock")
    assert table.me().credits == 7


def test_R12_10_a_selecting_alien_die_is_an_alien_explorer() -> None:
    player = Player(empire=[*START, "alien_archaeology"], selects="explore", selector="alien")
    table = in_phase("explore", player).answer("explore.task", "stock:alien")
    assert table.me().credits == 5
    assert table.citizenry() == ["alien"]


def test_extra_workers_in_explore() -> None:
    table = in_phase("explore", explorers(1, "alien_research_ship"))
    for _ in range(3):
        table.answer("explore.task", "stock")
    assert table.done
    assert table.me().credits == 7
    assert table.citizenry() == ["home"], "R13.19: virtual workers are no citizens"


def test_R12_9_an_extra_alien_explorer_stocks_more() -> None:
    table = in_phase("explore", explorers(0, "alien_research_ship", "alien_archaeology"))
    table.answer("explore.task", "stock:alien")
    assert table.me().credits == 5


def test_draw_tile_at_phase_end() -> None:
    table = in_phase("explore", explorers(0, "alien_research_team", worlds=["gem_world"]), bag=BAG)
    table.answer("explore.place", "lost_alien_warship")
    assert table.stack("worlds") == ["gem_world", "lost_alien_warship"]


def test_R13_4_the_extra_tile_never_goes_on_top() -> None:
    empire = ("alien_research_team", "improved_reconnaissance")
    table = in_phase("explore", explorers(0, *empire, worlds=["gem_world"]), bag=BAG)
    table.answer("explore.place", "lost_alien_warship")
    assert table.done
    assert table.stack("worlds") == ["gem_world", "lost_alien_warship"]


@pytest.mark.parametrize(
    ("die", "task", "gain"), [("alien", "scout:alien", 1), ("alien", "stock:alien", 2), ("home", "scout", 0)]
)
def test_credits_if_scouted_with(die: str, task: str, gain: int) -> None:
    player = Player(empire=[*START, "alien_research_team"], at={"explore": [die]})
    table = in_phase("explore", player, bag=BAG).answer("explore.task", task)
    while table.asks("explore.place"):
        table.answer("explore.place", table.options()[0])
    assert table.me().credits == 1 + gain


def test_credits_if_scouted_with_an_extra_worker() -> None:
    table = in_phase("explore", explorers(0, "alien_research_team", "alien_research_ship"), bag=BAG)
    table.answer("explore.task", "scout:alien").answer("explore.place", "public_works").answer("explore.task", "stock")
    table.answer("explore.place", "space_docks")
    assert [told["source"] for told in table.told("credits")] == ["stock", "alien_research_team"]


def test_credits_if_scouted_with_only_once() -> None:
    player = Player(empire=[*START, "alien_research_team"], at={"explore": ["alien", "alien"]})
    table = in_phase("explore", player, bag=BAG)
    for _ in range(2):
        table.answer("explore.task", "scout:alien").pick("explore.abandon").answer("explore.place", table.options()[0])
    table.answer("explore.place", table.options()[0])
    assert table.me().credits == 2
    assert table.state.phase is None, "it does not count in a later round"


@pytest.mark.parametrize(("theirs", "gain"), [(0, 1), (1, 1), (2, 0), (3, 0)])
def test_R13_22_credits_if_most_developments(theirs: int, gain: int) -> None:
    """The owner has two: Technology Unions and the faction's development; a tie gives nothing."""
    other = ["new_sparta", "public_works", "space_docks", "trade_levies"][: theirs + 1]
    for phase in ("explore", "produce"):
        table = in_phase(phase, Player(empire=[*START, "technology_unions"]), Player(empire=other))
        assert table.me().credits == 1 + gain


def test_R13_22_any_player_may_tie() -> None:
    others = Player(faction=2), Player(empire=["new_sparta", "public_works", "space_docks"], faction=3)
    assert in_phase("produce", Player(empire=[*START, "technology_unions"]), *others).me().credits == 1


def test_a_bag_of_abandoned_tiles_is_shuffled() -> None:
    """The order in which tiles come back is drawn, not the order of abandoning."""
    gem, last = PACK.faces[PACK.by_id["gem_world"]].tile, PACK.faces[PACK.by_id["trade_levies"]].tile
    bag = ["public_works", "space_docks", "trade_levies"]
    table = in_phase("explore", explorers(1, worlds=["gem_world"]), bag=bag, chance=ScriptedChance([[gem, last]]))
    table.answer("explore.task", "scout").answer("explore.abandon", "gem_world").answer("explore.developments")
    table.answer("explore.worlds", *table.options())
    assert table.state.bag == [gem, last]
