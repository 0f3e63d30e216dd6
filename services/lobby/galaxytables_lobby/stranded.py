"""Lists and closes stranded tables: `python -m galaxytables_lobby.stranded list` and `… close TABLE`."""

import argparse
import asyncio
import sys

from galaxytables_lobby.adapters.redis import Store, new_origin
from galaxytables_lobby.adapters.rules import Directory
from galaxytables_lobby.ids import TableId
from galaxytables_lobby.play.listing import close_stranded, stranded_tables
from galaxytables_lobby.settings import Settings
from galaxytables_lobby.tables import Tables
from galaxytables_serving import GalaxyError, StartError
from galaxytables_serving.logs import LogSettings, configure_logs
from galaxytables_serving.settings import read_settings

EXIT_FAILED = 2


def main(arguments: list[str]) -> int:
    """Run a command and return the exit code: 2, with one line on stderr, if it failed."""
    parser = argparse.ArgumentParser(
        prog="python -m galaxytables_lobby.stranded", description="Tables whose version of the rules nobody serves."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="print id, game, version, pack and time of creation of each, the newest first")
    close = commands.add_parser("close", help="end tables for good; nobody has points, and they are not rated")
    close.add_argument("tables", nargs="+", metavar="TABLE", type=TableId, help="the id of a table")
    given = parser.parse_args(arguments)
    try:
        asyncio.run(_work(read_settings(Settings), None if given.command == "list" else given.tables))
    except (StartError, GalaxyError) as error:
        print(error, file=sys.stderr)  # noqa: T201  # for the person who started it
        return EXIT_FAILED
    return 0


async def _work(settings: Settings, closing: list[TableId] | None) -> None:
    """List all stranded tables, or close some."""
    store = Store(settings.redis_url, origin=new_origin(), replicas=settings.wait_replicas)
    games = Directory.of(settings)
    store.start()
    games.start()
    try:
        await games.probed()
        await store.read_time()
        if closing is None:
            async for table in stranded_tables(store, games):
                pack = table.pack_digest.hex()[:16]
                print(table.id, table.game, table.rules_version, pack, table.created, sep="\t")  # noqa: T201  # a command's answer
            return
        tables = Tables(store)
        for table_id in closing:
            await close_stranded(tables, games, table_id)
            print("closed", table_id, sep="\t")  # noqa: T201  # as above
    finally:
        await games.close()
        await store.close()


if __name__ == "__main__":
    # Only the result goes to stdout; the log on stderr has only what goes wrong.
    configure_logs(LogSettings(level="warning", form="console"), "stranded")
    raise SystemExit(main(sys.argv[1:]))
