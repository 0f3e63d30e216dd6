"""What a choice beside idle tables costs over one at a platform that has few: both are played at in every round."""

from unittest.mock import Mock

from bench import growth
from bench.loading import Loaded


def _loaded(lobby: float) -> Loaded:
    return Loaded({}, {"lobby": lobby, "race": 300.0, "redis": 100.0, "clock": 10_000.0})


def test_the_ratio_is_the_median_of_the_rounds_however_the_machine_changes_between_them():
    rounds = [
        (_loaded(700.0), _loaded(600.0)),
        (_loaded(4_000.0), _loaded(3_600.0)),
        (_loaded(400.0), _loaded(1_600.0)),
    ]
    assert growth.cost_ratio(rounds, "race") == 4_400 / 4_000


async def test_neither_platform_is_always_played_at_first(monkeypatch):
    grows, stays = Mock(), Mock()
    played = []

    async def play(platform, *_):
        played.append(platform)
        return platform

    monkeypatch.setattr(growth, "_played", play)
    for turn in range(2):
        assert await growth.in_turn(grows, stays, "race", 1.0, turn) == (grows, stays)
    assert played == [grows, stays, stays, grows]
