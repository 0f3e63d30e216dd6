"""`make wheels DIST=folder` builds a wheel of every distribution of this repository; that of the gateway has the page.

The same commit gives the same wheels, bit for bit: hatchling sorts the files and sets their modes, and all times are
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
    """The page has not been built."""


def build_wheels(folder: Path, top: Path = TOP) -> list[Path]:
    """Build the wheels into a folder, after removing earlier wheels from it. Returns their files.

    Raises `PageMissingError` before anything is built, if the page has not been built.
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
    """Set `SOURCE_DATE_EPOCH` to the time of the commit, unless it is set. Later builds use this time for all files."""
    command = ["git", "log", "-1", "--format=%ct"]
    ran = subprocess.run(command, cwd=top, capture_output=True, text=True, check=False)
    if ran.returncode == 0:
        os.environ.setdefault("SOURCE_DATE_EPOCH", ran.stdout.strip())


def main(arguments: list[str]) -> int:
    """Build the wheels into the folder given as argument, and return the exit code."""
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
