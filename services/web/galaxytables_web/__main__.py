"""Starts the gateway: `python -m galaxytables_web`."""

import structlog

from galaxytables_serving import Address, Limits, Process, run_process
from galaxytables_serving.command_line import SERVER_SETTINGS, command_line
from galaxytables_serving.server import ServerSettings
from galaxytables_serving.settings import read_settings
from galaxytables_serving.tls import PortTls
from galaxytables_web.gateway import Gateway
from galaxytables_web.settings import WebSettings

DEFAULT_LISTEN = "127.0.0.1:5180"

_log = structlog.get_logger(__name__)


async def main(process: Process) -> None:
    """Serve until the process must stop."""
    address = read_settings(ServerSettings, process.variables).listen or Address.parse(DEFAULT_LISTEN)
    settings = read_settings(WebSettings, process.variables)
    gateway = Gateway(
        settings, read_settings(Limits, process.variables), read_settings(PortTls, process.variables).at_port
    )
    port = await gateway.start(address)
    _log.info("serving", address=str(Address(address.host, port)), lobby=settings.lobby)
    try:
        await process.stop.wait()
    finally:
        await gateway.stop()
    _log.info("drained")


if __name__ == "__main__":
    command_line(
        "galaxytables_web", "Serves the page, and the lobby's calls to browsers.", WebSettings, *SERVER_SETTINGS
    ).parse_args()
    raise SystemExit(run_process("web", main))
