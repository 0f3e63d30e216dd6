"""The goals of the bots: what is measured, and what is said of it."""

from dataclasses import replace
from pathlib import Path

import pytest

from galaxytables_arena.games import game_names, load_game
from galaxytables_arena.goals import HEURISTICS, Goal, goals, main, row, verdict
from galaxytables_arena.match import Match, new_match
from galaxytables_arena.players import find_player, full_name
from galaxytables_arena.results import load_results
from galaxytables_kit.options import read_options
from galaxytables_kit.pack import load_packs

GOAL = Goal("jump", "normal", "easy", 0.6)


def met(deals: list[float]) -> Match:
    match = new_match(GOAL.game, GOAL.names, GOAL.seats)
    match.deals, match.games = deals, 2 * len(deals)
    return match


def test_every_game_has_goals_of_players_and_tables_that_there_are() -> None:
    assert sorted(HEURISTICS) == sorted(game_names())
    for goal in goals(list(HEURISTICS)):
        game = load_game(goal.game)
        packs = load_packs(game)
        game.check(read_options(game.options_type, goal.options), goal.seats, packs.get(packs.default))
        assert all(find_player(goal.game, name) for name in goal.names)
        assert all(full_name(goal.game, name) == name for name in goal.names)
        assert 1 / goal.seats < goal.rate < 1


def test_every_expansion_of_race_has_a_goal_of_twice_a_fair_share_at_four_seats() -> None:
    named = {goal.options.get("expansion", "base"): goal.rate for goal in goals(["race"]) if goal.seats == 4}
    assert set(named) == {
        *("base", "gathering_storm", "rebel_vs_imperium", "brink_of_war", "alien_artifacts", "xeno_invasion")
    }
    assert set(named.values()) == {0.5}


@pytest.mark.parametrize(
    ("deals", "said"),
    [([1.0, 0.5] * 50, "reached"), ([0.5] * 200, "not reached"), ([1.0, 0.0, 0.5, 0.5], "open")],
)
def test_a_goal_is_reached_is_not_or_is_open(deals: list[float], said: str) -> None:
    assert verdict(GOAL, met(deals)) == said
    assert f"  {said}" in row(GOAL, met(deals))


def test_options_stand_in_the_row() -> None:
    assert row(replace(GOAL, options={"expansion": "x"}), met([1.0])).endswith("expansion=x")


def test_the_command_plays_the_goals_of_a_level(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--game", "jump", "--level", "normal", "--games", "20", "--jobs", "1", "--results", str(tmp_path)]
    assert main(given) == 0
    assert [result.games for result in load_results(tmp_path).values()] == [20]
    head, line = capsys.readouterr().out.splitlines()
    assert head.split() == ["game", "seats", "players", "wins", "interval", "goal", "games", "ms"]
    assert line.startswith("jump       2  normal, easy ")
    assert line.endswith(("reached", "open"))
    assert "     20" in line
