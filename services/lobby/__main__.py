"""Starts the lobby: `python -m services.lobby`."""

from contextlib import AsyncExitStack

from services.lobby.app import open_lobby
from services.lobby.errors import DOMAIN
from services.lobby.homes import PeerKeys, Peers
from services.lobby.identity.tokens import Tokens, TokenSettings
from services.lobby.limits import LimitSettings
from services.lobby.sessions import SessionSettings
from services.lobby.settings import PeerSettings, Settings
from services.serving import Process, run_process, serve
from services.serving.command_line import GRPC_SETTINGS, command_line
from services.serving.settings import read_settings

DEFAULT_LISTEN = "127.0.0.1:5100"


async def main(process: Process) -> None:
    """Serve until asked to stop."""
    settings = read_settings(Settings, process.variables)
    keys = read_settings(TokenSettings, process.variables).keys
    near = read_settings(PeerSettings, process.variables)
    peers = None
    if near.listen is not None:
        peers = Peers(
            near.listen,
            near.address,
            PeerKeys(keys),
            settings.for_calls,
            clients=near.for_clients,
            tells_all=near.tells_all,
        )
    limits = read_settings(LimitSettings, process.variables)
    sessions = read_settings(SessionSettings, process.variables)
    async with AsyncExitStack() as stack:
        opening = open_lobby(settings, Tokens(keys), limits, peers=peers, sessions=sessions)
        lobby = await process.unless_stopped(stack.enter_async_context(opening))
        if lobby is None:
            return
        await serve(
            process,
            lobby.services,
            domain=DOMAIN,
            default_listen=DEFAULT_LISTEN,
            besides=near.home_listen,
            readiness=lobby.readiness,
            tunnels=True,
        )


if __name__ == "__main__":
    declared = (Settings, PeerSettings, TokenSettings, SessionSettings, LimitSettings, *GRPC_SETTINGS)
    command_line("services.lobby", "Serves the lobby.", *declared).parse_args()
    raise SystemExit(run_process("lobby", main))
