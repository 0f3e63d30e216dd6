"""R14: takeovers."""

import msgspec
import pytest

from galaxytables.race.v1 import race_pb2
from galaxytables_kit import Seat
from galaxytables_kit.errors import OptionsConflict
from galaxytables_kit.playout import begin
from galaxytables_race.options import RaceOptions
from galaxytables_race.rules import RACE
from galaxytables_race.state.phases import Settling
from galaxytables_race.state.takeovers import Outcome
from tests.race.saying import options_said, question_said
from tests.race.scene import PACK, PACKS, Side, Table, fact, scene

TAKEOVERS = RaceOptions(expansion="rebel_vs_imperium", takeovers=True)
WITHOUT = RaceOptions(expansion="rebel_vs_imperium")
PEACEFUL = Side(["old_earth"])
REBEL = Side(["rebel_cantina", "rebel_miners"])
"""An owner of a Rebel military world of defense 2, without military."""


def settling(
    *sides: Side,
    options: RaceOptions = TAKEOVERS,
    deck: tuple[str, ...] = (),
    rules_version: int = RACE.rules_version,
) -> Table:
    return scene(*sides, phase="settle", options=options, deck=deck, rules_version=rules_version)


def offered(table: Table, seat: int = 0) -> list[str]:
    """What a seat can settle or take over, nothing if it is not asked."""
    return table.offered(seat) if table.asked(seat) == "settle.place" else []


def test_R14_1_without_takeovers_their_powers_are_void() -> None:
    attacker = Side(["new_sparta", "imperium_seat", "imperium_cloaking_technology"])
    assert offered(settling(attacker, REBEL, options=WITHOUT)) == []


def test_R14_1_takeovers_come_with_rebel_vs_imperium() -> None:
    with pytest.raises(OptionsConflict, match=r"takeovers come with Rebel vs Imperium \(R14\.1\)"):
        RACE.check(RaceOptions(expansion="gathering_storm", takeovers=True), 3, PACK)


def test_R14_2_a_military_world_of_another_tableau_is_taken_over() -> None:
    table = settling(Side(["new_sparta", "imperium_seat"]), REBEL)
    assert offered(table) == ["rebel_miners"]
    table.answer(0, "rebel_miners")
    assert table.tableau(0) == ["new_sparta", "imperium_seat", "rebel_miners"]
    assert table.tableau(1) == ["rebel_cantina"]
    told = table.told("took_over")[0]
    assert (fact(told, "attack"), fact(told, "defense")) == (3, 2)


def test_R14_2_nobody_must() -> None:
    table = settling(Side(["new_sparta", "imperium_seat"]), REBEL)
    table.answer(0)
    assert table.tableau(1) == ["rebel_cantina", "rebel_miners"]
    assert not table.told("declares_takeover")


@pytest.mark.parametrize(
    ("power", "owner", "targets"),
    [
        (
            "rebel_alliance",
            ["imperium_warlord", "aquatic_uplift_race", "rebel_miners"],
            ["aquatic_uplift_race", "rebel_miners"],
        ),
        ("rebel_alliance", ["old_earth", "imperium_troops", "aquatic_uplift_race"], ["aquatic_uplift_race"]),
        ("rebel_alliance", ["new_sparta", "aquatic_uplift_race"], []),
        ("imperium_seat", ["old_earth", "rebel_miners", "aquatic_uplift_race"], ["rebel_miners"]),
        ("imperium_seat", ["rebel_cantina", "aquatic_uplift_race"], []),
        ("imperium_cloaking_technology", ["new_sparta", "aquatic_uplift_race"], ["aquatic_uplift_race", "new_sparta"]),
        ("imperium_cloaking_technology", ["old_earth", "aquatic_uplift_race"], []),
        ("imperium_cloaking_technology", ["epsilon_eridani", "contact_specialist", "aquatic_uplift_race"], []),
    ],
)
def test_R14_3_vulnerable(power: str, owner: list[str], targets: list[str]) -> None:
    assert offered(settling(Side(["alpha_centauri", power]), Side(owner))) == targets


def test_R14_4_vulnerability_is_that_of_the_phases_start() -> None:
    attacker = Side(["new_sparta", "rebel_alliance", "improved_logistics"], ["rebel_miners"], spare=1)
    owner = Side(["epsilon_eridani", "imperium_cloaking_technology", "aquatic_uplift_race"], ["comet_zone"])
    table = settling(attacker, owner)
    table.answer(0, "rebel_miners")
    table.answer(1, "comet_zone")
    table.answer(0, "conquer")
    assert "imperium_cloaking_technology" not in table.tableau(1)
    assert table.asked(0) == "settle.extra"
    assert table.offered(0) == ["aquatic_uplift_race"]


