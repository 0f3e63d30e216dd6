from typing import Any

import pytest

from galaxytables_beyond.components.effects import Research
from galaxytables_beyond.components.numbers import NO_EVENT, NO_TECH
from galaxytables_beyond.operations.research import discovery_types, researchable
from galaxytables_beyond.phases.action import action
from galaxytables_beyond.state import Disc
from galaxytables_beyond.table.metrics import measure
from galaxytables_kit import Seat
from galaxytables_kit.chance import ScriptedChance
from tests.beyond import scene
from tests.beyond.scene import PACK, Table


def research_op(*levels: int, seen: bool = False, free: bool = False, bare: bool = False) -> dict[str, Any]:
    return {
        "op": "research",
        "level": list(levels),
        "discovered_only": seen,
        "ignore_prerequisites": free,
        "skip_immediate": bare,
    }


def slots(table: Table, *levels: int, seen: bool = False, free: bool = False, seat: int = 0) -> list[str]:
    found = researchable(table.play, Seat(seat), Research(levels, seen, free, False))
    return [PACK.slots[slot].id for slot in found]


def test_R2_1_levels_one_and_two_are_open_from_the_start_and_no_more() -> None:
    levels = {
        level
        for space in PACK.basic_spaces[4]
        for op in space.deed.effects
        if isinstance(op, Research) and isinstance(op.level, tuple)
        for level in op.level
    }
    assert levels == {1, 2}


def test_R10_1_slot_researcher_event_card_bonus_in_this_order() -> None:
    table = Table()
    table.researched("I1", 0)
    table.state.events[scene.slot("II1")] = scene.event("e2_03")
    table.on_top(2, "t2_01", "t2_02")
    table.do(research_op(2)).answer("research.card", "t2_01")
    kinds = [told.kind for told in table.play.events]
    assert kinds == ["explored", "event", "gained_ore", "gained_ore", "turned_up", "discovered", "automated"]


def test_R10_2_only_the_named_level() -> None:
    table = Table()
    table.researched("I1", 0)
    assert slots(table, 1) == ["I2", "I3", "I4"]
    assert slots(table, 2) == ["II1"]
    assert slots(table, 1, 2) == ["I2", "I3", "I4", "II1"]


def test_R10_3_never_twice() -> None:
    table = Table()
    table.discover("II1", "t2_01", 0)
    table.researched("I1", 0)
    assert "II1" not in slots(table, 2)


def test_R10_4_prerequisites_are_needed() -> None:
    table = Table()
    assert slots(table, 2) == []
    table.researched("I1", 0)
    assert slots(table, 2) == ["II1"]
    table.researched("I2", 0)
    assert slots(table, 2) == ["II1", "II2", "II3"]


@pytest.mark.parametrize(("have", "open_"), [(["III1"], False), (["III1", "III3"], True), (["III2", "III3"], True)])
def test_R10_4_two_of_three_at_level_four(have: list[str], open_: bool) -> None:
    table = Table()
    for number, slot in enumerate(have):
        table.discover(slot, f"t3_0{number + 2}", 0)
    assert ("IIII1" in slots(table, 4)) is open_


def test_R10_5_the_eye_allows_discovered_technologies_only() -> None:
    table = Table()
    table.researched("I1", 0)
    table.researched("I3", 0)
    table.discover("II4", "t2_09", 1)
    assert slots(table, 2, seen=True) == ["II4"]


def test_R10_6_one_population_becomes_researcher_beside_others() -> None:
    table = Table()
    table.researched("I1", 1)
    table.do(research_op(1)).answer("research.slot", "I1")
    assert table.faction().population == 1
    assert table.faction().researched == [0]
    assert table.faction(1).researched == [0]


def test_R10_7_the_event_is_carried_out_and_discarded() -> None:
    table = Table()
    table.researched("I1", 0)
    table.state.events[scene.slot("II1")] = scene.event("e2_03")
    table.on_top(2, "t2_01", "t2_02")
    table.do(research_op(2))
    assert (table.faction(0).ore, table.faction(1).ore) == (2, 2)
    assert table.state.events_discarded == [scene.event("e2_03")]
    assert table.state.events[scene.slot("II1")] == NO_EVENT


def test_R10_7_a_discovered_slot_has_no_event() -> None:
    table = Table()
    table.researched("I1", 0)
    table.discover("II1", "t2_16", 1)
    table.do(research_op(2))
    assert not table.told("event")


def test_R10_8_one_type_is_fixed_and_several_are_a_choice_before_drawing() -> None:
    table = Table()
    table.researched("I1", 0)
    table.researched("I2", 0)
    assert discovery_types(table.play, Seat(0), scene.slot("II1")) == ("scientific",)
    table.do(research_op(2)).answer("research.slot", "II2")
    assert table.asked == "research.type"
    assert table.offered == ("scientific", "economic")
    assert not table.told("turned_up")


def test_R10_9_cards_are_turned_up_until_two_match_hybrids_either_type() -> None:
    table = Table()
    table.researched("I1", 0)
    table.on_top(2, "t2_06", "t2_05", "t2_11", "t2_02", "t2_01")
    table.do(research_op(2))
    assert table.asked == "research.card"
    assert table.offered == ("t2_05", "t2_02")
    assert [PACK.technologies[tech].id for tech in table.state.turned_up] == ["t2_06", "t2_05", "t2_11", "t2_02"]


