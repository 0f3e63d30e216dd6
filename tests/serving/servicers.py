"""A servicer whose answers a test steers: it serves two of the lobby's services for want of one of its own."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import cast

import grpc
import grpc.aio

from galaxytables.lobby.v1 import bots_pb2, bots_pb2_grpc, play_pb2, play_pb2_grpc, players_pb2, players_pb2_grpc
from galaxytables_serving import GalaxyError, Service

HIDDEN = "the top card is a gem world"


class NameRefusedError(GalaxyError):
    reason = "INVALID_NAME"
    code = grpc.StatusCode.INVALID_ARGUMENT


class Players(players_pb2_grpc.PlayerServiceServicer):
    """Guests by name: `slow` waits for `release`, `crash` and `refused` fail, `forever` never answers."""

    def __init__(self) -> None:
        self.entered = asyncio.Event()
        self.release = asyncio.Event()
        self.cancelled = asyncio.Event()

    async def CreateGuest(
        self,
        request: players_pb2.CreateGuestRequest,
        _context: object,
    ) -> players_pb2.CreateGuestResponse:
        self.entered.set()
        match request.name:
            case "crash":
                raise RuntimeError(HIDDEN)
            case "refused" | "":
                raise NameRefusedError("A name has 1 to 40 characters.", least=1, most=40, name=request.name)
            case "slow":
                await self.release.wait()
            case "forever":
                try:
                    await asyncio.Event().wait()
                except asyncio.CancelledError:
                    self.cancelled.set()
                    raise
            case "long":
                name = "ü" * 4_000
                raise NameRefusedError(f"{name} is too long.", name=name)
        return players_pb2.CreateGuestResponse(player=players_pb2.Player(id="1", name=request.name))

    def RenewToken(self, request: object, context: object) -> players_pb2.RenewTokenResponse:
        raise NotImplementedError

    def Refresh(self, request: object, context: object) -> players_pb2.RefreshResponse:
        raise NotImplementedError

    def SearchPlayers(self, request: object, context: object) -> players_pb2.SearchPlayersResponse:
        raise NotImplementedError

    def Rename(self, request: object, context: object) -> players_pb2.RenameResponse:
        raise NotImplementedError

    def GetMe(self, request: object, context: object) -> players_pb2.GetMeResponse:
        raise NotImplementedError


class Streams(play_pb2_grpc.PlayServiceServicer, bots_pb2_grpc.BotServiceServicer):
    """Streams: hosting sends one message and waits; playing echoes ids, after `release` for an id of 7."""

    def __init__(self) -> None:
        self.release = asyncio.Event()
        self.left = asyncio.Event()
        self.asked = asyncio.Event()

    async def HostBots(
        self,
        request: bots_pb2.HostBotsRequest,
        _context: object,
    ) -> AsyncIterator[bots_pb2.HostBotsResponse]:
        try:
            yield bots_pb2.HostBotsResponse(caught_up=True)
            if request.offers and request.offers[0].bot == "crash":
                raise RuntimeError(HIDDEN)
            if request.offers and request.offers[0].bot == "refused":
                raise NameRefusedError("No.", bot="refused")
            await asyncio.Event().wait()
        finally:
            self.left.set()

    async def Play(
        self,
        request_iterator: AsyncIterator[play_pb2.PlayRequest],
        _context: object,
    ) -> AsyncIterator[play_pb2.PlayResponse]:
        async for request in request_iterator:
            if request.id == 7:
                self.asked.set()
                await self.release.wait()
            yield play_pb2.PlayResponse(id=request.id)

    def _unused(self, request: object, context: object) -> object:
        raise NotImplementedError

    GetView = ExplainPrompt = SubmitChoice = Undo = Resign = ClaimEnd = cast("object", _unused)  # type: ignore[assignment]
    PlayMany = ProposeTakeback = AnswerTakeback = cast("object", _unused)  # type: ignore[assignment]
    Hint = GiveHint = Analyse = cast("object", _unused)  # type: ignore[assignment]
    ListDecisions = GiveAnalysis = cast("object", _unused)  # type: ignore[assignment]
    SetPause = SetVacation = cast("object", _unused)  # type: ignore[assignment]
    WatchTable = GetRecord = VerifyRecord = SendMessage = ListMessages = cast("object", _unused)  # type: ignore[assignment]


def players_service(servicer: Players) -> Service:
    return Service(
        players_pb2.DESCRIPTOR.services_by_name["PlayerService"],
        partial(players_pb2_grpc.add_PlayerServiceServicer_to_server, servicer),
    )


def streams_services(servicer: Streams) -> list[Service]:
    return [
        Service(
            play_pb2.DESCRIPTOR.services_by_name["PlayService"],
            partial(play_pb2_grpc.add_PlayServiceServicer_to_server, servicer),
        ),
        Service(
            bots_pb2.DESCRIPTOR.services_by_name["BotService"],
            partial(bots_pb2_grpc.add_BotServiceServicer_to_server, servicer),
        ),
    ]
