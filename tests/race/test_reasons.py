"""Why something is no option: the reason that a rule gives for each card, good, world, power and cell that it sifts."""

from collections.abc import Callable, Iterable, Mapping
from random import Random

import pytest

from galaxytables.race.v1 import race_pb2
from galaxytables_kit import Seat
from galaxytables_kit.event import Facts
from galaxytables_kit.options import read_options
from galaxytables_kit.playout import begin, random_answer
from galaxytables_kit.reason import Reason
from galaxytables_kit.wire import bar_messages, prompt_message
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.invasion.boosts import _other_goods
from galaxytables_race.options import RaceOptions
from galaxytables_race.phases.settle import _unserved
from galaxytables_race.phases.winning import _why_not_won
from galaxytables_race.powers.military import unspendable
from galaxytables_race.reach import reach_of
from galaxytables_race.rules import RACE
from galaxytables_race.table import abilities
from galaxytables_race.table.running import settler
from tests.race.scene import BRINK, INVADED, PACK, PACKS, Side, Table, name, scene

OTHER = Side(["epsilon_eridani"])
HOME = "new_sparta"
ALIEN = RaceOptions(expansion="alien_artifacts")
WAR = RaceOptions(expansion="rebel_vs_imperium", takeovers=True)


def reasons(table: Table) -> Mapping[str, Reason]:
    """Reasons by the names of what is barred."""
    return {name(pick): reason for pick, reason in table.prompt(0).barred.items()}


def kinds(table: Table) -> dict[str, str]:
    return {each: reason.kind for each, reason in reasons(table).items()}


def numbered(table: Table, card: str) -> CardNumber:
    """The number of an own card in the tableau of the first seat."""
    return next(number for number in table.state.empires[0].tableau if name(number) == card)


def facts(table: Table, barred: str) -> Facts:
    return reasons(table)[barred].facts


def test_R6_2_R4_5_R4_3_why_a_card_is_not_developed() -> None:
    hand = ["public_works", "gem_world", "research_labs", "space_marines"]
    table = scene(Side(["old_earth", "public_works"], hand), OTHER, phase="develop")
    assert (table.asked(0), table.offered(0)) == ("develop.place", ["space_marines"])
    assert kinds(table) == {
        "public_works": "one_of_each",
        "gem_world": "not_a_development",
        "research_labs": "too_dear",
    }
    assert facts(table, "research_labs") == {"price": 4, "cards": 3}


def test_R6_3_the_bonus_counts_in_the_price_that_is_too_dear() -> None:
    side = Side(["old_earth"], ["research_labs", "space_marines", "gem_world"], actions=["develop"])
    assert facts(scene(side, OTHER, phase="develop"), "research_labs") == {"price": 3, "cards": 2}


def test_R7_1_R7_2_R7_3_why_a_world_is_not_settled() -> None:
    hand = ["gem_world", "new_earth", "rebel_miners", "space_marines"]
    table = scene(Side(["old_earth"], hand), OTHER, phase="settle")
    assert (table.asked(0), table.offered(0)) == ("settle.place", ["gem_world"])
    assert kinds(table) == {"new_earth": "too_dear", "rebel_miners": "too_weak", "space_marines": "not_a_world"}
    assert (facts(table, "new_earth"), facts(table, "rebel_miners")) == ({"price": 5, "cards": 3}, {"short": 2})


def test_R7_11_a_power_for_one_more_world_serves_some_worlds_only() -> None:
    side = Side([HOME, "rebel_sneak_attack"], ["comet_zone", "gem_world", "rebel_fuel_cache"], spare=3)
    table = scene(side, OTHER, phase="settle", options=BRINK)
    table.answer(0, "comet_zone")
    table.answer(0, *[card for card in table.offered(0) if card not in ("gem_world", "rebel_fuel_cache")])
    assert (table.asked(0), table.offered(0)) == ("settle.extra", ["rebel_fuel_cache"])
    assert kinds(table)["gem_world"] == "not_served"


