"""Scenes for the lobby's tests: lobbies on ports, and guests who act through the public API."""

import asyncio
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import grpc
import grpc.aio
import pytest
import structlog

from galaxytables.lobby.v1 import (
    accounts_pb2_grpc,
    archive_pb2_grpc,
    bots_pb2,
    bots_pb2_grpc,
    notifications_pb2_grpc,
    pairing_pb2_grpc,
    passkeys_pb2_grpc,
    personal_tokens_pb2_grpc,
    platform_pb2,
    platform_pb2_grpc,
    play_pb2,
    play_pb2_grpc,
    players_pb2,
    players_pb2_grpc,
    relations_pb2,
    relations_pb2_grpc,
    reports_pb2,
    reports_pb2_grpc,
    tables_pb2,
    tables_pb2_grpc,
    tournaments_pb2_grpc,
)
from galaxytables_client import TableList
from galaxytables_client.table_list import EMPTY
from galaxytables_lobby.adapters.oidc import SignInSettings
from galaxytables_lobby.adapters.rules.client import RulesClient
from galaxytables_lobby.adapters.rules.pods import Pods
from galaxytables_lobby.api.calls import Lobby
from galaxytables_lobby.app import open_lobby, services_of
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.errors import DOMAIN
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.people.limit_settings import NO_LIMITS
from galaxytables_lobby.people.sessions import SessionSettings
from galaxytables_lobby.people.tokens import ROLE_BOTS, Tokens
from galaxytables_lobby.people.word_filters import WordFilters
from galaxytables_lobby.settings import Settings
from galaxytables_lobby.subscriptions.homes import HomeAddress
from galaxytables_platform.ports import free_ports
from galaxytables_serving import Limits, RemoteError, Server, read_error
from galaxytables_serving.settings import Address
from tests.lobby.archives import sqlite_archive
from tests.lobby.counting import NAME, CountingService

KEYS = {"k1": b"a secret that is long enough for anybody"}
PATIENCE = 60.0

# Drawn with all its variables, as is usual, one traceback takes a second of a processor.
structlog.configure(
    processors=[
        *structlog.get_config()["processors"][:-1],
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
    ]
)


