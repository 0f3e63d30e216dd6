"""R19, Alien Artifacts without the orb game, and the powers that it brings."""

import pytest

from galaxytables_kit.errors import ChoiceError, OptionsConflict
from galaxytables_kit.wire import prompt_message
from galaxytables_race.options import RaceOptions
from galaxytables_race.rules import RACE
from tests.race.scene import PACK, Side, Table, fact, scene

ALIEN = RaceOptions(expansion="alien_artifacts")
OTHER = Side(["epsilon_eridani"])


def alien(*sides: Side, phase: str, deck: tuple[str, ...] = ()) -> Table:
    return scene(*sides, phase=phase, options=ALIEN, deck=deck)


def pay(table: Table, seat: int = 0) -> None:
    """Pay with whatever lies first."""
    prompt = table.prompt(seat)
    assert prompt.kind in ("settle.pay", "develop.pay")
    table.answer(seat, *table.offered(seat)[: prompt.least])


def test_R19_1_two_start_worlds_to_choose_from_and_no_goals() -> None:
    assert ALIEN.chooses_start_world
    RACE.check(ALIEN, 5, PACK)
    with pytest.raises(OptionsConflict):
        RACE.check(RaceOptions(expansion="alien_artifacts", goals=True), 3, PACK)


def test_R19_2_survey_technology_moves_nobody() -> None:
    table = alien(Side(["alien_survey_technology"]), OTHER, phase="explore", deck=("gem_world", "comet_zone"))
    assert (table.asked(0), len(table.offered(0)), table.prompt(0).least) == ("explore.keep", 2, 1)
    assert "explore" not in PACK.designs["alien_survey_technology"].power_phases


def test_R19_3_artifact_clauses_score_nothing() -> None:
    table = alien(Side(["uplift_alliance", "alien_researchers"]), OTHER, phase="explore")
    assert (table.score_of(0, "uplift_alliance"), table.score_of(0, "alien_researchers")) == (2, 1)


def test_R7_17_a_flipped_world_is_placed_for_nothing() -> None:
    side = Side(["wormhole_prospectors"], ["space_port"], actions=["settle"])
    table = alien(side, OTHER, phase="settle", deck=("gem_world", "comet_zone"))
    assert table.offered(0) == ["wormhole_prospectors"]
    table.answer(0, "wormhole_prospectors")
    assert table.tableau(0) == ["wormhole_prospectors", "gem_world"]
    assert table.hand(0) == ["comet_zone", "space_port"]  # the Settle bonus


@pytest.mark.parametrize("card", ["rebel_miners", "public_works"])
def test_R7_17_anything_else_goes_to_the_hand(card: str) -> None:
    table = alien(Side(["wormhole_prospectors"], actions=["settle"]), OTHER, phase="settle", deck=(card,))
    table.answer(0, "wormhole_prospectors")
    assert (table.hand(0), table.tableau(0)) == ([card], ["wormhole_prospectors"])


def test_R7_17_flipping_is_instead_of_placing_from_hand() -> None:
    side = Side(["wormhole_prospectors"], ["gem_world"], spare=2)
    table = alien(side, OTHER, phase="settle", deck=("public_works",))
    assert table.offered(0) == ["gem_world", "wormhole_prospectors"]
    with pytest.raises(ChoiceError):
        table.answer(0, "gem_world", "wormhole_prospectors")
    table.answer(0, "wormhole_prospectors")
    assert "gem_world" in table.hand(0)
    assert fact(table.told("flipped")[0], "card") == "public_works"


def convoy(first: str, *hand: str, military: tuple[str, ...] = ()) -> Table:
    table = alien(Side(["imperium_supply_convoy", *military], [first, *hand]), OTHER, phase="settle")
    table.answer(0, first)
    return table


def test_R7_14_a_second_conquest_with_the_military_left() -> None:
    strong = ("space_marines", "drop_ships")  # 2 and 3
    table = convoy("rebel_miners", "rebel_underground", "pirate_world", military=strong)  # 2 of 5
    assert (table.asked(0), table.offered(0)) == ("settle.extra", ["pirate_world", "rebel_underground"])
    table.answer(0, "pirate_world")
    assert table.tableau(0)[-2:] == ["rebel_miners", "pirate_world"]


def test_R7_14_not_with_less_than_both_need() -> None:
    table = convoy("rebel_miners", "pirate_world", military=("drop_ships", "scientific_cruisers"))  # 4 for 2 + 3
    assert table.asked(0) == "actions.choose"


def test_R7_14_specialised_military_of_one_of_the_two_is_used_on_it_first() -> None:
    strong = ("contact_specialist", "alien_researchers", "space_marines", "new_sparta")  # 2 general, 3 against aliens
    table = convoy("self_repairing_alien_artillery", "former_penal_colony", military=strong)  # 4, then 1 of 1 left
    assert table.offered(0) == ["former_penal_colony"]


