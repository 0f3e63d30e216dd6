import pytest

from galaxytables_client import Guest, Keepalive, Lobby, backoff
from tests.client.fake_lobby import FakeLobby


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch):
    """Pauses a hundredth as long as they are."""
    monkeypatch.setattr(backoff, "uniform", lambda least, most: (least + most) / 200)


@pytest.fixture
async def fake():
    lobby = FakeLobby()  # type: ignore[abstract]  # answers what the tests call and nothing else
    await lobby.start()
    yield lobby
    await lobby.stop()


@pytest.fixture
def silence():
    """Seconds for which a stream may be silent; a test that wants others says so by a parameter."""
    return 35.0


@pytest.fixture
async def lobby(fake, silence):
    async with Lobby(fake.address, Guest("Ada"), patience=2.0, keepalive=Keepalive(silence=silence)) as lobby:
        yield lobby
