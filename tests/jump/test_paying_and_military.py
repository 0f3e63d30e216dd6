"""R3 and R4: paying for cards, and conquering worlds."""

import pytest

from tests.jump.scene import Side, card, name, number, private_cards, scene


def paid(*placed: str, empire: tuple[str, ...] = (), spare: int = 9) -> list[int]:
    """Cards paid for cards placed one after the other in one round, as the log tells."""
    table = scene(Side(empire, placed, spare), Side())
    table.play(0, *placed)
    return [number(told, "paid") for told in table.told("placed", 0)]


def test_R3_1_the_cost_is_discarded_face_down() -> None:
    table = scene(Side(hand=["comet_zone"], spare=4), Side(hand=[], spare=1))
    mine = table.hand(0)[1:4]
    table.answer(0, "comet_zone")
    table.answer(0, *mine)
    table.until_reveal()
    told = table.told("discarded", 0)[0]
    assert private_cards(told, 0) == tuple(mine)
    assert set(told.private) == {0}
    assert dict(told.facts) == {"count": 3, "why": "payment"}


def test_R3_1_the_player_chooses_what_to_discard() -> None:
    table = scene(Side(hand=["ancient_races", "gem_world", "comet_zone"], spare=2), Side())
    table.answer(0, "ancient_races")
    table.answer(0, "comet_zone", "gem_world")
    table.until_reveal()
    assert not {"comet_zone", "gem_world"} & set(table.hand(0)[:2])


def test_R3_1_a_cost_of_0_is_nothing_to_pay() -> None:
    assert paid("devolved_uplift_race", spare=0) == [0]


@pytest.mark.parametrize(("spare", "offered"), [(1, False), (2, True)])
def test_R3_2_a_hand_that_just_pays_the_reduced_price_is_enough(spare: int, *, offered: bool) -> None:
    table = scene(Side(["mining_robots"], ["comet_zone"], spare), Side())
    assert ("comet_zone" in table.offered(0)) is offered, "3 less 1"


def test_R3_2_reductions_add_up() -> None:
    assert paid("mining_world", empire=("mining_robots", "uplift_mining_moles")) == [1]


def test_R3_2_the_price_is_never_below_0() -> None:
    assert paid("asteroid_belt", empire=("replicant_robots", "mining_robots")) == [0]


def test_R3_3_copies_add_up() -> None:
    assert paid("drop_ships", empire=("investment_credits", "investment_credits")) == [1]
    table = scene(Side(["consumer_markets"], ["consumer_markets"], spare=3), Side())
    assert "consumer_markets" in table.offered(0)


@pytest.mark.parametrize("single", ["trade_pact", "survey_team"])
def test_R3_3_there_is_one_survey_team_and_one_trade_pact(single: str) -> None:
    empire = [single, "contact_specialist"]
    table = scene(Side(empire, ["trade_pact"] if single == "trade_pact" else [], spare=3), Side())
    assert single not in table.offered(0)


def test_R3_4_the_bonus_of_a_lone_development_adds_to_reductions() -> None:
    assert paid("space_marines", empire=("investment_credits",)) == [0]
    assert paid("space_marines", empire=("investment_credits", "space_symbionts")) == [0]


def test_R3_5_a_survey_team_alone_is_free() -> None:
    table = scene(Side(), Side())
    assert table.offered(0) == ["explore", "survey_team"]
    table.play(0, "survey_team")
    assert table.empire(0) == ["survey_team"]
    assert number(table.told("placed", 0)[0], "paid") == 0


def test_R3_5_a_survey_team_with_a_world_costs_1() -> None:
    table = scene(Side(hand=["ancient_races"], spare=4), Side())
    table.play(0, "survey_team", "ancient_races")
    assert [number(told, "paid") for told in table.told("placed", 0)] == [1, 2]


def test_R3_5_each_player_takes_one_from_the_table() -> None:
    table = scene(Side(), Side(), Side())
    for seat in range(3):
        table.answer(seat, "survey_team")
    assert [table.empire(seat) for seat in range(3)] == [["survey_team"]] * 3
    assert table.state.survey_teams == []
    table.finish_round()
    assert "survey_team" not in table.offered(0)


def test_R3_6_the_card_drawn_for_a_world_cannot_pay_for_it() -> None:
    table = scene(Side(hand=["ancient_races"], spare=1), Side())
    assert "ancient_races" not in table.offered(0)


def test_R3_6_the_card_drawn_for_the_first_world_pays_for_the_second() -> None:
    table = scene(Side(["colony_convoy"], ["ancient_races", "comet_zone"], spare=2), Side(), on_top=["gem_world"])
    table.play(0, "ancient_races")
    assert "comet_zone" in table.offered(0), "3 less 2; the drawn card pays"
    table.answer(0, "comet_zone")
    table.finish_round()
    assert "comet_zone" in table.empire(0)


@pytest.mark.parametrize(("world", "offered"), [("former_penal_colony", True), ("pirate_lair", False)])
def test_R4_1_strength_must_reach_the_defense(world: str, *, offered: bool) -> None:
    table = scene(Side(["space_marines"], [world], spare=5), Side())
    assert (world in table.offered(0)) is offered


