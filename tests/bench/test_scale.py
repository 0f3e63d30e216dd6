"""The simulation of many lobbies plays real tables through real lobbies, and counts what that took."""

import pytest

from bench.scale import growth
from bench.scale.growth import Simulation
from bench.scale.units import archiving, deadline_us
from bench.scale.workshop import open_workshop

pytestmark = pytest.mark.e2e


@pytest.fixture
async def workshop(tmp_path, monkeypatch):
    for name, value in {"CHOICES": 20, "WATCHED_CHOICES": 5, "OPENED": 2, "PLAYED": 4}.items():
        monkeypatch.setattr(growth, name, value)
    async with open_workshop("goofspiel", tmp_path) as workshop:
        yield workshop


@pytest.mark.release
async def test_every_curve_has_its_points(workshop):
    simulation = Simulation(workshop)
    curves = [await simulation.tables((1, 3)), await simulation.watchers((0, 3))]
    curves += [await simulation.listeners((0, 3)), await simulation.lobby_watchers((0, 3))]
    curves += await simulation.lobbies((1, 2))
    assert [[point.number for point in curve.points] for curve in curves] == [[1, 3], *[[0, 3]] * 3, *[[1, 2]] * 2]
    assert all(point.here_us > 0 and point.redis_us > 0 for curve in curves for point in curve.points)
    watched, listed = curves[1], curves[3]
    assert watched.slope(lambda point: point.sent_bytes) > 0
    assert listed.points[0].sent_bytes == 0
    assert listed.points[1].sent_bytes > 0


async def test_the_clock_acts_and_games_are_archived(workshop, tmp_path):
    await workshop.open_lobbies(1)
    assert await deadline_us(workshop) > 0
    seconds, kept, ended = await archiving(workshop, tmp_path)
    assert seconds > 0
    assert kept > 0
    assert ended > 0
