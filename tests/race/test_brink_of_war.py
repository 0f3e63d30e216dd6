"""The powers of The Brink of War, kind by kind."""

import msgspec
import pytest

from galaxytables_kit import Seat
from galaxytables_kit.errors import ChoiceRefused
from galaxytables_kit.playout import begin
from galaxytables_race.goals import check_goals, held_goals
from galaxytables_race.options import RaceOptions
from galaxytables_race.rules import RACE
from tests.race.saying import options_said
from tests.race.scene import BRINK, PACK, PACKS, Side, Table, fact, name, scene

WAR = RaceOptions(expansion="brink_of_war", takeovers=True)
HOME = "new_sparta"
OTHER = Side(["epsilon_eridani"])
OORT = "alien_oort_cloud_refinery"


def brink(
    *sides: Side,
    phase: str,
    deck: tuple[str, ...] = (),
    options: RaceOptions = BRINK,
    rules_version: int = RACE.rules_version,
) -> Table:
    return scene(*sides, phase=phase, deck=deck, options=options, rules_version=rules_version)


def develops(*tableau: str, card: str, spare: int = 6, actions: tuple[str, ...] = ()) -> Table:
    """A table at which seat 0 has shown a development."""
    table = brink(Side([HOME, *tableau], [card], spare=spare, actions=actions), OTHER, phase="develop")
    if table.asked(0) == "develop.discard":
        table.answer(0, table.offered(0)[-1])
    table.answer(0, card)
    return table


def settles(*tableau: str, card: str, spare: int = 6, goods: tuple[str, ...] = (), prestige: int = 0) -> Table:
    """A table at which seat 0 has shown a world."""
    side = Side([HOME, *tableau], [card], spare=spare, goods=goods, prestige=prestige)
    table = brink(side, OTHER, phase="settle")
    table.answer(0, card)
    return table


def pay(table: Table, count: int) -> None:
    """Pay so many cards."""
    key, prompt = next((key, each) for key, each in table.live.prompts.items() if each.seat == 0)
    assert prompt.kind in ("develop.pay", "settle.pay")
    assert prompt.least == count
    table.log += table.live.answer(0, key, prompt.options[:count])


def test_R16_1_an_icon_brings_a_prestige() -> None:
    table = develops(card="galactic_markets")
    pay(table, 4)
    assert table.prestige(0) == 1


def test_R16_1_icons_mean_nothing_without_prestige() -> None:
    options = RaceOptions(expansion="rebel_vs_imperium")
    side = Side([HOME], ["imperium_blaster_gem_consortium"], spare=7)
    table = scene(side, OTHER, phase="settle", options=options)
    table.answer(0, "imperium_blaster_gem_consortium")
    pay(table, 6)
    assert table.prestige(0) == 0


def test_R6_5_prestige_for_a_development_that_matches() -> None:
    table = develops("federation_capital", card="galactic_markets")
    pay(table, 4)
    assert table.prestige(0) == 1
    table = develops("rebel_council", card="rebel_troops")
    pay(table, 2)
    assert table.prestige(0) == 1


def test_R7_9_prestige_for_a_world_that_matches() -> None:
    table = settles("rebel_freedom_fighters", "space_marines", card="rebel_miners", spare=0)
    assert table.tableau(0)[-1] == "rebel_miners"
    assert table.prestige(0) == 1


def test_R6_1_draw_then_discard_when_develop_starts() -> None:
    side = Side([HOME, "galactic_power_brokers", "information_hub"], spare=1)
    table = brink(side, OTHER, phase="develop")
    assert (table.asked(0), table.prompt(0).least, table.hand_size(0)) == ("develop.discard", 2, 4)
    table.answer(0, *table.offered(0)[:2])
    assert table.hand_size(0) == 2


def test_R7_9_draw_then_discard_after_placing_comes_last() -> None:
    table = settles("imperium_fuel_depot", "galactic_markets", card=OORT, spare=0)
    assert (table.asked(0), table.prompt(0).least, table.hand_size(0)) == ("settle.discard", 1, 3)


def test_R6_4_a_good_lowers_the_price_of_a_development() -> None:
    side = Side([HOME, "golden_age_of_terraforming", "mining_world"], ["galactic_markets"], ["mining_world"], spare=6)
    table = brink(side, OTHER, phase="develop")
    table.answer(0, "galactic_markets")
    assert (table.asked(0), table.offered(0)) == ("develop.discount", ["golden_age_of_terraforming"])
    table.answer(0, "golden_age_of_terraforming")
    assert table.goods(0) == []
    pay(table, 2)


def test_R6_4_a_card_is_placed_that_only_a_good_makes_payable() -> None:
    tableau = [HOME, "golden_age_of_terraforming", "mining_world"]
    table = brink(Side(tableau, ["galactic_markets"], ["mining_world"], spare=2), OTHER, phase="develop")
    table.answer(0, "galactic_markets")
    assert "galactic_markets" in table.tableau(0)
    assert table.goods(0) == []
    without = brink(Side(tableau, ["galactic_markets"], spare=2), OTHER, phase="develop")
    assert without.asked(0) != "develop.place"


