"""R3: Roll and Assign; R13: Reassign powers."""

import pytest

from galaxytables_kit.chance import ScriptedChance
from galaxytables_kit.errors import ChoiceRefused
from galaxytables_kit.playout import begin
from galaxytables_roll.declared import PROMPTS
from galaxytables_roll.dice import DIE_WORDS, PHASE, Phase
from galaxytables_roll.phases.assign import roll
from galaxytables_roll.rules import EXPLORE, ROLL
from galaxytables_roll.state import NONE, RollOptions
from galaxytables_roll.workers import workers_at
from tests.roll.scene import ASSIGN, PACK, PACKS, START, Player, Table, assigning, idle, words

HERE = "home:{0}@{0}".format


def select(table: Table, phase: str, worker: str | None = None) -> Table:
    """Select a phase with seat 0."""
    table.answer("assign.phase", phase)
    if table.asks("assign.selector"):
        table.answer("assign.selector", worker or table.options()[0])
    return table


def test_R3_2_only_the_cup_is_rolled() -> None:
    player = Player(cup=["home"] * 3, citizenry=["home"] * 2, developers=["rare"], goods={"spice_world": ["novelty"]})
    table = Table(player, Player(cup=["home"]), chance=ScriptedChance([2, 3, 5, 0]))
    roll(table.play)
    assert [table.at(phase) for phase in ("develop", "settle", "ship")] == [["home"]] * 3
    assert table.cup() == []
    assert table.citizenry() == ["home", "home"]
    assert table.goods("spice_world") == ["novelty"]


def test_R3_3_dice_stand_at_the_phase_of_their_face() -> None:
    faces = [DIE_WORDS.index(word) for word in ("home", "military", "alien")]
    table = Table(Player(cup=["home", "military", "alien"]), chance=ScriptedChance([0, 3, 2]))
    roll(table.play)
    assert faces == [0, 1, 6]
    assert table.at("explore") == ["home"]
    assert table.at("settle") == ["military"]
    assert table.at("produce") == ["alien"]


def test_R3_4_wild_dice_go_anywhere() -> None:
    table = assigning(Player(wild=["genes", "genes", "alien"], at={"explore": ["home"]}, cup=()))
    select(table, "explore", HERE("explore"))
    table.answer("assign.wild", "genes>ship", "alien>produce")
    assert [table.at(phase) for phase in ("explore", "produce", "ship")] == [["genes"], ["alien"], ["genes"]]


def test_R3_4_wild_dice_may_share_a_phase_but_not_split() -> None:
    table = assigning(Player(wild=["genes", "genes"], at={"explore": ["home"]}, cup=()))
    select(table, "explore", HERE("explore"))
    with pytest.raises(ChoiceRefused, match=r"R3\.4"):
        table.answer("assign.wild", "genes>ship", "genes>settle")
    assert PROMPTS["assign.wild"].one_each
    table.answer("assign.wild", "genes>ship", "genes#2>ship")
    assert table.at("ship") == ["genes", "genes"]


def test_R3_4_wild_dice_left_alone_join_the_selected_phase() -> None:
    table = assigning(Player(wild=["military"], at={"explore": ["home"]}, cup=()))
    select(table, "ship", HERE("explore"))
    assert table.prompts[0].default_picks == ()
    table.answer("assign.wild")
    assert table.at("ship") == ["military"]


@pytest.mark.parametrize("phase", ["explore", "develop", "settle", "produce", "ship"])
def test_R3_5_any_worker_selects_any_phase(phase: str) -> None:
    table = assigning(Player(at={"explore": ["home"], "ship": ["rare"]}, wild=["alien"], cup=()))
    table.answer("assign.phase", phase)
    assert sorted(table.options()) == ["alien:wild@" + phase, "home:explore@explore", "rare:ship@ship"]


def test_R3_6_the_selecting_die_is_a_worker_of_the_phase() -> None:
    """A die that shows Ship selects Explore: it explores, then it is a citizen."""
    table = Table(Player(at={"ship": ["rare"]}, cup=()), idle("ship"), parts=[*ASSIGN, EXPLORE])
    select(table.start(), "explore")
    table.answer("assign.phase", "ship", seat=1)
    assert words(workers_at(table.me(), Phase.EXPLORE)) == ["rare"]
    assert workers_at(table.me(), Phase.SHIP) == []
    table.answer("explore.task", "stock")
    assert workers_at(table.me(), Phase.EXPLORE) == []
    assert (table.cup(), table.citizenry(), table.me().credits) == ([], ["rare"], 3)
    assert (table.me().selector, table.me().selected) == (NONE, Phase.EXPLORE)


