"""Games that the page has no drawing of: by the board that they bring, or by the fields of their view."""

import os

import pytest

from galaxytables_kit.authoring.new_game import make_game
from tests.browser.scenes import DIST, HERE
from tests.e2e.running import RunningPlatform

pytestmark = [pytest.mark.e2e, pytest.mark.release]


@pytest.fixture(scope="module")
def platform(tmp_path_factory):
    assert (DIST / "index.html").is_file(), "the page is not built: make web"
    assert (HERE / "node_modules").is_dir(), "the browser is not installed: make test installs it"
    tmp_path = tmp_path_factory.mktemp("platform")
    make_game("river_stones", tmp_path / "outside")
    path = os.pathsep.join(filter(None, (str(tmp_path / "outside"), os.environ.get("PYTHONPATH", ""))))
    running = RunningPlatform(tmp_path / "data", GAMES="goofspiel,river_stones", PYTHONPATH=path)
    running.start()
    yield running
    assert running.stop() == 0


def test_a_game_is_played_by_its_own_board_and_without_it(stage, tmp_path):
    said = stage.played(tmp_path, "brought")
    assert "loaded board.css board.js" in said
    assert "bids 3" in said, "the last card is bid without a question"
    assert "failed true" in said
