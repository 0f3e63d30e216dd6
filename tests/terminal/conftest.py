from collections.abc import AsyncIterator

import pytest

from tests.terminal import scenes
from tests.terminal.fake_lobby import FakeLobby


@pytest.fixture(autouse=True)
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is away stays away; what is lost comes back at once."""
    monkeypatch.setattr("galaxytables_terminal.visit.CALL_PATIENCE_SECONDS", 4.0)


@pytest.fixture(autouse=True)
def quick_fingers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every key counts, however soon it comes; tests of the gate have clocks of their own."""
    for name in ("BEAT_SECONDS", "REPEAT_SECONDS", "HELD_SECONDS"):
        monkeypatch.setattr(f"galaxytables_terminal.keys.{name}", 0.0)


@pytest.fixture
async def lobby() -> AsyncIterator[FakeLobby]:
    fake = FakeLobby(scenes.script())
    await fake.start()
    yield fake
    await fake.stop()
