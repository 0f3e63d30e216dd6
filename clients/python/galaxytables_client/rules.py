"""The client of a rules service, for programs that call it directly instead of the lobby."""

import grpc.aio

from galaxytables.rules.v1 import game_pb2, rules_pb2, rules_pb2_grpc
from galaxytables_client.calls import PATIENCE_SECONDS, Calls
from galaxytables_client.connection import Connection
from galaxytables_client.keepalive import DEFAULT

REPLAY_SECONDS = 120.0
MAX_RECORD_BYTES = 64 * 1024 * 1024


class Rules(Connection):
    """The client of one game's rules service. It needs no token; every call raises `ClientError`."""

    def __init__(self, server: str | grpc.aio.Channel, *, key: str = "", patience: float = PATIENCE_SECONDS) -> None:
        """`server` is an address or a channel, which the caller closes.

        `key` is its secret; `patience` is as for `Lobby`.
        """
        super().__init__(server, receive_bytes=MAX_RECORD_BYTES)
        self._calls = Calls(self.address, patience=patience, silence=DEFAULT.silence)
        self._shown = (("authorization", f"Bearer {key}"),) if key else ()
        self.stub = rules_pb2_grpc.RulesServiceStub(self._channel)

    async def describe(self) -> rules_pb2.DescribeResponse:
        """Return the description that the rules service gives of its game."""
        return await self._calls.call(self.stub.Describe, rules_pb2.DescribeRequest(), metadata=self._shown)

    async def replay(self, record: game_pb2.Record) -> rules_pb2.ReplayResponse:
        """Replay a record at the service. Returns whether everything in the record except its sentences is right.

        This may take some seconds.
        """
        request = rules_pb2.ReplayRequest(record=record)
        return await self._calls.call(self.stub.Replay, request, seconds=REPLAY_SECONDS, metadata=self._shown)
