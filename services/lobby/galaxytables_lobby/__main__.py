"""Starts the lobby: `python -m galaxytables_lobby`."""

from contextlib import AsyncExitStack

from galaxytables_lobby.adapters.oidc import SignInSettings
from galaxytables_lobby.api.calls import readiness_of
from galaxytables_lobby.app import open_lobby, services_of
from galaxytables_lobby.errors import DOMAIN
from galaxytables_lobby.people.limit_settings import LimitSettings
from galaxytables_lobby.people.sessions import SessionSettings
from galaxytables_lobby.people.tokens import Tokens, TokenSettings
from galaxytables_lobby.settings import HomeSettings, Settings
from galaxytables_lobby.subscriptions.homes import HomeAddress
from galaxytables_serving import Process, run_process, serve
from galaxytables_serving.command_line import GRPC_SETTINGS, command_line
from galaxytables_serving.settings import read_settings

DEFAULT_LISTEN = "127.0.0.1:5100"


async def main(process: Process) -> None:
    """Serve until the process is asked to stop."""
    settings = read_settings(Settings, process.variables)
    keys = read_settings(TokenSettings, process.variables).keys
    homes = read_settings(HomeSettings, process.variables)
    home = HomeAddress(homes.for_clients, homes.tells_all) if homes.for_clients else None
    limits = read_settings(LimitSettings, process.variables)
    sessions = read_settings(SessionSettings, process.variables)
    sign_in = read_settings(SignInSettings, process.variables)
    async with AsyncExitStack() as stack:
        opening = open_lobby(settings, Tokens(keys), limits, home=home, sessions=sessions, sign_in=sign_in)
        lobby = await process.unless_stopped(stack.enter_async_context(opening))
        if lobby is None:
            return
        await serve(
            process,
            services_of(lobby),
            domain=DOMAIN,
            default_listen=DEFAULT_LISTEN,
            besides=homes.home_listen,
            local=homes.local,
            readiness=readiness_of(lobby.tables.store, lobby.games),
            tunnels=True,
        )


if __name__ == "__main__":
    declared = (Settings, HomeSettings, TokenSettings, SessionSettings, SignInSettings, LimitSettings, *GRPC_SETTINGS)
    command_line("galaxytables_lobby", "Serves the lobby.", *declared).parse_args()
    raise SystemExit(run_process("lobby", main))
