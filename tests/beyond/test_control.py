import pytest

from galaxytables_beyond.components.numbers import NO_SYSTEM
from galaxytables_beyond.operations.control import settle
from galaxytables_beyond.scoring import scores
from galaxytables_beyond.state import Disc
from galaxytables_beyond.table.control import controllable, strongest
from galaxytables_kit import NOBODY, Seat
from tests.beyond import scene
from tests.beyond.scene import PACK, Table


def settled(table: Table, *places: str, active: int = 0) -> Table:
    by_id = PACK.sides[table.play.seats].by_id
    return table.run(settle(table.play, Seat(active), [by_id[place] for place in places]))


def test_R13_3_control_first_then_bonuses() -> None:
    table = Table()
    table.at("A1").system = scene.system("sA06")
    table.ships(0, "SOL", 1)
    table.do({"op": "jump", "points": 1}).answer("jump.move", "SOL.1>A1")
    kinds = [told.kind for told in table.play.events]
    assert kinds == ["moved", "controlled", "control_bonus", "gained_ore"]


def test_R13_4_systems_and_shipyards_only() -> None:
    table = Table()
    by_id = PACK.sides[2].by_id
    assert [name for name in by_id if controllable(table.play, by_id[name])] == ["A1", "A2", "B1", "B2", "Y1", "Y2"]
    table.ships(0, "SOL", 4)
    table.ships(0, "DEEP", 4)
    settled(table, "SOL", "DEEP")
    assert table.at("SOL").owner == table.at("DEEP").owner == NOBODY


def test_R13_4_an_empty_slot_cannot_be_controlled() -> None:
    table = Table()
    table.at("A1").system = NO_SYSTEM
    table.ships(0, "A1", 4)
    assert settled(table, "A1").at("A1").owner == NOBODY


def test_R13_5_strictly_the_highest_sum_of_levels_controls() -> None:
    table = Table(3)
    table.ships(0, "A1", 1, 1, 1)
    table.ships(1, "A1", 2)
    assert strongest(table.at("A1")) == 0
    table.ships(2, "A1", 4)
    assert strongest(table.at("A1")) == 2


def test_R13_6_a_tie_with_the_controller_cancels_control() -> None:
    table = Table()
    table.outpost(0, "A1")
    table.ships(0, "A1", 2)
    table.ships(1, "A1", 2)
    settled(table, "A1")
    assert table.at("A1").owner == NOBODY
    assert table.faction().food == 8


def test_R13_7_without_any_ship_control_stays() -> None:
    table = Table()
    table.outpost(0, "A1")
    assert settled(table, "A1").at("A1").owner == 0


def test_R13_8_the_outpost_is_the_leftmost_disc_of_the_trait() -> None:
    table = Table()
    table.ships(0, "A2", 1)
    settled(table, "A2")
    assert table.at("A2").disc == Disc.ORE
    assert (table.faction().food, table.faction().ore_discs) == (8, 7)


def test_R13_8_with_several_traits_the_controller_chooses() -> None:
    table = Table(4)
    table.ships(1, "Y1", 1)
    settled(table, "Y1")
    assert (table.asked, table.prompt.seat, table.offered) == ("control.disc", 1, ("food", "ore"))
    table.answer("control.disc", "ore")
    assert (table.at("Y1").owner, table.at("Y1").disc) == (1, Disc.ORE)


def test_R13_8_without_a_disc_an_achievement_disc_stands_in() -> None:
    table = Table()
    table.faction().food = 0
    table.ships(0, "A1", 1)
    settled(table, "A1")
    assert table.at("A1").disc == Disc.ACHIEVEMENT
    assert table.faction().achievement_discs == 7


def test_R13_8_wild_tracks_open_the_other_track_for_outposts() -> None:
    table = Table()
    table.discover("III1", "t3_12", 0)
    table.ships(0, "A1", 1)
    settled(table, "A1").answer("control.disc", "ore")
    assert table.at("A1").disc == Disc.ORE


def test_R13_9_the_loser_gets_its_disc_back_and_the_winner_chooses_its_own() -> None:
    table = Table(4)
    table.outpost(0, "Y1")
    table.ships(0, "Y1", 1)
    table.ships(1, "Y1", 2)
    settled(table, "Y1", active=1).answer("control.disc", "ore")
    assert table.faction(0).food == 8
    assert (table.at("Y1").owner, table.at("Y1").disc) == (1, Disc.ORE)
    assert [told.seat for told in table.told("taken_over")] == [1]


@pytest.mark.parametrize("disc", ["food", "ore", "achievement"])
def test_R13_9_each_kind_of_disc_returns_to_where_it_came_from(disc: str) -> None:
    table = Table()
    table.outpost(0, "A1", disc)
    table.ships(1, "A1", 1)
    settled(table, "A1", active=1)
    assert (table.faction().food, table.faction().ore_discs, table.faction().achievement_discs) == (8, 8, 8)


def test_R13_10_control_changes_in_the_turns_of_others_too() -> None:
    table = Table(3)
    table.outpost(0, "A1")
    table.ships(0, "A1", 2)
    table.ships(1, "A1", 1)
    table.do({"op": "jump", "points": 1}).answer("jump.move", "A1.2>SOL")
    assert table.at("A1").owner == 1