def test_R6_4_goods_lower_the_price_of_a_world_each_power_once() -> None:
    table = settles(
        "lifeforms_inc", "golden_age_of_terraforming", card="alien_departure_point", spare=9, goods=("lifeforms_inc",)
    )
    assert table.offered(0) == ["golden_age_of_terraforming", "lifeforms_inc"]
    with pytest.raises(ChoiceRefused, match="goods enough"):
        table.answer(0, "golden_age_of_terraforming", "lifeforms_inc")
    table.answer(0, "lifeforms_inc")
    pay(table, 6)


def test_R6_4_a_good_is_spent_by_default_where_the_hand_is_too_short() -> None:
    powers = ("lifeforms_inc", "golden_age_of_terraforming")
    table = settles(*powers, card="alien_departure_point", spare=6, goods=("lifeforms_inc",))
    assert [PACK.cards[int(pick)].id for pick in table.prompt(0).default_picks] == ["lifeforms_inc"]


def test_R6_4_a_power_to_pay_less_is_used_once_a_phase() -> None:
    tableau = [HOME, "golden_age_of_terraforming", "improved_logistics", "uplift_gene_breeders", "dying_colony"]
    hand = ["alien_tourist_attraction", "psi_crystal_world"]
    side = Side([*tableau, "gene_designers"], hand, ["uplift_gene_breeders", "gene_designers"], spare=9)
    table = brink(side, OTHER, phase="settle")
    table.answer(0, "alien_tourist_attraction")
    table.answer(0, "golden_age_of_terraforming")
    table.answer(0, "gene_designers")
    table.answer(0, *[name for name in table.offered(0) if name != "psi_crystal_world"][:2])
    table.answer(0, "psi_crystal_world")
    assert (table.asked(0), table.prompt(0).least) == ("settle.pay", 5)
    assert "uplift_gene_breeders" in table.goods(0)


def test_R7_9_a_production_world_placed_comes_with_a_good() -> None:
    table = settles("golden_age_of_terraforming", card="gem_world", spare=3)
    pay(table, 2)
    assert table.goods(0) == ["gem_world"]


def test_prestige_when_paying_for_a_military_world() -> None:
    table = settles("rebel_cantina", "pan_galactic_mediator", card="rebel_convict_mines", spare=3)
    pay(table, 2)
    assert table.prestige(0) == 1


def test_no_prestige_for_a_military_world_that_is_conquered() -> None:
    table = settles("pan_galactic_mediator", "space_marines", card="rebel_convict_mines", spare=0)
    assert table.tableau(0)[-1] == "rebel_convict_mines"
    assert table.prestige(0) == 0


def test_R7_5_military_for_prestige() -> None:
    table = brink(Side([HOME, "alien_booby_trap"], ["hidden_fortress"], prestige=1), OTHER, phase="settle")
    table.answer(0, "hidden_fortress")
    assert (table.tableau(0)[-1], table.prestige(0)) == ("hidden_fortress", 0)
    without = brink(Side([HOME, "alien_booby_trap"], ["hidden_fortress"]), OTHER, phase="settle")
    assert without.asked(0) != "settle.place"


def test_one_card_of_a_payment_goes_under_galactic_scavengers() -> None:
    side = Side(["galactic_scavengers"], ["gem_world"], spare=3)
    table = brink(side, OTHER, phase="settle")
    table.answer(0, "gem_world")
    pay(table, 2)
    assert table.asked(0) == "settle.put_under"
    saved = table.offered(0)[0]
    table.answer(0, saved)
    scavengers = PACK.numbers["galactic_scavengers"][0]
    assert [PACK.cards[card].id for card in table.state.empires[0].saved[scavengers]] == [saved]
    assert len(table.state.discards[0]) == 1


def test_saved_cards_come_to_the_hand_in_produce() -> None:
    table = brink(Side(["galactic_scavengers"], ["gem_world"], spare=2), OTHER, phase="settle")
    table.state.empires[1].actions = ["produce"]
    table.answer(0, "gem_world")
    table.answer(0, table.offered(0)[0])
    assert table.state.empires[0].saved == {}
    assert table.told("took_saved", 0)


def test_R7_13_rebel_sneak_attack_conquers_one_more_world() -> None:
    side = Side([HOME, "rebel_sneak_attack", "space_marines"], ["gem_world", "rebel_miners", "spice_world"], spare=2)
    table = brink(side, OTHER, phase="settle")
    table.answer(0, "gem_world")
    table.answer(0, *[pick for pick in table.offered(0) if pick not in ("rebel_miners", "spice_world")][:2])
    assert (table.asked(0), table.offered(0)) == ("settle.extra", ["rebel_miners"])
    table.answer(0, "rebel_miners")
    assert "rebel_miners" in table.tableau(0)
    assert "rebel_sneak_attack" not in table.tableau(0)


