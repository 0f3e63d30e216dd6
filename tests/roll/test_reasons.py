"""Why not: every reason, where it comes up."""

from typing import Any

import pytest

from galaxytables_kit.event import Component, Piece
from galaxytables_kit.reason import Reason
from galaxytables_kit.wire import bar_messages
from galaxytables_roll.components.kinds import Reassign
from galaxytables_roll.phases import reassign
from galaxytables_roll.rules import ROLL
from galaxytables_roll.state import RollOptions
from tests.kit.sentences import words_of
from tests.roll.scene import START, Player, Table, assigning, in_phase


def reasons(table: Table, seat: int = 0) -> dict[str, str]:
    """Kinds of reasons by the component of a tile, or the id of a die or place."""
    assert table.live is not None
    found = {}
    for bar in bar_messages(table.live, table.prompts[seat]):
        (*_, target) = bar.targets
        name = str(getattr(target, target.WhichOneof("stands_for") or ""))
        found[bar.component if name.startswith("t") else name] = bar.reason.kind
    return found


def selecting(player: Player, phase: str, worker: str, **more: Any) -> Table:
    table = assigning(player, **more).answer("assign.phase", phase)
    return table.pick("assign.selector", worker)


def test_R3_6_of_workers_alike_one_is_offered() -> None:
    table = assigning(Player(at={"ship": ["home", "home", "rare"]}, cup=())).answer("assign.phase", "ship")
    assert reasons(table) == {"0h2": "like_another"}
    reason = table.prompts[0].barred[2]
    assert reason.facts == {"like": Piece("0h1"), "die": Component("home_die")}


def test_R3_4_only_wild_dice_are_placed_anew() -> None:
    player = Player(at={"ship": ["home", "home"]}, wild=["genes"], cup=())
    table = selecting(player, "ship", "home:ship@ship")
    assert table.asks("assign.wild")
    assert reasons(table) == {"0h2": "not_wild"}


def test_R3_8_powers_that_are_of_no_use() -> None:
    empire = [*START, "galactic_influence", "mad_scientists", "backup_planning", "executive_power"]
    player = Player(empire=empire, at={"explore": ["home"], "ship": ["home", "home"]}, cup=())
    rival = Player(empire=["alien_archaeology", "gem_world"], at={"ship": ["home"]}, cup=(), faction=9)
    table = assigning(player, rival).answer("assign.phase", "ship", seat=1).answer("assign.phase", "ship")
    table.answer("assign.selector", "home:ship@ship")
    assert table.options() == ["done", "dictate", "galactic_influence"]
    assert reasons(table) == {
        "space_piracy": "no_reassign_power",
        "hidden_fortress": "no_reassign_power",
        "doomed_world": "no_reassign_power",
        "mad_scientists": "behind_in_worlds",
        "backup_planning": "changes_dictate",
        "executive_power": "nobody_to_move",
    }
    table.answer("assign.power", "galactic_influence").answer("assign.workers", "home:explore@explore")
    table.answer("assign.to", "ship")
    assert reasons(table)["galactic_influence"] == "power_used"


def test_R3_17_dictate_needs_two_workers_and_is_used_once() -> None:
    table = assigning(Player(empire=[*START, "galactic_influence"], at={"ship": ["home"]}, cup=()))
    table.answer("assign.phase", "ship")
    assert reasons(table)["dictate:0"] == "too_few_workers"
    assert table.prompts[0].barred["dictate"] == Reason("too_few_workers", "R3.17", {"workers": 1, "needed": 2})
    table = assigning(Player(empire=[*START, "galactic_influence"], at={"ship": ["home", "rare", "rare"]}, cup=()))
    table.answer("assign.phase", "ship").answer("assign.selector", "home:ship@ship").answer("assign.power", "dictate")
    table.answer("assign.dictate", "home:ship@ship").answer("assign.to", "explore")
    assert table.prompts[0].barred["dictate"].kind == "power_used"


def test_R3_16_a_locked_selecting_die_neither_rests_nor_moves() -> None:
    player = Player(at={"ship": ["home", "home", "rare"], "settle": ["genes"]}, cup=())
    table = selecting(player, "ship", "rare:ship@ship", options=RollOptions(selecting_die="locked"))
    table.answer("assign.power", "dictate")
    assert reasons(table) == {"0r1": "selecting_die_stays", "0h2": "like_another"}
    table.answer("assign.dictate", "genes:settle@settle")
    assert reasons(table) == {"V:0": "stands_there"}, "one sort of workers is left, so none is asked for"


def test_R3_10_the_die_that_rests_does_not_move() -> None:
    player = Player(at={"ship": ["home", "home", "rare"], "settle": ["genes"]}, cup=())
    table = selecting(player, "ship", "rare:ship@ship").answer("assign.power", "dictate")
    table.answer("assign.dictate", "genes:settle@settle")
    assert reasons(table) == {"0g1": "rests", "0h2": "like_another"}