def test_R3_7_R3_8_selection_comes_before_reassigning() -> None:
    table = assigning(Player(at={"explore": ["home"] * 3}, cup=()))
    assert table.asks("assign.phase")
    select(table, "explore")
    assert table.asks("assign.power")


def test_R3_8_each_power_once_a_round() -> None:
    empire = [*START, "galactic_influence"]
    table = select(assigning(Player(empire=empire, at={"explore": ["home"] * 4}, cup=())), "explore")
    assert table.options() == ["done", "dictate", "galactic_influence"]
    table.answer("assign.power", "galactic_influence").answer("assign.to", "ship")
    assert table.options() == ["done", "dictate"]
    table.answer("assign.power", "dictate").answer("assign.dictate", HERE("explore"))
    table.answer("assign.workers", HERE("explore")).answer("assign.to", "settle")
    assert table.prompts.keys() == {1}, "no power is left, so nothing is asked"


def test_R3_9_dictate_rests_one_worker_and_moves_another() -> None:
    table = select(assigning(Player(at={"explore": ["home"] * 2, "ship": ["rare"]}, cup=())), "explore")
    table.answer("assign.power", "dictate").answer("assign.dictate", "rare:ship@ship")
    table.answer("assign.to", "produce")
    assert table.at("produce") == ["home"]
    assert len(table.me().dictated) == 1
    assert table.prompts.keys() == {1}


def test_R3_10_the_dictated_die_goes_back_to_the_cup() -> None:
    table = select(assigning(Player(at={"explore": ["home"] * 2, "ship": ["rare"]}, cup=())), "explore")
    table.answer("assign.power", "dictate").answer("assign.dictate", "rare:ship@ship").answer("assign.to", "settle")
    table.answer("assign.phase", "explore", seat=1)
    assert table.cup()[-1] == "rare"


def test_R3_10_the_dictated_die_is_not_moved() -> None:
    empire = [*START, "backup_planning", "galactic_influence"]
    at = {"ship": ["home", "rare", "home", "home"]}
    table = select(assigning(Player(empire=empire, at=at, cup=())), "ship", HERE("ship"))
    table.answer("assign.power", "dictate").answer("assign.dictate", "rare:ship@ship").answer("assign.to", "settle")
    for power, kind in ("galactic_influence", "assign.workers"), ("dictate", "assign.dictate"):
        table.answer("assign.power", power)
        assert table.asks(kind)
        assert all(option.startswith("home") for option in table.options())
        table.answer(kind, table.options()[0]).answer("assign.to", "develop")


def test_R3_11_powers_are_optional() -> None:
    empire = [*START, "galactic_influence"]
    table = select(assigning(Player(empire=empire, at={"explore": ["home"] * 4}, cup=())), "explore")
    assert table.prompts[0].default_picks == ("done",)
    table.answer("assign.power", "done")
    assert table.at("explore") == ["home"] * 3


def test_R3_12_a_die_works_where_it_has_no_face() -> None:
    """A novelty die has no Settle face."""
    empire = [*START, "colonial_affinity"]
    table = select(assigning(Player(empire=empire, at={"ship": ["novelty", "novelty"]}, cup=())), "ship")
    table.answer("assign.power", "colonial_affinity")
    assert table.at("settle") == ["novelty"]


def test_R3_13_several_workers_may_part() -> None:
    empire = [*START, "nanotechnology"]
    table = select(assigning(Player(empire=empire, at={"ship": ["home", "rare", "genes"]}, cup=())), "ship")
    table.answer("assign.power", "nanotechnology").answer("assign.workers", "rare:ship@ship", "genes:ship@ship")
    table.answer("assign.to", "develop").answer("assign.to", "settle")
    assert (table.at("develop"), table.at("settle")) == (["rare"], ["genes"])


def test_R3_14_wild_dice_may_be_reassigned() -> None:
    empire = [*START, "galactic_influence"]
    table = select(
        assigning(Player(empire=empire, at={"ship": ["home"]}, wild=["alien"], cup=())), "ship", HERE("ship")
    )
    table.answer("assign.wild", "alien>settle").answer("assign.power", "galactic_influence")
    table.answer("assign.workers", "alien:wild@settle").answer("assign.to", "produce")
    assert table.at("produce") == ["alien"]


