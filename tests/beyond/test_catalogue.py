"""What the catalogue marks as our reconstruction is that, and what it does not mark has a public source."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_beyond.components.loading import BUILT_IN
from galaxytables_beyond.rules import BEYOND
from tests.beyond.scene import PACK

COMPONENTS = {component.id: component for component in BEYOND.components(PACK)}
OF_KIND = {
    kind: [component.id for component in COMPONENTS.values() if component.kind == kind]
    for kind in ("slot", "system_slot", "mat")
}

_GUILD = {"0.effects", "0.figures"}
_BASIC = {"0.cost_ore", "0.cost_population", "0.effects", "0.figures"}

SOURCED: dict[str, set[str]] = {
    # Names with their level in a rulebook; a card of Level II or III scores its level (R8.1).
    **{key: {"level", "vp"} for key in ("t2_04", "t2_06", "t2_12")},
    "t4_01": {"level"},
    # The four fixed events are known by name and level.
    **{key: {"level", "fixed"} for key in ("e2_01", "e2_02", "e3_01", "e3_02")},
    # Deck A has four starting cards.
    **{key: {"deck"} for key in [card.id for card in PACK.systems if card.starting]},
    **{key: {"group", "condition"} for key in ("ach_0_1", "ach_0_2")},
    # What three of the guilds are about; their costs and the fourth are ours.
    **dict.fromkeys(("g_colony_1", "g_research_3", "g_research_4"), _GUILD),
    # The actions of the basic box (R4.9); how many spaces each has and the surcharges are ours.
    **dict.fromkeys(("b_research_1", "b_research_2", "b_ship", "b_gather"), _BASIC),
    # So many slots of each level (R1.9), Level I needs nothing (R10.4); the lines are ours.
    **{slot: {"level", "required"} if slot in ("I1", "I2", "I3", "I4") else {"level"} for slot in OF_KIND["slot"]},
    # Deck A near Sol, deck B far away (R1.6).
    **{key: {"deck"} for key in OF_KIND["system_slot"]},
    # Two kinds of mats (R1.3), one set of trade rates (R5.5-R5.7).
    **{key: {"mat", "trade_ore_to_pop", "trade_retire_ship", "trade_pop_to_ore"} for key in OF_KIND["mat"]},
    # What a faction has (R1.2), and how many discs end the game (R7.1, R7.2).
    "reference": {"cubes", "discs_of_each_kind", "end_trigger"},
}
"""The facts that have a source, of every component of which some have and others have not; of powers numbered."""


def facts(component: rules_pb2.Component) -> set[str]:
    named = {fact.name for fact in component.facts}
    return named | {f"{n}.{fact.name}" for n, power in enumerate(component.powers) for fact in power.facts}


def inferred(component: rules_pb2.Component) -> list[str]:
    of_powers = [f"{n}.{name}" for n, power in enumerate(component.powers) for name in power.inferred_facts]
    return [*component.inferred_facts, *of_powers]


@pytest.mark.parametrize("component", COMPONENTS.values(), ids=COMPONENTS)
def test_what_is_marked_as_inferred_is_a_fact(component: rules_pb2.Component) -> None:
    ours = inferred(component)
    assert len(set(ours)) == len(ours)
    assert set(ours) <= facts(component)


@pytest.mark.parametrize("component", COMPONENTS.values(), ids=COMPONENTS)
def test_facts_are_marked_as_inferred_exactly_where_no_source_has_them(component: rules_pb2.Component) -> None:
    sourced = facts(component) - set(inferred(component))
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


def read(facts: Iterable[game_pb2.Fact]) -> dict[str, Any]:
    return {fact.name: value(fact) for fact in facts}


def value(fact: game_pb2.Fact) -> Any:
    form = fact.WhichOneof("value")
    match form:
        case "group":
            return read(fact.group.facts)
        case "groups":
            return [read(group.facts) for group in fact.groups.groups]
        case "words":
            return " ".join(fact.words.words)
        case "numbers":
            return list(fact.numbers.numbers)
        case "components":
            return " ".join(fact.components.ids)
    return getattr(fact, str(form))


def powers(component: str) -> list[tuple[str, str, dict[str, Any]]]:
    return [(power.kind, power.moment, read(power.facts)) for power in COMPONENTS[component].powers]


@pytest.mark.parametrize(
    ("component", "told"),
    [
        ("t3_10", {"level": 3, "types": "economic military", "output": "economic", "vp": 3}),
        ("t4_10", {"level": 4, "types": "commercial", "vp": 5}),
        ("e2_01", {"level": 2, "fixed": True}),
        ("sA03", {"deck": "A", "starting": True, "strength": 5, "traits": "food ore", "vp": 3}),
        (
            "ach_0_1",
            {"group": "basic", "slots": [5, 3, 2, 1], "condition": {"metric": "techs_level_4", "at_least": 1}},
        ),
        ("g_colony_2", {}),
        (
            "b_ship",
            {
                "may_stay": False,
                "spaces": [{"players": seats, "surcharges": [0, 5 - seats]} for seats in (2, 3, 4)],
            },
        ),
        ("I1", {"level": 1, "row": 1, "required": 0, "prerequisites": "", "event": False, "x": 12, "y": 12}),
        ("II5", {"level": 2, "row": 5, "required": 2, "prerequisites": "I3 I4", "event": True, "x": 37, "y": 75}),
        (
            "Y1",
            {
                "sides": [
                    {"players": [2, 3], "traits": "food", "lanes": "A1 B1 Y2", "x": 50, "y": 25},
                    {"players": [4], "traits": "food ore", "lanes": "SOL A1 A2 B1 B2", "x": 37, "y": 83},
                ]
            },
        ),
        (
            "amber_basic",
            {
                "faction": "amber",
                "mat": "basic",
                "columns": [3, 3, 3, 4, 4],
                "population_track": "A B none C none D none E none",
                "ore_track": [2, 1, 0, 1, 0, 1, 1, 0, 1],
                "automation": [0, 1, 0, 1, 1, 1, 2],
                "automation_beyond": 1,
                "trade_ore_to_pop": 3,
                "trade_retire_ship": 1,
                "trade_pop_to_ore": 1,
                "start": {"population": 2, "ore": 3, "ship_level": 1, "ship_at": "SOL"},
            },
        ),
        (
            "reference",
            {
                "cubes": 20,
                "discs_of_each_kind": 8,
                "seat_bonus_ore": [0, 1, 1, 2],
                "end_trigger": [{"players": seats, "discs": max(3, seats)} for seats in (2, 3, 4)],
            },
        ),
    ],
)
def test_facts_of_a_component_of_each_kind(component: str, told: dict[str, Any]) -> None:
    found = COMPONENTS[component]
    assert read(found.facts) == told
    assert found.copies == 1


def test_powers_stand_in_printed_order_with_cost_operations_and_figures() -> None:
    (bonus, action) = powers("t2_02")
    assert bonus[:2] == ("bonus", "immediate")
    assert bonus[2]["effects"] == [{"op": "gain_ore", "n": 1}, {"op": "supply_to_pop", "n": 1}]
    assert bonus[2]["figures"] == {"ore": 1, "population": 1}
    assert action == (
        "action",
        "",
        {
            "spaces": 1,
            "cost_ore": 3,
            "cost_population": 1,
            "effects": [{"op": "research", "level": [3], "manner": ""}],
            "figures": {"research": 3, "cost_ore": 3, "cost_population": 1},
        },
    )


def test_operations_within_operations_are_groups_within_groups() -> None:
    ((_, __, bonus), *_) = powers("t3_01")
    part = {"op": "research", "level": [1, 2], "manner": "discovered_only ignore_prerequisites skip_immediate"}
    assert bonus["effects"][1] == {"op": "may", "cost_ore": 0, "cost_population": 0, "effects": [part]}
    ((_, __, power), *_) = [each for each in powers("t2_14") if each[0] == "once_per_turn"]
    (choose,) = power["effects"]
    assert [(option["cost_ore"], option["cost_population"]) for option in choose["options"]] == [(0, 1), (2, 0)]


def test_amounts_that_are_counted_are_groups() -> None:
    ((_, __, action),) = [each for each in powers("t2_08") if each[0] == "action"]
    amount = {"metric": "controlled_locations", "times": 1, "divide": 1, "plus": 0, "max": 4}
    assert action["effects"][0] == {"op": "gain_ore", "n": amount}


def test_powers_of_mats_tell_the_level_that_gives_them() -> None:
    kinds = [(kind, facts["from_level"]) for kind, _, facts in powers("amber_advanced")]
    mat = next(mat for mat in PACK.mats if mat.id == "amber_advanced")
    assert [level for _, level in kinds] == [power.level for power in mat.powers]
    assert kinds[0] == ("discount", 2)


def test_every_effect_is_told() -> None:
    """Every word of the vocabulary that a card holds stands in the catalogue; what is replayed stands there in full."""
    parts = ("technologies", "events", "systems", "guilds", "basic_spaces", "factions")
    texts = [(BUILT_IN / f"{part}.json").read_text() for part in parts]
    written = {word for text in texts for word in re.findall(r'"(?:op|mod)": "(\w+)"', text)}
    told: set[str] = set()
    for component in COMPONENTS.values():
        for power in component.powers:
            told |= {power.kind, *operations(read(power.facts))}
    assert written - {"pay_ore", "return_pop", "replay_immediate"} <= told


def operations(told: object) -> Iterator[str]:
    if isinstance(told, dict):
        if "op" in told:
            yield told["op"]
        for each in told.values():
            yield from operations(each)
    elif isinstance(told, list):
        for each in told:
            yield from operations(each)


def test_places_of_a_board_are_drawn_apart() -> None:
    for side in {side.id: side for side in PACK.sides.values()}.values():
        at = [
            (group["x"], group["y"])
            for place in side.printed.locations
            for group in read(COMPONENTS[place.id].facts)["sides"]
            if group["players"] == list(side.printed.players)
        ]
        assert len(set(at)) == len(side.printed.locations)
        assert all(0 <= each <= 100 for pair in at for each in pair)
    slots = [read(COMPONENTS[slot].facts) for slot in OF_KIND["slot"]]
    assert len({(slot["x"], slot["y"]) for slot in slots}) == len(slots)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_R4_7_two_basic_spaces_ask_for_ore_besides_the_cost(players: int) -> None:
    surcharged = {space.id: space.surcharge for space in PACK.basic_spaces[players] if space.surcharge}
    assert set(surcharged) == {"b_research_1.1", "b_ship.1"}
