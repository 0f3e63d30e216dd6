from collections import Counter

import pytest

from galaxytables_beyond.components.numbers import NO_TECH
from galaxytables_beyond.options import BeyondOptions
from galaxytables_beyond.rules import BEYOND
from galaxytables_beyond.setup import set_up
from galaxytables_beyond.state import BeyondState
from galaxytables_kit.chance import SeededChance
from tests.beyond.scene import PACK


def laid_out(seats: int = 4, seed: bytes = b"seed", mats: str = "basic") -> BeyondState:
    options = BeyondOptions(mats="advanced" if mats == "advanced" else "basic")
    return set_up(seats, options, PACK, SeededChance(seed))


def test_R1_1_the_box_holds_what_the_rules_list() -> None:
    assert len(PACK.technologies) == 46
    assert len(PACK.events) == 20
    assert Counter(card.deck for card in PACK.systems) == {"A": 12, "B": 12}
    assert Counter(card.group for card in PACK.achievements) == {"basic": 2, "A": 4, "B": 4}
    assert len(PACK.guilds) == 4


def test_R1_2_every_faction_has_two_mats() -> None:
    assert Counter(mat.faction for mat in PACK.mats) == dict.fromkeys(("amber", "cobalt", "crimson", "verdant"), 2)


def test_R1_3_basic_mats_share_their_tracks_and_advanced_ones_have_powers() -> None:
    basic = [mat for mat in PACK.mats if mat.mat == "basic"]
    advanced = [mat for mat in PACK.mats if mat.mat == "advanced"]
    assert len({(mat.population_track, mat.ore_track) for mat in basic}) == 1
    assert len({(mat.population_track, mat.ore_track) for mat in advanced}) == 4
    assert all(mat.powers for mat in advanced)


def test_R1_5_lanes_cost_one_jump_each_and_join_all() -> None:
    side = PACK.sides[4]
    sol, deep = side.by_id["SOL"], side.by_id["DEEP"]
    assert side.distances[sol][side.by_id["A1"]] == 1
    assert side.distances[sol][deep] == 3


def test_R1_6_b_systems_ask_for_more_and_pay_better() -> None:
    near = [card for card in PACK.systems if card.deck == "A"]
    far = [card for card in PACK.systems if card.deck == "B"]
    assert sum(card.strength for card in far) > sum(card.strength for card in near)
    assert sum(card.vp for card in far) > sum(card.vp for card in near)


def test_R1_8_technologies_by_level() -> None:
    assert Counter(card.level for card in PACK.technologies) == {1: 4, 2: 16, 3: 16, 4: 10}


def test_R1_9_slots_by_level() -> None:
    assert Counter(slot.level for slot in PACK.slots) == {1: 4, 2: 6, 3: 6, 4: 3}


def test_R2_2_level_one_lies_open_in_random_order_and_the_rest_is_undiscovered() -> None:
    orders = {tuple(laid_out(seed=bytes([n])).techs[:4]) for n in range(12)}
    assert len(orders) > 4
    state = laid_out()
    assert {PACK.technologies[tech].level for tech in state.techs[:4]} == {1}
    assert set(state.techs[4:]) == {NO_TECH}
    assert [len(deck) for deck in state.tech_decks] == [16, 16, 10]


@pytest.mark.parametrize("level", [2, 3])
def test_R2_3_two_fixed_and_four_random_events_cover_a_level(level: int) -> None:
    state = laid_out()
    covers = [state.events[slot.index] for slot in PACK.slots if slot.level == level]
    assert len(set(covers)) == 6
    assert all(PACK.events[event].level == level for event in covers)
    assert sum(PACK.events[event].fixed for event in covers) == 2
    assert len(state.unused_events) == 8
    assert not set(covers) & set(state.unused_events)


def test_R2_3_the_other_events_are_drawn_at_random() -> None:
    drawn = [set(laid_out(seed=bytes([n])).unused_events) for n in range(4)]
    assert any(unused != drawn[0] for unused in drawn)


def test_R2_4_starting_systems_lie_first_and_the_others_are_in_deck_a() -> None:
    state = laid_out()
    side = PACK.sides[4]
    near = [PACK.systems[state.locations[side.by_id[place]].system] for place in ("A1", "A2")]
    far = [PACK.systems[state.locations[side.by_id[place]].system] for place in ("B1", "B2")]
    assert all(card.starting for card in near)
    assert {card.deck for card in far} == {"B"}
    deck_a, deck_b = state.system_decks
    assert len(deck_a) == len(deck_b) == 10
    assert sum(PACK.systems[card].starting for card in deck_a) == 2


def test_R2_5_both_basic_achievements_one_a_one_b() -> None:
    groups = [PACK.achievements[card.card].group for card in laid_out().achievements]
    assert sorted(groups) == ["A", "B", "basic", "basic"]


def test_R2_6_all_guilds_are_covered() -> None:
    assert laid_out().guilds == [False] * 4


@pytest.mark.parametrize(("seats", "side"), [(2, "side_2_3"), (3, "side_2_3"), (4, "side_4")])
def test_R2_7_the_side_and_the_ship_spaces_fit_the_player_count(seats: int, side: str) -> None:
    assert PACK.sides[seats].id == side
    surcharges = [space.surcharge for space in PACK.basic_spaces[seats] if space.deed.component == "b_ship"]
    assert surcharges == {2: [0, 3], 3: [0, 2], 4: [0, 1]}[seats]


def test_R2_8_every_slot_but_the_first_is_covered() -> None:
    for faction in laid_out().factions:
        tables = PACK.mat_tables[faction.mat]
        assert (faction.food, faction.ore_discs) == (8, 8)
        assert len(tables.growth[8]) == 1
        assert tables.ore[8] == PACK.mats[faction.mat].ore_track[0]


def test_R2_9_seventeen_supply_two_population_one_ship() -> None:
    state = laid_out()
    for seat, faction in enumerate(state.factions):
        assert sum(faction.supply) == 17
        assert faction.population == 2
        assert sum(len(location.fleets[seat]) for location in state.locations) == 1


def test_R2_10_ore_depends_on_mat_and_seat_in_turn_order() -> None:
    for n in range(6):
        state = laid_out(seed=bytes([n]))
        for seat, faction in enumerate(state.factions):
            order = (seat - state.first) % 4
            assert faction.ore == PACK.mats[faction.mat].start.ore + (0, 1, 1, 2)[order]


def test_R2_11_pawns_start_off_the_board() -> None:
    assert [faction.pawn for faction in laid_out().factions] == [""] * 4


def test_R2_12_first_player_and_mats_are_drawn() -> None:
    states = [laid_out(seed=bytes([n])) for n in range(20)]
    assert {state.first for state in states} == {0, 1, 2, 3}
    assert len({state.factions[0].mat for state in states}) == 4


@pytest.mark.parametrize("mats", ["basic", "advanced"])
def test_R2_13_all_have_the_same_kind_of_mat(mats: str) -> None:
    kinds = {PACK.mats[faction.mat].mat for faction in laid_out(mats=mats).factions}
    assert kinds == {mats}


def test_seats_from_two_to_four() -> None:
    assert (BEYOND.min_seats, BEYOND.max_seats) == (2, 4)