@pytest.mark.parametrize(
    ("power", "phase", "reason"),
    [
        (Reassign(phase="assign", from_phase="settle"), 1, reassign.OTHER_PHASE),
        (Reassign(phase="assign", die_colours=frozenset({"rare"})), 1, reassign.OTHER_COLOUR),
        (Reassign(phase="assign", to=("develop",)), 1, reassign.STANDS_THERE),
        (Reassign(phase="assign", to=("develop",)), 2, None),
    ],
)
def test_R3_11_workers_that_a_power_does_not_move(power: Reassign, phase: int, reason: Reason | None) -> None:
    mine = Player(at={"develop": ["home"]}).state()
    goals = (1,) if power.to != "any" else (0, 1, 2, 3, 4)
    assert reassign.why_not_move(power, goals, phase, mine.strip[1][0]) == reason


def test_R3_13_columns_where_a_power_does_not_lead() -> None:
    player = Player(empire=[*START, "operations_affinity"], at={"ship": ["home", "home"]}, cup=())
    table = selecting(player, "ship", "home:ship@ship").answer("assign.power", "operations_affinity")
    table.pick("assign.workers", "home:ship@ship")
    assert table.options() == ["explore", "produce"]
    assert reasons(table) == {
        "II:0": "other_goal",
        "III:0": "other_goal",
        "V:0": "stands_there",
    }


def test_R13_7_phases_with_too_few_workers() -> None:
    at = {"explore": ["home", "rare"], "settle": ["home", "rare"], "produce": ["genes"], "ship": ["home"]}
    table = selecting(Player(empire=[*START, "executive_power"], at=at, cup=()), "ship", "home:ship@ship")
    table.answer("assign.power", "executive_power")
    assert table.options() == ["explore", "settle"]
    assert reasons(table) == {
        "II:0": "too_few_workers",
        "IV:0": "too_few_workers",
        "V:0": "too_few_workers",
    }
    assert table.prompts[0].barred["produce"].facts == {"workers": 1, "needed": 2}
    table.answer("assign.source", "settle")
    assert table.done or "explore" not in reasons(table)


def test_R5_1_R13_1_explorers_and_the_zone() -> None:
    player = Player(
        empire=["advanced_logistics"], at={"explore": ["home", "home"]}, developments=["public_works"], cup=()
    )
    table = in_phase("explore", player)
    assert reasons(table) == {"0h2": "like_another"}
    table.answer("explore.task", "rearrange").answer("explore.developments", "public_works")
    assert reasons(table) == {"0h2": "like_another", "rearrange": "just_rearranged"}


def test_R13_21_tiles_that_stay_under_their_stacks() -> None:
    player = Player(
        empire=["improved_reconnaissance"],
        at={"explore": ["home"]},
        developments=["conscription", "space_docks"],
        worlds=["gem_world"],
    )
    table = in_phase("explore", player, bag=["public_works", "free_trade_zone"]).answer("explore.task", "scout")
    table.answer("explore.abandon", "gem_world").answer("explore.developments", "public_works")
    assert table.options() == ["public_works"]
    found = reasons(table)
    assert found["conscription"] == found["space_docks"] == "not_drawn_now"
    assert [kind for tile, kind in found.items() if tile not in ("conscription", "space_docks")] == ["lies_on_top"]


def test_R7_3_worlds_that_take_no_good() -> None:
    empire = ["mining_world", "gem_world", "spice_world", "pirate_world", "space_piracy"]
    table = in_phase(
        "produce",
        Player(empire=empire, goods={"mining_world": ["rare"]}, at={"produce": ["home", "home", "rare"]}),
    )
    found = reasons(table)
    assert found["mining_world"] == "world_is_full"
    assert found["space_piracy"] == "holds_no_goods"
    assert found["0h5"] == "like_another"


def test_R8_2_R8_7_goods_and_shippers_alike() -> None:
    empire = ["mining_world", "galactic_reserves"]
    player = Player(empire=empire, goods={"mining_world": ["rare", "rare"]}, at={"ship": ["home", "home", "genes"]})
    table = in_phase("ship", player)
    assert reasons(table) == {"0r2": "like_another"}
    table.answer("ship.good", "trade:mining_world:rare")
    assert reasons(table) == {"0h5": "like_another"}


def test_every_reason_has_words() -> None:
    for language in ("en", "ja"):
        words = words_of(ROLL, language)
        for kind in ROLL.reasons:
            assert words.message(f"reason-{kind.replace('_', '-')}", {"workers": 1, "needed": 2, "like": "die"})
