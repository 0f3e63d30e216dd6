"""Each power kind of the cards, on the cards that have it and with parameters that no built-in card has."""

from pathlib import Path
from typing import Any

import pytest

from galaxytables_jump.components.cards import Pack
from galaxytables_jump.powers import Reach, general_strength, movers, second_worlds, strength_left, strongest, targets
from galaxytables_jump.state import Means
from tests.jump.packs import changed, numbers_in
from tests.jump.scene import PACK, Side, numbers, scene


def prices(empire: list[str], card: str, budget: int = 9) -> dict[Means, int]:
    *cards, wanted = numbers(*empire, card)
    return Reach(PACK, cards).prices(wanted, budget)


def with_powers(path: Path, card: str, *powers: dict[str, Any]) -> Pack:
    """The built-in pack with other powers on one card."""
    return changed(path, lambda draft: draft.card(card).update(powers=list(powers)))


@pytest.mark.parametrize(
    ("holder", "card", "price"),
    [
        ("investment_credits", "galactic_salon", 5),
        ("investment_credits", "comet_zone", 3),
        ("mining_robots", "comet_zone", 2),
        ("mining_robots", "gem_world", 2),
        ("galactic_advertisers", "galactic_trendsetters", 3),
        ("galactic_advertisers", "comet_zone", 3),
        ("replicant_robots", "lost_species_ark_world", 3),
        ("replicant_robots", "drop_ships", 4),
        ("rosetta_stone_world", "deserted_alien_library", 5),
        ("galactic_federation", "drop_ships", 2),
    ],
)
def test_cost_reduction(holder: str, card: str, price: int) -> None:
    assert prices([holder], card) == {Means.PAY: price}


def test_cost_reduction_serves_a_military_world_only_while_it_is_negotiated() -> None:
    assert prices(["replicant_robots", "space_marines"], "convict_miners") == {Means.CONQUER: 0}
    assert prices(["replicant_robots", "contact_specialist"], "rebel_underground") == {Means.NEGOTIATE: 0}


def test_R4_5_a_reduction_for_non_military_worlds_serves_a_negotiated_one(tmp_path: Path) -> None:
    reduction = {"kind": "cost_reduction", "params": {"amount": 1, "on": {"military": False, "kind": "world"}}}
    pack = with_powers(tmp_path, "drop_ships", reduction)
    ships, specialist, world = numbers_in(pack, "drop_ships", "contact_specialist", "pirate_lair")
    assert Reach(pack, [ships, specialist]).negotiated_price(world) == 3 - 1 - 1


@pytest.mark.parametrize(
    ("holder", "world", "strength"),
    [
        ("galactic_imperium", "rebel_outpost", 4),
        ("galactic_imperium", "pirate_lair", 0),
        ("rosetta_stone_world", "alien_guardians", 2),
        ("alien_technology_institute", "alien_guardians", 2),
        ("alien_technology_institute", "rebel_base", 0),
    ],
)
def test_targeted_military(holder: str, world: str, strength: int) -> None:
    empire, target = numbers(holder, world)
    assert Reach(PACK, [empire]).strength_against(target) == strength


def test_targeted_military_is_told_by_what_it_is_good_against() -> None:
    empire = numbers("galactic_imperium", "rosetta_stone_world", "alien_technology_institute")
    assert targets(PACK, empire) == {"rebel": 4, "alien": 4}


@pytest.mark.parametrize(
    ("empire", "strength"),
    [
        (["uplift_mercenaries"], 1),
        (["uplift_mercenaries", "uplift_code"], 3),
        (["uplift_mercenaries", "warrior_race", "space_marines"], 2 + 1 + 2),
        (["uplift_code"], 0),
    ],
)
def test_strength_per_icon(empire: list[str], strength: int) -> None:
    assert general_strength(PACK, numbers(*empire)) == strength


@pytest.mark.parametrize(
    ("world", "ways"),
    [
        ("pirate_lair", {Means.NEGOTIATE: 2}),
        ("rebel_stronghold", {Means.NEGOTIATE: 8}),
        ("lost_alien_warship", {}),
        ("comet_zone", {Means.PAY: 3}),
    ],
)
def test_negotiate_military_world(world: str, ways: dict[Means, int]) -> None:
    assert prices(["contact_specialist"], world) == ways


def test_negotiate_military_world_with_no_colour_excluded(tmp_path: Path) -> None:
    power = {"kind": "negotiate_military_world", "params": {"cost_change": 1}}
    pack = with_powers(tmp_path, "drop_ships", power)
    ships, world = numbers_in(pack, "drop_ships", "lost_alien_warship")
    assert Reach(pack, [ships]).negotiated_price(world) == 6


def test_second_peaceful_world() -> None:
    empire = numbers("colony_convoy", "ancient_races")
    hand = numbers("comet_zone", "new_earth", "deserted_alien_world", "pirate_lair", "drop_ships")
    offers = second_worlds(PACK, empire, Means.PAY, hand)
    assert {world: offer.price for world, offer in offers.items()} == {hand[0]: 1, hand[1]: 3, hand[2]: 4}
    assert {offer.convoy for offer in offers.values()} == {empire[0]}


