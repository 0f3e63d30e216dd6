"""R4: Reveal, phases in general, credits."""

from collections.abc import Sequence
from typing import Any

import pytest

from galaxytables_kit import Seat
from galaxytables_kit.chance import ScriptedChance
from galaxytables_kit.contents import Part
from galaxytables_roll.dice import PHASE, Phase
from galaxytables_roll.gains import gain_credits
from galaxytables_roll.phases.turns import executed
from galaxytables_roll.rules import EXPLORE, ROUND, SHIP
from tests.roll.scene import ASSIGN, Player, Table, idle, in_phase, words


def reveal(*phases: str, extra: int | None = None, parts: Sequence[Part[Any]] = ASSIGN) -> Table:
    """Players with one worker each select these phases; then the round goes on as far as it is played here."""
    chance = ScriptedChance([] if extra is None else [extra])
    table = Table(*[idle(phase) for phase in phases], parts=parts, chance=chance).start()
    for seat, phase in enumerate(phases):
        table.answer("assign.phase", phase, seat=seat)
    return table


def test_R4_1_R4_5_the_selected_phases_are_active() -> None:
    """Produce, Produce, Develop, Ship: Explore and Settle are not executed."""
    table = reveal("produce", "produce", "develop", "ship")
    assert table.state.executed == [PHASE["develop"], PHASE["produce"], PHASE["ship"]]


@pytest.mark.parametrize(
    ("face", "phase", "more"),
    [(0, "explore", True), (1, "explore", True), (2, "develop", True), (4, "produce", True), (5, "ship", False)],
)
def test_R4_2_two_players_roll_a_spare_home_die(face: int, phase: str, more: bool) -> None:
    table = reveal("settle", "ship", extra=face)
    assert table.told("extra_die") == [{"face": phase, "new": more}]
    assert len(table.state.executed) == 2 + more


def test_R4_2_three_players_roll_none() -> None:
    table = reveal("settle", "ship", "ship")
    assert table.told("extra_die") == []
    assert len(table.state.executed) == 2


def test_the_reveal_tells_who_stands_where() -> None:
    table = Table(Player(at={"explore": ["home", "novelty"], "ship": ["rare"]}, cup=()), idle(), idle(), parts=ASSIGN)
    table.start().answer("assign.phase", "explore").answer("assign.selector", "home:explore@explore")
    table.answer("assign.power", "dictate").answer("assign.dictate", "rare:ship@ship")
    table.answer("assign.workers", "novelty:explore@explore").answer("assign.to", "settle")
    table.answer("assign.phase", "explore", seat=1).answer("assign.phase", "explore", seat=2)
    assert table.told("selected")[0] == {
        "phase": "explore",
        "die": "home_die",
        "workers": "settle 1, dictate 1",
        "explore": [],
        "develop": [],
        "settle": ["novelty_die"],
        "produce": [],
        "ship": [],
        "dictated": ["rare_die"],
    }


def test_R4_3_workers_of_inactive_phases_go_home() -> None:
    player = Player(at={"explore": ["home", "novelty"], "ship": ["rare", "alien"]}, cup=())
    others = [idle(), idle()]
    table = Table(player, *others, parts=ASSIGN).start()
    table.answer("assign.phase", "explore").answer("assign.selector", "home:explore@explore")
    table.answer("assign.power", "done")
    table.answer("assign.phase", "explore", seat=1).answer("assign.phase", "explore", seat=2)
    assert table.cup() == ["rare", "alien"]
    assert table.at("explore") == ["novelty"]


def test_R4_4_phases_in_order() -> None:
    table = reveal("ship", "develop", "settle", parts=ROUND.parts)
    assert [told["phase"] for told in table.told("phase")] == ["develop", "settle", "ship"]


def test_R4_6_workers_are_used_whoever_selected() -> None:
    table = in_phase("ship", Player(empire=["spice_world"], goods={"spice_world": ["home"]}, at={"ship": ["home"]}))
    table.answer("ship.good", "trade:spice_world:home")
    assert table.citizenry() == ["home", "home"]


def test_R4_7_tasks_are_chosen_one_at_a_time() -> None:
    table = in_phase("explore", Player(at={"explore": ["home", "home"]}), bag=["public_works", "space_docks"])
    table.answer("explore.task", "scout").answer("explore.place", "public_works")
    assert table.asks("explore.task")


def test_R4_8_workers_go_to_the_citizenry_but_builders_stay() -> None:
    table = in_phase("develop", Player(developments=["public_works", "conscription"], at={"develop": ["home", "rare"]}))
    table.answer("develop.workers", "home")
    assert table.citizenry() == ["home"]
    assert [words(table.me().builders[0]), table.me().strip[1]] == [["rare"], []]


def test_R4_9_workers_without_a_task_go_home() -> None:
    assert in_phase("ship", Player(at={"ship": ["rare"]}, cup=())).cup() == ["rare"]


def test_R4_10_R4_11_every_gain_is_capped_at_once() -> None:
    table = in_phase("explore", Player(credits=9, at={"explore": ["home", "home"]}))
    table.answer("explore.task", "stock").answer("explore.task", "stock")
    assert table.me().credits == 10
    assert [each["amount"] for each in table.told("lost")] == [1, 2]


def test_R4_11_immediate_effects_are_capped() -> None:
    table = in_phase(
        "settle", Player(credits=9, worlds=["alien_sentinels"], settlers=["home"] * 5, at={"settle": ["home"]})
    )
    assert table.me().credits == 10


def test_R4_12_powers_act_without_workers() -> None:
    table = in_phase("produce", Player(empire=["merchant_guild"]))
    assert table.me().credits == 3


def test_no_gain_no_event() -> None:
    table = in_phase("produce", Player())
    gain_credits(table.play, Seat(0), 0, "stock")
    assert table.told("credits") == []


def test_R3_6_the_selecting_die_works_in_an_executed_phase() -> None:
    player = Player(at={"ship": ["novelty"]}, cup=(), empire=["spice_world"], goods={"spice_world": ["novelty"]})
    table = Table(player, idle(), parts=[*ASSIGN, EXPLORE.when(executed(Phase.EXPLORE)), SHIP]).start()
    table.answer("assign.phase", "ship").answer("assign.phase", "ship", seat=1)
    while not table.asks("ship.good"):
        seat, prompt = next(iter(table.prompts.items()))
        table.answer(prompt.kind, *map(str, prompt.default_picks), seat=seat)
    table.answer("ship.good", "consume:spice_world:novelty")
    assert table.me().chips == 3
    assert table.me().selector == -1