@pytest.mark.parametrize(
    ("disguise", "defense", "prestige"), [("imperium_cloaking_technology", 0, 0), ("imperium_invasion_fleet", 2, 2)]
)
def test_R7_13_R7_18_rebel_sneak_attack_conquers_a_peaceful_world_in_disguise(
    disguise: str, defense: int, prestige: int
) -> None:
    side = Side([HOME, "space_marines", "rebel_sneak_attack", disguise], ["rebel_miners", "gem_world"])
    table = brink(side, OTHER, phase="settle")
    table.answer(0, "rebel_miners")
    assert (table.asked(0), table.offered(0)) == ("settle.extra", ["gem_world"])
    table.answer(0, "gem_world")
    assert table.tableau(0) == [HOME, "space_marines", "rebel_miners", "gem_world"]
    assert fact(table.told("conquered")[-1], "defense") == defense
    assert table.prestige(0) == prestige


def test_R7_13_a_peaceful_world_that_is_too_strong_or_undisguised_is_not_offered() -> None:
    for disguise, world in (
        ("imperium_cloaking_technology", "deserted_alien_library"),
        ("terraforming_robots", "gem_world"),
    ):
        side = Side([HOME, "rebel_sneak_attack", disguise], ["rebel_miners", world], spare=5)
        table = brink(side, OTHER, phase="settle")
        table.answer(0, "rebel_miners")
        assert table.asked(0) != "settle.extra"


def test_R7_13_tables_of_version_3_conquer_military_worlds_only() -> None:
    side = Side([HOME, "space_marines", "rebel_sneak_attack", "imperium_invasion_fleet"], ["rebel_miners", "gem_world"])
    table = brink(side, OTHER, phase="settle", rules_version=3)
    table.answer(0, "rebel_miners")
    assert table.asked(0) != "settle.extra"


def test_R7_16_terraforming_engineers_swap_worlds_of_a_kind() -> None:
    tableau = [HOME, "terraforming_engineers", "radioactive_world", "mining_world"]
    side = Side(tableau, ["mining_mole_uplift_race", "spice_world"], ["mining_world"])
    table = brink(side, OTHER, phase="settle")
    table.answer(0)
    assert (table.asked(0), table.offered(0)) == ("settle.swap", ["mining_mole_uplift_race"])
    table.answer(0, "mining_mole_uplift_race")
    assert table.offered(0) == ["mining_world", "radioactive_world"]
    table.answer(0, "mining_world")
    assert table.tableau(0) == [HOME, "terraforming_engineers", "radioactive_world", "mining_mole_uplift_race"]
    assert (table.goods(0), table.prestige(0)) == ([], 1)


def test_R7_16_the_new_world_brings_its_icons_prestige_and_its_windfall_good() -> None:
    side = Side([HOME, "terraforming_engineers", "gem_world"], ["alien_tourist_attraction"], actions=["settle"])
    table = brink(side, OTHER, phase="settle")
    table.answer(0, "alien_tourist_attraction")
    assert table.tableau(0) == [HOME, "terraforming_engineers", "alien_tourist_attraction"]
    assert (table.prestige(0), table.goods(0)) == (2, ["alien_tourist_attraction"])
    assert "settle_bonus" not in [fact(told, "why") for told in table.told("drew", 0)]


def test_R7_16_neither_grey_for_a_kind_nor_military_nor_cheaper() -> None:
    tableau = [HOME, "terraforming_engineers", "gem_world"]
    for card in ("rebel_base", "uplift_gene_breeders", "black_hole_miners", "alien_departure_point", "dying_colony"):
        table = brink(Side(tableau, [card]), OTHER, phase="settle")
        while table.asked(0) == "settle.place":
            table.answer(0)
        assert table.asked(0) != "settle.swap"


def test_R7_20_military_of_a_discarded_card_holds_to_the_end_of_the_phase() -> None:
    side = Side([HOME, "imperium_invasion_fleet", "rebel_sneak_attack"], ["gem_world", "rebel_base"])
    table = brink(side, OTHER, phase="settle")
    table.answer(0, "gem_world")
    assert "imperium_invasion_fleet" not in table.tableau(0)
    assert table.prestige(0) == 2
    assert (table.asked(0), table.offered(0)) == ("settle.extra", ["rebel_base"])


@pytest.mark.parametrize(
    ("goal", "others"),
    [
        ("largest_industry", ["gem_world", "comet_zone"]),
        ("system_diversity", ["gem_world", "comet_zone", HOME, "hive_world"]),
    ],
)
def test_R13_18_the_world_of_variable_kind_is_what_serves_its_owner(goal: str, others: list[str]) -> None:
    for tableau, held in (([*others, OORT], [goal]), (others, [])):
        table = brink(Side(tableau), OTHER, phase="round_end")
        table.state.goals = [goal]
        check_goals(table.live.play, "settle")
        assert held_goals(table.state, Seat(0)) == held


