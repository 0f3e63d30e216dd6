"""R5: a second world in the same round."""

import pytest

from galaxytables_jump.powers import second_worlds, strength_left
from galaxytables_jump.state import Means
from tests.jump.scene import PACK, Side, Table, card, number, numbers, scene


def settled(empire: list[str], hand: list[str], first: str, *, spare: int = 9, means: str = "") -> Table:
    """Seat 0 has placed its first world and may place a second."""
    table = scene(Side(empire, hand, spare), Side(), on_top=["investment_credits"])
    table.answer(0, first)
    if means:
        table.answer(0, means)
    table.until_reveal()
    return table


def test_R5_1_no_second_world_without_a_convoy() -> None:
    table = settled([], ["ancient_races", "gem_world"], "ancient_races")
    assert table.asked(0) != "second.world"


def test_R5_1_never_more_than_two_worlds() -> None:
    hand = ["ancient_races", "gem_world", "comet_zone"]
    table = settled(["colony_convoy", "colony_convoy"], hand, "ancient_races")
    table.answer(0, "gem_world")
    table.finish_round()
    assert "comet_zone" in table.hand(0)
    assert len(table.told("placed", 0)) == 2


def test_R5_1_the_types_must_agree() -> None:
    hand = ["ancient_races", "smuggling_lair", "gem_world"]
    peaceful = settled(["colony_convoy", "space_marines"], hand, "ancient_races")
    assert peaceful.offered(0) == ["gem_world", "nothing"]
    conquered = settled(["military_convoy", "space_marines"], hand, "smuggling_lair")
    assert conquered.asked(0) != "second.world"


def test_R5_2_the_second_world_counts_in_the_scoring_of_the_round() -> None:
    table = settled(["colony_convoy"], ["ancient_races", "terraformed_world"], "ancient_races")
    assert table.told("scored") == []
    table.answer(0, "terraformed_world")
    table.finish_round()
    assert table.vp(0) == [1 + 5]


def test_R5_3_the_drawn_card_may_be_the_second_world() -> None:
    table = scene(Side(["colony_convoy"], ["ancient_races"], spare=4), Side(), on_top=["gem_world"])
    table.play(0, "ancient_races")
    assert table.offered(0) == ["gem_world", "nothing"]


def test_R5_3_there_is_one_draw_a_round() -> None:
    table = settled(["colony_convoy"], ["ancient_races", "gem_world"], "ancient_races")
    table.answer(0, "gem_world")
    table.finish_round()
    assert table.drawn(0, "lone world") == 1


@pytest.mark.parametrize(
    ("convoy", "first", "second"),
    [("colony_convoy", "ancient_races", "gem_world"), ("military_convoy", "smuggling_lair", "new_survivalists")],
)
def test_R5_4_convoys_work_in_the_round_in_which_they_are_placed(convoy: str, first: str, second: str) -> None:
    table = scene(Side(hand=[convoy, first, second], spare=6), Side())
    table.answer(0, convoy)
    table.play(0, first)
    assert second in table.offered(0)


def test_R5_5_the_convoy_is_discarded_and_the_second_world_costs_2_less() -> None:
    table = settled(["colony_convoy"], ["ancient_races", "comet_zone"], "ancient_races")
    assert number(table.told("placed", 0)[0], "paid") == 2, "not for the first world"
    table.answer(0, "comet_zone")
    table.finish_round()
    assert number(table.told("placed", 0)[1], "paid") == 1
    assert [card(told) for told in table.told("gave_up", 0)] == ["colony_convoy"]
    assert table.empire(0) == ["ancient_races", "comet_zone"]
    assert "colony_convoy" in {PACK.cards[n].id for n in table.state.discards}


def test_R5_5_the_second_world_is_paid_for_from_the_hand() -> None:
    table = settled(["colony_convoy"], ["ancient_races", "new_earth"], "ancient_races", spare=7)
    before = table.hand_size(0)
    table.answer(0, "new_earth")
    prompt = table.prompt(0)
    assert prompt is not None
    assert (prompt.kind, prompt.least, prompt.most) == ("second.payment", 3, 3)
    assert "new_earth" not in table.offered(0)
    table.answer(0, *table.hand(0)[:3])
    assert table.hand_size(0) == before - 1 - 3
    table.finish_round()
    assert [number(told, "count") for told in table.told("discarded", 0)] == [2, 3]


@pytest.mark.parametrize(("spare", "offered"), [(2, False), (3, True)])
def test_R5_5_the_second_world_does_not_pay_for_itself(spare: int, *, offered: bool) -> None:
    """2 cards pay for the first world, 1 is drawn; the second costs 4 less 2."""
    table = settled(["colony_convoy"], ["ancient_races", "uplift_mercenaries"], "ancient_races", spare=spare)
    assert ("uplift_mercenaries" in table.offered(0)) is offered


def test_R5_5_not_wanted_the_convoy_stays() -> None:
    table = settled(["colony_convoy"], ["ancient_races", "comet_zone"], "ancient_races")
    table.answer(0, "nothing")
    table.finish_round()
    assert "colony_convoy" in table.empire(0)


def test_R5_5_a_negotiated_world_may_be_the_first() -> None:
    table = settled(["colony_convoy", "contact_specialist"], ["pirate_lair", "gem_world"], "pirate_lair")
    assert table.offered(0) == ["gem_world", "nothing"]


