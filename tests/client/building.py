"""Builds distributions as `pip install` does, with the tools that are here already."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).parents[2]
CLIENT = TOP / "clients" / "python"
PROTOS = TOP / "protos"


def bare_environment() -> dict[str, str]:
    """Nothing of this repository is to be found by way of the environment."""
    return {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "GALAXYTABLES_"))}


def run(*command: str | Path, folder: Path) -> str:
    """Run a command that must succeed; give what it printed."""
    done = subprocess.run(command, cwd=folder, env=bare_environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def check_out(source: Path, folder: Path) -> Path:
    """Copy a distribution as it lies in the repository, and nothing else of that."""
    ignore = shutil.ignore_patterns("__pycache__", "generated", "dist")
    return Path(shutil.copytree(source, folder / source.relative_to(TOP), ignore=ignore))


def build_wheel(sources: Path, target: Path) -> Path:
    """Build the wheel of a folder into another."""
    target.mkdir(exist_ok=True)
    before = set(target.glob("*.whl"))
    options = ("--no-build-isolation", "--no-deps", "--no-index", "--quiet", "--disable-pip-version-check")
    run(sys.executable, "-m", "pip", "wheel", *options, "-w", target, sources, folder=target)
    (wheel,) = set(target.glob("*.whl")) - before
    return wheel