def test_R3_15_one_die_may_be_moved_by_several_powers() -> None:
    empire = [*START, "galactic_influence", "colonial_affinity"]
    table = select(assigning(Player(empire=empire, at={"ship": ["home", "rare"]}, cup=())), "ship", HERE("ship"))
    table.answer("assign.power", "galactic_influence").answer("assign.workers", "rare:ship@ship")
    table.answer("assign.to", "produce").answer("assign.power", "colonial_affinity")
    table.answer("assign.workers", "rare:ship@produce")
    assert table.at("settle") == ["rare"]


def selecting(*dice: str, tile: str | None = None, options: RollOptions | None = None, version: int = 2) -> Table:
    """The first of some dice that show Ship has selected Produce; the other player selects Explore."""
    empire = START if tile is None else (*START, tile)
    player = Player(empire=empire, at={"ship": dice}, cup=())
    table = assigning(player, idle(), options=options, rules_version=version)
    select(table, "produce", f"{dice[0]}:ship@ship").answer("assign.phase", "explore", seat=1)
    return table


def test_R3_16_the_selecting_die_may_rest_and_its_phase_stays_selected() -> None:
    table = selecting("rare", "home", "home").answer("assign.power", "dictate")
    assert table.options() == ["home:ship@ship", "rare:ship@produce"]
    table.answer("assign.dictate", "rare:ship@produce").answer("assign.to", "produce")
    assert PHASE["produce"] in table.state.executed
    assert words(workers_at(table.me(), Phase.PRODUCE)) == ["home"]
    assert table.cup() == ["home", "rare"]
    assert (table.told("selected")[0]["phase"], table.told("selected")[0]["die"]) == ("produce", "die elsewhere")


def test_R3_16_the_selecting_die_may_move_when_another_rests() -> None:
    table = selecting("rare", "home").answer("assign.power", "dictate").answer("assign.dictate", "home:ship@ship")
    table.answer("assign.to", "explore")
    assert table.state.executed[:2] == [PHASE["explore"], PHASE["produce"]]
    assert words(workers_at(table.me(), Phase.EXPLORE)) == ["rare"]
    assert workers_at(table.me(), Phase.PRODUCE) == []


def test_R3_16_a_power_may_move_the_selecting_die() -> None:
    table = selecting("rare", tile="galactic_influence").answer("assign.power", "galactic_influence")
    table.answer("assign.to", "explore")
    assert PHASE["produce"] in table.state.executed
    assert words(workers_at(table.me(), Phase.EXPLORE)) == ["rare"]


def test_R3_16_of_dice_alike_the_one_that_does_not_select_goes_first() -> None:
    player = Player(at={"ship": ["home"] * 3}, cup=())
    table = select(assigning(player), "ship").answer("assign.power", "dictate").answer("assign.to", "settle")
    assert (table.at("settle"), table.at("ship"), len(table.me().dictated)) == (["home"], [], 1)
    assert table.me().selector != NONE


@pytest.mark.parametrize(("options", "version"), [(RollOptions(selecting_die="locked"), 2), (None, 1)])
@pytest.mark.parametrize(("dice", "kinds"), [(("rare",), ()), (("rare", "home"), ("galactic_influence",))])
def test_R3_16_a_locked_selecting_die_stays(
    dice: tuple[str, ...], kinds: tuple[str, ...], options: RollOptions | None, version: int
) -> None:
    """By option and at tables of version 1. Alone it leaves nothing to ask; with another worker only that one moves."""
    table = selecting(*dice, tile="galactic_influence", options=options, version=version)
    if not kinds:
        assert table.done
        return
    assert table.options() == ["done", *kinds], "one worker is too few for Dictate"
    table.answer("assign.power", "galactic_influence").answer("assign.to", "explore")
    assert words(workers_at(table.me(), Phase.EXPLORE)) == ["home"]
    assert words(workers_at(table.me(), Phase.PRODUCE)) == ["rare"]


def test_R3_17_dictate_needs_another_worker_to_move() -> None:
    table = select(assigning(Player(at={"ship": ["home"]}, cup=())), "ship")
    assert table.prompts.keys() == {1}


def test_R3_18_assignments_are_taken_back_until_the_reveal() -> None:
    live = begin(ROLL, PACKS, 2, RollOptions(sides="cheaper"), 3)
    key, prompt = next((key, prompt) for key, prompt in live.prompts.items() if prompt.seat == 0)
    before = live.position()
    live.answer(0, key, ("ship",))
    live, _, _ = live.undo(0)
    assert live.position() == before
    assert live.prompts[key].options == prompt.options


def test_R3_19_one_worker_is_enough() -> None:
    table = assigning(idle(), idle())
    table.answer("assign.phase", "ship").answer("assign.phase", "ship", seat=1)
    assert 4 in table.state.executed