def test_R14_4_R14_6_worlds_placed_in_the_phase_are_no_targets() -> None:
    attacker = Side(["new_sparta", "imperium_seat", "improved_logistics"], ["gem_world"], spare=2)
    table = settling(attacker, Side(["old_earth", "drop_ships"], ["rebel_miners"]))
    table.answer(0, "gem_world")
    table.answer(1, "rebel_miners")
    assert (table.tableau(0)[-1], table.tableau(1)[-1]) == ("gem_world", "rebel_miners")
    assert table.asked(0) == "actions.choose"
    assert not table.told("declares_takeover")


def test_R14_5_declaring_replaces_the_hand_placement() -> None:
    table = settling(Side(["new_sparta", "imperium_seat"], ["pirate_world", "rebel_fuel_cache"]), REBEL)
    table.answer(0, "rebel_miners")
    assert table.asked(0) == "actions.choose"
    assert table.hand_size(0) == 2


def test_R14_6_the_cost_is_paid_on_declaring_and_lost_in_any_case() -> None:
    attacker = Side(["alpha_centauri", "imperium_cloaking_technology"])
    table = settling(attacker, Side(["new_sparta", "aquatic_uplift_race"]))
    table.answer(0, "aquatic_uplift_race")
    assert table.tableau(0) == ["alpha_centauri"]
    assert table.tableau(1) == ["new_sparta", "aquatic_uplift_race"]
    assert [told.kind for told in table.log if "take" in told.kind] == ["declares_takeover", "takeover_failed"]


def test_R14_6_target_and_power_are_declared_together() -> None:
    attacker = Side(["new_sparta", "imperium_seat", "imperium_cloaking_technology"])
    table = settling(attacker, Side(["epsilon_eridani", "rebel_miners"]))
    table.answer(0, "rebel_miners")
    assert (table.asked(0), table.offered(0)) == ("takeover.power", ["imperium_cloaking_technology", "imperium_seat"])
    table.answer(0, "imperium_seat")
    assert table.tableau(0) == [*attacker.tableau, "rebel_miners"]


def test_R14_7_hand_cards_are_placed_before_takeovers_are_fought() -> None:
    owner = Side(["rebel_cantina", "rebel_miners"], ["gem_world"], spare=2)
    table = settling(Side(["new_sparta", "imperium_seat"]), owner)
    table.answer(0, "rebel_miners")
    table.answer(1, "gem_world")
    kinds = [told.kind for told in table.log]
    assert kinds.index("declares_takeover") < kinds.index("settled") < kinds.index("took_over")


def test_R14_8_takeovers_are_fought_in_turn_order() -> None:
    attacker = Side(["new_sparta", "imperium_seat"])
    other = Side(["epsilon_eridani", "drop_ships", "imperium_cloaking_technology"])
    owner = Side(["earths_lost_colony", "space_marines", "rebel_miners"])
    for first, order in ((0, [0, 1]), (1, [1, 0])):
        table = scene(attacker, other, owner, phase="produce", options=TAKEOVERS)
        table.state.first_seat = Seat(first)
        for seat in range(3):
            table.answer(seat, "settle" if seat == 0 else "produce")
        table.answer(0, "rebel_miners")
        table.answer(1, "rebel_miners")
        fought = [told.seat for told in table.log if told.kind in ("took_over", "takeover_failed", "takeover_void")]
        assert fought == order


def test_R14_9_the_attacker_adds_military_then_the_defender() -> None:
    attacker = Side(["new_sparta", "imperium_seat", "new_military_tactics"])
    owner = Side(["rebel_cantina", "rebel_base", "new_military_tactics"])
    table = settling(attacker, owner)
    table.answer(0, "rebel_base")
    assert (table.asked(0), table.prompt(0).default_picks) == ("takeover.attack", ())
    assert table.asked(1) is None
    table.answer(0, "new_military_tactics")
    assert (table.asked(0), table.asked(1)) == (None, "takeover.defend")
    table.answer(1, "new_military_tactics")
    told = table.told("takeover_failed")[0]
    assert (fact(told, "attack"), fact(told, "defense")) == (6, 9)
    assert table.tableau(0) == ["new_sparta", "imperium_seat"]
    assert table.tableau(1) == ["rebel_cantina", "rebel_base"]


def test_R14_9_without_hope_nobody_is_asked_for_military() -> None:
    attacker = Side(["new_sparta", "imperium_seat", "new_military_tactics"])
    table = settling(attacker, Side(["rebel_cantina", "rebel_homeworld"]))
    assert PACK.designs["rebel_homeworld"].cost == 7
    table.answer(0, "rebel_homeworld")
    assert table.told("takeover_failed")
    assert table.tableau(0) == list(attacker.tableau)