def test_R7_5_a_power_for_military_without_what_it_costs() -> None:
    side = Side([HOME, "alien_booby_trap", "space_mercenaries", "new_military_tactics"], ["rebel_base"], spare=2)
    table = scene(side, OTHER, phase="settle", options=BRINK)
    table.answer(0, "rebel_base")
    assert (table.asked(0), kinds(table)) == ("settle.temporary", {"alien_booby_trap": "cannot_be_paid"})


def test_R7_16_what_replaces_nothing_and_what_is_not_replaced() -> None:
    tableau = [HOME, "terraforming_engineers", "radioactive_world", "mining_world", "gem_world", "public_works"]
    hand = ["mining_mole_uplift_race", "lost_species_ark_world", "space_marines", "alien_departure_point"]
    table = scene(Side(tableau, hand), OTHER, phase="settle", options=BRINK)
    table.answer(0)
    assert (table.asked(0), table.offered(0)) == ("settle.swap", ["mining_mole_uplift_race"])
    assert kinds(table) == {
        "lost_species_ark_world": "nothing_to_replace",
        "space_marines": "no_peaceful_world",
        "alien_departure_point": "nothing_to_replace",
    }
    table.answer(0, "mining_mole_uplift_race")
    assert kinds(table) == {
        HOME: "no_peaceful_world",
        "terraforming_engineers": "no_peaceful_world",
        "public_works": "no_peaceful_world",
        "gem_world": "of_another_kind",
    }


def test_R14_3_R14_6_why_a_world_of_another_empire_is_not_taken_over() -> None:
    attacker = Side([HOME, "imperium_cloaking_technology"], ["gem_world"], spare=2)
    owners = (Side(["epsilon_eridani", "space_marines", "rebel_miners"]), Side(["old_earth", "comet_zone"]))
    table = scene(attacker, *owners, phase="settle", options=WAR)
    assert (table.asked(0), table.offered(0)) == ("settle.place", ["gem_world", "rebel_miners"])
    others = ("epsilon_eridani", "space_marines", "old_earth", "comet_zone")
    assert {each: kinds(table)[each] for each in others} == {
        "epsilon_eridani": "peaceful",
        "space_marines": "not_a_world",
        "old_earth": "not_vulnerable",
        "comet_zone": "not_vulnerable",
    }


def test_R8_6_a_good_that_trade_does_not_sell() -> None:
    side = Side(
        ["alien_fuel_refinery", "gem_world", "comet_zone"],
        goods=["alien_fuel_refinery", "gem_world", "comet_zone"],
        actions=["consume_trade"],
    )
    table = scene(side, OTHER, phase="consume", options=ALIEN)
    assert (table.asked(0), kinds(table)) == ("trade.good", {"alien_fuel_refinery": "not_for_trade"})


def test_R8_2_R4_6_why_a_power_is_not_used_next() -> None:
    tableau = ["public_works", "new_vinland", "research_labs", "tourist_world", "gem_world", "spice_world"]
    table = scene(Side(tableau, goods=["gem_world", "spice_world"]), OTHER, phase="consume")
    assert (table.asked(0), table.offered(0)) == ("consume.power", ["new_vinland", "public_works", "tourist_world"])
    assert kinds(table) == {"research_labs": "nothing_to_take"}


def test_R8_2_of_equal_powers_one_is_offered() -> None:
    tableau = ["public_works", "expanding_colony", "new_vinland", "gem_world"]
    table = scene(Side(tableau, goods=["gem_world"]), OTHER, phase="consume")
    assert (table.asked(0), table.offered(0)) == ("consume.power", ["new_vinland", "public_works"])
    assert kinds(table) == {"expanding_colony": "like_another"}


