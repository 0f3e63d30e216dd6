"""The calls of `BotService`, for programs that play seats at other people's tables."""

from collections.abc import AsyncGenerator, Iterable
from typing import TYPE_CHECKING

from galaxytables.lobby.v1 import bots_pb2, play_pb2
from galaxytables_client.building import build
from galaxytables_client.calls import Calls
from galaxytables_client.uncopied import Uncopied

if TYPE_CHECKING:
    from galaxytables.lobby.v1 import bots_pb2_grpc

DECISIONS_SECONDS = 60.0
"""Longer than other calls, since the server replays the game."""


class Bots(Uncopied):
    """The calls of bot hosts. Their token must have the role `bots`."""

    def __init__(self, calls: Calls, stub: "bots_pb2_grpc.BotServiceAsyncStub") -> None:
        self._calls = calls
        self.stub = stub

    def host(self, offers: Iterable[bots_pb2.BotOffer]) -> AsyncGenerator[bots_pb2.HostBotsResponse, None]:
        """Offer bots as long as the caller iterates, and yield the seats to play. Closing the iterator ends the offer.

        The offer also ends when the lobby stops. Raises `ClientError`, with reason NOT_A_BOT_HOST.
        """
        return self._calls.stream(self.stub.HostBots, build(bots_pb2.HostBotsRequest, offers=offers))

    async def give_hint(self, table_id: str, question: int, hint: play_pb2.GivenHint) -> None:
        """Answer a request for a hint that `host` has yielded. Raises `ClientError`."""
        request = build(bots_pb2.GiveHintRequest, table_id=table_id, question=question, hint=hint)
        await self._calls.call(self.stub.GiveHint, request)

    async def decisions(self, table_id: str, question: int) -> bots_pb2.ListDecisionsResponse:
        """Return the choices of a finished game that a bot host must analyse, for a request that `host` has yielded.

        Raises `ClientError`.
        """
        request = build(bots_pb2.ListDecisionsRequest, table_id=table_id, question=question)
        return await self._calls.call(self.stub.ListDecisions, request, seconds=DECISIONS_SECONDS)

    async def give_analysis(self, table_id: str, question: int, analysis: play_pb2.Analysis) -> None:
        """Answer a request for an analysis that `host` has yielded. Raises `ClientError`."""
        request = build(bots_pb2.GiveAnalysisRequest, table_id=table_id, question=question, analysis=analysis)
        await self._calls.call(self.stub.GiveAnalysis, request)