def test_R14_9_hand_cards_buy_military() -> None:
    attacker = Side(["new_sparta", "imperium_seat", "mercenary_fleet"], spare=2)
    owner = Side(["rebel_cantina", "rebel_base"])
    table = settling(attacker, owner)
    table.answer(0, "rebel_base")
    table.answer(0, "mercenary_fleet")
    assert (table.asked(0), table.prompt(0).least, table.prompt(0).most) == ("settle.temporary_cards", 1, 2)
    table.answer(0, *table.offered(0))
    assert table.hand_size(0) == 0
    assert fact(table.told("took_over")[0], "attack") == 7


@pytest.mark.parametrize(
    ("cards", "world", "attack"),
    [
        (["new_sparta", "imperium_seat"], "rebel_miners", 3),
        (["new_sparta", "imperium_seat", "galactic_imperium"], "rebel_miners", 7),
        (["imperium_warlord", "imperium_seat"], "rebel_miners", 3),
        (["rebel_cantina", "rebel_alliance"], "pirate_world", 0),
        (["new_sparta", "rebel_alliance", "rebel_miners", "rebel_fuel_cache"], "pirate_world", 6),
        (["alpha_centauri", "rebel_alliance"], "rebel_miners", 1),
        (["alpha_centauri", "rebel_alliance"], "pirate_world", 0),
    ],
)
def test_R14_10_attack(cards: list[str], world: str, attack: int) -> None:
    table = settling(Side(cards), Side(["epsilon_eridani", "imperium_troops", "old_earth", world]))
    table.answer(0, world)
    told = [told for told in table.log if told.kind in ("took_over", "takeover_failed")]
    assert fact(told[0], "attack") == attack


@pytest.mark.parametrize(
    ("cards", "world", "defense"),
    [
        (["rebel_cantina"], "rebel_miners", 2),
        (["epsilon_eridani", "space_marines"], "rebel_miners", 5),
        (["alpha_centauri"], "rebel_miners", 3),
        (["rebel_cantina", "contact_specialist"], "rebel_miners", 1),
        (["rebel_cantina", "rebel_pact"], "rebel_miners", 4),
        (["rebel_cantina", "rebel_pact", "pirate_world"], "rebel_miners", 5),
        (["rebel_cantina", "rebel_pact", "pirate_world", "rebel_fuel_cache"], "rebel_miners", 7),
        (["rebel_cantina", "hidden_fortress"], "rebel_miners", 4),
    ],
)
def test_R14_11_defense(cards: list[str], world: str, defense: int) -> None:
    table = settling(Side(["new_sparta", "imperium_seat"]), Side([*cards, world]))
    table.answer(0, world)
    told = [told for told in table.log if told.kind in ("took_over", "takeover_failed")]
    assert fact(told[0], "defense") == defense


@pytest.mark.parametrize(("cards", "kind"), [(["drop_ships"], "took_over"), (["space_marines"], "takeover_failed")])
def test_R14_12_attack_must_be_at_least_defense(cards: list[str], kind: str) -> None:
    table = settling(Side(["new_sparta", "imperium_seat", *cards]), Side(["rebel_cantina", "rebel_base"]))
    table.answer(0, "rebel_base")
    (told,) = table.told(kind)
    assert fact(told, "defense") == 6
    assert (fact(told, "attack") == 6) == (kind == "took_over")


def test_R14_13_cards_placed_in_the_phase_do_not_count() -> None:
    owner = Side(["rebel_cantina", "rebel_miners", "rebel_pact"], ["aquatic_uplift_race"], spare=4)
    table = settling(Side(["new_sparta", "imperium_seat", "space_marines"]), owner)
    table.answer(0, "rebel_miners")
    table.answer(1, "aquatic_uplift_race")
    while table.asked(1) == "settle.pay":
        table.answer(1, *table.offered(1)[: table.prompt(1).least])
    assert fact(table.told("took_over")[0], "defense") == 4


def test_R14_13_worlds_lost_in_the_phase_still_count_for_their_loser() -> None:
    first = Side(["new_sparta", "drop_ships", "imperium_seat"])
    second = Side(
        ["galactic_developers", "mercenary_fleet", "drop_ships", "imperium_troops", "imperium_cloaking_technology"]
    )
    owner = Side(["epsilon_eridani", "rebel_pact", "rebel_miners", "aquatic_uplift_race"])
    table = settling(first, second, owner)
    table.answer(0, "rebel_miners")
    table.answer(1, "aquatic_uplift_race")
    defenses = [fact(told, "defense") for told in table.told("took_over")]
    assert defenses == [2 + 1 + 3, 2 + 1 + 3]
    assert table.state.changes(Seat(2)).lost == []


