"""A lobby that tells what it was told to, and fails when it was told to.

One running table with events and one prompt after another; lists of tables; a play stream. `stop` and `start` again at
the same port are a lost connection.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Any

import grpc
import grpc.aio
from google.protobuf.any_pb2 import Any as Packed
from google.protobuf.duration_pb2 import Duration
from google.protobuf.struct_pb2 import Struct
from google.rpc import error_details_pb2, status_pb2

from galaxytables.lobby.v1 import (
    platform_pb2,
    play_pb2,
    play_pb2_grpc,
    players_pb2,
    players_pb2_grpc,
    tables_pb2,
    tables_pb2_grpc,
)
from galaxytables.rules.v1 import game_pb2

RUNNING, FINISHED = tables_pb2.TABLE_STATE_RUNNING, tables_pb2.TABLE_STATE_FINISHED
TABLE = "t1"


def status(
    code: grpc.StatusCode, reason: str, *, message: str = "", retry_after: float | None = None, **metadata: str
) -> status_pb2.Status:
    """What the lobby says of an error."""
    info = Packed()
    info.Pack(error_details_pb2.ErrorInfo(reason=reason, domain="galaxytables.lobby", metadata=metadata))
    details = [info]
    if retry_after is not None:
        delay = Duration()
        delay.FromMilliseconds(round(retry_after * 1000))
        retry = Packed()
        retry.Pack(error_details_pb2.RetryInfo(retry_delay=delay))
        details.append(retry)
    return status_pb2.Status(code=code.value[0], message=message, details=details)


AWAY = status(grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE", message="The store is away.")


async def eventually(condition: Callable[[], Any]) -> None:
    """Wait until something holds that nobody tells."""
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110  # as said
            await asyncio.sleep(0.01)


async def fail(context: Any, error: status_pb2.Status) -> None:
    code = next(code for code in grpc.StatusCode if code.value[0] == error.code)
    await context.abort(code, error.message, (("grpc-status-details-bin", error.SerializeToString()),))


class FakeLobby(
    players_pb2_grpc.PlayerServiceServicer,
    tables_pb2_grpc.TableServiceServicer,
    play_pb2_grpc.PlayServiceServicer,
):
    def __init__(self, *options: tuple[str, int]) -> None:
        """Take what its gRPC server is to be told besides."""
        self._options = options
        self.port = 0
        self.calls: Counter[str] = Counter()
        self.requests: list[Any] = []
        # Errors of the next calls of a method, one each; None lets a call through.
        self.errors: dict[str, list[status_pb2.Status | None]] = {}
        self.good: set[str] = set()
        # Whether refresh tokens come with tokens; each is good for one use and its repeats.
        self.sessions = False
        self.refreshes: dict[str, str] = {}
        self.life_seconds = 3600.0
        self.events: list[str] = []
        self.prompt = 1
        self.prompts = 0
        self.choices: dict[str, tuple[str, str]] = {}
        self.version = 1
        self.swallow = 0
        self.silent = False
        # Tables that are watched now.
        self.watching = 0
        # What it tells as the home of the table.
        self.home = ""
        self.tables: dict[str, tables_pb2.Table] = {}
        self.games: list[tables_pb2.GameOffer] = []
        # How the platform is, one after the other, at the start of each stream of own tables.
        self.statuses: list[platform_pb2.PlatformStatus] = []
        self._server: grpc.aio.Server | None = None
        self._changed = asyncio.Condition()
        self._streams: list[asyncio.Queue[Any]] = []

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def start(self) -> None:
        server = self._server = grpc.aio.server(options=(("grpc.so_reuseport", 0), *self._options))
        self.add_to(server)
        self.port = server.add_insecure_port(self.address)
        await server.start()

    def add_to(self, server: grpc.aio.Server) -> None:
        players_pb2_grpc.add_PlayerServiceServicer_to_server(self, server)
        tables_pb2_grpc.add_TableServiceServicer_to_server(self, server)
        play_pb2_grpc.add_PlayServiceServicer_to_server(self, server)

    async def stop(self) -> None:
        if self._server is not None:
            await self._server.stop(None)
            self._server = None

    async def happen(self, *kinds: str) -> None:
        """Let events happen, and tell those who watch."""
        async with self._changed:
            self.events += kinds
            self.version += 1
            self._changed.notify_all()

    async def change(self, table: tables_pb2.Table) -> None:
        """Change one of the listed tables."""
        async with self._changed:
            table.version += 1
            self.tables[table.id] = table
            self.version += 1
            self._changed.notify_all()

    async def _changed_since(self, version: int) -> int:
        """Wait for another version, however long ago it came; gives it."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.version != version)
            return self.version

    @property
    def finished(self) -> bool:
        return "finished" in self.events or (self.prompts > 0 and self.prompt > self.prompts)

    def update(self, first: int = 0) -> play_pb2.TableUpdate:
        open_prompts = [self._prompt()] if self.prompt <= self.prompts else []
        events = [
            play_pb2.TableEvent(number=number, event=game_pb2.Event(kind=kind))
            for number, kind in enumerate(self.events, 1)
            if 0 < first <= number
        ]
        return play_pb2.TableUpdate(
            table_id=TABLE,
            version=self.version,
            events=events,
            last_event=len(self.events),
            prompts=open_prompts,
            state=FINISHED if self.finished else RUNNING,
            home=self.home,
        )

    def _prompt(self) -> game_pb2.Prompt:
        options = [game_pb2.Option(id=each) for each in "abc"]
        return game_pb2.Prompt(id=f"p{self.prompt}", options=options, least=1, most=1, default_picks=["c"])

    async def _heard(self, name: str, request: Any, context: Any, *, token: bool = True) -> None:
        self.calls[name] += 1
        self.requests.append(request)
        waiting = self.errors.get(name, [])
        error = waiting.pop(0) if waiting else None
        if error is not None:
            await fail(context, error)
        if token and self.token(context) not in self.good:
            await fail(context, status(grpc.StatusCode.UNAUTHENTICATED, "TOKEN_EXPIRED"))

    @staticmethod
    def token(context: Any) -> str:
        metadata = dict(context.invocation_metadata())
        return str(metadata.get("authorization", "")).removeprefix("Bearer ")

    async def Refresh(self, request, context):
        await self._heard("Refresh", request, context, token=False)
        if self.refreshes.setdefault(request.refresh_token, request.request_id) != request.request_id:
            await fail(context, status(grpc.StatusCode.UNAUTHENTICATED, "REFRESH_TOKEN_SPENT"))
        token, expires = self._made()
        response = players_pb2.RefreshResponse(token=token, expires=expires, refresh_token=f"{request.refresh_token}+")
        if self.swallow:
            self.swallow -= 1
            await fail(context, AWAY)
        return response

    def _made(self) -> tuple[str, Any]:
        token = f"token-{len(self.good) + 1}"
        self.good.add(token)
        expires = players_pb2.CreateGuestResponse().expires
        expires.FromMilliseconds(round(1000 * (time.time() + self.life_seconds)))
        return token, expires

    async def CreateGuest(self, request, context):
        await self._heard("CreateGuest", request, context, token=False)
        token, expires = self._made()
        refresh_token = f"of {request.name}" if self.sessions and request.refreshable else ""
        return players_pb2.CreateGuestResponse(token=token, expires=expires, refresh_token=refresh_token)

    async def RenewToken(self, request, context):
        await self._heard("RenewToken", request, context)
        token, expires = self._made()
        return players_pb2.RenewTokenResponse(token=token, expires=expires)

    async def GetMe(self, request, context):
        await self._heard("GetMe", request, context)
        return players_pb2.GetMeResponse(player=players_pb2.Player(id=self.token(context)))

    async def ListGames(self, request, context):
        await self._heard("ListGames", request, context, token=False)
        return tables_pb2.ListGamesResponse(games=self.games)

    async def GetTable(self, request, context):
        await self._heard("GetTable", request, context)
        if request.table_id not in self.tables:
            await fail(context, status(grpc.StatusCode.NOT_FOUND, "TABLE_NOT_FOUND", table=request.table_id))
        return tables_pb2.GetTableResponse(table=self.tables[request.table_id])

    async def ListTables(self, request, context):
        await self._heard("ListTables", request, context)
        going_on = [table for table in self.tables.values() if table.state <= RUNNING]
        first = int(request.page_token or 0)
        more = str(first + 1) if first + 1 < len(going_on) else ""
        return tables_pb2.ListTablesResponse(tables=going_on[first : first + 1], next_page_token=more)

    async def StartTable(self, request, context):
        await self._heard("StartTable", request, context)
        return tables_pb2.StartTableResponse()

    async def WatchTables(self, request, context) -> AsyncIterator[tables_pb2.WatchTablesResponse]:
        await self._heard("WatchTables", request, context)
        seen, told = self.version, {table.id: table.version for table in self.tables.values()}
        if request.table_id:
            yield tables_pb2.WatchTablesResponse(table=self.tables[request.table_id])
            yield tables_pb2.WatchTablesResponse(caught_up=True)
        else:
            every = tables_pb2.TableChanges(whole=True, tables=list(self.tables.values()))
            yield tables_pb2.WatchTablesResponse(changes=every)
        yield tables_pb2.WatchTablesResponse()  # a heartbeat
        while True:
            seen = await self._changed_since(seen)
            changed = [table for table in self.tables.values() if told.get(table.id) != table.version]
            told.update((table.id, table.version) for table in changed)
            if changed and request.table_id:
                yield tables_pb2.WatchTablesResponse(table=self.tables[request.table_id])
            elif changed:
                yield tables_pb2.WatchTablesResponse(changes=tables_pb2.TableChanges(tables=changed))

    async def WatchMyTables(self, request, context) -> AsyncIterator[tables_pb2.WatchMyTablesResponse]:
        await self._heard("WatchMyTables", request, context)
        for status in self.statuses:
            yield tables_pb2.WatchMyTablesResponse(platform=status)
        for table in list(self.tables.values()):
            if table.state <= RUNNING:
                yield tables_pb2.WatchMyTablesResponse(table=tables_pb2.MyTable(table=table, seat=2, your_turn=True))
        yield tables_pb2.WatchMyTablesResponse(caught_up=True)
        await asyncio.Event().wait()

    async def GetView(self, request, context):
        await self._heard("GetView", request, context)
        return play_pb2.GetViewResponse(update=self.update())

    async def SubmitChoice(self, request, context):
        await self._heard("SubmitChoice", request, context)
        response = await self._choose(request)
        if self.swallow:
            self.swallow -= 1
            await fail(context, AWAY)
        if isinstance(response, status_pb2.Status):
            await fail(context, response)
        return response

    async def _choose(self, request: play_pb2.SubmitChoiceRequest) -> play_pb2.SubmitChoiceResponse | status_pb2.Status:
        if request.request_id not in self.choices:
            if request.prompt_id != f"p{self.prompt}":
                return status(grpc.StatusCode.FAILED_PRECONDITION, "PROMPT_CLOSED", prompt=request.prompt_id)
            if list(request.picks) == ["b"]:
                return status(grpc.StatusCode.FAILED_PRECONDITION, "CHOICE_REFUSED", message="Not b.", paragraph="R1.1")
            self.choices[request.request_id] = (request.prompt_id, request.picks[0])
            self.prompt += 1
            await self.happen("chosen")
        return play_pb2.SubmitChoiceResponse(version=self.version, last_event=len(self.events))

    async def WatchTable(self, request, context) -> AsyncIterator[play_pb2.WatchTableResponse]:
        await self._heard("WatchTable", request, context)
        self.watching += 1
        try:
            async for response in self._watched(request):
                yield response
        finally:
            self.watching -= 1

    async def _watched(self, request) -> AsyncIterator[play_pb2.WatchTableResponse]:
        first, seen = request.from_event, self.version
        while True:
            known = len(self.events)
            if not self.silent:
                update = self.update(first)
                if request.views and update.prompts:
                    view = Struct()
                    view["asked"] = self.prompt
                    update.view.Pack(view)
                yield play_pb2.WatchTableResponse(update=update)
                yield play_pb2.WatchTableResponse()  # a heartbeat
            if self.finished:
                return
            first = known + 1
            seen = await self._changed_since(seen)

    async def PlayMany(self, request_iterator, context) -> AsyncIterator[play_pb2.PlayManyResponse]:
        await self._heard("PlayMany", None, context)
        out: asyncio.Queue[play_pb2.PlayResponse | status_pb2.Status | None] = asyncio.Queue()
        self._streams.append(out)
        watching: dict[int, int] = {}
        reading = asyncio.create_task(self._read(request_iterator, out, watching))
        telling = asyncio.create_task(self._tell(out, watching))
        try:
            while (response := await out.get()) is not None:
                if isinstance(response, status_pb2.Status):
                    await fail(context, response)
                yield play_pb2.PlayManyResponse(responses=[response])
        finally:
            self._streams.remove(out)
            reading.cancel()
            telling.cancel()

    def end_streams(self, error: status_pb2.Status) -> None:
        """End all play streams that are open."""
        for out in self._streams:
            out.put_nowait(error)

    async def _read(self, messages: Any, out: "asyncio.Queue[Any]", watching: dict[int, int]) -> None:
        async for request in (request async for message in messages for request in message.requests):
            self.requests.append(request)
            match request.WhichOneof("request"):
                case "watch" if request.watch.table_id != TABLE:
                    code = grpc.StatusCode.NOT_FOUND.value[0]
                    failure = play_pb2.Failure(code=code, reason="TABLE_NOT_FOUND")
                    out.put_nowait(play_pb2.PlayResponse(id=request.id, failure=failure))
                case "watch":
                    if not self.silent:
                        update = self.update(request.watch.from_event)
                        out.put_nowait(play_pb2.PlayResponse(id=request.id, update=update))
                    watching[request.id] = len(self.events) + 1
                case "unwatch":
                    watching.pop(request.unwatch, None)
                case "submit":
                    answer = await self._choose(request.submit)
                    if self.swallow:
                        self.swallow -= 1
                    elif isinstance(answer, play_pb2.SubmitChoiceResponse):
                        out.put_nowait(play_pb2.PlayResponse(id=request.id, submitted=answer))
                    else:
                        info = error_details_pb2.ErrorInfo()
                        answer.details[0].Unpack(info)
                        failure = play_pb2.Failure(
                            code=answer.code, reason=info.reason, message=answer.message, metadata=info.metadata
                        )
                        out.put_nowait(play_pb2.PlayResponse(id=request.id, failure=failure))
        out.put_nowait(None)  # whoever wants nothing more

    async def _tell(self, out: "asyncio.Queue[Any]", watching: dict[int, int]) -> None:
        while True:
            async with self._changed:
                await self._changed.wait()
            for number, first in list(watching.items()):
                watching[number] = len(self.events) + 1
                out.put_nowait(play_pb2.PlayResponse(id=number, update=self.update(first)))
