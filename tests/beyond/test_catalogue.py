"""What the catalogue marks as our reconstruction is that, and what it does not mark has a public source."""

import pytest

from galaxy.rules.v1 import rules_pb2
from services.beyond.rules import BEYOND
from tests.beyond.scene import PACK

COMPONENTS = {component.id: component for component in BEYOND.components(PACK)}
OF_KIND = {
    kind: [component.id for component in COMPONENTS.values() if component.kind == kind]
    for kind in ("slot", "system_slot", "mat")
}

SOURCED: dict[str, set[str]] = {
    # Names with their level in a rulebook; a card of Level II or III scores its level (R8.1).
    **{key: {"level", "vp"} for key in ("t2_04", "t2_06", "t2_12")},
    "t4_01": {"level"},
    # The four fixed events are known by name and level.
    **{key: {"level", "fixed"} for key in ("e2_01", "e2_02", "e3_01", "e3_02")},
    # Deck A has four starting cards.
    **{key: {"deck"} for key in [card.id for card in PACK.systems if card.starting]},
    **{key: {"group", "metric", "at_least"} for key in ("ach_0_1", "ach_0_2")},
    # What three of the guilds are about; their costs and the fourth are ours.
    "g_colony_1": {"action_0_colonize"},
    "g_research_3": {"action_0_research"},
    "g_research_4": {"action_0_research"},
    # The actions of the basic box (R4.9); how many spaces each has and the surcharges are ours.
    "b_research_1": {"action_0_research"},
    "b_research_2": {"action_0_research", "action_0_cost_ore"},
    "b_ship": {"action_0_strength", "action_0_ship_population", "action_0_jump"},
    "b_gather": {"action_0_population", "action_0_ore"},
    # So many slots of each level (R1.9), Level I needs nothing (R10.4); the lines are ours.
    **{slot: {"level", "required"} if slot in ("I1", "I2", "I3", "I4") else {"level"} for slot in OF_KIND["slot"]},
    # Deck A near Sol, deck B far away (R1.6).
    **{key: {"deck"} for key in OF_KIND["system_slot"]},
    # Two kinds of mats (R1.3), one set of trade rates (R5.5-R5.7).
    **{key: {"mat", "trade_ore_to_pop", "trade_retire_ship", "trade_pop_to_ore"} for key in OF_KIND["mat"]},
}
"""The facts that have a source, of every component of which some have and others have not."""


def facts(component: rules_pb2.Component) -> set[str]:
    return {fact.name for fact in component.facts}


@pytest.mark.parametrize("component", COMPONENTS.values(), ids=COMPONENTS)
def test_what_is_marked_as_inferred_is_a_fact(component: rules_pb2.Component) -> None:
    inferred = list(component.inferred_facts)
    assert len(set(inferred)) == len(inferred)
    assert set(inferred) <= facts(component)


@pytest.mark.parametrize("component", COMPONENTS.values(), ids=COMPONENTS)
def test_facts_are_marked_as_inferred_exactly_where_no_source_has_them(component: rules_pb2.Component) -> None:
    sourced = facts(component) - set(component.inferred_facts)
    if component.provenance == rules_pb2.PROVENANCE_SOURCED:
        assert sourced == facts(component)
    elif component.provenance == rules_pb2.PROVENANCE_RECONSTRUCTED:
        assert sourced == set()
    else:
        assert sourced == SOURCED.get(component.id, set())


def test_what_is_sourced_is_the_third_level() -> None:
    sourced = {id_ for id_, each in COMPONENTS.items() if each.provenance == rules_pb2.PROVENANCE_SOURCED}
    assert sourced == {card.id for card in PACK.technologies if card.level == 3}
    assert all(COMPONENTS[id_].facts for id_ in sourced)


@pytest.mark.parametrize(
    ("component", "told"),
    [
        (
            "t3_10",
            {
                "level": 3,
                "types": "economic military",
                "output": "economic",
                "vp": 3,
                "immediate_ore": 2,
                "immediate_population": 1,
                "immediate_strength": 2,
                "immediate_ship_population": 1,
                "immediate_jump": 2,
                "action_0_ore": 2,
                "action_0_population": 1,
                "action_0_strength": 2,
                "action_0_ship_population": 1,
                "action_0_jump": 2,
            },
        ),
        ("e2_01", {"level": 2, "fixed": True}),
        (
            "sA03",
            {"deck": "A", "strength": 5, "traits": "food ore", "vp": 3, "control_ore": 1, "colonize_automation": 1},
        ),
        (
            "sA05",
            {
                "deck": "A",
                "strength": 5,
                "traits": "ore",
                "vp": 3,
                "colonize_ore": 1,
                "power_0_jump": 1,
                "power_0_cost_ore": 1,
            },
        ),
        ("ach_0_1", {"group": "basic", "slots": "5 3 2 1", "metric": "techs_level_4", "at_least": 1}),
        ("g_colony_2", {"spaces": 1, "action_0_jump": 2, "action_0_colonize": 1, "action_0_cost_ore": 7}),
        (
            "b_ship",
            {
                "spaces_2": 2,
                "spaces_3": 2,
                "spaces_4": 2,
                "action_0_strength": 1,
                "action_0_ship_population": 1,
                "action_0_jump": 2,
            },
        ),
        ("I1", {"level": 1, "row": 1, "required": 0}),
        ("A1", {"deck": "A", "lanes_2_3": "SOL A2 Y1", "lanes_4": "SOL Y1 Y2"}),
        (
            "amber_basic",
            {
                "faction": "amber",
                "mat": "basic",
                "columns": "A3 B3 C3 D4 E4",
                "population_track": "A B - C - D - E -",
                "ore_track": "2 1 0 1 0 1 1 0 1",
                "automation": "0 1 0 1 1 1 2",
                "trade_ore_to_pop": 3,
                "trade_retire_ship": 1,
                "trade_pop_to_ore": 1,
            },
        ),
    ],
)
def test_figures_of_a_component_of_each_kind(component: str, told: dict[str, int | str | bool]) -> None:
    found = COMPONENTS[component]
    assert {fact.name: getattr(fact, str(fact.WhichOneof("value"))) for fact in found.facts} == told
    assert found.copies == 1


def test_locations_tell_their_lanes_and_traits_for_each_side() -> None:
    told = {fact.name: fact.word for fact in COMPONENTS["Y1"].facts}
    assert told == {
        "lanes_2_3": "A1 B1 Y2",
        "traits_2_3": "food",
        "lanes_4": "SOL A1 A2 B1 B2",
        "traits_4": "food ore",
    }


@pytest.mark.parametrize("players", [2, 3, 4])
def test_R4_7_two_basic_spaces_ask_for_ore_besides_the_cost(players: int) -> None:
    surcharged = {space.id: space.surcharge for space in PACK.basic_spaces[players] if space.surcharge}
    assert set(surcharged) == {"b_research_1.1", "b_ship.1"}
