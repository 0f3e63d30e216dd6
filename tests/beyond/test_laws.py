"""Laws that hold for all numbers, not only for those of a scene."""

from hypothesis import given
from hypothesis import strategies as st

from galaxytables_beyond.operations.colonize import _fewest, _thriftiest
from galaxytables_beyond.phases.production import growth_columns
from galaxytables_beyond.state import LocationState
from galaxytables_beyond.table.control import strongest
from galaxytables_beyond.table.cubes import return_population, settle_population, supply_left
from galaxytables_kit import NOBODY, Seat
from tests.beyond.scene import PACK, Table

COLUMNS = st.lists(st.integers(0, 4), min_size=5, max_size=5)
FLEET = st.lists(st.integers(1, 4), max_size=6)


@given(COLUMNS, st.integers(0, 20))
def test_R9_4_supply_is_emptied_column_by_column(supply: list[int], count: int) -> None:
    table = Table()
    faction = table.faction()
    faction.supply = list(supply)
    turned = settle_population(faction, count)
    assert turned == min(count, sum(supply))
    assert faction.population == 2 + turned
    touched = [column for column in range(5) if faction.supply[column] != supply[column]]
    if touched:
        assert faction.supply[: touched[-1]] == [0] * touched[-1]


@given(COLUMNS, st.integers(0, 12))
def test_R9_7_returned_cubes_fill_from_the_right_and_overflow_into_a(supply: list[int], count: int) -> None:
    table = Table()
    faction = table.faction()
    sizes = PACK.mats[faction.mat].supply_columns
    faction.supply = [min(cubes, size) for cubes, size in zip(supply, sizes, strict=True)]
    before = list(faction.supply)
    faction.population = count
    return_population(table.play, Seat(0), count)
    assert supply_left(faction) == sum(before) + count
    assert faction.population == 0
    changed = [column for column in range(5) if faction.supply[column] != before[column]]
    if changed:
        full = all(faction.supply[column] >= sizes[column] for column in range(changed[0] + 1, 5))
        assert full


@given(st.lists(FLEET, min_size=2, max_size=4))
def test_R13_5_only_strictly_most_strength_controls(fleets: list[list[int]]) -> None:
    best = strongest(LocationState(True, fleets))
    sums = [sum(fleet) for fleet in fleets]
    if best == NOBODY:
        assert sums.count(max(sums)) > 1 or max(sums) == 0
    else:
        assert sums[best] == max(sums)
        assert sums.count(max(sums)) == 1


@given(st.lists(st.integers(1, 4), min_size=1, max_size=8), st.integers(1, 32))
def test_R14_3_the_default_settlers_suffice_and_none_could_stay(fleet: list[int], needed: int) -> None:
    ships = {f"{level}.{number}": level for number, level in enumerate(fleet)}
    needed = min(needed, sum(fleet))
    picks = _thriftiest(ships, needed)
    strength = sum(ships[str(pick)] for pick in picks)
    assert strength >= needed
    assert all(strength - ships[str(pick)] < needed for pick in picks)
    fewest, strongest = _fewest(fleet, needed), sorted(fleet, reverse=True)
    assert sum(strongest[: fewest - 1]) < needed <= sum(strongest[:fewest])
    assert len(picks) >= fewest


@given(COLUMNS, st.integers(0, 8))
def test_R5_2_growth_never_takes_what_a_column_lacks(supply: list[int], food: int) -> None:
    table = Table(4, mats="advanced")
    for seat in range(4):
        faction = table.faction(seat)
        faction.supply, faction.food = list(supply), food
        columns = growth_columns(table.play, Seat(seat))
        assert all(columns.count(column) <= supply[column] for column in range(5))
        assert len(columns) <= len(PACK.mat_tables[faction.mat].growth[food])