def test_R4_8_a_card_discarded_in_the_phase_goes_on_being_counted() -> None:
    tableau = ["rebel_freedom_fighters", "imperium_cloaking_technology", "improved_logistics", "space_marines"]
    table = brink(Side(tableau, ["gem_world", "rebel_miners", "rebel_fuel_cache"]), OTHER, phase="settle")
    assert table.shown(0).empires[0].military == 1 - 2 + 2
    table.answer(0, "gem_world")
    table.answer(0, "imperium_cloaking_technology")
    assert "imperium_cloaking_technology" not in table.tableau(0)
    assert table.shown(0).empires[0].military == 1
    assert (table.asked(0), table.offered(0)) == ("settle.extra", ["rebel_fuel_cache"])


def test_R4_8_R7_20_so_does_a_world_that_was_replaced() -> None:
    tableau = ["uplift_mercenary_force", "uplift_revolt_world", "mining_mole_uplift_race", "terraforming_engineers"]
    side = Side([*tableau, "improved_logistics"], ["interstellar_prospectors", OORT, "hidden_fortress"])
    table = brink(side, OTHER, phase="settle")
    table.answer(0, OORT)
    assert (table.asked(0), table.offered(0)) == ("settle.power", ["improved_logistics", "terraforming_engineers"])
    table.answer(0, "terraforming_engineers")
    table.answer(0, "interstellar_prospectors")
    assert "mining_mole_uplift_race" not in table.tableau(0)
    assert (table.asked(0), table.offered(0)) == ("settle.extra", ["hidden_fortress"])


@pytest.mark.parametrize(
    ("actions", "boost", "vp"),
    [
        ((), "", 1),
        (("consume_x2",), "", 2),
        (("consume_x2",), "consume_x2", 3),
        (("consume_trade",), "consume_trade", 2),
        (("consume_trade", "consume_x2"), "consume_trade", 2),
        (("consume_trade", "consume_x2"), "consume_x2", 3),
    ],
)
def test_R16_13_R16_14_vp_are_multiplied(actions: tuple[str, ...], boost: str, vp: int) -> None:
    tableau = [HOME, "rebel_council", "gem_world", "spice_world"]
    goods = ["gem_world", "spice_world"] if "consume_trade" in actions else ["gem_world"]
    side = Side(tableau, goods=goods, actions=actions, boosted=boost)
    table = brink(side, OTHER, phase="consume")
    if table.asked(0) == "trade.good":
        table.answer(0, "gem_world")
    if table.asked(0) == "consume.hand":
        table.answer(0)
    assert fact(table.told("consumed", 0)[0], "vp") == vp


def test_R16_13_a_boosted_trade_sells_for_three_more_and_discards_for_vp() -> None:
    side = Side([HOME, "gem_world"], goods=["gem_world"], spare=2, actions=["consume_trade"], boosted="consume_trade")
    table = brink(side, OTHER, phase="consume")
    assert fact(table.told("traded", 0)[0], "cards") == 5
    assert (table.asked(0), table.prompt(0).most) == ("consume.hand", 2)
    table.answer(0, *table.offered(0)[:2])
    assert fact(table.told("discarded_by_boost", 0)[0], "vp") == 2


def test_R16_13_a_boosted_settle_costs_three_less() -> None:
    side = Side([HOME], ["gene_designers"], spare=4, actions=["settle"], boosted="settle")
    table = brink(side, OTHER, phase="settle")
    table.answer(0, "gene_designers")
    pay(table, 3)
    assert table.hand_size(0) == 2


def test_R16_13_a_boosted_settle_adds_two_military() -> None:
    side = Side([HOME], ["uplift_revolt_world", "hidden_fortress"], actions=["settle"], boosted="settle")
    table = brink(side, OTHER, phase="settle")
    assert table.offered(0) == ["uplift_revolt_world"]


def test_R16_13_a_boosted_settle_draws_a_card_and_its_options_say_how_worlds_are_won() -> None:
    side = Side([HOME], ["uplift_revolt_world"], actions=["settle"], boosted="settle")
    table = brink(side, OTHER, phase="settle")
    assert options_said(table) == ["Uplift Revolt World (conquered)"]
    assert table.shown(0).hand[0].missing_military == 0
    table.answer(0, "uplift_revolt_world")
    assert [fact(told, "count") for told in table.told("drew", 0)] == [1]


@pytest.mark.parametrize(("boost", "prices"), [("develop", [1, 3]), ("develop_2", [3, 1])])
def test_R16_13_of_two_develop_phases_the_one_is_boosted_whose_card_was(boost: str, prices: list[int]) -> None:
    side = Side(
        [HOME], ["galactic_markets", "galactic_salon"], spare=9, actions=["develop", "develop_2"], boosted=boost
    )
    table = brink(side, OTHER, phase="develop")
    for card, price in zip(("galactic_markets", "galactic_salon"), prices, strict=True):
        assert PACK.designs[card].cost == 4
        table.answer(0, card)
        assert table.prompt(0).least == price
        table.answer(0, *[name for name in table.offered(0) if name != "galactic_salon"][:price])


