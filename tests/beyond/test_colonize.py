from typing import Any

import pytest

from galaxytables_beyond.components.effects import Colonize
from galaxytables_beyond.components.numbers import NO_SYSTEM
from galaxytables_beyond.operations.colonize import targets
from galaxytables_beyond.scoring import scores
from galaxytables_beyond.state import Colony, Disc
from galaxytables_kit import NOBODY, Seat
from galaxytables_kit.errors import ChoiceRefused, OutOfBounds
from galaxytables_kit.event import Component
from tests.beyond import scene
from tests.beyond.scene import PACK, Table

COLONIZE = {"op": "colonize", "target": "controlled", "strength_discount": 0, "control_effects": True}


def places(table: Table, seat: int = 0, discount: int = 0) -> list[str]:
    side = PACK.sides[table.play.seats]
    found = targets(table.play, Seat(seat), Colonize("controlled", discount, True))
    return [side.locations[place].place.id for place in found]


def held(*levels: int, place: str = "A1", seats: int = 2, **options: Any) -> Table:
    table = Table(seats, **options)
    table.outpost(0, place, "food")
    table.ships(0, place, *levels)
    return table


def test_R14_1_only_systems_are_colonised() -> None:
    table = held(4)
    table.outpost(0, "Y1")
    table.ships(0, "Y1", 4, 4)
    table.ships(0, "SOL", 4, 4)
    assert places(table) == ["A1"]


def test_R14_2_control_and_strength_are_needed() -> None:
    assert places(held(2, 1)) == []
    assert places(held(2, 2)) == ["A1"]
    table = Table()
    table.ships(0, "A1", 4)
    assert places(table) == []


def test_R14_2_strength_of_others_does_not_matter() -> None:
    table = held(2, 3)
    table.ships(1, "A1", 4)
    assert places(table) == ["A1"]


def test_R14_3_ships_worth_the_strength_return_right_to_left() -> None:
    table = held(2, 2, 1)
    table.faction().supply = [3, 3, 3, 3, 3]
    table.do(COLONIZE).answer("colonize.ships", "2.0", "2.1")
    assert table.told("settled")[0].facts["ships"] == 2
    assert table.faction().supply == [1, 3, 3, 4, 4]
    assert table.faction().population == 4


def test_R14_3_too_little_strength_is_refused() -> None:
    table = held(2, 2, 1)
    table.do(COLONIZE)
    with pytest.raises(ChoiceRefused, match=r"R14\.3"):
        table.prompt.check(("2.0", "1.2"))
    with pytest.raises(OutOfBounds):
        table.prompt.check(("2.0",))
    assert table.prompt.default_picks == ("2.0", "2.1")


def test_R14_3_any_ships_there_may_settle() -> None:
    table = held(4, 2, 1)
    table.do(COLONIZE).answer("colonize.ships", "4.0", "2.1", "1.2")
    assert table.at("DEEP").fleets[0] == []
    assert table.told("settled")[0].facts == {"ships": 3, "strength": 7}


def test_R14_3_with_the_option_no_ship_settles_that_could_stay() -> None:
    table = held(3, 2, 1, 1, settlers="needed")
    table.do(COLONIZE)
    for picks in (("3.0", "1.2"), ("3.0", "2.1"), ("2.1", "1.2", "1.3")):
        table.prompt.check(picks)
    for picks in (("3.0", "1.2", "1.3"), ("3.0", "2.1", "1.2")):
        with pytest.raises(ChoiceRefused, match=r"can stay.*R14\.3"):
            table.prompt.check(picks)
    with pytest.raises(ChoiceRefused, match=r"R14\.3"):
        table.prompt.check(("2.1", "1.2"))


def test_R14_3_with_the_option_ships_that_are_never_needed_are_not_offered() -> None:
    table = held(4, 1, settlers="needed")
    table.do(COLONIZE)
    assert table.told("settled")[0].facts["strength"] == 4
    assert table.at("DEEP").fleets[0] == [1]


def test_R14_3_no_change_is_given() -> None:
    table = held(3, 3)
    table.faction().supply = [0] * 5
    table.do(COLONIZE)
    assert table.told("settled")[0].facts["strength"] == 6
    assert table.at("A1").fleets[0] == []


def test_R14_3_full_columns_overflow_into_column_a() -> None:
    table = held(4)
    table.at("A1").system = scene.system("sA02")
    table.faction().supply = [3, 3, 3, 4, 4]
    table.do(COLONIZE)
    assert table.faction().supply == [4, 3, 3, 4, 4]


def test_R14_4_all_other_ships_go_to_deep_space() -> None:
    table = held(4, 1)
    table.ships(1, "A1", 2)
    table.do(COLONIZE).answer("colonize.ships", "4.0")
    assert table.at("DEEP").fleets == [[1], [2]]
    assert table.at("A1").fleets == [[], []]


def test_R14_5_the_card_with_its_outpost_is_taken_and_the_slot_refilled_from_the_same_deck() -> None:
    table = held(4)
    top = table.state.system_decks[0][-1]
    table.do(COLONIZE)
    assert [colony.system for colony in table.faction().colonies] == [scene.system("sA01")]
    assert (table.at("A1").system, table.at("A1").owner) == (top, NOBODY)
    assert [told.facts["system"] for told in table.told("system_revealed")] == [Component(PACK.systems[top].id)]