def test_R14_14_a_defenders_boost_holds_for_later_takeovers_of_the_phase() -> None:
    first = Side(["new_sparta", "space_marines", "imperium_seat"])
    second = Side(["galactic_developers", "drop_ships", "imperium_cloaking_technology"])
    owner = Side(["epsilon_eridani", "new_military_tactics", "rebel_miners", "aquatic_uplift_race"])
    table = settling(first, second, owner)
    table.answer(0, "rebel_miners")
    table.answer(1, "aquatic_uplift_race")
    table.answer(2, "new_military_tactics")
    defenses = [fact(told, "defense") for told in table.log if told.kind in ("took_over", "takeover_failed")]
    assert defenses == [6, 6]


def test_R14_14_a_power_used_in_part_may_be_used_for_the_rest() -> None:
    first = Side(["new_sparta", "imperium_seat"])
    second = Side(["galactic_developers", "drop_ships", "imperium_troops", "imperium_cloaking_technology"])
    owner = Side(["old_earth", "space_mercenaries", "rebel_miners", "aquatic_uplift_race"], spare=2)
    table = settling(first, second, owner)
    table.answer(0, "rebel_miners")
    table.answer(1, "aquatic_uplift_race")
    table.answer(2, "space_mercenaries")
    assert (table.asked(2), table.prompt(2).most) == ("settle.temporary_cards", 2)
    table.answer(2, table.offered(2)[0])
    assert table.asked(2) == "takeover.defend"
    table.answer(2, "space_mercenaries")
    assert table.hand_size(2) == 0
    assert [fact(told, "defense") for told in table.told("takeover_failed")] == [4, 5]


def test_R14_15_the_world_comes_with_its_good_and_the_bonuses_of_a_placement() -> None:
    attacker = Side(["new_sparta", "imperium_seat", "terraforming_robots"], actions=["settle"])
    owner = Side(["rebel_cantina", "rebel_miners"], goods=["rebel_miners"])
    table = settling(attacker, owner)
    table.answer(0, "rebel_miners")
    assert (table.goods(0), table.goods(1)) == (["rebel_miners"], [])
    assert table.hand_size(0) == 2


def test_R14_15_no_windfall_good_comes_with_it() -> None:
    attacker = Side(["new_sparta", "imperium_seat"])
    table = settling(attacker, Side(["rebel_cantina", "rebel_convict_mines"]))
    table.answer(0, "rebel_convict_mines")
    assert table.tableau(0)[-1] == "rebel_convict_mines"
    assert table.goods(0) == []


def test_R14_16_of_several_attackers_a_later_one_counts_only_if_the_earlier_failed() -> None:
    first = Side(["new_sparta", "imperium_seat"])
    second = Side(["galactic_developers", "space_marines", "drop_ships", "imperium_cloaking_technology"])
    owner = Side(["epsilon_eridani", "rebel_miners"])
    table = settling(first, second, owner)
    table.answer(0, "rebel_miners")
    table.answer(1, "rebel_miners")
    assert [told.seat for told in table.told("took_over")] == [0]
    assert [told.seat for told in table.told("takeover_void")] == [1]
    weak = settling(Side(["alpha_centauri", "imperium_seat"]), second, owner)
    weak.answer(0, "rebel_miners")
    weak.answer(1, "rebel_miners")
    assert [told.seat for told in weak.told("takeover_failed")] == [0]
    assert [told.seat for told in weak.told("took_over")] == [1]


def logistics(world: str = "rebel_miners", rules_version: int = RACE.rules_version) -> Table:
    attacker = Side(
        ["new_sparta", "imperium_seat", "imperium_cloaking_technology", "improved_logistics"], ["gem_world"], spare=2
    )
    owner = Side(["epsilon_eridani", "rebel_miners", "aquatic_uplift_race", "rebel_homeworld"])
    table = settling(attacker, owner, rules_version=rules_version)
    table.answer(0, world)
    if table.asked(0) == "takeover.power":
        table.answer(0, "imperium_seat")
    return table


def fights(table: Table) -> list[str]:
    """What became of takeovers, from their declaration on."""
    return [told.kind for told in table.log if "take" in told.kind or "took" in told.kind]


def test_R14_17_improved_logistics_brings_a_second_takeover_by_another_power_once_the_first_is_won() -> None:
    table = logistics()
    assert fights(table) == ["declares_takeover", "took_over"]
    assert (table.asked(0), table.offered(0)) == (
        "settle.extra",
        ["aquatic_uplift_race", "gem_world", "rebel_homeworld"],
    )
    table.answer(0, "aquatic_uplift_race")
    assert table.tableau(0) == ["new_sparta", "imperium_seat", "improved_logistics", "rebel_miners"]
    assert fights(table) == ["declares_takeover", "took_over", "declares_takeover", "takeover_failed"]
    assert table.asked(0) == "actions.choose"


