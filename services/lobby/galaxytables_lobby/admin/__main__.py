"""`python -m galaxytables_lobby.admin`: with `serve` serves `AdminService`, otherwise calls it once; see `--help`."""

import asyncio
import sys

import grpc.aio
import structlog

from galaxytables_lobby.admin.app import open_admin
from galaxytables_lobby.admin.command import PROGRAM, again, command_parser, run
from galaxytables_lobby.admin.console_settings import ConsoleSettings
from galaxytables_lobby.admin.settings import DEFAULT_LISTEN, AdminSettings, Operators, OperatorSettings
from galaxytables_lobby.errors import DOMAIN
from galaxytables_lobby.settings import Settings
from galaxytables_serving import Process, StartError, read_error, run_process, serve
from galaxytables_serving.settings import read_settings

EXIT_FAILED = 2

_log = structlog.get_logger(__name__)


async def serving(process: Process) -> None:
    """Serve `AdminService` until the process is asked to stop."""
    settings = read_settings(Settings, process.variables)
    given = read_settings(AdminSettings, process.variables)
    operators = Operators(given.keys, given.roles)
    console = read_settings(ConsoleSettings, process.variables)
    if console.provider is None:
        _log.warning("console_opens_by_secret", why="GALAXYTABLES_CONSOLE_PROVIDER is not set", where="on this machine")
    async with open_admin(settings, operators, console=console) as admin:
        await serve(process, admin.services, domain=DOMAIN, default_listen=DEFAULT_LISTEN, readiness=admin.readiness)


def main(arguments: list[str], program: str = PROGRAM) -> int:
    """Run the admin command and return the exit code: 2, with one line on stderr, if it failed.

    `program` is the command's name in help texts.
    """
    given = command_parser(program).parse_args(arguments)
    if given.command == "serve":
        return run_process("admin", serving)
    try:
        settings = read_settings(OperatorSettings)
        for line in asyncio.run(run(settings, given)):
            print(line)  # noqa: T201  # a command's answer
    except grpc.aio.AioRpcError as error:
        print(f"{read_error(error)}{again(given, error)}", file=sys.stderr)  # noqa: T201  # for the person who started it
        return EXIT_FAILED
    except StartError as error:
        print(error, file=sys.stderr)  # noqa: T201  # as above
        return EXIT_FAILED
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