def test_R16_13_a_boost_is_not_for_the_second_phase_of_others() -> None:
    hand = ["galactic_markets", "galactic_salon"]
    side = Side([HOME], hand, spare=9, actions=["develop", "produce"], boosted="develop")
    table = brink(side, Side(["epsilon_eridani"], actions=["develop", "develop_2"]), phase="develop")
    for card, price in zip(hand, (1, 4), strict=True):
        table.answer(0, card)
        assert table.prompt(0).least == price
        table.answer(0, *[name for name in table.offered(0) if name != "galactic_salon"][:price])


def test_R16_13_a_boosted_develop_costs_three_less() -> None:
    side = Side([HOME], ["galactic_markets"], spare=3, actions=["develop"], boosted="develop")
    table = brink(side, OTHER, phase="develop")
    table.answer(0, "galactic_markets")
    pay(table, 1)


def test_R16_13_a_boosted_produce_draws_three_and_serves_two_windfalls() -> None:
    side = Side([HOME, "psi_crystal_world", "dying_colony"], actions=["produce"], boosted="produce")
    table = brink(side, OTHER, phase="produce")
    assert (table.asked(0), table.prompt(0).most, table.hand_size(0)) == ("produce.bonus", 2, 3)


def test_R16_3_prestige_from_consuming_is_never_multiplied() -> None:
    side = Side(
        [HOME, "imperium_capital", "gem_world", "spice_world"],
        goods=["gem_world", "spice_world"],
        actions=["consume_x2"],
    )
    assert brink(side, OTHER, phase="consume").prestige(0) == 2


def test_consume_hand_takes_two_cards_or_none() -> None:
    table = brink(Side([HOME, "alien_guardian"], spare=3), OTHER, phase="consume")
    assert (table.asked(0), table.prompt(0).most) == ("consume.hand", 2)
    with pytest.raises(ChoiceRefused, match="2 cards"):
        table.answer(0, table.offered(0)[0])
    table.answer(0, *table.offered(0)[:2])
    assert table.prestige(0) == 1


def test_R8_5_prestige_spent_for_vp_is_multiplied() -> None:
    side = Side([HOME, "interstellar_casus_belli"], prestige=2, actions=["consume_x2"])
    table = brink(side, OTHER, phase="consume")
    table.answer(0, "spend")
    assert fact(table.told("consumed_prestige", 0)[0], "vp") == 6
    assert table.prestige(0) == 1


def test_consume_prestige_for_cards_is_a_choice() -> None:
    table = brink(Side([HOME, "galactic_power_brokers"], prestige=1), OTHER, phase="consume")
    assert (table.asked(0), table.prompt(0).least) == ("consume.prestige", 0)
    table.answer(0, "spend")
    assert (table.hand_size(0), table.prestige(0)) == (3, 0)


def test_prestige_if_produced_here() -> None:
    table = brink(Side([HOME, "uplift_gene_breeders"]), OTHER, phase="produce")
    assert table.prestige(0) == 1
    again = brink(Side([HOME, "uplift_gene_breeders"], goods=["uplift_gene_breeders"]), OTHER, phase="produce")
    assert again.prestige(0) == 0


def test_prestige_if_most_needs_a_strict_majority() -> None:
    side = Side([HOME, "ravaged_uplift_world"])
    assert brink(side, OTHER, phase="produce").prestige(0) == 1
    equal = brink(side, Side(["epsilon_eridani", "uplift_revolt_world"]), phase="produce")
    assert equal.prestige(0) == 0


def test_R8_6_the_refinerys_good_is_not_traded() -> None:
    table = brink(Side([HOME, OORT], goods=[OORT], actions=["consume_trade"]), OTHER, phase="consume")
    assert not table.told("traded")


def test_R8_9_a_power_that_only_the_variable_good_serves_is_optional() -> None:
    table = brink(Side([HOME, OORT, "alien_research_team"], goods=[OORT]), OTHER, phase="consume")
    assert (table.asked(0), table.prompt(0).least) == ("consume.power", 0)
    table.answer(0, "alien_research_team")
    assert (table.goods(0), table.prestige(0)) == ([], 1)


def test_R8_9_who_does_not_answer_uses_a_power_that_must_be_used() -> None:
    side = Side(
        [HOME, OORT, "alien_research_team", "terraforming_robots", "asteroid_belt"], goods=[OORT, "asteroid_belt"]
    )
    prompt = brink(side, OTHER, phase="consume").prompt(0)
    assert (prompt.kind, prompt.least, prompt.most) == ("consume.power", 1, 1)
    assert [name(pick) for pick in prompt.options] == ["alien_research_team", "terraforming_robots"]
    assert [name(pick) for pick in prompt.default_picks] == ["terraforming_robots"]


def test_R8_9_goods_of_one_kind_are_consumed_as_far_as_they_go() -> None:
    side = Side(
        [HOME, OORT, "mining_world", "imperium_blaster_gem_consortium", "gene_designers"],
        goods=[OORT, "mining_world", "gene_designers"],
    )
    table = brink(side, OTHER, phase="consume")
    table.answer(0, "gene_designers")
    assert (table.prompt(0).least, table.prompt(0).most) == (1, 2)
    with pytest.raises(ChoiceRefused, match="as far as they go"):
        table.answer(0, OORT)
    table.answer(0, "gene_designers")
    assert OORT in table.goods(0)


