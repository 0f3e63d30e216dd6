"""Replay transcripts and print how many agree: `python -m tests.oracle [folder]`; `--planted` plants mistakes first."""

import argparse
import sys
from pathlib import Path

from tests.oracle.check import check_folder
from tests.oracle.planted import MISTAKES, found, games

HERE = Path(__file__).parent


def main() -> int:
    """Run the command; 1 if a game disagrees, or a planted mistake is found by no game."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracle", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=HERE, help="where the transcripts lie")
    parser.add_argument("--planted", action="store_true", help="plant mistakes in the rules and see who finds them")
    arguments = parser.parse_args()
    return plant(arguments.folder) if arguments.planted else replay_all(arguments.folder)


def replay_all(folder: Path) -> int:
    """Print `N passed, M failed`, the first difference of each failure, and known departures; 1 if anything failed."""
    result = check_folder(folder)
    for line in result.failures:
        print(line)  # noqa: T201 - this is a command
    for departure, times in result.departures.most_common():
        print(f"known departure, {times} times: {departure}")  # noqa: T201 - this is a command
    print(f"{result.passed} passed, {len(result.failures)} failed")  # noqa: T201 - this is a command
    return 1 if result.failures or not result.passed else 0


def plant(folder: Path) -> int:
    """Print how many of some games find each planted mistake, with the first difference; 1 if one is not found."""
    tried, unseen = games(folder), 0
    for mistake in MISTAKES:
        differences = list(found(mistake, tried))
        unseen += not differences
        seen = differences[0] if differences else "not found"
        print(f"{len(differences):3} of {len(tried)}: {mistake.name} ({mistake.paragraph}): {seen}")  # noqa: T201 - this is a command
    print(f"{len(MISTAKES) - unseen} of {len(MISTAKES)} planted mistakes found")  # noqa: T201 - this is a command
    return 1 if unseen else 0


if __name__ == "__main__":
    sys.exit(main())
