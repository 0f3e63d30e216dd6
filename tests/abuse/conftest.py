from collections.abc import Iterator

import pytest

from tests.abuse.running import operated_platform
from tests.e2e.running import RunningPlatform


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningPlatform]:
    running = operated_platform(tmp_path_factory.mktemp("platform"))
    running.start()
    yield running
    assert running.stop() == 0
