"""`make wheels DIST=folder`: every package of this repository as a wheel, the page in that of the gateway.

The same commit gives the same wheels, bit for bit: hatchling sorts what is in them and sets modes, and all times are
that of the commit.
"""

import os
import subprocess
import sys
from pathlib import Path

from hatchling.builders.wheel import WheelBuilder

from tools.workspace import TOP, members

PAGE = "clients/web/dist/index.html"


class PageMissingError(Exception):
    """The page is not built."""


def build_wheels(folder: Path, top: Path = TOP) -> list[Path]:
    """Build the wheels into a folder and return their files; of an earlier version nothing is left there.

    Raises `PageMissingError`, before anything is built.
    """
    if not (top / PAGE).is_file():
        raise PageMissingError(f"{PAGE} is not there: `make web` builds the page, which belongs into a wheel.")
    folder.mkdir(parents=True, exist_ok=True)
    for wheel in folder.glob("galaxytables*.whl"):
        wheel.unlink()
    return [
        Path(built)
        for member in members(top)
        for built in WheelBuilder(str(member)).build(directory=str(folder), versions=["standard"])
    ]


def date_by_commit(top: Path = TOP) -> None:
    """Let all that is built from now on bear the time of the commit, unless `SOURCE_DATE_EPOCH` says another."""
    command = ["git", "log", "-1", "--format=%ct"]
    asked = subprocess.run(command, cwd=top, capture_output=True, text=True, check=False)
    if asked.returncode == 0:
        os.environ.setdefault("SOURCE_DATE_EPOCH", asked.stdout.strip())


def main(arguments: list[str]) -> int:
    """Build them into the folder that is named; return the exit code."""
    (folder,) = map(Path, arguments)
    date_by_commit()
    try:
        built = build_wheels(folder)
    except PageMissingError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{len(built)} wheels are in {folder}: pip install --find-links {folder} galaxytables\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
