"""Whether tables fit into every window of a real browser, with the longest names and the largest boards."""

import pytest

from tests.browser.scenes import lay_out_positions, played

pytestmark = [pytest.mark.e2e, pytest.mark.long]


@pytest.mark.parametrize(
    ("words", "looks"),
    [(("one of them, in turn", "ja"), 10), pytest.param(("all",), 210, marks=pytest.mark.release)],
)
def test_tables_with_the_longest_names_fit_into_every_window_and_no_letter_is_tiny(platform, tmp_path, words, looks):
    lay_out_positions(tmp_path)
    assert f"looked {looks} times" in played(platform, tmp_path, "crowded", *words)


@pytest.mark.parametrize(
    ("words", "looks"),
    [(("every other, in turn", "ja"), 20), pytest.param(("all",), 82, marks=pytest.mark.release)],
)
def test_beyonds_boards_fit_into_every_window_beside_the_own_mat_and_the_question(platform, tmp_path, words, looks):
    lay_out_positions(tmp_path)
    assert f"looked {looks} times" in played(platform, tmp_path, "starmap", *words)
