"""`BotService`: for programs that fill seats at other people's tables."""

from collections.abc import AsyncGenerator, Iterable
from typing import TYPE_CHECKING

from galaxy.lobby.v1 import bots_pb2, play_pb2
from galaxy_client.calls import Calls

if TYPE_CHECKING:
    from galaxy.lobby.v1 import bots_pb2_grpc


class Bots:
    """What bot hosts call; their token has the role `bots`."""

    def __init__(self, calls: Calls, stub: "bots_pb2_grpc.BotServiceAsyncStub") -> None:
        self._calls = calls
        self.stub = stub

    def host(self, offers: Iterable[bots_pb2.BotOffer]) -> AsyncGenerator[bots_pb2.HostBotsResponse, None]:
        """Offer bots for as long as the iteration goes on, and give the seats to play; close it to end the offer.

        Ends when the lobby stops. Raises `ClientError`, NOT_A_BOT_HOST.
        """
        return self._calls.stream(self.stub.HostBots, bots_pb2.HostBotsRequest(offers=offers))

    async def give_hint(self, table_id: str, question: int, hint: play_pb2.GivenHint) -> None:
        """Answer a question for a hint that came with `host`. Raises `ClientError`."""
        request = bots_pb2.GiveHintRequest(table_id=table_id, question=question, hint=hint)
        await self._calls.call(self.stub.GiveHint, request)