def test_R7_14_not_after_paying() -> None:
    strong = ("space_marines", "drop_ships")
    table = alien(
        Side(["imperium_supply_convoy", *strong], ["comet_zone", "pirate_world"], spare=4), OTHER, phase="settle"
    )
    table.answer(0, "comet_zone")
    pay(table)
    assert table.asked(0) == "actions.choose"


def test_R7_14_the_second_world_is_never_paid_for() -> None:
    table = convoy("rebel_miners", "comet_zone", military=("space_marines", "drop_ships"))
    assert table.asked(0) == "actions.choose"


def test_R7_15_terraforming_project_needs_no_first_world() -> None:
    table = alien(Side(["terraforming_project"], ["new_earth"], actions=["settle"]), OTHER, phase="settle")
    assert (table.asked(0), table.offered(0)) == ("settle.extra", ["new_earth"])
    table.answer(0, "new_earth")
    assert table.tableau(0) == ["new_earth"]
    assert table.hand_size(0) == 1  # R7.9: the bonus for the first world of the phase
    assert fact(table.told("gave_up")[0], "card") == "terraforming_project"


def test_R7_15_not_for_alien_worlds() -> None:
    side = Side(["terraforming_project", "alien_survey_technology"], ["alien_robot_sentry"])
    assert alien(side, OTHER, phase="settle").asked(0) == "actions.choose"


def test_R7_15_a_military_world_only_if_it_could_be_paid_for() -> None:
    assert alien(Side(["terraforming_project"], ["rebel_miners"]), OTHER, phase="settle").asked(0) == "actions.choose"
    side = Side(["terraforming_project", "contact_specialist"], ["rebel_miners"])
    assert alien(side, OTHER, phase="settle").offered(0) == ["rebel_miners"]


def test_R7_15_declining_keeps_the_card() -> None:
    table = alien(Side(["terraforming_project"], ["new_earth"]), OTHER, phase="settle")
    table.answer(0)
    assert (table.tableau(0), table.hand(0)) == (["terraforming_project"], ["new_earth"])
    assert table.asked(0) == "actions.choose"


def test_R7_11_several_powers_for_one_more_world_in_any_order() -> None:
    strong = ("space_marines", "drop_ships")
    side = Side(["imperium_supply_convoy", "terraforming_project", *strong], ["rebel_miners", "pirate_world"])
    table = alien(Side([*side.tableau], [*side.hand, "new_earth"]), OTHER, phase="settle")
    table.answer(0, "rebel_miners")
    assert (table.asked(0), table.offered(0)) == ("settle.power", ["imperium_supply_convoy", "terraforming_project"])
    table.answer(0, "terraforming_project")
    table.answer(0, "new_earth")
    assert (table.asked(0), table.offered(0)) == ("settle.extra", ["pirate_world"])
    table.answer(0, "pirate_world")
    assert table.tableau(0)[-3:] == ["rebel_miners", "new_earth", "pirate_world"]


def test_R9_1_rare_goods_are_gathered_before_anything_is_produced() -> None:
    worlds = ["mining_world", "comet_zone", "gem_world"]
    table = alien(Side(["tranship_point", *worlds], goods=worlds), Side(["new_sparta"]), phase="produce")
    held = {PACK.cards[world].id: len(goods) for world, goods in table.state.empires[0].goods.items()}
    assert held == {"tranship_point": 2, "mining_world": 1, "comet_zone": 1, "gem_world": 1}
    assert fact(table.told("gathered")[0], "worlds") == ["mining_world", "comet_zone"]


def test_R1_5_each_good_of_a_world_with_several_is_there_to_consume() -> None:
    side = Side(["tranship_point", "mining_conglomerate"], goods=["tranship_point"] * 2)
    table = alien(side, Side(["new_sparta"]), phase="consume")
    assert (table.chips(0), table.goods(0)) == (2, [])


def test_R1_5_goods_of_one_world_are_options_of_their_own() -> None:
    side = Side(["tranship_point", "gem_world", "prosperous_world"], goods=["tranship_point"] * 2 + ["gem_world"])
    table = alien(side, Side(["new_sparta"]), phase="consume")
    point, gem = (PACK.numbers[name][0] for name in ("tranship_point", "gem_world"))
    assert table.prompt(0).options == (point, f"{point}:2", gem)
    key, prompt = next(iter(table.live.prompts.items()))
    message = prompt_message(table.live, key, prompt)
    offer = RACE.offer(table.live.play, prompt, f"{point}:2")
    assert (offer.component, offer.facts) == ("tranship_point", {"good": "rare", "nth": 2})
    goods = [good for card in table.shown(0).empires[0].cards for good in card.goods]
    assert [target.piece for option in message.options for target in option.targets] == goods
    table.live.answer(0, key, (f"{point}:2",))
    assert len(table.state.empires[0].goods[point]) == 1


def test_R7_5_a_gathered_good_pays_for_military() -> None:
    tableau = ["new_sparta", "tranship_point", "rebel_gem_smugglers"]
    table = alien(Side(tableau, ["rebel_underground"], goods=["tranship_point"]), OTHER, phase="settle")
    table.answer(0, "rebel_underground")
    assert table.tableau(0)[-1] == "rebel_underground"
    assert "tranship_point" not in table.goods(0)