def test_R8_7_a_variable_good_is_sold_as_the_dearest_kind() -> None:
    table = brink(Side([HOME, OORT, "trade_league"], goods=[OORT]), OTHER, phase="consume")
    assert fact(table.told("traded", 0)[0], "cards") == 6
    assert fact(table.told("traded", 0)[0], "good") == "alien"


def test_R11_7_one_kind_for_all_scoring_the_best_for_its_owner() -> None:
    with_guild = brink(Side([HOME, OORT, "alien_cornucopia", "prospecting_guild"]), OTHER, phase="consume")
    guild = with_guild.score_of(0, "prospecting_guild")
    without = brink(Side([HOME, "alien_cornucopia", "prospecting_guild"]), OTHER, phase="consume")
    assert guild == without.score_of(0, "prospecting_guild") + 2


def test_R11_4_prestige_scores_again_for_some_cards() -> None:
    table = brink(Side([HOME, "federation_capital"], prestige=3), OTHER, phase="consume")
    assert table.score_of(0, "federation_capital") == 3


def attacked(*attackers: str, prestige: int = 1, victim: Side, options: RaceOptions = WAR) -> Table:
    return brink(Side([HOME, *attackers], prestige=prestige), victim, phase="settle", options=options)


def test_R14_22_casus_belli_costs_a_prestige_and_brings_two() -> None:
    victim = Side(["epsilon_eridani", "rebel_miners"])
    table = attacked("interstellar_casus_belli", "space_marines", "imperium_troops", victim=victim)
    table.answer(0, "rebel_miners")
    assert "rebel_miners" in table.tableau(0)
    assert table.prestige(0) == 2
    assert fact(table.told("spent_prestige", 0)[0], "prestige") == 1


def test_R14_22_no_casus_belli_without_prestige() -> None:
    victim = Side(["epsilon_eridani", "rebel_miners"])
    table = attacked("interstellar_casus_belli", "space_marines", prestige=0, victim=victim)
    assert table.asked(0) != "settle.place"


def test_R14_20_planet_buster_destroys_the_world() -> None:
    table = attacked(
        "imperium_planet_buster", "imperium_troops", "space_marines", victim=Side(["epsilon_eridani", "rebel_miners"])
    )
    table.answer(0, "rebel_miners")
    assert table.tableau(1) == ["epsilon_eridani"]
    assert "rebel_miners" not in table.tableau(0)
    assert table.prestige(0) == 3
    assert PACK.numbers["rebel_miners"][0] in table.state.discards[0]


def test_R14_19_a_fleet_takes_a_peaceful_world_over_for_two_prestige() -> None:
    victim = Side(["epsilon_eridani", "gem_world"], goods=["gem_world"])
    table = attacked("imperium_invasion_fleet", "interstellar_casus_belli", "space_marines", victim=victim)
    table.answer(0, "gem_world")
    assert table.goods(0) == ["gem_world"]
    assert "imperium_invasion_fleet" not in table.tableau(0)
    assert table.prestige(0) == 4


def test_R14_20_what_lies_on_and_under_a_destroyed_world_is_discarded_and_the_bonuses_come() -> None:
    tableau = [HOME, "imperium_planet_buster", "imperium_invasion_fleet", "galactic_markets", "imperium_capital"]
    attacker = Side(tableau, actions=["settle"])
    victim = Side(["galactic_scavengers", "space_marines"], goods=["galactic_scavengers"])
    table = brink(attacker, victim, phase="settle", options=WAR)
    scavengers = PACK.numbers["galactic_scavengers"][0]
    state = table.state
    (good,), saved = state.empires[1].goods[scavengers], state.decks[0].pop(0)
    state.empires[1].saved = {scavengers: [saved]}
    table.answer(0, "galactic_scavengers")
    assert {scavengers, good, saved} <= set(state.discards[0])
    assert (state.empires[1].goods, state.empires[1].saved) == ({}, {})
    assert [fact(told, "why") for told in table.told("drew", 0)][:2] == ["settle_bonus", "settle"]
    assert table.prestige(0) == 4


def test_R14_20_R14_6_prestige_spent_together_is_spent_before_anybody_looks_at_the_tile() -> None:
    sides = [
        Side([start, "interstellar_casus_belli"], prestige=chips) for start, chips in ((HOME, 3), ("old_earth", 2))
    ]
    table = brink(*sides, Side(["epsilon_eridani", "rebel_homeworld"]), phase="settle", options=WAR)
    table.state.leader = Seat(0)
    table.answer(0, "rebel_homeworld")
    table.answer(1, "rebel_homeworld")
    assert [table.prestige(seat) for seat in (0, 1)] == [2, 1]
    assert not table.told("lost_lead")


