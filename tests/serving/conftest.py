import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import grpc.aio
import pytest
from prometheus_client import REGISTRY

from galaxytables_serving import Address, Limits, Server, open_channel
from tests.serving.servicers import Players, Streams, players_service, streams_services


@dataclass
class Running:
    """A server under test with its steerable servicers, and a channel to it."""

    server: Server
    players: Players
    streams: Streams
    channel: grpc.aio.Channel
    port: int

    async def until_idle(self) -> None:
        """Wait until no guest is being made: a client may hear of a failure before the server has counted it."""
        names = {"grpc_service": "galaxytables.lobby.v1.PlayerService", "grpc_method": "CreateGuest"}
        async with asyncio.timeout(60):
            while REGISTRY.get_sample_value("grpc_server_open_calls", names):  # noqa: ASYNC110  # it counts
                await asyncio.sleep(0.01)


@pytest.fixture
async def running() -> AsyncIterator[Running]:
    players, streams = Players(), Streams()
    server = Server(
        [players_service(players), *streams_services(streams)],
        domain="galaxytables.test",
        limits=Limits(drain=3.0, stream_linger=0.1, receive_bytes=10_000, address_calls=5_000),
    )
    port = await server.start(Address("127.0.0.1", 0))
    # Ports are given out again: a channel that somebody left open to an earlier server there shares its failure.
    async with open_channel(f"127.0.0.1:{port}", shared=False) as channel:
        yield Running(server, players, streams, channel, port)
    await server.stop()
