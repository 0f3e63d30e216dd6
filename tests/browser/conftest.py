"""A platform of all games for the scenes of a module."""

import pytest

from tests.browser.scenes import DIST, HERE
from tests.e2e.running import RunningPlatform


@pytest.fixture(scope="module")
def platform(tmp_path_factory):
    assert (DIST / "index.html").is_file(), "the page is not built: make web"
    assert (HERE / "node_modules").is_dir(), "the browser is not installed: make test installs it"
    running = RunningPlatform(tmp_path_factory.mktemp("platform"), GAMES="beyond,jump,race,roll")
    running.start()
    yield running
    assert running.stop() == 0
