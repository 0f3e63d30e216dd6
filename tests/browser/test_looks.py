"""How the page looks in a real browser: on a phone, at twice its size, in windows of all sizes, and as approved."""

import os

import pytest

from galaxytables.lobby.v1 import tables_pb2
from tests.browser.positions import POSITIONS, SEAT, changed, position
from tests.browser.scenes import in_one_language, lay_out_positions

pytestmark = [pytest.mark.e2e, pytest.mark.long]

# Pages and dialogues.
PAGES = 25


@in_one_language("ja")
def test_phone_of_360_px_shows_every_page_and_game_with_nothing_cut_off(stage, tmp_path, language):
    lay_out_positions(tmp_path)
    said = stage.played(tmp_path, "legible", language)
    assert said[:-1] == [f"looked {PAGES + len(POSITIONS)} times in {language}"]


def test_every_page_can_be_read_at_twice_its_size_and_in_large_letters(stage, tmp_path):
    assert f"looked {2 * PAGES} times" in stage.played(tmp_path, "magnified")


def test_one_press_gives_one_answer(stage, tmp_path):
    lay_out_positions(tmp_path)
    first = position(POSITIONS["race"])
    proposed = tables_pb2.Takeback(id=1, seat=SEAT + 1, choices=1, waiting_for=[SEAT])
    for name, update in (("changed", changed(first)), ("proposed", changed(first, takeback=proposed))):
        (tmp_path / f"{name}.binpb").write_bytes(update.SerializeToString())
    assert "pressed" in stage.played(tmp_path, "pressed")


def test_ones_own_time_is_in_sight_and_right_whatever_the_device_takes_the_time_for(stage, tmp_path):
    assert "clocks" in stage.played(tmp_path, "clocks")


def test_options_of_a_new_table_stay_unfolded_as_one_is_chosen(stage, tmp_path):
    assert "chosen" in stage.played(tmp_path, "options")


def test_what_is_chosen_from_is_not_covered_by_the_row_in_front(stage, tmp_path):
    assert "front" in stage.played(tmp_path, "front")


def test_a_card_is_shown_large_wherever_it_is_drawn_or_named_and_what_is_lit_is_not_listed_again(stage, tmp_path):
    lay_out_positions(tmp_path)
    assert "large" in stage.played(tmp_path, "large")


def test_technologies_are_told_in_words_at_once(stage, tmp_path):
    lay_out_positions(tmp_path)
    assert "signs" in stage.played(tmp_path, "signs")


def test_on_a_phone_the_first_press_tells_and_the_second_chooses(stage, tmp_path):
    lay_out_positions(tmp_path)
    assert "twice" in stage.played(tmp_path, "twice")


@pytest.mark.release
def test_rolls_tiles_are_large_beside_their_dice_and_the_reveal_is_seen_where_motion_is_wanted(stage, tmp_path):
    lay_out_positions(tmp_path)
    assert "revealed" in stage.played(tmp_path, "reveal")


@pytest.mark.parametrize(
    ("words", "looks"),
    [(("one of them, in turn", "ja"), 11), pytest.param(("all",), 224, marks=pytest.mark.release)],
)
def test_tables_with_the_longest_names_fit_into_every_window_and_no_letter_is_tiny(stage, tmp_path, words, looks):
    lay_out_positions(tmp_path)
    assert f"looked {looks} times" in stage.played(tmp_path, "crowded", *words)


@pytest.mark.parametrize(
    ("words", "looks"),
    [(("every other, in turn", "ja"), 20), pytest.param(("all",), 82, marks=pytest.mark.release)],
)
def test_beyonds_boards_fit_into_every_window_beside_the_own_mat_and_the_question(stage, tmp_path, words, looks):
    lay_out_positions(tmp_path)
    assert f"looked {looks} times" in stage.played(tmp_path, "starmap", *words)


def test_fixed_positions_of_every_game_look_as_approved(stage, tmp_path):
    lay_out_positions(tmp_path)
    assert f"pictures {len(POSITIONS)}" in stage.played(tmp_path, "positions")
    if "APPROVE" in os.environ:
        stage.played(tmp_path, "around")
