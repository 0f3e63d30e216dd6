"""The match runner, on the kit's sample game."""

import json

import pytest

from bench import winrate
from bench.winrate import UnknownBotError, play_match
from tests.kit.sample_game import AUCTION


def test_every_game_has_a_winner_and_every_seat_its_points():
    match = play_match(AUCTION, ("random", "random"), games=12, seats=3)
    first, second = match.sides
    assert first.wins + second.wins == 12 + match.shared
    assert (first.seats, second.seats) == (12, 24)
    assert 0.0 <= match.rate <= 1.0


def test_the_same_seed_gives_the_same_games():
    again = [play_match(AUCTION, ("random", "random"), games=4, seed=seed) for seed in (5, 5, 6)]
    points = [[side.points for side in match.sides] for match in again]
    assert points[0] == points[1] != points[2]


def test_an_unknown_bot_is_named():
    with pytest.raises(UnknownBotError, match="no bot 'nobody' plays auction"):
        play_match(AUCTION, ("nobody", "random"), games=1)


def test_the_command_prints_a_table_or_json(monkeypatch, capsys):
    monkeypatch.setattr(winrate, "load_game", lambda _: AUCTION)
    assert winrate.main(["--game", "auction", "--bots", "random", "--games", "3", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["games"] == 3
    assert facts["sides"][0]["bot"] == "random"
    assert winrate.main(["--game", "auction", "--bots", "random,random", "--games", "3", "--options", "rounds=1"]) == 0
    assert "random wins" in capsys.readouterr().out
    assert winrate.main(["--game", "auction", "--bots", "nobody"]) == 2
    assert "nobody" in capsys.readouterr().err
