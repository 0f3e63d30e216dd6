"""Swiss for two seats: nobody meets twice, like points meet, seats stay even, one bye each."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import mean
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.swiss_field import Field
from galaxytables_lobby.domain.tournaments import swiss
from galaxytables_lobby.domain.tournaments.points import POINT
from galaxytables_lobby.domain.tournaments.state import EntrantNumber
from galaxytables_lobby.domain.tournaments.swiss import Paired, SwissEntrant, pair


def entrant(number: int, points: float = 0, **fields: Any) -> SwissEntrant:
    return SwissEntrant(EntrantNumber(number), round(points * POINT), number + 1, **fields)


def met(*numbers: int) -> dict[str, Any]:
    return {"met": frozenset(numbers)}


def test_the_first_round_is_the_fold_of_the_field():
    pairs = pair([entrant(number) for number in range(6)]).pairs
    assert [set(each) for each in pairs] == [{0, 3}, {1, 4}, {2, 5}]


def test_seats_alternate_over_the_boards_of_the_first_round():
    assert pair([entrant(number) for number in range(6)]).pairs == ((0, 3), (4, 1), (2, 5))


def test_like_points_meet():
    field = [entrant(0, 2), entrant(1, 1), entrant(2, 1), entrant(3, 2)]
    assert {frozenset(each) for each in pair(field).pairs} == {frozenset((0, 3)), frozenset((1, 2))}


def test_who_has_met_does_not_meet_again_even_if_points_differ():
    field = [entrant(0, 2, **met(3)), entrant(1, 1), entrant(2, 1), entrant(3, 2, **met(0))]
    assert all(set(each) != {0, 3} for each in pair(field).pairs)


def test_two_meet_again_only_if_there_is_no_other_way():
    field = [entrant(number, **met(*({0, 1, 2, 3} - {number}))) for number in range(4)]
    assert len(pair(field).pairs) == 2


def test_the_bye_goes_to_the_end_of_the_order_and_to_nobody_twice():
    field = [entrant(0, 2), entrant(1, 1), entrant(2, 0)]
    assert pair(field).bye == 2
    assert pair([*field[:2], field[2]._replace(had_bye=True)]).bye == 1


def test_who_floated_down_does_not_float_down_again():
    # One of three leaders must meet somebody with fewer points.
    leaders = [entrant(0, 2), entrant(1, 2), entrant(2, 2, floated=-1)]
    pairs = pair([*leaders, entrant(3, 1)]).pairs
    assert any(3 in each and 2 not in each for each in pairs)


def test_who_had_the_first_seat_has_the_second_one():
    first, second = entrant(0, seats=(0,)), entrant(1, seats=(1,))
    assert pair([first, second]).pairs == ((1, 0),)


def test_nobody_has_a_seat_three_times_in_a_row_if_another_pairing_avoids_it():
    field = [
        entrant(0, 2, seats=(0, 0)),
        entrant(1, 2, seats=(0, 0)),
        entrant(2, 1, seats=(1, 1)),
        entrant(3, 1, seats=(1, 1)),
    ]
    assert all(len({0, 1} & set(each)) == 1 for each in pair(field).pairs)


def test_who_had_a_seat_twice_running_comes_before_who_is_as_uneven_but_did_not():
    twice, once = entrant(0, seats=(1, 0, 0)), entrant(1, seats=(0, 1, 0))
    assert pair([twice, once]).pairs == ((1, 0),)
    assert pair([twice._replace(seed=2), once._replace(seed=1)]).pairs == ((1, 0),)


def test_of_two_alike_the_one_who_had_the_second_seat_last_where_they_differ_has_the_first():
    assert pair([entrant(0, seats=(1, 0, 1, 0)), entrant(1, seats=(0, 1, 1, 0))]).pairs == ((1, 0),)


def test_the_order_in_which_entrants_are_given_does_not_matter():
    field = Field(21, seed=3)
    field.play(3)
    entrants = list(field.entrants.values())
    assert pair(entrants) == pair(Random(1).sample(entrants, len(entrants)))


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), count=st.integers(2, 25))
def test_whatever_the_results_everybody_plays_once_and_meets_nobody_again(seed, count):
    field = Field(count, seed)
    rounds = min(7, count // 2)
    field.play(rounds)
    assert field.rematches == 0
    assert field.uneven <= 2
    assert all(
        len(set(each.seats[n : n + 3])) == 2 for each in field.entrants.values() for n in range(len(each.seats) - 2)
    )
    assert field.byes <= 1


def test_a_large_field_is_paired_from_the_nearest_and_loses_nothing(monkeypatch):
    monkeypatch.setattr(swiss, "_SMALL", 20)
    count = 80
    near, full = Field(count, seed=5), Field(count, seed=5)
    near.play(6)
    full.play(6, pairing=lambda field: _from(field, swiss._all))
    assert near.rematches == full.rematches == 0
    # A tenth of what one pair of each round would add, if it met half a point apart.
    assert mean(near.differences) <= mean(full.differences) + 0.05 / count


def _from(
    entrants: Sequence[SwissEntrant], edges: Callable[[Sequence[SwissEntrant]], Iterator[tuple[int, int, int]]]
) -> Paired:
    field = sorted(entrants, key=lambda each: (-each.points, each.seed))
    found = swiss._matching(field, edges(field))
    assert found is not None
    return found


@pytest.mark.parametrize("count", [0, 1])
def test_nobody_is_left_to_play_with(count):
    assert pair([entrant(number) for number in range(count)]) == ((), 0 if count else None)