def test_R8_6_a_good_that_cannot_be_sold() -> None:
    side = Side(["alien_fuel_refinery", "gem_world"], goods=["alien_fuel_refinery", "gem_world"])
    table = alien(Side(side.tableau, goods=side.goods, actions=["consume_trade"]), OTHER, phase="consume")
    assert table.goods(0) == ["alien_fuel_refinery"]
    assert table.hand_size(0) == 2


def test_R8_6_trade_as_consume_still_sells_it() -> None:
    side = Side(["alien_fuel_refinery", "trade_league"], goods=["alien_fuel_refinery"], actions=["consume_trade"])
    table = alien(side, OTHER, phase="consume")
    assert table.goods(0) == []
    assert table.hand_size(0) == 5 + 1  # Trade League's own bonus


@pytest.mark.parametrize(
    ("cards", "drawn"),
    [
        (("imperium_fifth_column", "imperium_stealth_tactics", "drop_ships"), 2),
        (("rebel_resistance_aa", "rebel_uplift_world", "imperium_fifth_column"), 2 + 1),  # that one draws for itself
        (("galactic_investors", "galactic_federation", "drop_ships"), 2),
        (("galactic_news_hub", "galactic_survey_headquarters"), 1),
    ],
)
def test_R9_6_draws_for_own_cards_and_for_the_most_goods(cards: tuple[str, ...], drawn: int) -> None:
    assert alien(Side(cards), OTHER, phase="produce").hand_size(0) == drawn


def test_R1_10_military_for_each_chromosome_card() -> None:
    table = alien(Side(["rebel_uplift_world", "amphibian_uplift_race", "drop_ships"]), OTHER, phase="produce")
    assert table.shown(0).empires[0].military == 2 + 3


def test_R8_9_a_reward_for_one_good_of_each_kind() -> None:
    worlds = ["gem_world", "comet_zone", "mining_world"]
    table = alien(Side(["interstellar_trade_port", *worlds], goods=worlds), OTHER, phase="consume")
    assert table.offered(0) == ["comet_zone", "mining_world"]
    table.answer(0, "mining_world")
    assert (table.chips(0), table.hand_size(0), table.goods(0)) == (2, 2, ["comet_zone"])


def test_R8_5_R8_10_two_consume_powers_on_a_card_one_of_them_for_hand_cards() -> None:
    side = Side(["terraforming_colony"], goods=["terraforming_colony"], actions=["consume_x2"])
    table = alien(side, OTHER, phase="consume")
    assert (table.asked(0), table.chips(0), table.hand_size(0)) == ("consume.hand", 2, 2)
    table.answer(0, table.offered(0)[0])
    assert (table.chips(0), table.hand_size(0)) == (2 + 1, 1)


@pytest.mark.parametrize(("world", "cards"), [("galactic_survey_headquarters", 3), ("gem_world", 2)])
def test_R8_1_a_trade_bonus_for_the_good_of_its_own_world(world: str, cards: int) -> None:
    side = Side(["galactic_survey_headquarters", "gem_world"], goods=[world], actions=["consume_trade"])
    assert alien(side, OTHER, phase="consume").hand_size(0) == cards


def test_R6_5_draws_after_each_development() -> None:
    side = Side(["frontier_capital", "galactic_investors"], ["drop_ships"], spare=4)
    table = alien(side, OTHER, phase="develop")
    table.answer(0, "drop_ships")
    assert table.hand_size(0) == 1 + 2


@pytest.mark.parametrize(
    ("card", "others", "points"),
    [
        ("alien_researchers", ("alien_rosetta_stone_world", "alien_survey_technology"), 1 + 3 + 1),
        ("alien_uplift_chamber", ("uplift_researchers", "drop_ships"), 2 + 2),
        ("galactic_expansionists", ("drop_ships", "gem_world", "galactic_news_hub"), 1 + 1 + 1),
        ("imperium_war_faction", ("imperium_fifth_column", "blaster_gem_mines", "rebel_uplift_world"), 2 + 2 + 3 + 1),
        ("rebel_resistance_aa", ("rebel_uplift_world", "drop_ships"), 2 + 2),
        ("terraforming_unlimited", ("terraforming_colony", "terraformed_world", "gem_world"), 2 + 2 + 3 + 1),
        ("uplift_alliance", ("uplift_researchers", "deep_space_symbionts_ltd", "designer_species_ultd"), 2 + 2 + 2 + 2),
        (
            "wormhole_prospectors",
            ("galactic_survey_headquarters", "gem_world", "imperium_blaster_gem_depot", "imperium_fifth_column"),
            1 + 2 + 1 + 1,
        ),
    ],
)
def test_R11_4_cards_that_score_at_the_end(card: str, others: tuple[str, ...], points: int) -> None:
    table = alien(Side([card, *others]), OTHER, phase="explore")
    assert table.score_of(0, card) == points
