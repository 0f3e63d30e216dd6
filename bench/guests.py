"""Players of the public API, for end-to-end tests and soaks: patient while the platform is away for a moment."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from random import Random
from typing import Any, TypeVar
from uuid import uuid4

import grpc
import grpc.aio

from galaxy.lobby.v1 import play_pb2, play_pb2_grpc, players_pb2, players_pb2_grpc, tables_pb2, tables_pb2_grpc
from galaxy.rules.v1 import game_pb2
from services.serving import read_error

T = TypeVar("T")

FINISHED = tables_pb2.TABLE_STATE_FINISHED
RETRY_SECONDS = 0.2
PATIENCE_SECONDS = 120
_AWAY = {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED, grpc.StatusCode.DEADLINE_EXCEEDED}


class Guest:
    """A guest with the calls that tests make most; calls are repeated while the platform is away for a moment."""

    def __init__(self, channel: grpc.aio.Channel, token: str, player: players_pb2.Player) -> None:
        self.token, self.player = token, player
        self.metadata = (("authorization", f"Bearer {token}"),)
        self.tables = tables_pb2_grpc.TableServiceStub(channel)
        self.play = play_pb2_grpc.PlayServiceStub(channel)

    @classmethod
    async def arrive(cls, channel: grpc.aio.Channel, name: str = "") -> "Guest":
        """Become a guest of the lobby behind the channel; by default under a name of one's own."""
        name = name or f"Guest {secrets.token_hex(3)}"
        stub = players_pb2_grpc.PlayerServiceStub(channel)
        made = await patiently(lambda: stub.CreateGuest(players_pb2.CreateGuestRequest(name=name), timeout=10))
        return cls(channel, made.token, made.player)

    async def call(self, method: Any, request: Any) -> Any:
        """Make a call with the guest's token, repeated while the platform is away."""
        return await patiently(lambda: method(request, metadata=self.metadata, timeout=10))

    async def create(self, game: str = "jump", seats: int = 2, **values: Any) -> tables_pb2.Table:
        """Open a table; the guest has seat 0."""
        request = tables_pb2.CreateTableRequest(game=game, seats=seats, **values)
        table: tables_pb2.Table = (await self.call(self.tables.CreateTable, request)).table
        return table

    async def join(self, table: tables_pb2.Table, **values: Any) -> int:
        """Take a seat and be ready; give the seat."""
        request = tables_pb2.JoinTableRequest(table_id=table.invitation or table.id, **values)
        seat: int = (await self.call(self.tables.JoinTable, request)).seat
        await self.ready(table)
        return seat

    async def ready(self, table: tables_pb2.Table) -> None:
        """Be ready to start."""
        await self.call(self.tables.SetReady, tables_pb2.SetReadyRequest(table_id=table.id, ready=True))

    async def add_bot(self, table: tables_pb2.Table, bot: str = "random") -> None:
        """Seat a bot on the first free seat."""
        await self.call(self.tables.AddBot, tables_pb2.AddBotRequest(table_id=table.id, bot=bot))

    async def start(self, table: tables_pb2.Table) -> None:
        """Begin the game."""
        await self.call(self.tables.StartTable, tables_pb2.StartTableRequest(table_id=table.id))

    async def table(self, table_id: str) -> tables_pb2.Table:
        """Who sits at a table and where it stands."""
        request = tables_pb2.GetTableRequest(table_id=table_id)
        table: tables_pb2.Table = (await self.call(self.tables.GetTable, request)).table
        return table

    async def look(self, table_id: str) -> play_pb2.TableUpdate:
        """The table as the guest may see it now."""
        update: play_pb2.TableUpdate = (
            await self.call(self.play.GetView, play_pb2.GetViewRequest(table_id=table_id))
        ).update
        return update

    async def record(self, table_id: str) -> game_pb2.Record:
        """The table's record, as far as the guest may know it."""
        answer = await self.call(self.play.GetRecord, play_pb2.GetRecordRequest(table_id=table_id))
        record: game_pb2.Record = answer.record
        return record

    async def submit(self, table_id: str, prompt: game_pb2.Prompt, picks: list[str], request_id: str = "") -> Any:
        """Answer a prompt."""
        request = play_pb2.SubmitChoiceRequest(
            table_id=table_id, prompt_id=prompt.id, picks=picks, request_id=request_id or str(uuid4())
        )
        return await self.call(self.play.SubmitChoice, request)

    async def watch(self, table_id: str, from_event: int = 1, *, views: bool = False) -> AsyncIterator[Any]:
        """Updates until the table is finished, over lost connections."""
        last = from_event - 1
        while True:
            request = play_pb2.WatchTableRequest(table_id=table_id, from_event=last + 1, views=views)
            try:
                async for answer in self.play.WatchTable(request, metadata=self.metadata):
                    if not answer.HasField("update"):
                        continue
                    last = answer.update.last_event
                    yield answer.update
                    if answer.update.state == FINISHED:
                        return
            except grpc.aio.AioRpcError as error:
                if error.code() is not grpc.StatusCode.UNAVAILABLE:
                    raise
            await asyncio.sleep(RETRY_SECONDS)

    async def history(self, table_id: str) -> list[play_pb2.TableEvent]:
        """Every event of a table that the guest may read, once it is finished."""
        events: list[play_pb2.TableEvent] = []
        async for update in self.watch(table_id):
            if update.resync:
                events.clear()
            events += update.events
        return events

    async def play_to_the_end(self, table_id: str, random: Random) -> list[tuple[str, list[str]]]:
        """Answer every prompt at random until the game is over; give the acknowledged choices."""
        acknowledged: list[tuple[str, list[str]]] = []
        answered: set[str] = set()
        async for update in self.watch(table_id, from_event=0):
            for prompt in update.prompts:
                if prompt.id in answered:
                    continue
                answered.add(prompt.id)
                picks = random_picks(prompt, random)
                try:
                    await self.submit(table_id, prompt, picks)
                except grpc.aio.AioRpcError as error:
                    # The clock was faster, or has given the seat away; the next update shows it.
                    if read_error(error).reason not in {"PROMPT_CLOSED", "GAME_OVER", "NOT_SEATED"}:
                        raise
                else:
                    acknowledged.append((prompt.id, picks))
        return acknowledged


def random_picks(prompt: game_pb2.Prompt, random: Random) -> list[str]:
    """Some legal answer of a prompt; its default where a rule limits the answers."""
    if prompt.rule:
        return list(prompt.default_picks)
    return random.sample([option.id for option in prompt.options], random.randint(prompt.least, prompt.most))


async def patiently(call: Callable[[], Awaitable[T]]) -> T:
    """Repeat a call while the platform is away, stops in that moment, or answers late."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            try:
                return await call()
            except grpc.aio.AioRpcError as error:
                if error.code() not in _AWAY:
                    raise
            await asyncio.sleep(RETRY_SECONDS)
