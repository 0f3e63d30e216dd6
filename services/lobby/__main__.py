"""Starts the lobby: `python -m services.lobby`."""

from services.lobby.app import open_lobby
from services.lobby.errors import DOMAIN
from services.lobby.identity.tokens import Tokens, TokenSettings
from services.lobby.settings import Settings
from services.serving import Process, run_process, serve
from services.serving.command_line import SERVER_SETTINGS, command_line
from services.serving.settings import read_settings

DEFAULT_LISTEN = "127.0.0.1:5100"


async def main(process: Process) -> None:
    """Serve until asked to stop."""
    settings = read_settings(Settings, process.variables)
    tokens = Tokens(read_settings(TokenSettings, process.variables).keys)
    async with open_lobby(settings, tokens) as lobby:
        await serve(process, lobby.services, domain=DOMAIN, default_listen=DEFAULT_LISTEN, readiness=lobby.readiness)


if __name__ == "__main__":
    command_line("services.lobby", "Serves the lobby.", Settings, TokenSettings, *SERVER_SETTINGS).parse_args()
    raise SystemExit(run_process("lobby", main))
