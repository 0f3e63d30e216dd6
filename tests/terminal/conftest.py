from collections.abc import AsyncIterator

import pytest

from tests.terminal import scenes
from tests.terminal.fake_lobby import FakeLobby


@pytest.fixture(autouse=True)
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is away stays away; what is lost comes back at once."""
    monkeypatch.setattr("clients.terminal.visit.CALL_PATIENCE_SECONDS", 1.0)


@pytest.fixture
async def lobby() -> AsyncIterator[FakeLobby]:
    fake = FakeLobby(scenes.script())
    await fake.start()
    yield fake
    await fake.stop()
