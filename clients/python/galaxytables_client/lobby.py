"""The client of a lobby."""

from typing import TypeVar

import grpc.aio
from google.protobuf.message import Message

from galaxytables.lobby.v1 import (
    accounts_pb2_grpc,
    archive_pb2_grpc,
    bots_pb2_grpc,
    notifications_pb2_grpc,
    pairing_pb2_grpc,
    passkeys_pb2_grpc,
    personal_tokens_pb2_grpc,
    platform_pb2_grpc,
    play_pb2_grpc,
    players_pb2,
    players_pb2_grpc,
    relations_pb2_grpc,
    reports_pb2_grpc,
    tables_pb2_grpc,
    tournaments_pb2_grpc,
)
from galaxytables_client.accounts import Accounts
from galaxytables_client.archive import Archive
from galaxytables_client.bots import Bots
from galaxytables_client.calls import CALL_SECONDS, PATIENCE_SECONDS, Calls
from galaxytables_client.channel import RECEIVE_BYTES
from galaxytables_client.connection import Connection
from galaxytables_client.credentials import Credentials
from galaxytables_client.homes import Homes
from galaxytables_client.identity import Identity
from galaxytables_client.keepalive import DEFAULT, Keepalive
from galaxytables_client.notifications import Notifications
from galaxytables_client.pairing import Pairing
from galaxytables_client.passkeys import Passkeys
from galaxytables_client.personal_tokens import PersonalTokens
from galaxytables_client.platform import Platform
from galaxytables_client.play import Play
from galaxytables_client.play_stream import PlayStream
from galaxytables_client.players import FrontDoor, Players
from galaxytables_client.relations import Relations
from galaxytables_client.reports import Reports
from galaxytables_client.resuming import OnLost
from galaxytables_client.tables import Tables
from galaxytables_client.tournaments import Tournaments

Q = TypeVar("Q", bound=Message)
R = TypeVar("R", bound=Message)


class Lobby(Connection):
    """The connection of one player to one lobby. It has a field for each service: `tables`, `play` and so on.

        async with Lobby("127.0.0.1:5100", Guest("Ada")) as lobby:
            games = await lobby.tables.games()

    It connects when it is first used. Every call has a deadline and raises `ClientError`. A call that only reads, or
    that carries a request id, is repeated for `patience` seconds while the server is unavailable. Without an identity
    only calls that need no token work. A lobby can be created anywhere; from its first call on it belongs to one event
    loop.
    """

    def __init__(
        self,
        server: str | grpc.aio.Channel,
        identity: Identity | None = None,
        *,
        roots: bytes | None = None,
        certificate: tuple[bytes, bytes] | None = None,
        patience: float = PATIENCE_SECONDS,
        receive_bytes: int = RECEIVE_BYTES,
        shared: bool = True,
        homes: Homes | None = None,
        keepalive: Keepalive = DEFAULT,
    ) -> None:
        """`server` is an address, or an open channel that the caller will close.

        With an address, `roots`, `certificate`, `receive_bytes`, `shared` and `keepalive` are passed to `open_channel`.
        With `homes`, play streams connect to the homes of tables (see `Homes`) that the server announces.
        """
        super().__init__(
            server,
            roots=roots,
            certificate=certificate,
            receive_bytes=receive_bytes,
            shared=shared,
            keepalive=keepalive,
        )
        channel = self._channel
        players = players_pb2_grpc.PlayerServiceStub(channel)
        self._calls = Calls(self.address, patience=patience, silence=keepalive.silence)
        self._homes = homes
        if identity is not None:
            door = FrontDoor(Calls(self.address, patience=patience, silence=keepalive.silence), players)
            self._calls.credentials = Credentials(identity, door)
        self.players = Players(self._calls, players)
        self.accounts = Accounts(self._calls, accounts_pb2_grpc.AccountServiceStub(channel))
        self.passkeys = Passkeys(self._calls, passkeys_pb2_grpc.PasskeyServiceStub(channel))
        self.tables = Tables(self._calls, tables_pb2_grpc.TableServiceStub(channel))
        self.play = Play(self._calls, play_pb2_grpc.PlayServiceStub(channel))
        self.archive = Archive(self._calls, archive_pb2_grpc.ArchiveServiceStub(channel))
        self.notifications = Notifications(self._calls, notifications_pb2_grpc.NotificationServiceStub(channel))
        self.relations = Relations(self._calls, relations_pb2_grpc.RelationServiceStub(channel))
        self.pairing = Pairing(self._calls, pairing_pb2_grpc.PairingServiceStub(channel))
        self.tournaments = Tournaments(self._calls, tournaments_pb2_grpc.TournamentServiceStub(channel))
        self.personal_tokens = PersonalTokens(self._calls, personal_tokens_pb2_grpc.PersonalTokenServiceStub(channel))
        self.reports = Reports(self._calls, reports_pb2_grpc.ReportServiceStub(channel))
        self.platform = Platform(self._calls, platform_pb2_grpc.PlatformServiceStub(channel), self.tables.stub)
        self.bots = Bots(self._calls, bots_pb2_grpc.BotServiceStub(channel))

    async def close(self) -> None:
        """Stop renewing the token, and close the channel unless the caller opened it."""
        if self._calls.credentials is not None:
            await self._calls.credentials.close()
        await super().close()

    @property
    def token(self) -> str:
        """The player's token; empty before the first call that needed one, and always empty without an identity."""
        return self._calls.credentials.token if self._calls.credentials is not None else ""

    async def rename(self, name: str) -> players_pb2.Player:
        """Give the player another name. Returns the player. Raises INVALID_NAME.

        The connection then uses the new token, which carries the name. Seats, tables and ratings stay with the player.
        """
        renamed = await self._calls.call(self.players.stub.Rename, players_pb2.RenameRequest(name=name))
        if self._calls.credentials is not None:
            await self._calls.credentials.exchange(renamed.token, renamed.expires.ToSeconds())
        return renamed.player

    def play_stream(self, on_lost: OnLost | None = None) -> PlayStream:
        """Return a play stream for many tables. The stream is open as long as its coroutine `run` runs."""
        return PlayStream(self._calls, self.play.stub, on_lost, self._homes)

    async def call(
        self,
        method: "grpc.aio.UnaryUnaryMultiCallable[Q, R]",
        request: Q,
        *,
        seconds: float = CALL_SECONDS,
        patience: float | None = None,
    ) -> R:
        """Make any call of a stub, even one without a method here.

        For example: `lobby.call(lobby.play.stub.Undo, request)`.
        """
        return await self._calls.call(method, request, seconds=seconds, patience=patience)
