"""Ratings of players who have met."""

from math import log10

import numpy as np
import pytest

from galaxytables_arena.ratings import compared, fitted, line_ups, main, ratings
from galaxytables_arena.table import Played, Seated


def test_two_players_are_as_far_apart_as_their_wins_say() -> None:
    points = fitted(np.array([[0.0, 9.5], [0.5, 0.0]]))
    assert points.sum() == pytest.approx(0)
    assert points[0] - points[1] == pytest.approx(400 * log10(10))


def test_who_never_met_is_compared_over_others() -> None:
    wins = np.array([[0.0, 75.0, 0.0], [25.0, 0.0, 75.0], [0.0, 25.0, 0.0]])
    first, second, third = fitted(wins)
    assert first - second == pytest.approx(second - third)
    assert first - second == pytest.approx(400 * log10(3), rel=0.05)


def test_who_has_won_all_has_a_rating_too() -> None:
    first, second = fitted(np.array([[0.0, 1_000.0], [0.0, 0.0]]))
    assert 1_000 < first - second < 1_500


def test_each_meets_each_and_the_last_has_what_is_left() -> None:
    assert list(line_ups(3, 2)) == [(0, 1), (0, 2), (1, 2)]
    assert list(line_ups(2, 4)) == [(0, 1)]


def test_of_a_game_all_pairs_count_and_a_shared_place_is_half() -> None:
    def game(*ranks: int) -> Played:
        return Played([Seated(rank) for rank in ranks], 0)

    # Turn by turn all sit one seat further: players 2, 0, 1; then 1, 2, 0; then 0, 1, 2.
    deal = [game(1, 2, 3), game(1, 1, 3), game(3, 1, 2)]
    wins = compared(deal, (2, 0, 1), 3)
    assert wins.tolist() == [[0.0, 1.0, 0.0], [2.0, 0.0, 1.5], [3.0, 1.5, 0.0]]


def test_seats_of_one_player_are_not_compared() -> None:
    deal = [Played([Seated(1), Seated(2), Seated(3)], 0)] * 3
    wins = compared(deal, (0, 1), 2)
    assert wins.tolist() == [[0.0, 3.0], [3.0, 0.0]]


def test_the_best_stands_first_within_its_interval() -> None:
    deals = [np.array([[0.0, 0.5], [1.5, 0.0]])] * 30 + [np.array([[0.0, 1.0], [1.0, 0.0]])] * 30
    first, second = ratings(["a", "b"], deals)
    assert (first.player, second.player) == ("b", "a")
    assert first.low < first.points < first.high
    assert second.high < first.low


def test_the_command_prints_a_table_and_says_what_it_does_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    usual = ["--game", "jump", "--games", "8", "--jobs", "1"]
    assert main([*usual, "--players", "random,greedy"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "| player | points | interval |"
    assert [line.split("`")[1] for line in lines[2:]] == ["greedy", "random"]
    assert main([*usual, "--players", "random,nobody"]) == 2
    assert "nobody" in capsys.readouterr().err