class Clock:
    """Real time, or one moment of it for as long as a scene takes, plus what a test adds to it."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self._moment: float | None = None

    def __call__(self) -> float:
        return (time.time() if self._moment is None else self._moment) + self.ahead

    def stand_still(self) -> None:
        """From now on however slow the machine is, a scene takes no time."""
        self._moment = time.time()

    def go_on(self) -> None:
        self._moment = None


class Guest:
    """Somebody who uses the public API."""

    def __init__(self, channel: grpc.aio.Channel, token: str = "", player_id: str = "") -> None:
        self.id = player_id
        self.token = token
        self.metadata: tuple[tuple[str, str], ...] = (("authorization", f"Bearer {token}"),)
        self.players = players_pb2_grpc.PlayerServiceStub(channel)
        self.accounts = accounts_pb2_grpc.AccountServiceStub(channel)
        self.passkeys = passkeys_pb2_grpc.PasskeyServiceStub(channel)
        self.personal_tokens = personal_tokens_pb2_grpc.PersonalTokenServiceStub(channel)
        self.relations = relations_pb2_grpc.RelationServiceStub(channel)
        self.tables = tables_pb2_grpc.TableServiceStub(channel)
        self.play = play_pb2_grpc.PlayServiceStub(channel)
        self.bots = bots_pb2_grpc.BotServiceStub(channel)
        self.archive = archive_pb2_grpc.ArchiveServiceStub(channel)
        self.reports = reports_pb2_grpc.ReportServiceStub(channel)
        self.platform = platform_pb2_grpc.PlatformServiceStub(channel)
        self.tournaments = tournaments_pb2_grpc.TournamentServiceStub(channel)
        self.pairing = pairing_pb2_grpc.PairingServiceStub(channel)
        self.notifications = notifications_pb2_grpc.NotificationServiceStub(channel)

    async def create(self, seats: int = 2, **fields: Any) -> tables_pb2.Table:
        request = tables_pb2.CreateTableRequest(**{"game": NAME, "seats": seats, **fields})
        return (await self.tables.CreateTable(request, metadata=self.metadata)).table

    async def relate(self, other: "Guest", **fields: Any) -> relations_pb2.Relation:
        request = relations_pb2.SetRelationRequest(player_id=other.id, **fields)
        return (await self.relations.SetRelation(request, metadata=self.metadata)).relation

    async def relation(self, other: "Guest") -> relations_pb2.Relation:
        request = relations_pb2.GetRelationRequest(player_id=other.id)
        return (await self.relations.GetRelation(request, metadata=self.metadata)).relation

    async def all_relations(self) -> Sequence[relations_pb2.Relation]:
        request = relations_pb2.ListRelationsRequest()
        return (await self.relations.ListRelations(request, metadata=self.metadata)).relations

    async def list_games(self) -> tables_pb2.ListGamesResponse:
        return await self.tables.ListGames(tables_pb2.ListGamesRequest(), metadata=self.metadata)

    async def table(self, table_id: str) -> tables_pb2.Table:
        return (await self.tables.GetTable(tables_pb2.GetTableRequest(table_id=table_id), metadata=self.metadata)).table

    async def join(self, table_id: str, **fields: Any) -> tables_pb2.JoinTableResponse:
        return await self.tables.JoinTable(
            tables_pb2.JoinTableRequest(table_id=table_id, **fields), metadata=self.metadata
        )

    async def leave(self, table_id: str) -> tables_pb2.Table:
        request = tables_pb2.LeaveTableRequest(table_id=table_id)
        return (await self.tables.LeaveTable(request, metadata=self.metadata)).table

    async def ready(self, table_id: str, ready: bool = True, version: int = 0) -> tables_pb2.Table:
        request = tables_pb2.SetReadyRequest(table_id=table_id, ready=ready, version=version)
        return (await self.tables.SetReady(request, metadata=self.metadata)).table

    async def add_bot(self, table_id: str, bot: str = "random", **fields: Any) -> tables_pb2.AddBotResponse:
        request = tables_pb2.AddBotRequest(table_id=table_id, bot=bot, **fields)
        return await self.tables.AddBot(request, metadata=self.metadata)

    async def start(self, table_id: str) -> tables_pb2.Table:
        request = tables_pb2.StartTableRequest(table_id=table_id)
        return (await self.tables.StartTable(request, metadata=self.metadata)).table

    async def kick(self, table_id: str, seat: int) -> tables_pb2.Table:
        request = tables_pb2.KickPlayerRequest(table_id=table_id, seat=seat)
        return (await self.tables.KickPlayer(request, metadata=self.metadata)).table

    async def edit(self, table_id: str, **fields: Any) -> tables_pb2.Table:
        request = tables_pb2.EditTableRequest(table_id=table_id, **fields)
        return (await self.tables.EditTable(request, metadata=self.metadata)).table

    async def rematch(self, table_id: str, entropy: bytes = b"") -> tables_pb2.Table:
        request = tables_pb2.RematchRequest(table_id=table_id, entropy=entropy)
        return (await self.tables.Rematch(request, metadata=self.metadata)).table

    async def my_tables(self, **fields: Any) -> tables_pb2.ListMyTablesResponse:
        return await self.tables.ListMyTables(tables_pb2.ListMyTablesRequest(**fields), metadata=self.metadata)

    async def list(self, **fields: Any) -> tables_pb2.ListTablesResponse:
        return await self.tables.ListTables(tables_pb2.ListTablesRequest(**fields), metadata=self.metadata)

    async def view(self, table_id: str, **fields: Any) -> play_pb2.TableUpdate:
        request = play_pb2.GetViewRequest(table_id=table_id, **fields)
        return (await self.play.GetView(request, metadata=self.metadata)).update

    async def submit(
        self, table_id: str, prompt_id: str, *picks: str, request_id: str = "", **fields: Any
    ) -> play_pb2.SubmitChoiceResponse:
        request = play_pb2.SubmitChoiceRequest(
            table_id=table_id, prompt_id=prompt_id, picks=picks, request_id=request_id or str(uuid.uuid4()), **fields
        )
        return await self.play.SubmitChoice(request, metadata=self.metadata)

    async def pick(self, table_id: str, **fields: Any) -> play_pb2.SubmitChoiceResponse:
        """Answer the open prompt with its default."""
        prompt = (await self.view(table_id, **fields)).prompts[0]
        return await self.submit(table_id, prompt.id, *prompt.default_picks, **fields)

    async def sees_prompt(self, table_id: str, prompt_id: str) -> None:
        """Wait until a prompt is open."""

        async def is_open() -> bool:
            return any(prompt.id == prompt_id for prompt in (await self.view(table_id)).prompts)

        await eventually(is_open)

    async def undo(self, table_id: str, **fields: Any) -> play_pb2.UndoResponse:
        return await self.play.Undo(play_pb2.UndoRequest(table_id=table_id, **fields), metadata=self.metadata)

    async def propose(
        self, table_id: str, choices: int = 0, *, accept_unrated: bool = True
    ) -> play_pb2.ProposeTakebackResponse:
        request = play_pb2.ProposeTakebackRequest(table_id=table_id, choices=choices, accept_unrated=accept_unrated)
        return await self.play.ProposeTakeback(request, metadata=self.metadata)

    async def accept(
        self, table_id: str, takeback: int, accept: bool = True, *, accept_unrated: bool = True
    ) -> play_pb2.AnswerTakebackResponse:
        request = play_pb2.AnswerTakebackRequest(
            table_id=table_id, takeback=takeback, accept=accept, accept_unrated=accept_unrated
        )
        return await self.play.AnswerTakeback(request, metadata=self.metadata)

    async def decline(self, table_id: str, takeback: int) -> play_pb2.AnswerTakebackResponse:
        return await self.accept(table_id, takeback, accept=False)

    async def resign(self, table_id: str) -> play_pb2.ResignResponse:
        return await self.play.Resign(play_pb2.ResignRequest(table_id=table_id), metadata=self.metadata)

    async def say(self, table_id: str, text: str, request_id: str = "") -> play_pb2.ChatMessage:
        request = play_pb2.SendMessageRequest(table_id=table_id, text=text, request_id=request_id or str(uuid.uuid4()))
        return (await self.play.SendMessage(request, metadata=self.metadata)).message

    async def report(
        self, table_id: str, player_id: str, kind: int = reports_pb2.REPORT_KIND_ABUSE, text: str = "", **fields: Any
    ) -> reports_pb2.Report:
        request = reports_pb2.ReportPlayerRequest(
            table_id=table_id,
            player_id=player_id,
            kind=reports_pb2.ReportKind.ValueType(kind),
            text=text,
            **fields,
        )
        return (await self.reports.ReportPlayer(request, metadata=self.metadata)).report

    async def my_reports(self) -> Sequence[reports_pb2.Report]:
        request = reports_pb2.ListMyReportsRequest()
        return (await self.reports.ListMyReports(request, metadata=self.metadata)).reports

    async def my_sanctions(self) -> Sequence[reports_pb2.PlayerSanction]:
        request = reports_pb2.ListMySanctionsRequest()
        return (await self.reports.ListMySanctions(request, metadata=self.metadata)).sanctions

    async def appeal(self, sanction_id: str, text: str = "It was not me", **fields: Any) -> reports_pb2.Report:
        request = reports_pb2.AppealRequest(sanction_id=sanction_id, text=text, **fields)
        return (await self.reports.Appeal(request, metadata=self.metadata)).appeal

    async def messages(self, table_id: str) -> Sequence[str]:
        request = play_pb2.ListMessagesRequest(table_id=table_id)
        return [each.text for each in (await self.play.ListMessages(request, metadata=self.metadata)).messages]

    async def record(self, table_id: str) -> Any:
        request = play_pb2.GetRecordRequest(table_id=table_id)
        return (await self.play.GetRecord(request, metadata=self.metadata)).record

    @asynccontextmanager
    async def watching(self, table_id: str, from_event: int = 1, **fields: Any) -> AsyncIterator["Updates"]:
        request = play_pb2.WatchTableRequest(table_id=table_id, from_event=from_event, **fields)
        call = self.play.WatchTable(request, metadata=self.metadata)
        try:
            yield Updates(call)
        finally:
            call.cancel()

    @asynccontextmanager
    async def noticing(self) -> AsyncIterator["Updates"]:
        """Follow all own tables."""
        call = self.tables.WatchMyTables(tables_pb2.WatchMyTablesRequest(), metadata=self.metadata)
        try:
            yield Updates(call)
        finally:
            call.cancel()

    @asynccontextmanager
    async def lobby_watching(self, game: str = "") -> AsyncIterator["Listing"]:
        """Follow the list of tables."""
        call = self.tables.WatchTables(tables_pb2.WatchTablesRequest(game=game), metadata=self.metadata)
        try:
            yield Listing(call)
        finally:
            call.cancel()

    @asynccontextmanager
    async def hosting(self, *bots: str) -> AsyncIterator["Updates"]:
        """Offer bots; comes back once the offer holds."""
        request = bots_pb2.HostBotsRequest(offers=[bots_pb2.BotOffer(game=NAME, bot=bot) for bot in bots])
        call = self.bots.HostBots(request, metadata=self.metadata)
        try:
            yield Updates(call)
        finally:
            call.cancel()


def _is_about_the_platform(response: Any) -> bool:
    return "platform" in response.DESCRIPTOR.fields_by_name and response.HasField("platform")


class Updates:
    """A server stream, read with a generous deadline."""

    def __init__(self, call: Any) -> None:
        self.call = call

    async def next(self) -> Any:
        """The next message that is not about the platform as a whole."""
        while _is_about_the_platform(response := await self._read()):
            pass
        return response

    async def platform(self) -> platform_pb2.PlatformStatus:
        """What the stream says next about the platform as a whole."""
        while not _is_about_the_platform(response := await self._read()):
            pass
        status: platform_pb2.PlatformStatus = response.platform
        return status

    async def _read(self) -> Any:
        async with asyncio.timeout(PATIENCE):
            response = await self.call.read()
        assert response is not grpc.aio.EOF, "the stream has ended"
        return response

    async def update(self) -> play_pb2.TableUpdate:
        update: play_pb2.TableUpdate = (await self.next()).update
        return update

    async def until(self, good: Callable[[Any], bool]) -> list[Any]:
        """All messages up to the first good one."""
        messages = [await self.next()]
        while not good(messages[-1]):
            messages.append(await self.next())
        return messages

    async def rest(self) -> list[Any]:
        """All messages to the end of the stream."""
        messages = []
        async with asyncio.timeout(PATIENCE):
            while (message := await self.call.read()) is not grpc.aio.EOF:
                messages.append(message)
        return messages


class Listing(Updates):
    """The list of tables as its reader has it; `seen` has all states of tables that were sent."""

    def __init__(self, call: Any) -> None:
        super().__init__(call)
        self.list = EMPTY
        self.reads = 0
        self.seen: list[tables_pb2.Table] = []

    async def changed(self) -> TableList:
        """The list after its next change."""
        while not (response := await self.next()).HasField("changes"):
            pass
        self.reads += 1
        self.list = self.list.after(response.changes)
        self.seen += response.changes.tables
        return self.list

    def shows(self, table_id: str, state: tables_pb2.TableState.ValueType) -> bool:
        """Whether a table was sent in a state. Of changes that follow one another quickly only the last is sent."""
        return any(table.id == table_id and table.state == state for table in self.seen)

    async def when(self, good: Callable[[TableList], bool]) -> TableList:
        """The list once it is good; it is looked at after its next change first, unless it is good already."""
        async with asyncio.timeout(PATIENCE):
            while not good(self.list):
                await self.changed()
        return self.list


class House:
    """Lobbies, the rules service and the store of one scene."""

    def __init__(
        self,
        redis_url: str,
        counting: CountingService,
        stack: AsyncExitStack,
        *,
        archive_url: str = "",
        wait_replicas: int = 0,
        homes: bool = False,
    ) -> None:
        """Without `archive_url` the archive is a file that ends with the scene. With `homes` lobbies are homes."""
        self.redis_url = redis_url
        self.counting = counting
        self.clock = Clock()
        self.tokens = Tokens(KEYS, clock=self.clock)
        self.settings = Settings(
            games={NAME: f"dns:///127.0.0.1:{counting.port}"},
            redis_url=redis_url,
            wait_replicas=wait_replicas,
            rules_seconds=3.0,
            cached_tables=100,
            retention=3600.0,
            max_silent=10,
            heartbeat=20.0,
            archive_url=archive_url or sqlite_archive(Path(stack.enter_context(TemporaryDirectory()))),
        )
        self.limits = NO_LIMITS
        self.sessions = SessionSettings()
        self.sign_in = SignInSettings()
        # None for those of installed packages, for which all packages are looked at.
        self.word_filters: WordFilters | None = WordFilters({})
        self.lobbies: list[Lobby] = []
        self.channels: list[grpc.aio.Channel] = []
        self.addresses: list[str] = []
        self.servers: list[Server] = []
        # Who is told the homes of tables: nobody, "bots" or "all".
        self.tells_homes = "bots" if homes else ""
        self._stack = stack
        self._guests = 0

    async def open_lobby(self) -> Lobby:
        own_port, home = 0, None
        if self.tells_homes:
            [own_port] = free_ports(1)
            home = HomeAddress(f"127.0.0.1:{own_port}", tells_all=self.tells_homes == "all")
        lobby = await self._stack.enter_async_context(
            open_lobby(
                self.settings,
                self.tokens,
                self.limits,
                home=home,
                sessions=self.sessions,
                sign_in=self.sign_in,
                word_filters=self.word_filters,
                clock=self.clock,
            )
        )
        limits = Limits(drain=0.5, stream_linger=0.1)
        server = Server(services_of(lobby), domain=DOMAIN, limits=limits, tunnels=True)
        port = await server.start(Address("127.0.0.1", own_port))
        self.servers.append(server)
        self._stack.push_async_callback(server.stop)
        self.addresses.append(f"127.0.0.1:{port}")
        channel = grpc.aio.insecure_channel(self.addresses[-1])
        self._stack.push_async_callback(channel.close)
        self.lobbies.append(lobby)
        self.channels.append(channel)
        await eventually(lambda: NAME not in lobby.games.names or lobby.games.rules_of(NAME).available)
        return lobby

    async def guest(self, name: str = "", lobby: int = 0) -> Guest:
        """Somebody new, by default under a name that nobody else in the scene has."""
        stub = players_pb2_grpc.PlayerServiceStub(self.channels[lobby])
        self._guests += 1
        made = await stub.CreateGuest(players_pb2.CreateGuestRequest(name=name or f"Ada {self._guests}"))
        return Guest(self.channels[lobby], made.token, made.player.id)

    def at(self, guest: Guest, lobby: int) -> Guest:
        """The same person at another lobby."""
        return Guest(self.channels[lobby], guest.token, guest.id)

    def host(self, lobby: int = 0, name: str = "fillers") -> Guest:
        token, _ = self.tokens.make(Person(PlayerId(name), name), role=ROLE_BOTS)
        return Guest(self.channels[lobby], token, name)

    async def started(self, seats: int = 2, *, opened_at: int = 0, **fields: Any) -> tuple[str, list[Guest]]:
        """A running table, which was opened at a lobby, a guest on each seat."""
        guests = [await self.guest(f"Guest {number}") for number in range(seats)]
        table = await self.at(guests[0], opened_at).create(seats, **fields)
        where = table.invitation or table.id
        for guest in guests[1:]:
            await guest.join(where)
            await guest.ready(table.id)
        await guests[0].start(table.id)
        return table.id, guests


def timeless(update: play_pb2.TableUpdate) -> play_pb2.TableUpdate:
    """What an update says whenever it is made."""
    told = play_pb2.TableUpdate()
    told.CopyFrom(update)
    told.ClearField("now")
    return told


def pods_of(lobby: Lobby, game: str = NAME) -> Pods:
    """The pods of a game's rules service."""
    rules = lobby.games.rules_of(game)
    assert isinstance(rules, RulesClient)
    return rules._pods


async def eventually(good: Callable[[], bool] | Callable[[], Awaitable[bool]], within: float = PATIENCE) -> None:
    """Wait until something holds; it is looked at less often the longer it takes, as a look may cost some calls."""
    deadline = time.monotonic() + within
    pause = 0.01
    while True:
        result = good()
        if await result if isinstance(result, Awaitable) else result:
            return
        assert time.monotonic() < deadline, "it never came about"
        await asyncio.sleep(pause)
        pause = min(1.2 * pause, 0.1)


async def refused(work: Awaitable[Any]) -> RemoteError:
    """The error of a call that must fail."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await work
    return read_error(caught.value)