def test_R13_10_retiring_a_ship_settles_control() -> None:
    table = Table()
    table.outpost(0, "A1")
    table.ships(0, "A1", 2)
    table.ships(1, "A1", 1)
    table.faction().ore = 1
    table.faction().population = 0
    table.faction().supply = [0] * 5
    table.turn().answer("turn.action", "b_ship.0").answer("jump.move")
    table.answer("production.choose", "trade").answer("trade.deal", "retire.A1.2")
    assert table.at("A1").owner == 1


def test_R13_11_the_bonus_comes_on_placing_the_disc_also_out_of_turn() -> None:
    table = Table()
    table.at("A1").system = scene.system("sA06")
    table.outpost(0, "A1", "ore")
    table.ships(0, "A1", 2)
    table.ships(1, "A1", 1)
    table.do({"op": "jump", "points": 1}).answer("jump.move", "A1.2>SOL")
    assert table.at("A1").owner == 1
    assert (table.faction(0).ore, table.faction(1).ore) == (0, 1)


def test_R13_12_simultaneous_bonuses_in_an_order_of_choice() -> None:
    table = Table()
    table.at("A1").system = scene.system("sA06")
    table.at("A2").system = scene.system("sA11")
    table.ships(0, "SOL", 1, 1)
    table.do({"op": "jump", "points": 2}).answer("jump.move", "SOL.1>A1").answer("jump.move", "SOL.1>A2")
    assert (table.asked, table.offered) == ("control.bonus", ("A1", "A2"))
    table.answer("control.bonus", "A2")
    assert table.asked == "jump.move"
    table.answer("jump.move")
    assert table.faction().ore == 1


def test_R13_12_several_seats_settle_clockwise_from_the_active_one() -> None:
    table = Table(4)
    for place, seat in (("Y1", 1), ("A1", 3)):
        table.ships(seat, place, 1)
    table.at("A1").system = scene.system("sA03")
    settled(table, "Y1", "A1", active=2)
    assert table.prompt.seat == 3
    table.answer("control.disc", "ore").answer("control.disc", "food")
    assert [told.seat for told in table.told("controlled")] == [3, 1]


def test_R13_12_all_outposts_lie_before_anybody_takes_a_bonus() -> None:
    table = Table()
    table.at("A1").system = scene.system("sA06")
    table.at("A2").system = scene.system("sB08")
    table.outpost(0, "A1", "ore")
    table.ships(0, "A1", 1)
    table.ships(1, "A1", 1)
    table.ships(0, "SOL", 2)
    table.do({"op": "teleport", "ships": 2}).answer("teleport.move", "A1.1>A2").answer("teleport.move")
    told = [(told.kind, told.seat) for told in table.play.events[1:]]
    assert told == [
        ("control_lost", 0),
        ("controlled", 0),
        ("taken_over", 1),
        ("control_bonus", 0),
        ("gained_ore", 0),
        ("control_bonus", 1),
        ("gained_ore", 1),
    ]


def test_R13_13_every_outpost_is_a_point() -> None:
    table = Table()
    table.outpost(0, "A1")
    table.outpost(0, "Y2", "ore")
    assert scores(table.play)[0].parts["outposts"] == 2


def test_R13_14_a_tie_above_the_former_controller_means_nobody() -> None:
    table = Table(3)
    table.outpost(0, "A1")
    table.ships(0, "A1", 1)
    table.ships(1, "A1", 2)
    table.ships(2, "A1", 2)
    assert settled(table, "A1").at("A1").owner == NOBODY


@pytest.mark.parametrize(
    ("strengths", "owner"),
    [((1, 2, 2), 0), ((0, 2, 2), 0), ((2, 2, 1), NOBODY), ((2, 2, 2), NOBODY), ((1, 2, 3), 2), ((0, 0, 0), 0)],
)
def test_R13_14_the_option_keeps_control_below_a_tie(strengths: tuple[int, ...], owner: int) -> None:
    """Who is tied for the most loses control all the same (R13.6), and who is strictly strongest takes it (R13.5)."""
    table = Table(3, control_below_a_tie="kept")
    table.outpost(0, "A1")
    for seat, strength in enumerate(strengths):
        table.ships(seat, "A1", *[1] * strength)
    assert settled(table, "A1").at("A1").owner == owner


def test_R13_14_who_is_kept_below_a_tie_loses_to_the_strongest() -> None:
    table = Table(3, control_below_a_tie="kept")
    table.outpost(0, "A1")
    table.ships(1, "A1", 2)
    table.ships(2, "A1", 2)
    settled(table, "A1")
    table.at("A1").fleets[2].clear()
    assert settled(table, "A1").at("A1").owner == 1


def test_R13_14_a_tie_gives_nobody_control() -> None:
    table = Table(3, control_below_a_tie="kept")
    table.ships(1, "A1", 2)
    table.ships(2, "A1", 2)
    assert settled(table, "A1").at("A1").owner == NOBODY


def test_the_trigger_of_gaining_control_has_a_limit_a_turn() -> None:
    table = Table(3, mats="advanced")
    table.faction(2).automation = [Disc.FOOD] * 4
    table.ships(2, "SOL", 1, 1, 1)
    table.do({"op": "jump", "points": 4}, seat=2)
    for move in ("SOL.1>A1", "SOL.1>A2", "SOL.1>A1", "A1.1>Y1"):
        table.answer("jump.move", move)
    table.answer("jump.move")
    assert [table.at(place).owner for place in ("A1", "A2", "Y1")] == [2, 2, 2]
    assert table.faction(2).ore == 2
