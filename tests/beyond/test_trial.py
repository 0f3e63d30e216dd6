"""R4.6: an action may be chosen only if every mandatory part of it can be carried out."""

from typing import Any

import pytest

from galaxytables_beyond.operations.feasible import usable_spaces
from galaxytables_beyond.operations.trial import Trial, means_of, paid
from galaxytables_kit import Seat
from tests.beyond.scene import Table, operations_of

IMPLANTS = "III1.0.0"
MEGASTRUCTURES = "III1.0.0"


def research(*levels: int, **changed: object) -> dict[str, Any]:
    plain = {"discovered_only": False, "ignore_prerequisites": False, "skip_immediate": False}
    return {"op": "research", "level": list(levels), **plain, **changed}


def build(source: str = "pop", level: int = 1, n: int = 1, at: str = "sol") -> dict[str, Any]:
    return {"op": "build", "source": source, "level": level, "n": n, "at": at}


def ore(n: int) -> list[dict[str, Any]]:
    return [{"op": "pay_ore", "n": n}]


def choose(*options: tuple[list[dict[str, Any]], dict[str, Any]], times: int = 1, again: bool = True) -> dict[str, Any]:
    told = [{"cost": cost, "effects": [effect]} for cost, effect in options]
    return {"op": "choose", "times": times, "repeat_allowed": again, "options": told}


SUPPLY = {"op": "supply_to_pop", "n": 1}
COLONIZE = {"op": "colonize", "target": "controlled", "strength_discount": 0, "control_effects": True}
FOUR_SUPPLY = [0, 0, 4, 0, 0]


def can(table: Table, *effects: dict[str, Any]) -> bool:
    return Trial(table.play, Seat(0)).can(operations_of(effects), means_of(table.play, Seat(0)))


def with_card(card: str) -> Table:
    """A technology that seat 0 has researched, beside Level I technologies that lead to Level II."""
    table = Table()
    table.discover("III1", card, 0)
    table.researched("I1", 0)
    return table


@pytest.mark.parametrize(
    ("ore_left", "level_3", "offered"),
    [(0, False, False), (2, True, False), (3, False, True), (5, True, True)],
)
def test_R4_6_implants_need_the_ore_of_a_research_that_they_allow(
    ore_left: int, *, level_3: bool, offered: bool
) -> None:
    table = with_card("t3_09")
    if level_3:
        table.discover("II3", "t2_01", 0)
    table.faction().ore = ore_left
    assert (IMPLANTS in usable_spaces(table.play, Seat(0))) is offered


def test_R4_6_implants_need_a_slot_of_the_level_that_can_be_paid() -> None:
    table = Table()
    table.discover("III1", "t3_09", 0)
    table.discover("II3", "t2_01", 0)
    table.faction().ore = 4
    assert IMPLANTS not in usable_spaces(table.play, Seat(0)), "Level III costs 5, Level II cannot be reached"
    table.faction().ore = 5
    assert IMPLANTS in usable_spaces(table.play, Seat(0))


@pytest.mark.parametrize(("supply", "offered"), [([0, 0, 0, 0, 0], False), ([0, 0, 1, 0, 0], True)])
def test_R4_6_a_first_part_may_bring_the_researcher(supply: list[int], *, offered: bool) -> None:
    table = with_card("t3_09")
    table.faction().ore, table.faction().population, table.faction().supply = 3, 0, supply
    assert (IMPLANTS in usable_spaces(table.play, Seat(0))) is offered


@pytest.mark.parametrize(
    ("population", "supply", "level_3", "offered"),
    [
        (1, FOUR_SUPPLY, False, False),
        (1, FOUR_SUPPLY, True, True),
        (0, FOUR_SUPPLY, True, False),
        (1, [0, 0, 0, 0, 0], True, True),
    ],
)
def test_R4_6_megastructures_need_a_level_three_in_reach(
    population: int, supply: list[int], *, level_3: bool, offered: bool
) -> None:
    """With the supply empty the ship may be passed (R15.5), and the last population research."""
    table = with_card("t3_05")
    if level_3:
        table.discover("II3", "t2_01", 0)
    faction = table.faction()
    faction.ore, faction.population, faction.supply = 4, population, supply
    assert (MEGASTRUCTURES in usable_spaces(table.play, Seat(0))) is offered


def test_R4_6_tables_of_older_rules_look_at_the_first_part_only() -> None:
    table = with_card("t3_09")
    table.play.rules_version = 2
    assert IMPLANTS in usable_spaces(table.play, Seat(0))


@pytest.mark.parametrize(("population", "possible"), [(1, False), (2, True)])
def test_R4_6_each_part_takes_its_population(population: int, *, possible: bool) -> None:
    table = Table()
    table.faction().population = population
    assert can(table, build(), research(1)) is possible
    assert can(table, build(n=2)) is possible
    assert can(table, {"op": "repeat", "n": 2, "effects": [build()]}) is possible


def test_R4_6_what_may_be_passed_takes_nothing() -> None:
    table = Table()
    table.faction().population = 1
    assert can(table, {"op": "may", "cost": [], "effects": [build()]}, research(1))