def test_R4_1_a_military_world_is_never_paid_for() -> None:
    table = scene(Side(["drop_ships"], ["pirate_lair"], spare=5), Side())
    table.play(0, "pirate_lair")
    assert [(card(told), number(told, "defense")) for told in table.told("conquered", 0)] == [("pirate_lair", 3)]
    assert table.told("discarded", 0) == []


def test_R4_2_military_icons_add_up() -> None:
    table = scene(Side(["space_marines", "war_propaganda", "survey_hq"], ["alien_robot_sentry"]), Side())
    assert "alien_robot_sentry" in table.offered(0)


def test_R4_2_strength_is_there_again_next_round() -> None:
    table = scene(Side(["space_marines"], ["former_penal_colony", "convict_miners"]), Side())
    table.play(0, "former_penal_colony")
    table.finish_round()
    assert "convict_miners" in table.offered(0)


@pytest.mark.parametrize(
    ("world", "offered"),
    [("rebel_outpost", True), ("rebel_base", False), ("lost_alien_warship", False)],
)
def test_R4_2_strength_against_rebels_serves_only_against_rebels(world: str, *, offered: bool) -> None:
    table = scene(Side(["galactic_imperium", "war_propaganda"], [world]), Side())
    assert (world in table.offered(0)) is offered


@pytest.mark.parametrize(("world", "offered"), [("alien_robot_sentry", True), ("rebel_underground", False)])
def test_R4_2_strength_against_a_colour_serves_only_against_it(world: str, *, offered: bool) -> None:
    table = scene(Side(["rosetta_stone_world", "space_marines"], [world]), Side())
    assert (world in table.offered(0)) is offered


def test_R4_3_payment_and_strength_do_not_mix() -> None:
    table = scene(Side(["space_marines", "contact_specialist"], ["rebel_outpost"], spare=3), Side())
    assert "rebel_outpost" not in table.offered(0), "defense 5: strength 2 and 3 cards are not 5"


def test_R4_4_a_contact_specialist_pays_one_less_than_the_defense() -> None:
    table = scene(Side(["contact_specialist"], ["pirate_lair"], spare=3), Side())
    table.play(0, "pirate_lair")
    assert [(card(told), number(told, "paid")) for told in table.told("negotiated", 0)] == [("pirate_lair", 2)]


def test_R4_4_copies_add_up() -> None:
    table = scene(Side(["contact_specialist"] * 2, ["pirate_lair"], spare=3), Side())
    table.play(0, "pirate_lair")
    assert number(table.told("negotiated", 0)[0], "paid") == 1


def test_R4_4_the_owner_chooses_between_strength_and_payment() -> None:
    table = scene(Side(["contact_specialist", "space_marines"], ["former_penal_colony"], spare=3), Side())
    table.answer(0, "former_penal_colony")
    assert (table.asked(0), table.offered(0)) == ("choose.means", ["conquer", "negotiate"])
    prompt = table.prompt(0)
    assert prompt is not None
    assert prompt.subject is not None
    assert name(prompt.subject) == "former_penal_colony"
    table.answer(0, "negotiate")
    table.default(0)
    table.until_reveal()
    assert [number(told, "paid") for told in table.told("negotiated", 0)] == [1]


def test_R4_4_and_R4_8_no_negotiation_for_alien_worlds() -> None:
    table = scene(Side(["contact_specialist"], ["alien_robot_sentry", "rebel_underground"], spare=8), Side())
    assert "alien_robot_sentry" not in table.offered(0)
    assert "rebel_underground" in table.offered(0)


def test_R4_5_reductions_serve_a_negotiated_world() -> None:
    table = scene(Side(["contact_specialist", "replicant_robots", "mining_robots"], ["convict_miners"]), Side())
    table.play(0, "convict_miners")
    assert number(table.told("negotiated", 0)[0], "paid") == 0


def test_R4_6_a_negotiated_world_counts_as_military_afterwards() -> None:
    side = Side(["contact_specialist", "galactic_imperium"], ["rebel_underground"], spare=3)
    table = scene(side, Side())
    table.answer(0, "rebel_underground")
    table.answer(0, "negotiate")
    table.default(0)
    table.finish_round()
    assert table.vp(0) == [1 + 2 + 3], "specialist; imperium for a military world; the world"


def test_R4_7_a_contact_specialist_works_in_its_own_round() -> None:
    table = scene(Side(hand=["contact_specialist", "pirate_lair"], spare=3), Side())
    table.answer(0, "contact_specialist")
    assert "pirate_lair" in table.offered(0)
    table.play(0, "pirate_lair")
    assert number(table.told("negotiated", 0)[0], "paid") == 2


def test_R4_9_icons_are_never_negative() -> None:
    table = scene(Side(), Side())
    pack = table.live.play.pack
    assert min(number for numbers in pack.icons.values() for number in numbers) == 0


def test_R4_10_strength_against_particular_worlds_is_not_general() -> None:
    table = scene(Side(["rosetta_stone_world", "galactic_imperium"], ["trade_pact"], spare=2), Side())
    assert "trade_pact" in table.offered(0), "general strength is 0"