@pytest.mark.parametrize(("negotiable", "offered"), [(True, True), (False, False)])
def test_second_peaceful_world_and_negotiation(tmp_path: Path, *, negotiable: bool, offered: bool) -> None:
    params = {"cost_change": -2, "sacrifice_self": False, "works_with_negotiation": negotiable}
    pack = with_powers(tmp_path, "colony_convoy", {"kind": "second_peaceful_world", "params": params})
    empire = numbers_in(pack, "colony_convoy", "contact_specialist", "pirate_lair")
    (second,) = numbers_in(pack, "gem_world")
    (military,) = numbers_in(pack, "convict_miners")
    assert (second in second_worlds(pack, empire, Means.NEGOTIATE, [second, military])) is offered
    offers = second_worlds(pack, empire, Means.PAY, [second, military])
    assert offers[second].convoy is None, "this one stays"
    assert (military in offers) is offered


def test_second_conquered_world() -> None:
    empire = numbers("military_convoy", "drop_ships", "smuggling_lair")
    hand = numbers("rebel_underground", "alien_robot_sentry", "rebel_outpost", "comet_zone")
    offers = second_worlds(PACK, empire, Means.CONQUER, hand)
    assert {world: offer.means for world, offer in offers.items()} == dict.fromkeys(hand[:2], Means.CONQUER)


def test_second_conquered_world_that_works_with_negotiation(tmp_path: Path) -> None:
    power = {"kind": "second_conquered_world", "params": {"works_with_negotiation": True}}
    pack = with_powers(tmp_path, "military_convoy", power)
    empire = numbers_in(pack, "military_convoy", "space_marines", "rebel_base")
    (second,) = numbers_in(pack, "former_penal_colony")
    assert second in second_worlds(pack, empire, Means.NEGOTIATE, [second])
    assert strength_left(pack, empire, Means.NEGOTIATE, second) == 1 + 2


def test_a_card_given_up_for_a_second_world_no_longer_helps(tmp_path: Path) -> None:
    params = {"cost_change": -2, "sacrifice_self": True, "works_with_negotiation": True}
    reduction = {"kind": "cost_reduction", "params": {"amount": 1, "on": {"kind": "world"}}}
    pack = with_powers(tmp_path, "colony_convoy", {"kind": "second_peaceful_world", "params": params}, reduction)
    empire = numbers_in(pack, "colony_convoy", "ancient_races")
    hand = numbers_in(pack, "new_earth", "comet_zone", "gem_world", "mining_world")
    assert second_worlds(pack, empire, Means.PAY, hand)[hand[0]].price == 5 - 2


def test_strength_that_the_first_world_brings_against_its_like_did_not_conquer_it(tmp_path: Path) -> None:
    power = {"kind": "targeted_military", "params": {"amount": 3, "against": {"keyword": "rebel"}}}
    pack = with_powers(tmp_path, "rebel_underground", power)
    empire = numbers_in(pack, "military_convoy", "drop_ships", "rebel_underground")
    peaceful, rebel = numbers_in(pack, "pirate_lair", "rebel_outpost")
    assert strength_left(pack, empire, Means.CONQUER, peaceful) == 1 + 3 - 3
    assert strength_left(pack, empire, Means.CONQUER, rebel) == 1 + 3 + 3 - 3


@pytest.mark.parametrize(
    ("empire", "allowed"),
    [([], True), (["space_marines"], False), (["uplift_mercenaries"], False), (["contact_specialist"], True)],
)
def test_placement_requirement(empire: list[str], *, allowed: bool) -> None:
    assert bool(prices(empire, "trade_pact")) is allowed


def test_placement_requirement_on_a_world(tmp_path: Path) -> None:
    power = {"kind": "placement_requirement", "params": {"any_of": [{"own_military_strength": 2}]}}
    pack = with_powers(tmp_path, "gem_world", power)
    marines, world = numbers_in(pack, "space_marines", "gem_world")
    assert Reach(pack, [marines]).prices(world, 9) == {Means.PAY: 2}
    assert Reach(pack, []).prices(world, 9) == {}


def test_one_per_empire() -> None:
    assert prices(["contact_specialist", "trade_pact"], "trade_pact") == {}
    assert prices(["contact_specialist", "investment_credits"], "investment_credits") == {Means.PAY: 0}


def test_moves_to_strongest() -> None:
    empires = [numbers("war_propaganda"), numbers("drop_ships"), []]
    assert movers(PACK, empires) == [(0, empires[0][0])]
    assert strongest(PACK, empires) == 1
    assert strongest(PACK, [numbers("war_propaganda"), numbers("smuggling_lair")]) is None


def test_table_supply() -> None:
    table = scene(Side(["survey_team"]), Side())
    assert "survey_team" not in table.offered(0)
    assert "survey_team" in table.offered(1)
    assert "survey_team" not in {PACK.cards[number].id for number in table.state.deck}