def test_R16_8_prestige_spent_in_a_takeover_moves_the_tile_at_once() -> None:
    attacker = Side(["alpha_centauri", "imperium_seat", "alien_booby_trap"], prestige=2)
    table = brink(attacker, Side(["epsilon_eridani", "rebel_miners"], prestige=1), phase="settle", options=WAR)
    table.state.leader = Seat(0)
    table.answer(0, "rebel_miners")
    table.answer(0, "alien_booby_trap")
    kinds = [told.kind for told in table.log]
    assert kinds.index("lost_lead") < kinds.index("took_over")


def test_R7_16_R14_7_worlds_are_swapped_after_the_takeovers() -> None:
    owner = Side(
        ["rebel_cantina", "rebel_miners", "terraforming_engineers", "mining_world"], ["mining_mole_uplift_race"]
    )
    table = brink(Side([HOME, "imperium_seat"]), owner, phase="settle", options=WAR)
    table.answer(0, "rebel_miners")
    assert (table.tableau(0)[-1], table.asked(1)) == ("rebel_miners", "settle.swap")
    table.answer(1, "mining_mole_uplift_race")
    assert table.tableau(1)[-1] == "mining_mole_uplift_race"


def test_R7_16_R14_15_a_replaced_world_is_not_the_first_one_of_a_phase() -> None:
    tableau = [HOME, "imperium_seat", "terraforming_engineers", "mining_world"]
    attacker = Side(tableau, ["mining_mole_uplift_race"], actions=["settle"])
    options = msgspec.structs.replace(WAR, extra_worlds_before_takeovers=True)
    table = brink(attacker, Side(["epsilon_eridani", "rebel_miners"]), phase="settle", options=options)
    table.answer(0, "rebel_miners")
    table.answer(0, "mining_mole_uplift_race")
    assert table.tableau(0)[-2:] == ["mining_mole_uplift_race", "rebel_miners"]
    assert fact(table.told("drew", 0)[0], "why") == "settle_bonus"


@pytest.mark.parametrize(
    ("power", "owner", "targets"),
    [
        ("imperium_planet_buster", ["epsilon_eridani", "rebel_miners"], ["rebel_miners"]),
        ("imperium_planet_buster", ["old_earth", "rebel_miners"], []),
        ("interstellar_casus_belli", ["old_earth", "rebel_miners"], ["rebel_miners"]),
        ("rebel_sneak_attack", ["imperium_warlord", "rebel_miners"], ["rebel_miners"]),
        ("rebel_sneak_attack", ["old_earth", "rebel_miners"], []),
    ],
)
def test_R14_3_who_is_vulnerable_to_the_powers_of_the_set(power: str, owner: list[str], targets: list[str]) -> None:
    table = attacked(power, victim=Side(owner))
    assert (table.offered(0) if table.asked(0) == "settle.place" else []) == targets


def test_R14_10_R7_13_sneak_attack_adds_two_for_each_rebel_military_world_and_is_gone() -> None:
    table = attacked(
        "rebel_sneak_attack", "rebel_base", "rebel_miners", victim=Side(["imperium_warlord", "rebel_convict_mines"])
    )
    table.answer(0, "rebel_convict_mines")
    assert fact(table.told("took_over")[0], "attack") == 2 + 2 * 2
    assert "rebel_sneak_attack" not in table.tableau(0)


def test_R14_19_of_a_world_of_variable_kind_its_owner_names_the_kind() -> None:
    cards = ["alien_rosetta_stone_world", "imperium_invasion_fleet", "interstellar_casus_belli"]
    table = attacked(*cards, victim=Side(["epsilon_eridani", "space_marines", "alien_uplift_center", OORT]))
    assert PACK.designs["alien_uplift_center"].powers[2].amount == 2  # type: ignore[union-attr]
    (shown,) = [card for card in table.shown(0).empires[1].cards if card.component == OORT]
    assert ([threat.attack for threat in shown.threats], shown.defense) == ([2 + 3], 0 + 1 + 2 + 2)
    table.answer(0, OORT)
    told = table.told("took_over")[0]
    assert (fact(told, "attack"), fact(told, "defense")) == (2 + 3, 0 + 1 + 2 + 2)


def test_a_discarded_fleet_counts_in_what_is_shown_of_its_takeover() -> None:
    victim = Side(["epsilon_eridani", "new_military_tactics", "gem_world"])
    table = attacked("imperium_invasion_fleet", "interstellar_casus_belli", victim=victim)
    table.answer(0, "gem_world")
    assert table.asked(1) == "takeover.defend"
    (shown,) = table.shown(None).takeovers
    assert (shown.attack, shown.defense) == (2 + 3, 2 + 1)


@pytest.mark.parametrize("prestige", [0, 1])
def test_who_has_no_prestige_is_no_threat_by_casus_belli(prestige: int) -> None:
    side = Side([HOME, "interstellar_casus_belli"], prestige=prestige)
    table = brink(side, Side(["epsilon_eridani", "rebel_miners"]), phase="explore", options=WAR)
    assert [len(card.threats) for card in table.shown(1).empires[1].cards] == [0, prestige]


