"""The operator's commands `python -m galaxytables_lobby.archive migrate` and `… recompute`."""

import argparse
import sys

from galaxytables_lobby.adapters.archive import look_after
from galaxytables_lobby.settings import ArchiveSettings
from galaxytables_serving import StartError
from galaxytables_serving.settings import read_settings

EXIT_FAILED = 2


def main(arguments: list[str]) -> int:
    """Run a command and return the exit code: 2, with one line on stderr, if it failed."""
    parser = argparse.ArgumentParser(
        prog="python -m galaxytables_lobby.archive", description="Looks after the archive."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("migrate", help="bring the database into the shape that this version needs")
    commands.add_parser("recompute", help="compute all ratings again from the games; archiving waits meanwhile")
    command = parser.parse_args(arguments).command
    try:
        done = look_after(read_settings(ArchiveSettings).archive_url, rate_again=command == "recompute")
    except StartError as error:
        print(error, file=sys.stderr)  # noqa: T201  # for the person who started it
        return EXIT_FAILED
    print(done)  # noqa: T201  # a command's answer
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