def test_R7_12_R14_17_after_a_failed_takeover_there_is_no_second_world() -> None:
    table = logistics("rebel_homeworld")
    assert fights(table) == ["declares_takeover", "takeover_failed"]
    assert table.asked(0) == "actions.choose"
    assert "gem_world" in table.hand(0)
    assert "imperium_cloaking_technology" in table.tableau(0)


def test_R14_17_the_second_world_may_be_declined() -> None:
    table = logistics()
    table.answer(0)
    assert table.asked(0) == "actions.choose"
    assert table.tableau(0)[-1] == "rebel_miners"


@pytest.mark.parametrize("second", ["aquatic_uplift_race", "gem_world"])
def test_R14_17_at_tables_of_version_2_the_second_world_follows_the_declaration(second: str) -> None:
    table = logistics("rebel_homeworld", rules_version=2)
    assert (table.asked(0), fights(table)) == ("settle.extra", ["declares_takeover"])
    table.answer(0, second)
    if second == "gem_world":
        table.answer(0, "pay")
    assert ("gem_world" in table.tableau(0)) == (second == "gem_world")
    assert fights(table)[-1] == ("takeover_failed" if second == "gem_world" else "takeover_void")


def test_R14_17_a_hand_card_and_a_takeover_in_either_order() -> None:
    attacker = Side(["new_sparta", "imperium_seat", "improved_logistics"], ["gem_world"], spare=2)
    for first, second in (("rebel_miners", "gem_world"), ("gem_world", "rebel_miners")):
        table = settling(attacker, REBEL)
        table.answer(0, first)
        assert table.asked(0) == "settle.extra"
        assert ("rebel_miners" in table.tableau(1)) == (first == "gem_world")
        table.answer(0, second)
        assert table.tableau(0)[-2:] == [first, second]


WORLDS_FIRST = RaceOptions(expansion="rebel_vs_imperium", takeovers=True, extra_worlds_before_takeovers=True)


def test_R14_7_R14_18_an_owner_places_a_second_world_after_the_takeover() -> None:
    attacker = Side(["new_sparta", "imperium_seat"])
    owner = Side([*REBEL.tableau, "improved_logistics"], ["artist_colony", "refugee_world"], spare=1)
    table = settling(attacker, owner)
    table.answer(0, "rebel_miners")
    table.answer(1, "artist_colony")
    table.answer(1, table.offered(1)[0])
    assert fights(table) == ["declares_takeover", "took_over"]
    assert (table.asked(1), table.offered(1)) == ("settle.extra", ["refugee_world"])
    table.answer(1, "refugee_world")
    assert table.tableau(1)[-2:] == ["artist_colony", "refugee_world"]


def test_R14_7_R14_13_the_military_of_a_lost_world_conquers_the_second_one() -> None:
    tableau = ["rebel_cantina", "rebel_warrior_race", "space_marines", "improved_logistics"]
    owner = Side(tableau, ["artist_colony", "rebel_underground"], spare=1)
    table = settling(Side(["new_sparta", "drop_ships", "imperium_seat", "mercenary_fleet"]), owner)
    table.answer(0, "rebel_warrior_race")
    table.answer(1, "artist_colony")
    table.answer(1, table.offered(1)[0])
    assert fights(table) == ["declares_takeover", "took_over"]
    assert (table.asked(1), table.offered(1)) == ("settle.extra", ["rebel_underground"])
    table.answer(1, "rebel_underground")
    assert "rebel_underground" in table.tableau(1)


def test_R14_7_by_option_all_other_hand_cards_come_before_the_takeovers() -> None:
    attacker = Side(["new_sparta", "imperium_seat", "improved_logistics"], ["gem_world"], spare=2)
    owner = Side([*REBEL.tableau, "improved_logistics"], ["artist_colony", "refugee_world"], spare=1)
    table = settling(attacker, owner, options=WORLDS_FIRST)
    table.answer(0, "rebel_miners")
    table.answer(1, "artist_colony")
    table.answer(1, table.offered(1)[0])
    assert (table.asked(0), table.asked(1), fights(table)) == (None, "settle.extra", ["declares_takeover"])
    table.answer(1, "refugee_world")
    assert fights(table) == ["declares_takeover", "took_over"]
    assert (table.asked(0), table.asked(1)) == ("settle.extra", None)


