"""Matches, on the kit's sample game."""

import json
from contextlib import contextmanager
from pathlib import Path

import pytest

from galaxytables_arena import __main__ as arena
from galaxytables_arena import results, workers
from galaxytables_arena.match import Side, play_match, sides_of_seats
from galaxytables_arena.players import UnknownPlayerError, find_player
from galaxytables_bots.registry import RANDOM
from tests.kit.sample_game import AUCTION


def test_every_game_has_a_winner_and_every_seat_its_points():
    match = play_match(AUCTION, ("random", "random"), games=12, seats=3)
    first, second = match.sides
    assert first.wins + second.wins == 12 + match.shared
    assert (first.seats, second.seats) == (12, 24)
    low, high = match.interval
    assert 0.0 <= low <= match.rate <= high <= 1.0
    assert len(match.deals) == 4


def test_each_deal_is_played_from_all_seats():
    assert [sides_of_seats(2, 3, turn) for turn in range(3)] == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    assert [sides_of_seats(2, 2, turn) for turn in range(2)] == [[0, 1], [1, 0]]


def test_of_the_last_deal_perhaps_not_all_games_are_played():
    match = play_match(AUCTION, ("random", "random"), games=4, seats=3)
    assert (match.games, match.sides[0].seats, match.sides[1].seats) == (4, 4, 8)


def test_who_plays_alike_makes_half_of_each_deal(tmp_path: Path):
    plug_in = tmp_path / "default.py"
    plug_in.write_text(DEFAULTS)
    name = f"{plug_in}:Defaults"
    match = play_match(AUCTION, (name, name), games=6)
    assert match.deals == [0.5] * 3


def test_nine_of_ten_decisions_stay_within_a_processor_time():
    assert Side("a", spent_micros=[*range(1, 92), *[10_000] * 9]).p90_spent_micros == pytest.approx(91, abs=1)
    assert Side("a").p90_spent_micros == 0
    first, second = play_match(AUCTION, ("random", "random"), games=2).sides
    assert all(len(side.spent_micros) == side.decisions and min(side.spent_micros) >= 0 for side in (first, second))


def test_the_same_seed_gives_the_same_games():
    again = [play_match(AUCTION, ("random", "random"), games=4, seed=seed) for seed in (5, 5, 6)]
    points = [[side.points for side in match.sides] for match in again]
    assert points[0] == points[1] != points[2]


def test_an_unknown_player_is_named(tmp_path: Path):
    with pytest.raises(UnknownPlayerError, match="no player 'nobody' for auction"):
        play_match(AUCTION, ("nobody", "random"), games=1)
    with pytest.raises(UnknownPlayerError, match="no file"):
        find_player("auction", f"{tmp_path}/nowhere.py:Player")
    (tmp_path / "empty.py").write_text("")
    with pytest.raises(UnknownPlayerError, match="has no Player"):
        find_player("auction", f"{tmp_path}/empty.py:Player")


DEFAULTS = """
class Defaults:
    needs_view = False
    def choose(self, prompt, view, catalogue):
        assert view is None and not catalogue
        return list(prompt.default_picks)
"""

INSIDER = """
class Insider:
    def choose_inside(self, game, prompt, view, catalogue):
        assert game.prompts[prompt.id].seat == prompt.seat
        assert view.DESCRIPTOR.name and catalogue
        return list(prompt.default_picks)

class Stubborn:
    needs_view = True
    def choose(self, prompt, view, catalogue):
        assert view is not None and catalogue
        return ["no such option"]
"""


def test_a_plug_in_that_asks_for_it_gets_the_live_game(tmp_path: Path):
    (tmp_path / "inside.py").write_text(INSIDER)
    match = play_match(AUCTION, (f"{tmp_path}/inside.py:Insider", RANDOM), games=2)
    assert match.sides[0].decisions > match.sides[0].refused == 0


def test_who_is_refused_again_and_again_plays_the_default(tmp_path: Path):
    (tmp_path / "inside.py").write_text(INSIDER)
    stubborn, _ = play_match(AUCTION, (f"{tmp_path}/inside.py:Stubborn", RANDOM), games=2).sides
    assert stubborn.defaults > 0
    assert stubborn.refused == stubborn.decisions == 4 * stubborn.defaults


def test_the_command_prints_a_table_or_json(monkeypatch, capsys, tmp_path: Path):
    monkeypatch.setattr(workers, "load_game", lambda _: AUCTION)
    alone = ["--game", "auction", "--jobs", "1", "--results", str(tmp_path)]
    assert arena.main([*alone, "--players", "random", "--games", "3", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["games"] == 4
    assert facts["sides"][0]["player"] == "random"
    given = ["--players", "random,random", "--games", "4", "--options", "rounds=1", "--between", "0.5,0.51"]
    assert arena.main([*alone, *given]) == 0
    shown = capsys.readouterr().out
    assert "random wins" in shown
    assert "between 50 and 51 %: open" in shown
    assert arena.main([*alone, "--players", "nobody"]) == 2
    assert "nobody" in capsys.readouterr().err
    assert arena.main([*alone, "--players", "random,random,random"]) == 2


def test_the_command_stops_when_it_is_decided(monkeypatch, capsys, tmp_path: Path):
    monkeypatch.setattr(workers, "load_game", lambda _: AUCTION)
    (tmp_path / "default.py").write_text(DEFAULTS)
    players = f"{tmp_path}/default.py:Defaults,{tmp_path}/default.py:Defaults"
    given = ["--game", "auction", "--jobs", "1", "--players", players, "--games", "400", "--between", "0.5,0.7"]
    assert arena.main([*given, "--json", "--results", str(tmp_path)]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["verdict"] == 0.5
    assert facts["games"] < 400


def test_a_match_that_is_broken_off_shows_what_was_played_so_far(monkeypatch, capsys, tmp_path: Path):
    @contextmanager
    def broken_off(*given, **named):
        with workers.playing(*given, **named) as deals:
            yield interrupted(deals)

    def interrupted(deals):
        yield next(deals)
        raise KeyboardInterrupt

    monkeypatch.setattr(results, "playing", broken_off)
    given = ["--game", "goofspiel", "--jobs", "1", "--players", "random,random", "--games", "40", "--json"]
    given += ["--results", str(tmp_path)]
    assert arena.main(given) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["games"] == 2
    assert "broken off" in shown.err
    (written,) = results.load_results(tmp_path).values()
    assert (written.games, written.complete) == (2, False)


def test_several_processes_play_the_same_games():
    names, points = ("random", "random"), []
    for jobs in (1, 2):
        with workers.playing("goofspiel", names, seats=2, seed=3, options={}, deals=2, jobs=jobs) as deals:
            points.append([[seat.points for seat in played.seats] for deal in deals for played in deal])
    assert points[0] == points[1]
    assert len(points[0]) == 4