def council(prestige: int = 1, options: RaceOptions = WAR) -> Table:
    """A third player with the Security Council watches an attack on the second."""
    watcher = Side(["alpha_centauri", "pan_galactic_security_council"], prestige=prestige)
    attacker = Side([HOME, "imperium_seat", "space_marines", "imperium_troops"])
    table = brink(attacker, Side(["epsilon_eridani", "rebel_miners"]), watcher, phase="settle", options=options)
    table.answer(0, "rebel_miners")
    return table


def test_R14_21_the_security_council_defeats_a_takeover_of_anybody() -> None:
    table = council()
    assert (table.asked(2), table.prompt(2).least) == ("takeover.block", 0)
    table.answer(2, "pan_galactic_security_council")
    assert table.tableau(1) == ["epsilon_eridani", "rebel_miners"]
    assert table.prestige(2) == 0
    assert table.told("blocked_takeover", 2)


def test_R14_21_R16_8_its_prestige_is_spent_at_once() -> None:
    table = council()
    table.state.leader = Seat(2)
    table.answer(2, "pan_galactic_security_council")
    kinds = [told.kind for told in table.log]
    assert kinds.index("lost_lead") < kinds.index("blocked_takeover")


def test_R14_21_not_against_ones_own_takeovers() -> None:
    attackers = ["imperium_seat", "space_marines", "imperium_troops", "pan_galactic_security_council"]
    table = attacked(*attackers, victim=Side(["epsilon_eridani", "rebel_miners"]))
    table.answer(0, "rebel_miners")
    assert "rebel_miners" in table.tableau(0)
    assert not table.told("blocked_takeover")


def test_R7_9_R14_15_what_is_drawn_for_a_takeover_is_discarded_at_once() -> None:
    victim = Side(["epsilon_eridani", "rebel_miners"])
    table = attacked("imperium_seat", "space_marines", "imperium_fuel_depot", victim=victim)
    table.answer(0, "rebel_miners")
    assert (table.asked(0), table.prompt(0).least, table.hand_size(0)) == ("settle.discard", 1, 2)
    table.answer(0, table.offered(0)[0])
    assert table.hand_size(0) - sum(fact(told, "why") == "prestige" for told in table.told("drew", 0)) == 1


def test_R14_21_it_may_stand_by() -> None:
    table = council()
    table.answer(2)
    assert "rebel_miners" in table.tableau(0)


def test_R14_21_it_needs_a_prestige() -> None:
    assert "rebel_miners" in council(prestige=0).tableau(0)


def test_R14_21_it_is_used_once_a_phase() -> None:
    watcher = Side(["alpha_centauri", "pan_galactic_security_council", "interstellar_casus_belli"], prestige=4)
    attacker = Side([HOME, "imperium_seat", "space_marines", "imperium_troops"])
    other = Side(["old_earth", "rebel_alliance", "interstellar_casus_belli"], prestige=1)
    victim = Side(["epsilon_eridani", "rebel_miners", "pirate_world"])
    table = brink(attacker, other, victim, watcher, phase="settle", options=WAR)
    table.answer(0, "rebel_miners")
    table.answer(1, "pirate_world")
    table.answer(3, "pirate_world")
    assert table.asked(3) == "takeover.block"
    table.answer(3, "pan_galactic_security_council")
    assert [told.seat for told in table.told("takeover_failed")] == [1, 3]
    assert len(table.told("blocked_takeover")) == 1


def test_R14_21_by_option_only_takeovers_that_can_be_aimed_at_anybody() -> None:
    options = RaceOptions(expansion="brink_of_war", takeovers=True, security_council_any_target_only=True)
    assert "rebel_miners" in council(options=options).tableau(0)


def test_R2_5_a_card_of_the_first_hand_goes_under_galactic_scavengers() -> None:
    scavengers = PACK.numbers["galactic_scavengers"][0]
    for seed in range(100):
        live = begin(RACE, PACKS, 3, BRINK, seed)
        seat = next((s for s, empire in enumerate(live.play.state.empires) if scavengers in empire.dealt), None)
        if seat is not None:
            break
    assert seat is not None
    table = Table(live)
    table.answer(seat, "galactic_scavengers")
    table.answer(seat, *table.offered(seat)[:2])
    assert (table.asked(seat), table.prompt(seat).least) == ("setup.put_under", 1)
    saved = table.offered(seat)[0]
    table.answer(seat, saved)
    empire = table.state.empires[seat]
    assert [PACK.cards[card].id for card in empire.saved[scavengers]] == [saved]
    assert len(empire.hand) == 3


def test_R14_15_saved_cards_go_with_a_world_that_is_taken_over() -> None:
    attacker = Side([HOME, "imperium_invasion_fleet", "interstellar_casus_belli", "space_marines"], prestige=1)
    table = brink(attacker, Side(["galactic_scavengers"]), phase="settle", options=WAR)
    scavengers = PACK.numbers["galactic_scavengers"][0]
    card = table.state.decks[0].pop()
    table.state.empires[1].saved = {scavengers: [card]}
    table.answer(0, "galactic_scavengers")
    assert table.state.empires[0].saved == {scavengers: [card]}
    assert table.state.empires[1].saved == {}
