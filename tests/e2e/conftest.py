import pytest

from galaxytables_client import open_channel
from tests.e2e.running import RunningPlatform


@pytest.fixture(scope="package")
def platform(tmp_path_factory):
    """One platform for all tests here that leave it as they found it; it stops with the last of them."""
    running = RunningPlatform(tmp_path_factory.mktemp("platform"), GAMES="beyond,jump,race,roll")
    running.start()
    yield running
    assert running.stop() == 0


@pytest.fixture
async def channel(platform):
    async with open_channel(platform.lobby) as channel:
        yield channel