def test_R14_7_by_option_a_power_that_had_its_first_world_before_the_takeovers_is_not_offered_after_them() -> None:
    brink = msgspec.structs.replace(BRINK, extra_worlds_before_takeovers=True)
    powers = ["imperium_seat", "improved_logistics", "rebel_sneak_attack", "terraforming_robots"]
    attacker = Side(["new_sparta", "space_marines", *powers], ["refugee_world"])
    deck = ("galactic_federation", "galactic_renaissance", "pirate_world")
    table = settling(attacker, REBEL, options=brink, deck=deck)
    table.answer(0, "refugee_world")
    assert (table.asked(0), table.offered(0)) == ("settle.extra", ["rebel_miners"])
    table.answer(0, "rebel_miners")
    assert fights(table) == ["declares_takeover", "took_over"]
    assert "pirate_world" in table.hand(0)
    assert table.asked(0) == "actions.choose"


def test_R14_8_the_second_takeover_of_an_attacker_is_fought_before_those_of_later_ones() -> None:
    first = Side(["new_sparta", "drop_ships", "imperium_seat", "imperium_cloaking_technology", "improved_logistics"])
    second = Side(["galactic_developers", "space_marines", "drop_ships", "rebel_alliance"])
    owner = Side(["imperium_warlord", "rebel_miners", "aquatic_uplift_race"])
    table = settling(first, second, owner)
    table.answer(0, "rebel_miners")
    table.answer(0, "imperium_seat")
    table.answer(1, "aquatic_uplift_race")
    assert (table.asked(0), table.offered(0)) == ("settle.extra", ["aquatic_uplift_race"])
    table.answer(0, "aquatic_uplift_race")
    assert [told.seat for told in table.log if told.kind in ("took_over", "takeover_failed", "takeover_void")] == [
        0,
        0,
        1,
    ]


@pytest.mark.parametrize(("rules_version", "order"), [(3, [2, 0]), (2, [0, 2])])
def test_R14_6_R14_8_who_fights_first_declares_first(rules_version: int, order: list[int]) -> None:
    rebels = ["galactic_developers", "space_marines", "drop_ships", "rebel_sneak_attack"]
    owner = Side(["imperium_warlord", "rebel_miners", "aquatic_uplift_race"])
    table = settling(Side(rebels), owner, Side(["old_earth", *rebels[1:]]), options=BRINK, rules_version=rules_version)
    table.state.first_seat = Seat(2)
    table.answer(0, "rebel_miners")
    table.answer(2, "aquatic_uplift_race")
    assert [told.seat for told in table.told("declares_takeover")] == order
    assert [told.seat for told in table.told("gave_up")] == order
    assert [told.seat for told in table.told("took_over")] == [2, 0]


def test_R14_16_a_world_taken_over_in_the_phase_is_no_target_any_more() -> None:
    first = Side(["new_sparta", "space_marines", "imperium_seat"])
    powers = ["rebel_alliance", "imperium_cloaking_technology", "improved_logistics"]
    second = Side(["galactic_developers", "space_marines", "drop_ships", *powers])
    owner = Side(["imperium_warlord", "rebel_miners", "aquatic_uplift_race", "rebel_fuel_cache"])
    table = settling(first, second, owner)
    table.answer(0, "rebel_miners")
    table.answer(1, "aquatic_uplift_race")
    table.answer(1, "rebel_alliance")
    assert (table.tableau(0)[-1], table.tableau(1)[-1]) == ("rebel_miners", "aquatic_uplift_race")
    assert (table.asked(1), table.offered(1)) == ("settle.extra", ["new_sparta", "rebel_fuel_cache"])


def test_R14_23_a_power_is_used_once_a_phase() -> None:
    attacker = Side(["new_sparta", "imperium_seat", "improved_logistics"])
    table = settling(attacker, Side(["rebel_cantina", "rebel_miners", "rebel_fuel_cache"]))
    table.answer(0, "rebel_miners")
    assert table.asked(0) != "settle.extra"


def test_R14_18_R14_24_the_owner_keeps_his_placements() -> None:
    owner = Side(["rebel_cantina", "rebel_miners", "improved_logistics"], ["gem_world", "spice_world"], spare=4)
    table = settling(Side(["new_sparta", "imperium_seat"]), owner)
    table.answer(0, "rebel_miners")
    for world in ("gem_world", "spice_world"):
        table.answer(1, world)
        table.answer(1, *[name for name in table.offered(1) if name != "spice_world"][:2])
    assert table.tableau(1) == ["rebel_cantina", "improved_logistics", "gem_world", "spice_world"]


def test_the_bonus_of_settle_is_for_the_first_world_of_a_phase() -> None:
    attacker = Side(["new_sparta", "imperium_seat", "improved_logistics"], ["gem_world"], spare=2, actions=["settle"])
    for first, second in (("rebel_miners", "gem_world"), ("gem_world", "rebel_miners")):
        table = settling(attacker, REBEL)
        for world in (first, second):
            table.answer(0, world)
            if table.asked(0) == "settle.pay":
                table.answer(0, *table.offered(0)[:2])
            assert table.tableau(0)[-1] == world
            assert [fact(told, "count") for told in table.told("drew", 0)] == [1]