def test_R5_5_a_negotiated_world_may_be_the_second() -> None:
    table = settled(["colony_convoy", "contact_specialist"], ["ancient_races", "rebel_outpost"], "ancient_races")
    table.answer(0, "rebel_outpost")
    table.finish_round()
    assert number(table.told("negotiated", 0)[0], "paid") == 5 - 1 - 2


def test_R5_6_the_discarded_convoy_no_longer_counts_in_the_scoring() -> None:
    empire = ["colony_convoy", "galactic_federation"]
    table = settled(empire, ["ancient_races", "comet_zone"], "ancient_races")
    table.answer(0, "comet_zone")
    table.finish_round()
    assert table.vp(0) == [2 * 1 + 1], "the federation alone is a development"


def test_R5_7_both_defenses_together_need_the_strength() -> None:
    hand = ["former_penal_colony", "convict_miners", "smuggling_lair"]
    table = settled(["military_convoy", "space_marines"], hand, "former_penal_colony")
    assert table.offered(0) == ["convict_miners", "nothing", "smuggling_lair"], "3 and 1 new, less 2, leaves 2"


def test_R5_7_icons_of_the_first_world_count_for_the_second() -> None:
    table = settled(["military_convoy"], ["new_survivalists", "former_penal_colony"], "new_survivalists")
    assert "former_penal_colony" in table.offered(0), "1 used, 2 new"


def test_R5_7_icons_of_the_first_world_do_not_conquer_it() -> None:
    table = settled(["military_convoy"], ["new_survivalists", "imperium_blaster_factory"], "new_survivalists")
    assert table.asked(0) != "second.world"


def test_R5_7_the_convoy_stays() -> None:
    table = settled(["military_convoy"], ["new_survivalists", "former_penal_colony"], "new_survivalists")
    table.answer(0, "former_penal_colony")
    table.finish_round()
    assert table.empire(0) == ["military_convoy", "new_survivalists", "former_penal_colony"]
    assert table.told("gave_up") == []


@pytest.mark.parametrize(
    ("empire", "first", "second", "left"),
    [
        (["drop_ships"], "smuggling_lair", "former_penal_colony", 3 + 1 - 1),
        (["galactic_imperium", "drop_ships"], "rebel_underground", "smuggling_lair", 3),
        (["galactic_imperium", "drop_ships"], "rebel_outpost", "smuggling_lair", 3 + 4 + 1 - 5),
        (["galactic_imperium", "drop_ships"], "smuggling_lair", "rebel_underground", 3 + 1 + 4 - 1),
        (["galactic_imperium", "drop_ships"], "rebel_underground", "rebel_outpost", 3 + 4 - 3),
        (["galactic_imperium", "rosetta_stone_world", "drop_ships"], "rebel_underground", "alien_robot_sentry", 3 + 2),
        (["galactic_imperium", "rosetta_stone_world", "drop_ships"], "rebel_base", "alien_robot_sentry", 3 + 2 - 2),
    ],
)
def test_R5_7_targeted_strength_serves_once_and_only_what_it_fits(
    empire: list[str], first: str, second: str, left: int
) -> None:
    *cards, other = numbers(*empire, first, second)
    assert strength_left(PACK, cards, Means.CONQUER, other) == left


def test_R5_8_no_military_convoy_after_a_negotiated_world() -> None:
    empire = ["military_convoy", "contact_specialist", "space_marines"]
    hand = ["former_penal_colony", "smuggling_lair"]
    assert settled(empire, hand, "former_penal_colony", means="negotiate").asked(0) != "second.world"
    assert settled(empire, hand, "former_penal_colony", means="conquer").asked(0) == "second.world"


def test_R5_8_the_second_world_of_a_military_convoy_is_not_negotiated() -> None:
    empire = ["military_convoy", "contact_specialist"]
    table = settled(empire, ["smuggling_lair", "rebel_base"], "smuggling_lair", means="conquer")
    assert table.asked(0) != "second.world"


def test_R5_9_two_convoys_give_one_reduction_and_one_goes() -> None:
    table = settled(["colony_convoy", "colony_convoy"], ["ancient_races", "comet_zone"], "ancient_races")
    table.answer(0, "comet_zone")
    table.finish_round()
    assert number(table.told("placed", 0)[1], "paid") == 1
    assert table.empire(0) == ["colony_convoy", "ancient_races", "comet_zone"]


def test_R5_9_both_kinds_of_convoy_each_serve_their_type() -> None:
    empire = numbers("colony_convoy", "military_convoy", "drop_ships", "smuggling_lair")
    hand = numbers("former_penal_colony", "gem_world")
    assert {PACK.cards[n].id for n in second_worlds(PACK, empire, Means.CONQUER, hand)} == {"former_penal_colony"}
    assert {PACK.cards[n].id for n in second_worlds(PACK, empire, Means.PAY, hand)} == {"gem_world"}


def test_R5_10_the_second_world_is_decided_after_the_reveal() -> None:
    table = settled(["colony_convoy"], ["ancient_races", "gem_world"], "ancient_races")
    assert [card(told) for told in table.told("placed", 0)] == ["ancient_races"]
    assert table.asked(0) == "second.world"
