"""An operator's commands: `python -m galaxytables_lobby.archive migrate` and `… recompute`."""

import argparse
import sys

from alembic.util import CommandError
from sqlalchemy.exc import SQLAlchemyError

from galaxytables_lobby.archive.engine import open_engine, read_url, writing
from galaxytables_lobby.archive.migrating import migrate
from galaxytables_lobby.archive.ratings import recompute
from galaxytables_lobby.settings import ArchiveSettings
from galaxytables_serving import StartError
from galaxytables_serving.settings import read_settings

EXIT_FAILED = 2


def main(arguments: list[str]) -> int:
    """Do what is asked, in one transaction each; give the exit code: 2 with one line on stderr where it failed."""
    parser = argparse.ArgumentParser(
        prog="python -m galaxytables_lobby.archive", description="Looks after the archive."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("migrate", help="bring the database into the shape that this version needs")
    commands.add_parser("recompute", help="compute all ratings again from the games; archiving waits meanwhile")
    command = parser.parse_args(arguments).command
    try:
        engine = open_engine(read_url(read_settings(ArchiveSettings).archive_url), connections=1)
        before, after = migrate(engine)
        if command == "migrate":
            done = f"at revision {after}" if before == after else f"from revision {before or 'none'} to {after}"
        else:
            with writing(engine) as connection:
                rated, changed = recompute(connection)
            done = f"{rated} games rated, {changed} ratings changed"
        engine.dispose()
    except StartError as error:
        print(error, file=sys.stderr)  # noqa: T201  # for whoever started it
        return EXIT_FAILED
    except (SQLAlchemyError, CommandError, OSError) as error:
        # What the database said; the statement and its values are left out.
        print(f"the archive does not answer: {getattr(error, 'orig', None) or error}", file=sys.stderr)  # noqa: T201  # as above
        return EXIT_FAILED
    print(done)  # noqa: T201  # a command's answer
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