def test_R8_2_goods_of_another_kind_are_not_consumed() -> None:
    tableau = ["spice_world", "gem_world", "comet_zone"]
    table = scene(Side(["new_survivalists", *tableau], goods=tableau), OTHER, phase="consume")
    assert (table.asked(0), table.offered(0)) == ("consume.goods", ["gem_world", "spice_world"])
    assert reasons(table) == {"comet_zone": Reason("other_kind", "R8.2", {"good": "novelty"})}


def test_R8_4_a_good_is_taken_once() -> None:
    tableau = ["adaptable_uplift_race", "malevolent_lifeforms", "gem_world", "comet_zone"]
    table = scene(Side(tableau, goods=tableau), OTHER, phase="consume", options=RaceOptions(expansion="xeno_invasion"))
    assert (table.asked(0), kinds(table)) == (
        "consume.goods",
        {"gem_world": "other_kind", "comet_zone": "other_kind"},
    )
    table.answer(0, "malevolent_lifeforms")
    assert kinds(table) == {"malevolent_lifeforms": "good_chosen"}


def test_R8_11_a_card_that_cannot_be_bet() -> None:
    table = scene(Side(["gambling_world_rvi"], ["rebel_homeworld", "gem_world"]), OTHER, phase="consume", options=WAR)
    assert (table.asked(0), kinds(table)) == ("consume.ante", {"rebel_homeworld": "not_to_bet"})


def test_R9_4_why_a_world_gets_no_good() -> None:
    tableau = ["universal_symbionts", "avian_uplift_race", "reptilian_uplift_race", "asteroid_belt", "gem_world"]
    side = Side([*tableau, "malevolent_lifeforms"], goods=["malevolent_lifeforms"])
    table = scene(side, OTHER, phase="produce", options=WAR)
    assert (table.asked(0), table.offered(0)) == ("produce.windfall", ["avian_uplift_race", "reptilian_uplift_race"])
    assert kinds(table) == {
        "universal_symbionts": "not_on_itself",
        "asteroid_belt": "of_other_goods",
        "gem_world": "holds_a_good",
        "malevolent_lifeforms": "holds_a_good",
    }


def test_R9_3_a_world_without_goods_gets_none_by_the_bonus() -> None:
    side = Side(["old_earth", "asteroid_belt", "avian_uplift_race"], actions=["produce"])
    table = scene(side, OTHER, phase="produce")
    assert (table.asked(0), kinds(table)) == ("produce.bonus", {"old_earth": "no_windfall_world"})


def test_R22_28_why_a_way_of_repair_is_closed_and_a_world_whole() -> None:
    side = Side(["old_earth", "gem_world", "comet_zone"], damaged=["gem_world", "comet_zone"], spare=2)
    table = scene(side, Side(["epsilon_eridani"]), phase="produce", options=INVADED)
    assert (table.asked(0), kinds(table)) == (
        "repair.way",
        {"produce_repair": "action_not_chosen", "repair_good": "no_good"},
    )
    table.answer(0, "repair_cards")
    assert kinds(table) == {"old_earth": "not_damaged"}


def test_R16_15_a_search_after_a_search() -> None:
    table = scene(Side(["old_earth"], spare=2), OTHER, phase="round_end", options=BRINK)
    table.state.empires[0].prestige.used = True
    for seat in (0, 1):
        table.answer(seat, "develop", "settle")
    while table.asked(0) != "actions.choose":
        table.answer(next(prompt.seat for prompt in table.live.prompts.values()))
    assert kinds(table) == {"search": "search_used"}


def test_R16_12_an_action_that_was_not_chosen_is_not_boosted() -> None:
    table = scene(Side(["old_earth"], spare=2, prestige=1), OTHER, phase="round_end", options=BRINK)
    table.answer(0, "develop", "settle")
    assert (table.asked(0), table.offered(0)) == ("actions.boost", ["develop", "settle"])
    assert set(kinds(table).values()) == {"action_not_chosen"}
    assert {"produce", "search"} <= kinds(table).keys()


