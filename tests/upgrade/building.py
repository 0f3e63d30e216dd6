"""The release to come from: which it is, and its packages in an environment of their own."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).parents[2]
# The last state before there was a release.
BEFORE_RELEASES = "72acccc7"
PAGE = "clients/web/dist/index.html"


class NothingToComeFromError(Exception):
    """The commit to come from is not in this repository, or cannot be built."""


def last_release(top: Path = TOP) -> str:
    """Return the last tag of a release, or the commit before the first."""
    command = ["git", "describe", "--tags", "--abbrev=0", "--match", "v*"]
    told = subprocess.run(command, cwd=top, capture_output=True, text=True, check=False)
    return told.stdout.strip() or BEFORE_RELEASES


def install(commit: str, folder: Path, top: Path = TOP) -> Path:
    """Build the wheels of a commit and install them in the folder; return the Python that runs them.

    The page is not built: nobody here looks at it. Raises `NothingToComeFromError`.
    """
    sources, wheels, environment = folder / "sources", folder / "wheels", folder / "environment"
    sources.mkdir(parents=True)
    _run(f"git -C {shlex.quote(str(top))} archive {shlex.quote(commit)} | tar -x", sources)
    (sources / PAGE).parent.mkdir(parents=True)
    (sources / PAGE).write_text("<!doctype html>\n", encoding="utf-8")
    # The tools of the commit build its wheels, beside what is installed here.
    built = f"SOURCE_DATE_EPOCH=1000000000 {sys.executable} -m tools.wheels {wheels}"
    _run(built, sources)
    uv = Path(sys.executable).with_name("uv")
    _run(f"{uv} venv --quiet --python {sys.executable} {environment}", sources)
    python = environment / "bin" / "python"
    constrained = f"--constraint requirements-runtime.lock --find-links {wheels}"
    _run(f"{uv} pip install --quiet --python {python} {constrained} galaxytables", sources)
    found = _run(f"{python} -P -c 'import galaxytables_lobby as it; print(it.__file__)'", sources)
    if not found.startswith(str(environment)):
        raise NothingToComeFromError(f"{commit}: {found.strip()} is not what was installed.")
    return python


def _run(command: str, folder: Path) -> str:
    known = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    shell = ["bash", "-o", "pipefail", "-c", command]
    done = subprocess.run(shell, cwd=folder, env=known, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NothingToComeFromError(f"{command}: {done.stderr.strip()[-2000:]}")
    return done.stdout
