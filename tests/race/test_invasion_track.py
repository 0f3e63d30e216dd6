"""R22.6-R22.12: the repulse track, on plain discs."""

from hypothesis import given
from hypothesis import strategies as st

from galaxytables_kit import Seat
from galaxytables_race.invasion.track import (
    LOWEST,
    Track,
    by_advancement,
    move_discs,
    place_discs,
    turn_stacks,
)

VALUES = st.lists(st.integers(-6, 12), min_size=2, max_size=5)


def placed(*values: int, first: int = 0) -> Track:
    track: Track = {}
    place_discs(track, [*range(first, len(values)), *range(first)], values)
    return track


def test_R22_7_discs_are_laid_down_in_turn_order_later_ones_on_top() -> None:
    assert placed(2, 1, 2, 2, first=2) == {2: [2, 3, 0], 1: [1]}


def test_R22_7_all_values_below_minus_2_share_a_space() -> None:
    assert placed(-5, -3, -2) == {LOWEST: [0, 1], -2: [2]}


def test_R22_8_discs_whose_value_did_not_change_stay() -> None:
    track: Track = {4: [Seat(1), Seat(0)], 2: [Seat(2)]}
    move_discs(track, [4, 4, 2])
    assert track == {4: [1, 0], 2: [2]}


def test_R22_8_who_arrives_lands_on_top() -> None:
    track: Track = {4: [Seat(1)], 2: [Seat(0)]}
    move_discs(track, [2, 2])
    assert track == {2: [0, 1]}


def test_R22_8_from_the_highest_space_down() -> None:
    track: Track = {5: [Seat(0)], 3: [Seat(1)], 1: [Seat(2)]}
    move_discs(track, [2, 2, 2])
    assert track == {2: [0, 1, 2]}


def test_R22_8_top_disc_first_where_they_part() -> None:
    track: Track = {5: [Seat(0), Seat(1)], 7: [Seat(2)]}
    move_discs(track, [4, 6, 6])
    assert track == {4: [0], 6: [2, 1]}


def test_R22_8_discs_with_equal_start_and_goal_keep_their_order() -> None:
    track: Track = {5: [Seat(2), Seat(0), Seat(1)]}
    move_discs(track, [3, 3, 3])
    assert track == {3: [2, 0, 1]}


def test_R22_8_below_minus_2_a_change_moves_nothing() -> None:
    track: Track = {LOWEST: [Seat(1), Seat(0)]}
    move_discs(track, [-4, -6])
    assert track == {LOWEST: [1, 0]}


def test_R22_10_the_top_of_a_stack_is_more_advanced() -> None:
    assert by_advancement({1: [Seat(3)], 4: [Seat(2), Seat(0)], LOWEST: [Seat(1)]}) == [0, 2, 3, 1]


def test_R22_12_the_bottom_disc_goes_on_top() -> None:
    track: Track = {4: [Seat(2), Seat(0), Seat(1)], 1: [Seat(3)]}
    turn_stacks(track)
    assert track == {4: [0, 1, 2], 1: [3]}


@given(VALUES, VALUES)
def test_every_disc_lies_on_the_space_of_its_value(before: list[int], after: list[int]) -> None:
    seats = min(len(before), len(after))
    track = placed(*before[:seats])
    move_discs(track, after[:seats])
    assert {seat: space for space, stack in track.items() for seat in stack} == {
        seat: max(LOWEST, value) for seat, value in enumerate(after[:seats])
    }
    assert sorted(by_advancement(track)) == list(range(seats))