def test_R10_10_the_others_go_under_the_deck_in_random_order() -> None:
    others = [scene.tech("t2_11"), scene.tech("t2_05"), scene.tech("t2_06")]
    table = Table(chance=ScriptedChance([others]))
    table.researched("I1", 0)
    table.on_top(2, "t2_06", "t2_05", "t2_11", "t2_02")
    rest = table.state.tech_decks[0][:-4]
    table.do(research_op(2)).answer("research.card", "t2_02")
    assert table.state.techs[scene.slot("II1")] == scene.tech("t2_02")
    assert table.state.tech_decks[0] == others + rest
    assert table.state.turned_up == []


def test_R10_11_later_researchers_take_the_immediate_bonus_too() -> None:
    table = Table()
    table.researched("I2", 0)
    table.discover("II3", "t2_06", 1)
    table.do(research_op(2))
    assert table.told("automated")
    assert table.faction().automation == [Disc.FOOD]


def test_R10_11_a_permanent_power_belongs_to_its_researchers() -> None:
    table = Table()
    table.discover("IIII1", "t4_04", 0)
    table.ships(0, "SOL", 1)
    table.ships(1, "SOL", 1)
    table.do({"op": "jump", "points": 1})
    assert table.prompt.subject == 2
    table.do({"op": "jump", "points": 1}, seat=1)
    assert table.prompt.subject == 1


def test_R10_13_a_discovered_level_four_card_asks_for_prerequisites_only() -> None:
    table = Table()
    table.discover("III3", "t3_09", 0)
    table.discover("III4", "t3_10", 0)
    table.discover("IIII2", "t4_01", 1)
    assert "IIII2" in slots(table, 4)


def test_R10_14_types_of_the_researched_prerequisites_of_a_two_of_three_slot() -> None:
    table = Table()
    table.discover("III1", "t3_01", 0)
    table.discover("III2", "t3_05", 1)
    table.discover("III3", "t3_13", 0)
    assert discovery_types(table.play, Seat(0), scene.slot("IIII1")) == ("scientific", "commercial")


def test_R10_15_an_exhausted_deck_offers_what_was_found() -> None:
    table = Table()
    table.researched("I1", 0)
    table.state.tech_decks[0][:] = [scene.tech("t2_06"), scene.tech("t2_01")]
    table.do(research_op(2))
    assert table.state.techs[scene.slot("II1")] == scene.tech("t2_01")


def test_R10_15_with_none_found_the_slot_stays_undiscovered_and_the_researcher_stays() -> None:
    table = Table()
    table.researched("I1", 0)
    table.state.tech_decks[0][:] = [scene.tech("t2_06")]
    table.do(research_op(2))
    assert table.state.techs[scene.slot("II1")] == NO_TECH
    assert scene.slot("II1") in table.faction().researched
    assert table.state.tech_decks[0] == [scene.tech("t2_06")]
    assert measure(table.play, Seat(0), "techs_researched") == 2


def test_research_without_prerequisites_or_bonus() -> None:
    table = Table()
    table.discover("II3", "t2_06", 1)
    assert slots(table, 2, seen=True, free=True) == ["II3"]
    table.do(research_op(2, seen=True, free=True, bare=True))
    assert scene.slot("II3") in table.faction().researched
    assert not table.told("automated")


def test_research_at_the_level_that_an_amount_names() -> None:
    table = Table()
    amount = {"metric": "colonies", "times": 1, "divide": 1, "plus": 1, "max": 4}
    table.do(research_op(1) | {"level": amount})
    assert table.offered == ("I1", "I2", "I3", "I4")


def test_skip_prerequisite_lets_one_of_two_be_missing_for_face_up_cards() -> None:
    table = Table()
    table.researched("I1", 0)
    assert "II2" not in slots(table, 2)
    table.discover("III1", "t3_01", 0)
    assert "II2" not in slots(table, 2)
    table.discover("II2", "t2_02", 1)
    assert "II2" in slots(table, 2)


def test_cards_turned_up_for_a_private_technology_cannot_be_taken_back() -> None:
    table = Table()
    table.do({"op": "private_tech", "level": 3, "draw": 3, "keep": 1})
    assert table.play.showings == 1


def test_private_technology_is_kept_with_its_bonus_and_used_by_its_owner_only() -> None:
    table = Table()
    table.on_top(3, "t3_03", "t3_04", "t3_05")
    table.do({"op": "private_tech", "level": 3, "draw": 3, "keep": 1}).answer("private.keep", "t3_04")
    assert table.faction().private == [scene.tech("t3_04")]
    assert table.told("automated")
    assert len(table.state.tech_decks[1]) == 15
    table.faction().ore = table.faction(1).ore = 20
    for slot in ("III3", "III4"):
        table.discover(slot, "t3_01", 0, 1)
    table.run(action(table.play))
    assert "t3_04.0.0" in table.offered
    table.this_turn.seat = Seat(1)
    table.run(action(table.play))
    assert "t3_04.0.0" not in table.offered
