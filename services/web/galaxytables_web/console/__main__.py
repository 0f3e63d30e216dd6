"""Starts the console: `python -m galaxytables_web.console`."""

import structlog

from galaxytables_serving import Address, Limits, Process, run_process
from galaxytables_serving.command_line import SERVER_SETTINGS, command_line
from galaxytables_serving.server import ServerSettings
from galaxytables_serving.settings import read_settings
from galaxytables_serving.tls import PortTls
from galaxytables_web.console.app import Console
from galaxytables_web.console.settings import ConsoleSettings

DEFAULT_LISTEN = "127.0.0.1:5155"

_log = structlog.get_logger(__name__)


async def main(process: Process) -> None:
    """Serve until the process must stop."""
    address = read_settings(ServerSettings, process.variables).listen or Address.parse(DEFAULT_LISTEN)
    settings = read_settings(ConsoleSettings, process.variables)
    limits = read_settings(Limits, process.variables)
    console = Console(settings, limits, read_settings(PortTls, process.variables).at_port)
    port = await console.start(address)
    _log.info("serving", address=str(Address(address.host, port)), admin=settings.admin)
    try:
        await process.stop.wait()
    finally:
        await console.stop()
    _log.info("drained")


if __name__ == "__main__":
    command_line(
        "galaxytables_web.console", "Serves the operators' console.", ConsoleSettings, *SERVER_SETTINGS
    ).parse_args()
    raise SystemExit(run_process("console", main))