def test_takeovers_are_forgotten_when_the_phase_ends() -> None:
    table = settling(Side(["new_sparta", "imperium_seat"]), REBEL)
    assert isinstance(table.state.phase, Settling)
    assert table.state.phase.takeovers is not None
    table.answer(0, "rebel_miners")
    assert table.state.phase is None


def test_R2_8_the_lowest_start_world_is_first() -> None:
    live = begin(RACE, PACKS, 4, RaceOptions(), 3)
    while any(prompt.kind.startswith("setup") for prompt in live.prompts.values()):
        key, prompt = next(iter(live.prompts.items()))
        live.answer(prompt.seat, key, prompt.default_picks)
    starts = [PACK.cards[empire.tableau[0]].start_world or 0 for empire in live.play.state.empires]
    assert starts[live.play.state.first_seat] == min(starts)


def test_an_open_takeover_waits_in_the_state() -> None:
    table = settling(
        Side(["new_sparta", "imperium_seat", "new_military_tactics"]), Side(["rebel_cantina", "rebel_base"])
    )
    table.answer(0, "rebel_base")
    assert isinstance(table.state.phase, Settling)
    takeovers = table.state.phase.takeovers
    assert takeovers is not None
    assert [each.outcome for each in takeovers.declared] == [Outcome.OPEN]


def seen(table: Table, viewer: int | None = None) -> race_pb2.RaceView:
    """What a viewer sees."""
    view = table.live.view(viewer)
    assert isinstance(view, race_pb2.RaceView)
    return view


def threatened(view: race_pb2.RaceView, seat: int) -> dict[str, tuple[list[tuple[int, str, int]], int]]:
    """Worlds of a seat that can be taken over, with who can by what attack, and the defense."""
    return {
        card.component: (
            [(each.seat, PACK.cards[int(each.power_id)].id, each.attack) for each in card.threats],
            card.defense,
        )
        for card in view.empires[seat].cards
        if card.threats
    }


def test_threats_are_shown() -> None:
    attacker = Side(["new_sparta", "imperium_seat", "imperium_cloaking_technology"])
    table = scene(attacker, Side(["rebel_cantina", "rebel_pact", "rebel_miners"]), phase="explore", options=TAKEOVERS)
    assert threatened(seen(table), 1) == {"rebel_miners": ([(0, "imperium_seat", 3)], 4)}
    assert threatened(seen(table), 0) == {}
    off = scene(attacker, REBEL, phase="explore", options=WITHOUT)
    assert threatened(seen(off), 1) == {}


def test_what_others_choose_in_secret_is_not_shown() -> None:
    attacker = Side(["new_sparta", "imperium_seat"], ["rebel_fuel_cache"])
    owner = Side(["rebel_cantina", "rebel_miners"], ["gem_world"], spare=2)
    table = settling(attacker, owner)
    table.answer(0, "rebel_miners")
    assert [each.world for each in seen(table, 0).takeovers] == ["rebel_miners"]
    assert not seen(table, 1).takeovers
    assert not seen(table).takeovers


def test_declared_takeovers_are_shown_as_they_stand() -> None:
    attacker = Side(["new_sparta", "imperium_seat", "new_military_tactics"])
    owner = Side(["rebel_cantina", "rebel_base", "new_military_tactics"])
    table = settling(attacker, owner)
    table.answer(0, "rebel_base")
    (shown,) = seen(table).takeovers
    assert (shown.seat, shown.owner, shown.world, shown.power, shown.fleet) == (0, 1, "rebel_base", "imperium_seat", "")
    assert (shown.attack, shown.defense, shown.outcome) == (3, 6, race_pb2.TAKEOVER_OUTCOME_OPEN)
    table.answer(0, "new_military_tactics")
    (shown,) = seen(table).takeovers
    assert (shown.attack, shown.defense) == (6, 6)
    table.answer(1)
    assert not seen(table).takeovers
    assert table.tableau(0)[-1] == "rebel_base"


def test_options_say_what_they_are() -> None:
    attacker = Side(["new_sparta", "imperium_seat", "imperium_cloaking_technology"])
    table = settling(attacker, Side(["epsilon_eridani", "rebel_miners"]))
    assert options_said(table) == ["Rebel Miners (take it over)"]
    table.answer(0, "rebel_miners")
    assert question_said(table) == "By which power do you take Rebel Miners over?"
    assert options_said(table) == [
        "Imperium Cloaking Technology (attack 3, defense 3)",
        "Imperium Seat (attack 3, defense 3)",
    ]


BRINK = RaceOptions(expansion="brink_of_war", takeovers=True)