def test_R7_3_R7_18_why_a_world_is_not_won_by_a_means() -> None:
    side = Side([HOME, "imperium_cloaking_technology"], ["comet_zone"], spare=3)
    table = scene(side, OTHER, phase="settle", options=WAR)
    table.answer(0, "comet_zone")
    assert (table.asked(0), table.offered(0)) == ("settle.means", ["imperium_cloaking_technology", "pay"])
    assert reasons(table) == {"conquer": Reason("peaceful", "R7.3")}
    tableau = [HOME, "drop_ships", "contact_specialist", "imperium_cloaking_technology"]
    table = scene(Side(tableau, ["rebel_miners"], spare=2), OTHER, phase="settle", options=WAR)
    table.answer(0, "rebel_miners")
    assert (table.asked(0), table.offered(0)) == ("settle.means", ["conquer", "pay"])
    assert reasons(table) == {"imperium_cloaking_technology": Reason("for_peaceful_worlds", "R7.18")}


def test_R7_3_R7_4_each_means_has_its_own_reason() -> None:
    """What would be told of means that do not serve where others do."""
    play = scene(Side([HOME, "contact_specialist"], spare=1), OTHER, phase="settle").live.play
    able = abilities(play, Seat(0))

    def why(world: str, means: str) -> Reason | None:
        return _why_not_won(play, Seat(0), able, reach_of(able, PACK.designs[world]), means)

    assert why("rebel_homeworld", "conquer") == Reason("too_weak", "R7.3", {"short": 6})
    assert why("rebel_homeworld", "pay") == Reason("too_dear", "R4.3", {"price": 6, "cards": 1})
    assert why("alien_robot_sentry", "pay") == Reason("not_paid_for", "R7.4")


def test_R7_11_R7_16_why_a_power_for_one_more_world_is_not_used() -> None:
    tableau = ["improved_logistics", "terraforming_engineers", "rebel_sneak_attack", "comet_zone"]
    hand = ["gem_world", "mining_mole_uplift_race", "artist_colony", "spice_world"]
    table = scene(Side([*tableau, "old_earth"], hand, spare=3), OTHER, phase="settle", options=BRINK)
    table.answer(0, "artist_colony")
    assert (table.asked(0), table.offered(0)) == ("settle.power", ["improved_logistics", "terraforming_engineers"])
    assert reasons(table) == {"rebel_sneak_attack": Reason("no_world_for_it", "R7.11")}


def test_R7_12_R7_16_powers_for_one_more_world_that_have_nothing_to_follow() -> None:
    tableau = ["improved_logistics", "rebel_sneak_attack", "terraforming_engineers", "comet_zone"]
    table = scene(Side(tableau, ["gem_world"], spare=2), OTHER, phase="settle", options=BRINK)
    play, extra = table.live.play, settler(table.live.play, Seat(0)).extra
    assert {name(number): reason for number, reason in _unserved(play, Seat(0)).items()} == {
        "improved_logistics": Reason("no_first_world", "R7.12"),
        "rebel_sneak_attack": Reason("no_first_world", "R7.12"),
        "terraforming_engineers": Reason("no_world_for_it", "R7.16"),
    }
    extra += [numbered(table, card) for card in tableau[:3]]
    assert [reason.paragraph for reason in _unserved(play, Seat(0)).values()] == ["R7.16", "R7.11", "R7.11"]
    assert {reason.kind for reason in _unserved(play, Seat(0)).values()} == {"used_or_declined"}


def test_R14_3_R14_6_why_a_world_is_not_taken_over_by_a_power() -> None:
    powers = ["imperium_seat", "imperium_planet_buster", "imperium_cloaking_technology"]
    attacker = Side([HOME, *powers, "rebel_alliance", "interstellar_casus_belli"])
    owner = Side(["epsilon_eridani", "space_marines", "rebel_miners", "aquatic_uplift_race"])
    options = RaceOptions(expansion="brink_of_war", takeovers=True)
    told = {
        "rebel_alliance": Reason("not_vulnerable", "R14.3"),
        "interstellar_casus_belli": Reason("powers_used", "R14.6"),
    }
    table = scene(attacker, owner, phase="settle", options=options)
    table.answer(0, "rebel_miners")
    assert (table.asked(0), reasons(table)) == ("takeover.power", told)
    table = scene(attacker, owner, phase="settle", options=options)
    table.answer(0, "aquatic_uplift_race")
    assert (table.asked(0), table.offered(0)) == ("takeover.power", sorted(powers[1:]))
    assert reasons(table) == {**told, "imperium_seat": Reason("for_rebel_worlds", "R14.3")}


