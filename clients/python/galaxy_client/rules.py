"""A rules service, for whoever would rather ask it than the lobby."""

from types import TracebackType
from typing import Self

import grpc.aio

from galaxy.rules.v1 import game_pb2, rules_pb2, rules_pb2_grpc
from galaxy_client.calls import PATIENCE_SECONDS, Calls
from galaxy_client.channel import open_channel

REPLAY_SECONDS = 120.0
MOST_RECORD_BYTES = 64 * 1024 * 1024


class Rules:
    """One game's rules service. Needs no token; every call raises `ClientError`."""

    def __init__(self, server: str | grpc.aio.Channel, *, patience: float = PATIENCE_SECONDS) -> None:
        """Take its address, or a channel that the caller closes; `patience` as for a `Lobby`."""
        self._own: grpc.aio.Channel | None = None
        address = ""
        if isinstance(server, str):
            address = server
            server = self._own = open_channel(address, receive_bytes=MOST_RECORD_BYTES)
        self._calls = Calls(address, patience=patience)
        self.stub = rules_pb2_grpc.RulesServiceStub(server)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the channel, unless it is the caller's."""
        if self._own is not None:
            await self._own.close()

    async def replay(self, record: game_pb2.Record) -> rules_pb2.ReplayResponse:
        """Have a record played again; says whether all but its sentences holds. May take some seconds."""
        request = rules_pb2.ReplayRequest(record=record)
        return await self._calls.call(self.stub.Replay, request, seconds=REPLAY_SECONDS)