@pytest.mark.parametrize(
    ("owner", "targets"),
    [(["rebel_cantina", "rebel_miners"], ["rebel_cantina", "rebel_miners"]), (["rebel_cantina", "pirate_world"], [])],
)
def test_R14_19_imperium_seat_takes_peaceful_rebel_worlds_of_who_has_a_military_one(
    owner: list[str], targets: list[str]
) -> None:
    attacker = Side(["new_sparta", "imperium_seat", "imperium_invasion_fleet"])
    assert offered(settling(attacker, Side([*owner, "gem_world"]), options=BRINK)) == targets


def test_R14_19_the_attacked_world_counts_as_a_military_one_for_its_owner() -> None:
    attacker = Side(["new_sparta", "drop_ships", "imperium_cloaking_technology", "imperium_invasion_fleet"])
    owner = Side(["old_earth", "hidden_fortress", "rebel_pact", "gem_world"])
    table = settling(attacker, owner, options=BRINK)
    (shown,) = [card for card in seen(table).empires[1].cards if card.component == "gem_world"]
    assert shown.defense == 2 + 2 + 2
    table.answer(0, "gem_world")
    assert fact(table.told("took_over")[0], "defense") == 2 + 2 + 2
    assert table.tableau(0) == ["new_sparta", "drop_ships", "gem_world"]


@pytest.mark.parametrize("rules_version", [2, 3])
def test_R14_17_after_a_lost_race_for_the_first_world_there_is_no_second_takeover(rules_version: int) -> None:
    first = Side(["new_sparta", "space_marines", "imperium_seat"])
    second = Side(["old_earth", "drop_ships", "imperium_cloaking_technology", "improved_logistics", "rebel_alliance"])
    owner = Side(["epsilon_eridani", "imperium_troops", "rebel_miners", "aquatic_uplift_race"])
    table = settling(first, second, owner, rules_version=rules_version)
    table.answer(0, "rebel_miners")
    table.answer(1, "rebel_miners")
    table.answer(1, "imperium_cloaking_technology")
    if rules_version == 2:
        table.answer(1, "aquatic_uplift_race")
    assert [told.seat for told in table.told("took_over")] == [0]
    assert [told.seat for told in table.told("takeover_void")] == ([1, 1] if rules_version == 2 else [1])
    assert table.asked(1) == "actions.choose"


def test_R14_17_the_second_takeover_is_of_another_world() -> None:
    attacker = Side(["new_sparta", "imperium_seat", "imperium_cloaking_technology", "improved_logistics"])
    table = settling(attacker, Side(["epsilon_eridani", "rebel_miners"]))
    table.answer(0, "rebel_miners")
    table.answer(0, "imperium_seat")
    assert table.asked(0) != "settle.extra"
    assert table.told("took_over")


def draws(table: Table) -> list[object]:
    """For what the first seat drew."""
    return [fact(told, "why") for told in table.told("drew", 0)]


def test_R7_9_a_world_that_was_destroyed_had_the_bonus_of_settle() -> None:
    side = Side(
        ["new_sparta", "imperium_planet_buster", "improved_logistics"], ["gem_world"], spare=2, actions=["settle"]
    )
    table = settling(side, Side(["old_earth", "drop_ships", "rebel_miners"]), options=BRINK)
    table.answer(0, "rebel_miners")
    assert (table.asked(0), draws(table)) == ("settle.extra", ["settle_bonus"])
    table.answer(0, "gem_world")
    table.answer(0, *table.offered(0)[:2])
    assert table.tableau(0)[-1] == "gem_world"
    assert draws(table) == ["settle_bonus", "prestige"]


def test_R7_13_rebel_sneak_attack_follows_a_placed_world_only() -> None:
    tableau = ["new_sparta", "space_marines", "imperium_seat", "rebel_sneak_attack"]
    table = settling(Side(tableau, ["pirate_world"]), Side(["old_earth", "rebel_miners"]), options=BRINK)
    table.answer(0, "rebel_miners")
    assert table.tableau(0)[-1] == "rebel_miners"
    assert table.asked(0) == "actions.choose"
    table = settling(
        Side([*tableau, "improved_logistics"], ["gem_world", "pirate_world"], spare=2),
        Side(["old_earth", "rebel_miners"]),
        options=BRINK,
    )
    table.answer(0, "rebel_miners")
    assert (table.asked(0), table.offered(0)) == ("settle.extra", ["gem_world", "pirate_world"])
    table.answer(0, "gem_world")
    table.answer(0, *[card for card in table.offered(0) if card != "pirate_world"])
    assert (table.asked(0), table.offered(0)) == ("settle.extra", ["pirate_world"])
    table.answer(0, "pirate_world")
    assert table.tableau(0)[-2:] == ["gem_world", "pirate_world"]
    assert "rebel_sneak_attack" not in table.tableau(0)