def test_R14_3_a_world_that_only_rebel_powers_could_aim_at() -> None:
    owner = Side(["epsilon_eridani", "rebel_miners", "aquatic_uplift_race"])
    table = scene(Side([HOME, "imperium_seat"], ["gem_world"], spare=2), owner, phase="settle", options=WAR)
    assert (table.asked(0), kinds(table)["aquatic_uplift_race"]) == ("settle.place", "for_rebel_worlds")


def test_R9_4_why_a_power_does_not_come_next() -> None:
    powers = ["galactic_engineers", "terraforming_guild", "genetics_lab", "free_trade_association", "universal_exports"]
    worlds = ["pre_sentient_race", "asteroid_belt", "destroyed_world"]
    table = scene(Side([*powers, *worlds], spare=1), OTHER, phase="produce", options=BRINK)
    assert (table.asked(0), table.offered(0)) == ("produce.power", sorted(powers[:3]))
    assert reasons(table) == {
        "free_trade_association": Reason("no_world_for_it", "R9.4"),
        "universal_exports": Reason("comes_later", "R9.4"),
    }
    table.answer(0, "galactic_engineers")
    table.answer(0, "asteroid_belt")
    assert (table.asked(0), kinds(table)["galactic_engineers"]) == ("produce.power", "used")


def test_R8_9_a_kind_of_which_there_is_no_good() -> None:
    worlds = ["gem_world", "comet_zone", "distant_world", "alien_oort_cloud_refinery"]
    table = scene(Side(["diversified_economy", *worlds], goods=worlds), OTHER, phase="consume", options=BRINK)
    while table.asked(0) == "consume.power":
        table.answer(0, "diversified_economy")
    assert (table.asked(0), table.offered(0)) == ("consume.kinds", ["any", "genes", "novelty", "rare"])
    assert reasons(table) == {"alien": Reason("no_good_of_this_kind", "R8.9")}


def test_R5_3_a_hand_card_is_not_kept_that_was_not_drawn() -> None:
    table = scene(Side(["old_earth"], ["gem_world"]), OTHER, phase="explore")
    assert (table.asked(0), reasons(table)) == ("explore.keep", {"gem_world": Reason("not_drawn", "R5.3")})


def test_R7_5_R7_12_powers_and_goods_that_do_not_count_against_a_world() -> None:
    powers = ["rebel_black_market_gangs", "imperium_arms_factory", "alien_weapon_cache"]
    goods = ["gem_world", "spice_world", "comet_zone"]
    side = Side([HOME, *powers, *goods], ["rebel_underground"], goods=[*goods, "alien_weapon_cache"])
    table = scene(side, OTHER, phase="settle", options=RaceOptions(expansion="xeno_invasion"))
    table.answer(0, "rebel_underground")
    assert (table.asked(0), table.offered(0)) == ("settle.temporary", sorted(powers[:2]))
    assert reasons(table) == {"alien_weapon_cache": Reason("not_against_it", "R7.5")}
    table.answer(0, "rebel_black_market_gangs")
    assert (table.asked(0), table.offered(0)) == ("settle.temporary_good", ["gem_world", "spice_world"])
    others = dict.fromkeys(("comet_zone", "alien_weapon_cache"), Reason("other_kind", "R7.5", {"good": "novelty"}))
    assert reasons(table) == others
    table.state.changes(Seat(0)).fresh.append(numbered(table, "comet_zone"))
    told = unspendable(table.live.play, Seat(0), "rare")[numbered(table, "comet_zone")]
    assert told == Reason("on_a_new_world", "R7.12")


