"""The games of this lobby: which rules services are configured, and which of them answer now."""

import asyncio
from collections.abc import Mapping
from typing import Any

import grpc
import grpc.aio
import structlog
from grpc_health.v1 import health_pb2, health_pb2_grpc

from services.lobby import errors
from services.lobby.metrics import RULES_AVAILABLE
from services.lobby.rules.client import RulesClient
from services.lobby.tasks import end_tasks
from services.serving import open_channel

_log = structlog.get_logger(__name__)

PROBE_SECONDS = 2.0
# How often to ask for a service that is away.
RETRY_SECONDS = 0.5
_PROBE_TIMEOUT = 2.0


class Directory:
    """All configured games, probed while they come and go. `start` before use, `close` after."""

    def __init__(self, targets: Mapping[str, str], *, streams: int = 1) -> None:
        """Take gRPC targets by game name, and the number of streams a game."""
        self._channels = {name: open_channel(target) for name, target in targets.items()}
        self._games = {name: RulesClient(name, channel, streams=streams) for name, channel in self._channels.items()}
        self._probes: list[asyncio.Task[None]] = []
        self._unprobed = set(self._games)
        self._all_probed = asyncio.Event()

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all configured games."""
        return tuple(self._games)

    def rules_of(self, name: str) -> RulesClient:
        """A configured game, whether it answers or not. Raises UNKNOWN_GAME."""
        try:
            return self._games[name]
        except KeyError:
            raise errors.unknown_game(name, self._games) from None

    def position_form(self, name: str) -> bytes:
        """The form of the positions that a game's rules read; empty where they are unknown, or not configured."""
        game = self._games.get(name)
        return b"" if game is None or game.description is None else game.description.position_form

    def start(self) -> None:
        """Begin to probe."""
        for name, game in self._games.items():
            game.start()
            self._probes.append(asyncio.create_task(self._probe_forever(game), name=f"probe-{name}"))

    async def probed(self) -> None:
        """Come back once every game has been asked for at least once."""
        await self._all_probed.wait()

    async def close(self) -> None:
        """Stop probing and close all connections."""
        await end_tasks(self._probes)
        for game in self._games.values():
            await game.close()

    async def _probe_forever(self, game: RulesClient) -> None:
        health: Any = health_pb2_grpc.HealthStub(self._channels[game.name])
        while True:
            available = await self._probe(game, health)
            if available != game.available:
                _log.info("rules_service_changed", game=game.name, available=available)
                game.available = available
            RULES_AVAILABLE.labels(game.name).set(available)
            self._unprobed.discard(game.name)
            if not self._unprobed:
                self._all_probed.set()
            await asyncio.sleep(PROBE_SECONDS if available else RETRY_SECONDS)

    async def _probe(self, game: RulesClient, health: Any) -> bool:  # noqa: ANN401  # stubs lack the aio side
        try:
            answer = await health.Check(health_pb2.HealthCheckRequest(), timeout=_PROBE_TIMEOUT)
            if answer.status != health_pb2.HealthCheckResponse.SERVING:
                return False
            # Asked each time: a service that was replaced may have new packs or options.
            description = await game.describe()
        except grpc.aio.AioRpcError:
            return False
        if description.game != game.name:
            _log.error("rules_service_is_another_game", game=game.name, serves=description.game)
            return False
        game.description = description
        return True