def test_R4_6_what_may_be_done_may_bring_what_a_later_part_takes() -> None:
    table = Table()
    table.faction().population, table.faction().supply = 0, FOUR_SUPPLY
    assert not can(table, research(1))
    assert can(table, {"op": "may", "cost": [], "effects": [SUPPLY]}, research(1))
    assert not can(table, {"op": "may", "cost": ore(1), "effects": [SUPPLY]}, research(1))


def test_R4_6_a_first_research_may_lead_to_a_second() -> None:
    table = Table()
    assert not can(table, research(2), research(1)), "they are carried out in order"
    assert can(table, research(1), research(2))
    table.faction().population = 1
    assert not can(table, research(1), research(2))


def test_R4_6_the_immediate_bonus_of_an_open_card_counts() -> None:
    """Advanced Genetics automates; Human Experiments, on another slot, brings a population."""
    table = Table()
    table.faction().population, table.faction().supply = 1, FOUR_SUPPLY
    assert not can(table, research(1), build())
    table.discover("II1", "t2_02")
    table.researched("I1", 0)
    assert can(table, research(2), build())
    assert not can(table, research(2, skip_immediate=True), build())


def test_R4_6_ore_that_comes_first_pays_later_costs() -> None:
    table = Table()
    assert not can(table, choose((ore(2), SUPPLY), (ore(3), SUPPLY)))
    assert can(table, {"op": "gain_ore", "n": 2}, choose((ore(2), SUPPLY), (ore(3), SUPPLY)))


def test_R4_6_every_pick_of_a_choice_must_be_possible() -> None:
    table = Table()
    table.faction().ore = 3
    assert not can(table, choose((ore(2), SUPPLY), (ore(4), SUPPLY), times=2))
    assert not can(table, choose((ore(1), SUPPLY), (ore(4), SUPPLY), times=2, again=False))
    assert can(table, choose((ore(1), SUPPLY), (ore(2), SUPPLY), times=2, again=False))
    assert can(table, choose((ore(1), SUPPLY), (ore(4), SUPPLY), times=3))


def test_R4_6_returned_population_is_supply_again() -> None:
    table = Table()
    table.faction().population, table.faction().supply = 1, [0] * 5
    left = paid(means_of(table.play, Seat(0)), 0, 1)
    assert left is not None
    assert Trial(table.play, Seat(0)).can(operations_of([SUPPLY, research(1)]), left)


def test_R4_6_a_copied_action_must_be_possible_whole() -> None:
    table = with_card("t3_13")
    table.discover("III2", "t3_09")
    table.state.factions[0].population = 0
    assert IMPLANTS not in usable_spaces(table.play, Seat(0)), "the one action that brings its researcher lacks the ore"
    table.faction().ore = 3
    assert IMPLANTS in usable_spaces(table.play, Seat(0))


def test_R4_6_new_ships_may_colonise() -> None:
    table = Table()
    table.faction().population = 2
    jump = {"op": "jump", "points": 1}
    assert not can(table, jump, COLONIZE)
    assert not can(table, build(level=4), COLONIZE), "it stands at Sol"
    assert can(table, build(level=4), jump, COLONIZE)
    assert not can(table, build(level=2, n=2), jump, COLONIZE), "a point for each"


@pytest.mark.parametrize(
    ("steps", "per_ship", "possible"), [(0, None, False), (1, None, False), (2, None, True), (2, 1, False)]
)
def test_R4_6_upgraded_ships_may_colonise(steps: int, per_ship: int | None, *, possible: bool) -> None:
    table = Table()
    table.outpost(0, "A1")
    table.ships(0, "A1", 2)
    upgrade = {"op": "upgrade", "steps": steps, "per_ship": per_ship, "up_to": False}
    assert can(table, upgrade, COLONIZE) is possible


@pytest.mark.parametrize(("ships", "possible"), [(1, False), (2, True)])
def test_R4_6_ships_that_leap_may_colonise(ships: int, *, possible: bool) -> None:
    table = Table()
    table.ships(0, "DEEP", 2, 2)
    assert can(table, {"op": "teleport", "ships": ships}, COLONIZE) is possible


def test_R4_6_a_colony_cannot_be_colonised_again() -> None:
    table = Table()
    table.outpost(0, "A1")
    table.ships(0, "A1", 4, 4)
    assert can(table, COLONIZE)
    assert not can(table, COLONIZE, COLONIZE)


def test_R4_6_the_bonus_of_a_system_counts() -> None:
    """The first starting system brings two population; the second ore."""
    table = Table()
    table.faction().population = 0
    for place in ("A1", "A2"):
        table.outpost(0, place)
    table.ships(0, "A2", 4)
    assert not can(table, COLONIZE, build())
    table.ships(0, "A1", 4)
    assert can(table, COLONIZE, build())


def test_R4_6_a_private_technology_needs_its_cards() -> None:
    table = Table()
    private = {"op": "private_tech", "level": 3, "draw": 3, "keep": 2}
    assert can(table, private)
    del table.state.tech_decks[1][1:]
    assert not can(table, private)
