"""Replay transcripts and print how many agree: `python -m tests.oracle [folder]`."""

import sys
from pathlib import Path

from tests.oracle.check import check_folder


def main() -> int:
    """Print `N passed, M failed`, the first difference of each failure, and known departures; 1 if anything failed."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    result = check_folder(folder)
    for line in (*result.failures, *result.notes):
        print(line)  # noqa: T201 - this is a command
    for line in result.departures:
        print(f"known departure: {line}")  # noqa: T201 - this is a command
    print(f"{result.passed} passed, {len(result.failures)} failed")  # noqa: T201 - this is a command
    return 1 if result.failures or not result.passed else 0


if __name__ == "__main__":
    sys.exit(main())
