"""What the heuristic bot of Race for the Galaxy does with takeovers and bets."""

import pytest

from galaxytables_race.options import RaceOptions
from tests.bots.test_race_heuristic import decide
from tests.race.scene import Side, Table, scene

TAKEOVERS = RaceOptions(expansion="rebel_vs_imperium", takeovers=True)


def settling(*sides: Side) -> Table:
    return scene(*sides, phase="settle", options=TAKEOVERS)


def answered(table: Table, seat: int = 0) -> list[str]:
    """Have the bot answer, and give what it picked."""
    picks = decide(table, seat)
    table.answer(seat, *picks)
    return picks


def test_a_takeover_that_pays_is_declared() -> None:
    table = settling(Side(["new_sparta", "drop_ships", "imperium_seat"]), Side(["rebel_cantina", "rebel_base"]))
    assert answered(table) == ["rebel_base"]
    assert table.tableau(0)[-1] == "rebel_base"


def test_a_hopeless_one_is_not() -> None:
    table = settling(Side(["alpha_centauri", "imperium_seat"]), Side(["rebel_cantina", "rebel_homeworld"]))
    assert answered(table) == []


def test_the_power_that_costs_nothing_is_used() -> None:
    attacker = Side(["new_sparta", "drop_ships", "galactic_imperium", "imperium_seat", "imperium_cloaking_technology"])
    table = settling(attacker, Side(["epsilon_eridani", "rebel_base"]))
    assert answered(table) == ["rebel_base"]
    assert answered(table) == ["imperium_seat"]


@pytest.mark.parametrize(("more", "picks"), [([], ["new_military_tactics"]), (["drop_ships"], [])])
def test_military_is_added_where_it_decides(more: list[str], picks: list[str]) -> None:
    attacker = Side(["new_sparta", "imperium_seat", "new_military_tactics", *more])
    table = settling(attacker, Side(["rebel_cantina", "rebel_base"]))
    table.answer(0, "rebel_base")
    assert answered(table) == picks
    assert table.tableau(0)[-1] == "rebel_base"


def test_no_more_hand_cards_than_it_takes() -> None:
    attacker = Side(["new_sparta", "space_marines", "imperium_seat", "mercenary_fleet"], spare=3)
    table = settling(attacker, Side(["alpha_centauri", "contact_specialist", "space_marines", "rebel_base"]))
    table.answer(0, "rebel_base")
    if table.asked(0) == "takeover.attack":
        assert answered(table) == []
    owner = Side(["epsilon_eridani", "rebel_base"])
    table = settling(Side(["new_sparta", "space_marines", "imperium_seat", "mercenary_fleet"], spare=3), owner)
    table.answer(0, "rebel_base")
    assert table.asked(0) == "takeover.attack"
    assert answered(table) == []
    weaker = settling(Side(["new_sparta", "imperium_seat", "space_mercenaries", "mercenary_fleet"], spare=3), owner)
    weaker.answer(0, "rebel_base")
    assert answered(weaker) != []
    while weaker.asked(0) == "settle.temporary_cards":
        assert len(decide(weaker)) == weaker.prompt(0).least
        answered(weaker)
    assert weaker.tableau(0)[-1] == "rebel_base"
    assert weaker.hand_size(0) == 2


def test_a_world_is_defended_where_that_saves_it() -> None:
    owner = Side(["rebel_cantina", "rebel_base", "new_military_tactics"])
    table = settling(Side(["new_sparta", "drop_ships", "imperium_seat"]), owner)
    table.answer(0, "rebel_base")
    assert (table.asked(1), answered(table, 1)) == ("takeover.defend", ["new_military_tactics"])
    assert table.tableau(1) == ["rebel_cantina", "rebel_base"]


def test_cheap_cards_are_bet() -> None:
    side = Side(["gambling_world_rvi"], ["gem_world", "trade_league"])
    table = scene(side, Side(["old_earth"]), phase="consume", options=TAKEOVERS, deck=["drop_ships", "space_marines"])
    assert answered(table) == ["gem_world"]
    assert answered(table) == ["drop_ships"]
