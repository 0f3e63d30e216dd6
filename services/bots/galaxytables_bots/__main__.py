"""Starts a bot host: `python -m galaxytables_bots`."""

from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial

import grpc.aio
import structlog

from galaxytables_bots.host import Host
from galaxytables_bots.pace import LONGEST_WAIT, Pace
from galaxytables_bots.registry import Registry, discover
from galaxytables_bots.strategy import PATIENCE
from galaxytables_bots.token import TokenSettings, identity
from galaxytables_client import Homes, Lobby
from galaxytables_serving import Process, SettingError, open_channel, run_process
from galaxytables_serving.command_line import PROCESS_SETTINGS, command_line
from galaxytables_serving.metrics import SERVING
from galaxytables_serving.settings import integer, pairs, read_settings, seconds, text, variable
from galaxytables_serving.tls import CallTls

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class BotSettings(CallTls):
    """The settings of a bot host: where bots play, and how fast."""

    lobby: str = variable("GALAXYTABLES_LOBBY", text, "`host:port` of the lobby", default="127.0.0.1:5100")
    streams: int = variable(
        "GALAXYTABLES_BOT_STREAMS", integer(1, 64), "play streams, each with a connection of its own", default="4"
    )
    delay: float = variable(
        "GALAXYTABLES_BOT_DELAY",
        seconds(maximum=60),
        "seconds before each answer at least, no matter who plays",
        default="0",
    )
    pace: float = variable(
        "GALAXYTABLES_BOT_PACE",
        seconds(maximum=60),
        "seconds that an answer usually takes where people play who are there, but never more than a twentieth of the "
        "time that the seat has left; `0` for at once; `make run` sets `1`",
        default="0",
    )
    patience: float = variable(
        "GALAXYTABLES_BOT_PATIENCE",
        seconds(maximum=60),
        "seconds of a core that bots of the level `best` think about an answer at most; where others use the core that "
        "may take four times as long",
        default=str(PATIENCE),
    )
    longest_wait: float = variable(
        "GALAXYTABLES_BOT_LONGEST_WAIT",
        seconds(maximum=60),
        "seconds that a prompt waits for a bot that plays forward, where many seats share a core; after that it is "
        "answered at once, by who does not",
        default=str(LONGEST_WAIT),
    )
    others: Mapping[str, str] = variable(
        "GALAXYTABLES_BOTS",
        pairs("=", example="goofspiel=goofspiel.bots"),
        "packages of bots besides those that come with the platform, by game: `goofspiel=goofspiel.bots`",
    )


async def main(process: Process) -> None:
    """Offer all bots to the lobby, and play until the process is asked to stop."""
    settings = read_settings(BotSettings, process.variables)
    host = identity(read_settings(TokenSettings, process.variables))
    registry = _registry(settings.others)
    async with AsyncExitStack() as stack:
        # Channels to one server share a connection by default; separate ones may reach different lobby processes.
        lobbies = [
            await stack.enter_async_context(
                Lobby(await _server(settings, stack), host, shared=False, homes=_homes(settings))
            )
            for _ in range(settings.streams)
        ]
        _log.info("hosting_bots", lobby=settings.lobby, streams=settings.streams)
        SERVING.set(1)
        stack.callback(SERVING.set, 0)
        pace = Pace(settings.delay, settings.pace, settings.longest_wait)
        await Host(lobbies, registry, pace=pace, patience=settings.patience).run(process.stop)


async def _server(settings: BotSettings, stack: AsyncExitStack) -> str | grpc.aio.Channel:
    """Return the lobby's address, or a channel if calls use TLS with the platform's own certificates."""
    tls = settings.for_calls
    if tls is None:
        return settings.lobby
    return await stack.enter_async_context(open_channel(settings.lobby, shared=False, tls=tls))


def _homes(settings: BotSettings) -> Homes:
    """Return channels to the homes of tables, opened in the same way as to the lobby."""
    return Homes(partial(open_channel, shared=False, tls=settings.for_calls))


def _registry(others: Mapping[str, str]) -> Registry:
    try:
        return discover(others)
    except ImportError as error:
        raise SettingError(f"GALAXYTABLES_BOTS: {error}.") from error


if __name__ == "__main__":
    command_line("galaxytables_bots", "Hosts bots.", BotSettings, TokenSettings, *PROCESS_SETTINGS).parse_args()
    raise SystemExit(run_process("bots", main))
