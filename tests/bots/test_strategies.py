import os
import subprocess
import sys
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.random_bot import RandomStrategy
from galaxytables_bots.registry import Registry, discover
from galaxytables_bots.strategy import Hurrying, Pondering, Table, strategy_at
from tests.house.files import ROOT


@settings(deadline=None)
@given(st.data(), st.integers(0, 9), st.randoms(use_true_random=False))
def test_random_keeps_to_the_bounds_and_picks_nothing_twice(data, count, random):
    most = data.draw(st.integers(0, count))
    least = data.draw(st.integers(0, most))
    options = [game_pb2.Option(id=str(number)) for number in range(count)]
    prompt = game_pb2.Prompt(options=options, least=least, most=most)
    picks = RandomStrategy(random).choose(prompt, None, {})
    assert least <= len(picks) <= most
    assert len(set(picks)) == len(picks)
    assert set(picks) <= {option.id for option in options}


def test_random_reaches_every_answer():
    options = [game_pb2.Option(id=each) for each in "abc"]
    prompt = game_pb2.Prompt(options=options, least=0, most=2)
    strategy = RandomStrategy(Random(1))
    seen = {tuple(sorted(strategy.choose(prompt, None, {}))) for _ in range(300)}
    assert len(seen) == 1 + 3 + 3


def test_random_plays_every_game_and_game_bots_their_own():
    registry = discover()
    assert registry.bots("no_such_game") == ["random"]
    assert registry.find("no_such_game", "random") is not None
    assert registry.find("no_such_game", "greedy") is None


def test_whoever_ponders_can_hurry():
    """A host of many seats goes on, whatever bots they have."""
    registry, table = discover(), Table(2, {})
    players = [
        strategy_at(strategy, table)
        for game in ("beyond", "jump", "race", "roll")
        for bot in registry.bots(game)
        for strategy in [registry.find(game, bot)]
        if strategy is not None
    ]
    pondering = [player for player in players if isinstance(player, Pondering)]
    assert len(pondering) >= 9
    assert [player for player in pondering if not isinstance(player, Hurrying)] == []


def test_a_game_may_have_its_own_random():
    common, own = RandomStrategy(), RandomStrategy()
    registry = Registry({"jump": {"random": own}}, {"random": common})
    assert registry.find("jump", "random") is own
    assert registry.find("race", "random") is common
    assert registry.bots("jump") == ["random"]


def test_bots_elsewhere_are_found_beside_those_here(tmp_path, monkeypatch):
    package = tmp_path / "bots_elsewhere"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "clever.py").write_text("STRATEGY = object()\n")
    (package / "thoughts.py").write_text("DEPTH = 3\n")
    monkeypatch.syspath_prepend(tmp_path)
    registry = discover({"chess": "bots_elsewhere", "jump": "bots_elsewhere"})
    assert registry.bots("chess") == ["clever", "random"]
    assert registry.bots("jump") == ["best", "clever", "easy", "greedy", "hard", "normal", "random"]


def test_bots_that_are_not_where_they_are_said_to_be_are_told_in_a_line():
    started = subprocess.run(
        [sys.executable, "-m", "galaxytables_bots"],
        env=os.environ | {"GALAXYTABLES_BOTS": "chess=no_such.bots", "GALAXYTABLES_TOKEN_KEYS": "k:" + "s" * 40},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (started.returncode, started.stderr) == (2, "GALAXYTABLES_BOTS: No module named 'no_such'.\n")