def test_R22_13_a_good_of_another_kind_does_not_help_against_the_xeno() -> None:
    goods = ["gem_world", "spice_world", "comet_zone"]
    side = Side([HOME, "rebel_black_market_gangs", *goods], goods=goods)
    table = scene(side, OTHER, phase="settle", options=INVADED)
    offered = tuple(numbered(table, world) for world in goods[:2])
    told = _other_goods(table.live.play, Seat(0), offered, "novelty")
    assert dict(told) == {numbered(table, "comet_zone"): Reason("other_kind", "R22.13", {"good": "novelty"})}


HAND, TABLEAU, WORLDS, GOODS, ACTIONS, CELLS = "hand", "tableau", "worlds", "goods", "actions", "cells"
EXPECTED: Mapping[str, str] = {
    "develop.place": HAND,
    "settle.place": HAND,
    "settle.extra": HAND,
    "settle.swap": HAND,
    "settle.swapped": TABLEAU,
    "explore.keep": HAND,
    "orb.corner": CELLS,
    "consume.ante": HAND,
    "trade.good": GOODS,
    "consume.goods": GOODS,
    "produce.windfall": WORLDS,
    "produce.windfall_paid": WORLDS,
    "produce.bonus": WORLDS,
    "repair.world": WORLDS,
    "invasion.damage": TABLEAU,
    "actions.choose": ACTIONS,
    "orb.move": CELLS,
    "orb.place": CELLS,
}
"""What a player might expect to pick in questions of a kind."""
ALL_WORLDS = frozenset(card.id for card in PACK.cards if card.is_world)


def pieces(view: race_pb2.RaceView, seat: int, what: str) -> Iterable[str]:
    own = view.empires[seat]
    found: Mapping[str, Callable[[], list[str]]] = {
        HAND: lambda: [card.id for card in view.hand],
        TABLEAU: lambda: [card.id for card in own.cards],
        WORLDS: lambda: [card.id for card in own.cards if card.component in ALL_WORLDS],
        GOODS: lambda: [good for card in own.cards for good in card.goods],
        ACTIONS: lambda: [card.id for card in view.action_cards],
        CELLS: lambda: [cell.id for cell in view.orb.cells],
    }
    return found[what]()


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (3, {}),
        (2, {"expansion": "rebel_vs_imperium", "takeovers": "on"}),
        (4, {"expansion": "brink_of_war", "takeovers": "on"}),
        (2, {"expansion": "alien_artifacts", "orb": "on"}),
        (3, {"expansion": "xeno_invasion", "invasion": "on"}),
    ],
)
def test_whatever_might_be_expected_is_offered_or_has_a_reason(seats: int, options: Mapping[str, str]) -> None:
    asked = set()
    for seed in range(3):
        live, random = begin(RACE, PACKS, seats, read_options(RaceOptions, options), seed), Random(seed)
        while live.prompts:
            for key, prompt in live.prompts.items():
                if prompt.kind in EXPECTED and random.random() < 0.3:
                    asked.add(prompt.kind)
                    message, view = prompt_message(live, key, prompt), live.view(prompt.seat)
                    offered = {option.targets[0].piece or option.targets[0].place for option in message.options}
                    barred = {bar.targets[0].piece or bar.targets[0].place for bar in bar_messages(live, prompt)}
                    assert not offered & barred, prompt.kind
                    assert isinstance(view, race_pb2.RaceView)
                    unexplained = set(pieces(view, prompt.seat, EXPECTED[prompt.kind])) - offered - barred
                    assert not unexplained, (prompt.kind, unexplained)
            key, prompt = random.choice(list(live.prompts.items()))
            live.answer(prompt.seat, key, random_answer(prompt, random))
    assert {"develop.place", "settle.place", "actions.choose"} <= asked
