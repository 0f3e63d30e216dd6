"""Starts the client: `python -m galaxytables_terminal GAME=jump BOTS=3 LANGUAGE=ja`."""

import asyncio
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Sequence

from galaxytables_terminal.app import TerminalApp
from galaxytables_terminal.errors import SettingsError
from galaxytables_terminal.hangup import on_hangup
from galaxytables_terminal.settings import Settings, read_settings, wanted_language
from galaxytables_terminal.wording import wording

# Stopping a platform that this client started takes less time.
_PARTING_SECONDS = 30.0


async def _play(settings: Settings) -> int:
    app = TerminalApp(settings)
    loop = asyncio.get_running_loop()

    def part() -> None:
        # A thread that waits for a closed terminal would never end.
        late = threading.Timer(_PARTING_SECONDS, os._exit, (1,))
        late.daemon = True
        late.start()
        app.part()

    # A closed terminal or a SIGTERM must not leave the platform running that this client started.
    for number in (signal.SIGHUP, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, part)
    on_hangup(sys.stdin.fileno(), lambda: loop.call_soon_threadsafe(part))
    words = await app.run_async()
    if words:
        sys.stdout.write(f"{words}\n")
    return app.return_code or 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the client and return the exit code. By default, `arguments` are those of the command line."""
    arguments = sys.argv[1:] if arguments is None else arguments
    say = wording(wanted_language(os.environ, arguments))
    if arguments and arguments[0] in {"-h", "--help", "help"}:
        sys.stdout.write(f"{say('command-help')}\n")
        return 0
    try:
        settings = read_settings(os.environ, arguments)
    except SettingsError as error:
        sys.stderr.write(f"{error.explained(say)}\n")
        return 2
    # Textual reads the keys from the one, and draws on the other.
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        sys.stderr.write(f"{say('terminal-needed')}\n")
        return 2
    return asyncio.run(_play(settings))


if __name__ == "__main__":
    sys.exit(main())
