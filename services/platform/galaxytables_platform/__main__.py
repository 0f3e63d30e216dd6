"""`python -m galaxytables_platform run` and `python -m galaxytables_platform demo`."""

import asyncio
import signal
import sys
from collections.abc import Coroutine

from galaxytables_platform.console import Console
from galaxytables_platform.demo.demo import run_demo
from galaxytables_platform.demo.settings import DemoSettings
from galaxytables_platform.layout import usual_layout
from galaxytables_platform.run import run
from galaxytables_platform.settings import RunSettings
from galaxytables_serving import StartError
from galaxytables_serving.command_line import command_line
from galaxytables_serving.logs import LogSettings
from galaxytables_serving.settings import read_settings

EXIT_START_FAILED, EXIT_INTERRUPTED = 2, 130


def main(arguments: list[str]) -> int:
    """Run a command and return the exit code: 2, with one line on stderr, if it could not start."""
    parser = command_line(
        "galaxytables_platform", "A whole platform on this machine.", RunSettings, DemoSettings, LogSettings
    )
    parser.add_argument("command", choices=("run", "demo"), help="keep a platform up; or play tables of bots on one")
    command = parser.parse_args(arguments).command
    console = Console()
    try:
        settings = read_settings(RunSettings)
        if command == "run":
            return asyncio.run(_until_signal(_run(settings, console), at_signal=0))
        demo = run_demo(read_settings(DemoSettings), settings, console)
        return asyncio.run(_until_signal(demo, at_signal=EXIT_INTERRUPTED))
    except StartError as error:
        print(error, file=sys.stderr)  # noqa: T201  # the one line that says what to change
        return EXIT_START_FAILED


async def _run(settings: RunSettings, console: Console) -> int:
    await run(usual_layout(settings), console)
    return 0


async def _until_signal(work: Coroutine[object, object, int], *, at_signal: int) -> int:
    """Do the work and return its result.

    SIGINT, SIGTERM and SIGHUP cancel it, and a second signal cancels its cleanup.
    """
    task = asyncio.ensure_future(work)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, task.cancel)
    try:
        return await task
    except asyncio.CancelledError:
        return at_signal


def command() -> int:
    """Run the command of the command line."""
    return main(sys.argv[1:])


if __name__ == "__main__":
    raise SystemExit(command())
