"""A platform of all games for the scenes of a module, with providers that only the tests of sign-in start."""

import msgspec
import pytest

from tests.browser.scenes import DIST, HERE, Stage
from tests.e2e.running import RunningPlatform
from tests.ports import free_port
from tests.provider.running import settings_of


@pytest.fixture(scope="module")
def issuers():
    """Where the platform has its providers `one` and `two`, and `gone`, which nothing ever starts."""
    return {name: f"http://127.0.0.1:{free_port()}" for name in ("one", "two", "gone")}


@pytest.fixture(scope="module")
def platform(tmp_path_factory, issuers):
    assert (DIST / "index.html").is_file(), "the page is not built: make web"
    assert (HERE / "node_modules").is_dir(), "the browser is not installed: make test installs it"
    providers = [settings_of(issuer, name) for name, issuer in issuers.items()]
    running = RunningPlatform(
        tmp_path_factory.mktemp("platform"),
        GAMES="beyond,jump,race,roll",
        GALAXYTABLES_SIGN_IN_PROVIDERS=msgspec.json.encode(providers).decode(),
    )
    running.start()
    yield running
    assert running.stop() == 0


@pytest.fixture(scope="module")
def stage(platform, tmp_path_factory):
    staged = Stage(platform, tmp_path_factory.mktemp("home"))
    yield staged
    staged.close()
