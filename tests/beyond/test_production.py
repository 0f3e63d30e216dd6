from galaxytables_beyond.phases.production import growth_columns, production, trades
from galaxytables_kit import Seat
from tests.beyond.scene import Table


def produce(table: Table, kind: str) -> Table:
    table.run(production(table.play))
    return table.answer("production.choose", kind)


def test_R5_1_exactly_one_of_three() -> None:
    table = Table()
    table.run(production(table.play))
    assert table.offered == ("population", "ore", "trade")
    assert (table.prompt.least, table.prompt.most) == (1, 1)


def test_R5_2_each_visible_symbol_gives_a_cube_of_its_column() -> None:
    table = Table()
    table.faction().food = 5
    produce(table, "population")
    assert table.faction().supply == [2, 2, 2, 4, 4]
    assert table.faction().population == 5


def test_R5_2_an_empty_column_gives_nothing() -> None:
    table = Table()
    table.faction().food = 5
    table.faction().supply = [0, 1, 3, 4, 4]
    assert growth_columns(table.play, Seat(0)) == [1, 2]


def test_R5_2_two_symbols_of_one_column_share_its_cubes() -> None:
    table = Table(4, mats="advanced")
    table.faction(3).food = 0
    table.faction(3).supply = [1, 0, 0, 0, 0]
    assert growth_columns(table.play, Seat(3)) == [0]


def test_R5_3_ore_for_each_visible_symbol() -> None:
    table = produce(Table(), "ore")
    assert table.faction().ore == 2
    table = Table()
    table.faction().ore_discs = 5
    assert produce(table, "ore").faction().ore == 4


def test_R5_4_trades_in_any_mix_and_nothing_else() -> None:
    table = Table()
    table.faction().ore = 2
    produce(table, "trade")
    table.answer("trade.deal", "pop_to_ore").answer("trade.deal", "ore_to_pop").answer("trade.deal", "pop_to_ore")
    assert (table.faction().ore, table.faction().population) == (1, 1)


def test_R5_5_three_ore_buy_the_leftmost_supply_cube() -> None:
    table = Table()
    table.faction().ore = 3
    table.faction().supply[0] = 0
    produce(table, "trade").answer("trade.deal", "ore_to_pop")
    assert table.faction().supply == [0, 2, 3, 4, 4]
    assert (table.faction().ore, table.faction().population) == (0, 3)


def test_R5_6_a_ship_anywhere_retires_for_one_ore() -> None:
    table = Table()
    table.faction().ore = 1
    table.ships(0, "DEEP", 3)
    produce(table, "trade").answer("trade.deal", "retire.DEEP.3")
    assert table.at("DEEP").fleets[0] == []
    assert (table.faction().ore, table.faction().population) == (0, 3)


def test_R5_7_a_population_goes_to_the_rightmost_column_with_room() -> None:
    table = Table()
    table.faction().supply = [3, 2, 3, 4, 4]
    produce(table, "trade").answer("trade.deal", "pop_to_ore")
    assert table.faction().supply == [3, 3, 3, 4, 4]
    assert (table.faction().ore, table.faction().population) == (1, 1)


def test_R5_8_without_supply_no_population_is_bought() -> None:
    table = Table()
    table.faction().ore = 9
    table.faction().supply = [0] * 5
    assert "ore_to_pop" not in trades(table.play, Seat(0))


def test_R5_9_growth_is_taken_in_full() -> None:
    table = Table()
    table.faction().food = 0
    produce(table, "population")
    assert table.ended
    assert table.faction().population == 7