# Reassign powers, tile by tile

TILES = {
    "colonial_affinity": ("settle",),
    "shipping_affinity": ("ship",),
    "technology_affinity": ("develop",),
    "operations_affinity": ("explore", "produce"),
}


@pytest.mark.parametrize(("tile", "goals"), TILES.items())
def test_reassign_to_named_phases(tile: str, goals: tuple[str, ...]) -> None:
    source = "develop" if tile != "technology_affinity" else "ship"
    player = Player(empire=[*START, tile], at={source: ["home", "rare"]}, cup=())
    table = select(assigning(player), source, HERE(source))
    table.answer("assign.power", tile).answer("assign.workers", f"rare:{source}@{source}")
    if len(goals) > 1:
        assert tuple(table.options()) == goals
        table.answer("assign.to", goals[-1])
    assert table.at(goals[-1]) == ["rare"]


@pytest.mark.parametrize(
    ("tile", "allowed"),
    [
        ("local_subsidies", {"home"}),
        ("hydroponics_guild", {"novelty", "genes"}),
        ("space_mercenaries", {"military", "rare"}),
        ("system_diversification", {"military", "consumption", "novelty", "rare", "genes", "alien"}),
        ("galactic_influence", set(DIE_WORDS)),
    ],
)
def test_reassign_only_dice_of_some_colours(tile: str, allowed: set[str]) -> None:
    player = Player(empire=[*START, tile], at={"ship": DIE_WORDS, "produce": ["home"]}, cup=())
    table = select(assigning(player), "ship", HERE("produce"))
    table.answer("assign.power", tile)
    assert {option.partition(":")[0] for option in table.options()} == allowed


@pytest.mark.parametrize(("tile", "most"), [("diversification", 1), ("isolation_policy", 2)])
def test_reassign_only_from_explore(tile: str, most: int) -> None:
    player = Player(empire=[*START, tile], at={"explore": ["home", "home"], "ship": ["home"] * 2}, cup=())
    table = select(assigning(player), "ship", HERE("ship"))
    table.answer("assign.power", tile)
    if most == 1:
        assert table.asks("assign.to")
        assert "explore" not in table.options()
    else:
        assert table.options() == [HERE("explore"), HERE("explore") + "#2"]
        assert (table.prompts[0].least, table.prompts[0].most) == (1, 2)


@pytest.mark.parametrize(("tile", "only_home"), [("homeworld_patriotism", True), ("propaganda_campaign", False)])
def test_reassign_to_the_selected_phase(tile: str, only_home: bool) -> None:
    at = {"explore": ["home", "rare"], "develop": ["home"], "settle": ["home"]}
    table = select(assigning(Player(empire=[*START, tile], at=at, cup=())), "settle", HERE("settle"))
    table.answer("assign.power", tile)
    assert ("rare:explore@explore" in table.options()) is not only_home
    table.answer("assign.workers", HERE("explore"), HERE("develop"))
    assert table.at("settle") == ["home", "home"]


def test_R13_7_executive_power_takes_two_from_one_phase() -> None:
    at = {"explore": ["home", "rare"], "develop": ["home", "genes", "alien"], "ship": ["home"], "settle": ["home"]}
    table = select(assigning(Player(empire=[*START, "executive_power"], at=at, cup=())), "settle", HERE("settle"))
    table.answer("assign.power", "executive_power")
    assert table.options() == ["explore", "develop"]
    table.answer("assign.source", "develop")
    assert (table.prompts[0].least, table.prompts[0].most) == (2, 2)
    table.answer("assign.workers", "genes:develop@develop", "alien:develop@develop")
    assert table.at("settle") == ["genes", "alien"]


def test_R13_7_two_workers_in_a_phase_are_enough() -> None:
    at = {"explore": ["home", "rare"], "settle": ["home"]}
    table = select(assigning(Player(empire=[*START, "executive_power"], at=at, cup=())), "settle", HERE("settle"))
    table.answer("assign.power", "executive_power")
    assert table.at("settle") == ["home", "rare"]


def test_R13_7_executive_power_needs_two_in_one_phase() -> None:
    at = {"explore": ["home"], "develop": ["home"], "settle": ["home", "home"]}
    table = select(assigning(Player(empire=[*START, "executive_power"], at=at, cup=())), "settle", HERE("settle"))
    assert table.options() == ["done", "dictate"]