@pytest.mark.parametrize(("place", "ships", "own", "other"), [("A1", (4,), 0, 1), ("B1", (4, 4), 1, 0)])
def test_R14_5_an_empty_deck_is_replaced_by_the_other_and_then_by_nothing(
    place: str, ships: tuple[int, ...], own: int, other: int
) -> None:
    table = held(*ships, place=place)
    decks = table.state.system_decks
    decks[own].clear()
    *rest, top = decks[other]
    colonised = table.at(place).system
    table.do(COLONIZE)
    assert (table.at(place).system, decks[own], decks[other]) == (top, [], rest)
    assert table.faction().colonies[0].system == colonised
    table = held(*ships, place=place)
    for deck in table.state.system_decks:
        deck.clear()
    assert table.do(COLONIZE).at(place).system == NO_SYSTEM


@pytest.mark.parametrize(("place", "ships", "own", "other"), [("A1", (4,), 0, 1), ("B1", (4, 4), 1, 0)])
def test_R14_5_a_slot_is_refilled_from_its_own_deck_while_that_lasts(
    place: str, ships: tuple[int, ...], own: int, other: int
) -> None:
    table = held(*ships, place=place)
    decks = table.state.system_decks
    del decks[own][1:]
    (last,), others = decks[own], list(decks[other])
    table.do(COLONIZE)
    assert (table.at(place).system, decks[own], decks[other]) == (last, [], others)


def test_R14_6_a_second_disc_of_a_trait_of_choice() -> None:
    table = held(4, 1)
    table.at("A1").system = scene.system("sA03")
    table.do(COLONIZE)
    assert table.prompt.subject == "sA03"
    table.answer("colonize.disc", "ore")
    assert table.faction().colonies[0].discs == [Disc.FOOD, Disc.ORE]


def test_R14_6_without_a_disc_an_achievement_disc_stands_in() -> None:
    table = held(4)
    table.faction().food = 0
    table.do(COLONIZE)
    assert table.faction().colonies[0].discs == [Disc.FOOD, Disc.ACHIEVEMENT]


def test_R14_7_the_bonus_comes_with_the_new_card_already_there() -> None:
    table = held(3)
    table.at("A1").system = scene.system("sA04")
    table.ships(0, "SOL", 1)
    table.do(COLONIZE).answer("jump.move", "SOL.1>A1").answer("jump.move")
    assert table.at("A1").owner == 0
    assert table.at("A1").system != NO_SYSTEM


def test_R14_3_the_default_spares_what_it_can_with_few_ships() -> None:
    table = held(4, 2, 1, 1)
    table.at("A1").system = scene.system("sA03")
    table.do(COLONIZE)
    assert [str(pick)[0] for pick in table.prompt.default_picks] == ["4", "1"]


def test_R14_8_the_card_scores_its_printed_value() -> None:
    table = held(4).do(COLONIZE)
    assert scores(table.play)[0].parts["colonies"] == 3


def test_a_strength_discount_lowers_the_requirement_to_one_at_least() -> None:
    assert places(held(1), discount=3) == ["A1"]
    assert places(held(1), discount=9) == ["A1"]
    assert places(held(1), discount=2) == []


def test_an_unclaimed_system_takes_both_discs_at_once_and_gives_no_control_bonus() -> None:
    table = Table(3)
    table.at("A1").system = scene.system("sA06")
    table.this_turn.unclaimed = [scene.system("sA06")]
    table.ships(0, "A1", 4)
    table.ships(1, "A1", 4)
    table.do(COLONIZE | {"target": "unclaimed_at_turn_start", "control_effects": False})
    assert table.faction().colonies == [Colony(scene.system("sA06"), [Disc.ORE, Disc.ORE])]
    assert table.faction().ore == 0
    assert table.at("DEEP").fleets[1] == [4]


def test_a_system_controlled_as_the_turn_began_is_no_unclaimed_one() -> None:
    table = held(4)
    table.turn()
    assert scene.system("sA01") not in table.this_turn.unclaimed
    assert targets(table.play, Seat(0), Colonize("unclaimed_at_turn_start", 0, False)) == []


def test_colonising_an_unclaimed_system_sends_a_new_owners_disc_home() -> None:
    table = Table()
    table.this_turn.unclaimed = [scene.system("sA01")]
    table.outpost(1, "A1")
    table.ships(0, "A1", 4)
    table.do(COLONIZE | {"target": "unclaimed_at_turn_start", "control_effects": False})
    assert table.faction(1).food == 8
    assert table.faction().colonies[0].discs == [Disc.FOOD, Disc.FOOD]


def test_the_trigger_of_colonising() -> None:
    table = Table(mats="advanced")
    table.faction().automation = [Disc.FOOD] * 4
    table.outpost(0, "A1")
    table.ships(0, "A1", 4)
    table.do(COLONIZE)
    assert table.faction().ore == 2


def test_R14_7_what_control_brings_was_had_with_the_outpost_and_comes_only_without_one() -> None:
    table = held(4, 1)
    table.at("A1").system = scene.system("sA03")
    before = table.faction().ore
    table.do(COLONIZE).answer("colonize.disc", "ore")
    assert table.faction().ore == before
