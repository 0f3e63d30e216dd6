from galaxytables_beyond.components.effects import Cost
from galaxytables_beyond.operations.resolve import can_pay, pay
from galaxytables_beyond.table.cubes import return_population, settle_population, supply_left, take_leftmost
from galaxytables_kit import Seat
from tests.beyond.scene import Table


def test_R9_1_ore_is_paid_in_full() -> None:
    table = Table()
    table.faction().ore = 3
    assert not can_pay(table.play, Seat(0), Cost(4, 0))
    assert can_pay(table.play, Seat(0), Cost(3, 0))
    pay(table.play, Seat(0), 3, 0)
    assert table.faction().ore == 0


def test_R9_2_ore_comes_without_limit() -> None:
    table = Table()
    table.do({"op": "gain_ore", "n": 60}, {"op": "gain_ore", "n": 60})
    assert table.faction().ore == 120


def test_R9_3_population_must_lie_on_the_mat() -> None:
    table = Table()
    table.faction().population = 0
    build = {"op": "build", "source": "pop", "level": 1, "n": 1, "at": "sol"}
    assert table.do(build).at("SOL").fleets[0] == []
    table.faction().population = 1
    assert table.do(build).at("SOL").fleets[0] == [1]
    assert table.faction().population == 0


def test_R9_4_supply_is_taken_from_the_left_column_by_column() -> None:
    table = Table()
    table.faction().supply = [0, 1, 3, 4, 4]
    for expected in ([0, 0, 3, 4, 4], [0, 0, 2, 4, 4]):
        take_leftmost(table.faction())
        assert table.faction().supply == expected


def test_R9_4_what_supply_lacks_is_lost() -> None:
    table = Table()
    table.faction().supply = [0, 0, 0, 0, 2]
    assert settle_population(table.faction(), 3) == 2
    assert supply_left(table.faction()) == 0
    assert table.faction().population == 4


def test_R9_6_taken_left_to_right_returned_right_to_left() -> None:
    table = Table()
    settle_population(table.faction(), 4)
    assert table.faction().supply == [0, 2, 3, 4, 4]
    return_population(table.play, Seat(0), 2)
    assert table.faction().supply == [1, 3, 3, 4, 4]


def test_R9_7_population_fills_the_rightmost_column_with_room_first() -> None:
    table = Table()
    table.faction().supply = [3, 3, 1, 4, 3]
    table.faction().population = 6
    return_population(table.play, Seat(0), 4)
    assert table.faction().supply == [4, 3, 3, 4, 4]


def test_R9_7_without_room_column_a_grows_beyond_its_size() -> None:
    table = Table()
    return_population(table.play, Seat(0), 2)
    assert table.faction().supply == [5, 3, 3, 4, 4]
