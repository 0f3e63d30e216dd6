"""R17: search, once a game, in nine categories."""

import pytest

from galaxytables_kit import Seat
from galaxytables_race.options import RaceOptions
from galaxytables_race.phases.search import CATEGORIES
from galaxytables_race.state.phases import Searching
from tests.race.scene import BRINK, PACK, Side, Table, fact, scene

WAR = RaceOptions(expansion="brink_of_war", takeovers=True)
SEARCHER = Side(["old_earth"], actions=["search"])
OTHER = Side(["epsilon_eridani"])
CATEGORY = "strong_military_world"


def search(*deck: str, category: str = CATEGORY, side: Side = SEARCHER) -> Table:
    """A table at which seat 0 has named a category, with these cards on top of the deck."""
    table = scene(side, OTHER, phase="search", deck=deck, options=BRINK)
    table.answer(0, category)
    return table


def test_R17_3_the_first_match_may_be_taken() -> None:
    table = search("rebel_miners", "rebel_base", "rebel_homeworld")
    assert (table.asked(0), table.offered(0)) == ("search.keep", ["go_on", "take"])
    assert table.prompt(0).subject == PACK.numbers["rebel_base"][0]
    table.answer(0, "take")
    assert table.hand(0) == ["rebel_base"]


def test_R17_3_the_second_match_must_be_taken() -> None:
    table = search("rebel_base", "gem_world", "rebel_homeworld")
    table.answer(0, "go_on")
    assert table.hand(0) == ["rebel_homeworld"]
    assert table.asked(0) == "actions.choose"


def test_R17_4_everything_else_is_discarded() -> None:
    table = search("gem_world", "rebel_base", "spice_world", "rebel_homeworld")
    table.answer(0, "go_on")
    names = [PACK.cards[card].id for card in table.state.discards[0]]
    assert sorted(names) == ["gem_world", "rebel_base", "spice_world"]
    assert fact(table.told("found", 0)[0], "revealed") == ["gem_world", "rebel_base", "spice_world"]


def test_R17_2_in_turn_order() -> None:
    sides = [Side([start], actions=["search"]) for start in ("old_earth", "new_sparta", "alpha_centauri")]
    table = scene(*sides, phase="round_end", options=BRINK)
    table.state.first_seat = Seat(2)
    for seat in (0, 1, 2):
        table.answer(seat, "search")
    assert [table.asked(seat) for seat in range(3)] == [None, None, "search.category"]
    table.answer(2, CATEGORY)
    table.answer(2, "take")
    assert [table.asked(seat) for seat in range(3)] == ["search.category", None, None]


def test_R17_2_a_later_searcher_may_find_what_an_earlier_one_discarded() -> None:
    sides = [Side([start], actions=["search"]) for start in ("old_earth", "new_sparta")]
    table = scene(*sides, phase="search", options=BRINK)
    state = table.state
    state.decks[0][:] = [PACK.numbers[design][0] for design in ("rebel_homeworld", "rebel_base")]
    table.answer(0, CATEGORY)
    table.answer(0, "go_on")
    assert table.hand(0) == ["rebel_homeworld"]
    table.answer(1, CATEGORY)
    assert PACK.cards[int(table.prompt(1).subject or 0)].id == "rebel_base"


def test_R17_5_the_discard_pile_is_shuffled_but_not_the_revealed_cards() -> None:
    table = scene(SEARCHER, OTHER, phase="search", options=BRINK)
    state = table.state
    base = PACK.numbers["rebel_base"][0]
    state.decks[0].remove(base)
    state.discards[0].append(base)
    state.decks[0][:], state.aside = [PACK.numbers["gem_world"][0]], state.decks[0][:]
    table.answer(0, CATEGORY)
    assert isinstance(state.phase, Searching)
    assert state.phase.revealed[0] == [PACK.numbers["gem_world"][0], base]
    assert table.told("reshuffled")


def test_R17_5_a_search_that_fails_restores_the_right() -> None:
    table = scene(SEARCHER, OTHER, phase="search", options=BRINK)
    state = table.state
    state.empires[0].prestige.used = True
    gem = PACK.numbers["gem_world"][0]
    state.decks[0][:], state.aside = [gem], [card for card in state.decks[0] if card != gem]
    table.answer(0, CATEGORY)
    assert (table.hand(0), state.discards[0], state.empires[0].prestige.used) == ([], [gem], False)
    assert table.told("search_failed", 0)


FITTING = {
    "military_development": (
        ["space_marines", "imperium_troops"],
        ["drop_ships", "rebel_base", "rebel_sneak_attack", "imperium_seat", "imperium_invasion_fleet"],
    ),
    "small_military_windfall": (
        ["rebel_convict_mines", "primitive_rebel_world"],
        ["rebel_fuel_refinery", "dying_colony"],
    ),
    "small_peaceful_windfall": (["ravaged_uplift_world"], ["dying_colony", "gem_smugglers"]),
    "chromosome_world": (["uplift_revolt_world", "ravaged_uplift_world"], ["uplift_gene_breeders", "uplift_code"]),
    "alien_goods_world": (
        ["alien_guardian", "alien_departure_point", "alien_oort_cloud_refinery"],
        ["alien_burial_site"],
    ),
    "several_goods": (
        ["galactic_markets", "imperium_capital", "pilgrimage_world", "diversified_economy"],
        ["federation_capital", "alien_guardian", "interstellar_casus_belli"],
    ),
    "strong_military_world": (["rebel_council", "hidden_fortress"], ["rebel_fuel_refinery", "imperium_capital"]),
    "six_cost_development": (["uplift_code", "alien_cornucopia"], ["pan_galactic_research", "galactic_markets"]),
    "takeover_power": (
        ["imperium_seat", "rebel_pact", "pan_galactic_security_council", "imperium_planet_buster"],
        ["imperium_troops", "rebel_troops"],
    ),
}


@pytest.mark.parametrize("category", FITTING)
def test_R17_6_categories(category: str) -> None:
    fits = CATEGORIES[category]
    fitting, others = FITTING[category]
    assert [design for design in fitting if not fits(PACK.designs[design])] == []
    assert [design for design in others if fits(PACK.designs[design])] == []


def test_R17_6_nine_categories_the_last_only_with_takeovers() -> None:
    assert len(CATEGORIES) == 9
    without = scene(SEARCHER, OTHER, phase="search", options=BRINK)
    assert without.offered(0) == sorted(set(CATEGORIES) - {"takeover_power"})
    assert scene(SEARCHER, OTHER, phase="search", options=WAR).offered(0) == sorted(CATEGORIES)


def test_R17_6_oort_cloud_refinery_counts_or_not() -> None:
    deck = ["alien_oort_cloud_refinery", "alien_guardian", "alien_departure_point"]
    table = search(*deck, category="alien_goods_world")
    assert table.offered(0) == ["go_on", "ignore", "take"]
    table.answer(0, "ignore")
    table.answer(0, "go_on")
    assert table.hand(0) == ["alien_departure_point"]


def test_R17_6_oort_cloud_refinery_may_be_passed_as_the_second_match() -> None:
    table = search("alien_guardian", "alien_oort_cloud_refinery", "alien_departure_point", category="alien_goods_world")
    table.answer(0, "go_on")
    assert table.offered(0) == ["ignore", "take"]
    table.answer(0, "ignore")
    assert table.hand(0) == ["alien_departure_point"]
