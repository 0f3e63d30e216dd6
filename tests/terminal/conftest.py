from collections.abc import AsyncIterator

import pytest

from tests.terminal import scenes
from tests.terminal.fake_lobby import FakeLobby


@pytest.fixture
async def lobby() -> AsyncIterator[FakeLobby]:
    fake = FakeLobby(scenes.script())
    await fake.start()
    yield fake
    await fake.stop()
