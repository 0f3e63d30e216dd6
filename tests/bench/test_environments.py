"""The bench of environments counts steps of whole games, ours and those of others alike."""

import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from bench import environments
from bench.stepping import rate_as_aec, rate_in_openspiel
from galaxytables_arena.games import load_game
from galaxytables_kit.environment.aec import TableEnv


@pytest.fixture
def processor(monkeypatch):
    """A processor on which every look at the clock takes a millisecond."""
    clock = iter(number / 1000 for number in range(1_000_000))
    monkeypatch.setattr("bench.stepping.process_time", lambda: next(clock))


@pytest.mark.usefixtures("processor")
def test_steps_are_counted_and_not_the_chance_or_the_end():
    assert rate_as_aec(TableEnv("jump"), 0.5) == pytest.approx(1000, rel=0.05)
    # The clock is looked at once for each game, each of its two deals, and each of its two or three actions.
    game = pyspiel.load_game("kuhn_poker")
    assert 1000 * 2 / 5 < rate_in_openspiel(game, make_observation(game), 0.5) < 1000 * 3 / 6


def test_each_game_is_measured_in_all_its_forms(monkeypatch):
    monkeypatch.setattr(environments, "peer_rates", lambda seconds: {"PettingZoo: chess_v6": 100 * seconds})
    figures = environments.environments([load_game("jump")], 0.2)
    forms = ["itself", "as PettingZoo's", "as OpenSpiel's"]
    assert [each.what for each in figures] == [
        *(f"jump, 2 seats, 1,409 figures: {form}" for form in forms),
        "PettingZoo: chess_v6",
    ]
    assert all(each.value > 0 for each in figures)
