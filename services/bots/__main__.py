"""Starts the bots: `python -m services.bots`.

GALAXY_LOBBY is where the lobby listens; GALAXY_BOTS_TOKEN or GALAXY_TOKEN_KEYS lets them in (token.py);
GALAXY_BOTS names packages of bots besides those that lie here, by game: `goofspiel=examples.goofspiel.bots`;
GALAXY_BOT_DELAY is how many seconds a bot waits before each answer (0); GALAXY_BOT_STREAMS is over how many play
streams the seats are spread (4).
"""

from contextlib import AsyncExitStack

import structlog

from galaxy_client import Lobby
from services.bots.host import Host
from services.bots.registry import Registry, discover
from services.bots.token import read_identity
from services.serving import Environment, Process, SettingError, run_process
from services.serving.metrics import SERVING

DEFAULT_LOBBY = "127.0.0.1:5100"

_log = structlog.get_logger(__name__)


async def main(process: Process) -> None:
    """Host all bots until the process is asked to stop."""
    environment = process.environment
    address = environment.text("GALAXY_LOBBY", DEFAULT_LOBBY)
    identity = read_identity(environment)
    registry = _registry(environment)
    pace = environment.seconds("GALAXY_BOT_DELAY", 0.0, most=60.0)
    streams = environment.integer("GALAXY_BOT_STREAMS", 4, least=1, most=64)
    async with AsyncExitStack() as stack:
        # Channels to one server share a connection unless told otherwise; several reach several lobby processes.
        lobbies = [await stack.enter_async_context(Lobby(address, identity, shared=False)) for _ in range(streams)]
        _log.info("hosting bots", lobby=address, streams=streams)
        SERVING.set(1)
        stack.callback(SERVING.set, 0)
        await Host(lobbies, registry, pace=pace).run(process.stop)


def _registry(environment: Environment) -> Registry:
    besides = environment.pairs("GALAXY_BOTS", between="=", example="goofspiel=examples.goofspiel.bots")
    try:
        return discover(besides)
    except ImportError as error:
        raise SettingError(f"GALAXY_BOTS: {error}.") from error


if __name__ == "__main__":
    raise SystemExit(run_process("bots", main))
