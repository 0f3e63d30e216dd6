import pytest

from galaxy_client import open_channel
from services.serving.http2.settings import GRPC, OWN
from tests.e2e.running import RunningPlatform


@pytest.fixture(scope="package")
def platform(tmp_path_factory):
    """One platform for all tests here that leave it as they found it; it stops with the last of them."""
    running = RunningPlatform(tmp_path_factory.mktemp("platform"))
    running.start()
    yield running
    assert running.stop() == 0


@pytest.fixture(scope="module", params=[GRPC, OWN])
def either_platform(request, tmp_path_factory):
    """One served by gRPC's own servers, and one by ours."""
    running = RunningPlatform(tmp_path_factory.mktemp(request.param), GALAXY_HTTP2=request.param)
    running.start()
    yield running
    assert running.stop() == 0


@pytest.fixture
async def channel(platform):
    async with open_channel(platform.lobby) as channel:
        yield channel