@pytest.mark.parametrize(
    ("mine", "theirs", "most"),
    [
        (["spice_world"], [], 2),
        (["spice_world"], ["gem_world"], 1),
        ([], [], 1),
        ([], ["gem_world"], 0),
        (["spice_world", "space_port"], ["gem_world"], 2),
    ],
)
def test_R13_12_mad_scientists(mine: list[str], theirs: list[str], most: int) -> None:
    player = Player(empire=[*START, "mad_scientists", *mine], at={"ship": ["home", "rare", "genes"]}, cup=())
    other = Player(empire=[*START, *theirs], at={"ship": ["home"]}, cup=())
    table = select(assigning(player, other), "ship", HERE("ship"))
    assert ("mad_scientists" in table.options()) == (most > 0)
    if most:
        table.answer("assign.power", "mad_scientists")
        assert table.prompts[0].most == most


def test_R13_12_mad_scientists_look_at_everybody() -> None:
    player = Player(empire=[*START, "mad_scientists"], at={"ship": ["home", "rare", "genes"]}, cup=())
    table = select(assigning(player, idle(), Player(empire=["gem_world"], at={"ship": ["home"]}, cup=())), "ship")
    assert table.options() == ["done", "dictate"]


def test_R13_13_mad_scientists_ignore_construction_zones() -> None:
    player = Player(empire=[*START, "mad_scientists"], at={"ship": ["home", "rare"]}, cup=())
    other = Player(worlds=["gem_world"], at={"ship": ["home"]}, cup=())
    assert "mad_scientists" in select(assigning(player, other), "ship", HERE("ship")).options()


def test_backup_planning_repeats_dictate() -> None:
    empire = [*START, "backup_planning"]
    table = select(
        assigning(Player(empire=empire, at={"ship": ["home"] * 4, "produce": ["home"]}, cup=())), "ship", HERE("ship")
    )
    for goal in ("settle", "develop"):
        table.answer("assign.power", "dictate").pick("assign.dictate", HERE("ship"))
        table.answer("assign.workers", table.options()[0]).answer("assign.to", goal)
    assert len(table.me().dictated) == 2
    assert table.options() == ["done", "dictate"]


def test_galactic_mandate_moves_three() -> None:
    empire = [*START, "galactic_mandate"]
    table = select(assigning(Player(empire=empire, at={"ship": ["home"] * 5}, cup=())), "ship")
    table.answer("assign.power", "dictate").pick("assign.dictate", HERE("ship"))
    assert (table.prompts[0].least, table.prompts[0].most) == (1, 3)
    table.answer("assign.workers", *table.options())
    for goal in ("explore", "develop", "settle"):
        table.answer("assign.to", goal)
    assert [table.at(goal) for goal in ("explore", "develop", "settle")] == [["home"]] * 3


def test_R13_25_each_of_several_dictates_moves_three() -> None:
    empire = [*START, "galactic_mandate", "backup_planning"]
    table = select(assigning(Player(empire=empire, at={"ship": ["home"] * 6}, cup=())), "ship")
    table.answer("assign.power", "dictate").pick("assign.dictate", HERE("ship"))
    table.answer("assign.workers", table.options()[0]).answer("assign.to", "settle")
    table.answer("assign.power", "dictate").pick("assign.dictate", HERE("ship"))
    assert table.prompts[0].most == 3


def test_R12_10_an_alien_die_explores_by_wild_face_or_selection() -> None:
    assert "explore" not in PACK.dice[6].faces
    table = assigning(Player(wild=["alien"], at={"ship": ["home"]}, cup=()), idle())
    select(table, "ship", HERE("ship")).answer("assign.wild", "alien>explore")
    assert table.at("explore") == ["alien"]


def test_R14_4_nothing_is_left_unassigned_at_the_reveal() -> None:
    table = assigning(Player(wild=["alien", "genes"], at={"ship": ["home"]}, cup=()), idle())
    select(table, "ship", HERE("ship")).answer("assign.wild").answer("assign.power", "done")
    assert table.me().wild == []
    assert table.at("ship") == ["genes", "alien"]


def test_the_example_of_an_assignment() -> None:
    """A shipper selects Develop, the wild die settles, another shipper rests so that the explorer settles too."""
    player = Player(at={"explore": ["home"], "ship": ["home", "novelty"]}, wild=["military"], cup=())
    table = select(assigning(player), "develop", "novelty:ship@ship")
    table.answer("assign.wild", "military>settle").answer("assign.power", "dictate")
    table.answer("assign.dictate", HERE("ship")).answer("assign.workers", HERE("explore")).answer("assign.to", "settle")
    assert table.at("settle") == ["home", "military"]
    assert (table.me().selected, table.at("develop"), table.at("ship"), len(table.me().dictated)) == (1, [], [], 1)
