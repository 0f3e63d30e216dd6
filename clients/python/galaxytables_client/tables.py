"""The calls of `TableService`: games on offer, and tables until they start."""

from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import aclosing
from typing import TYPE_CHECKING, TypeVar

from galaxytables.lobby.v1 import tables_pb2
from galaxytables.rules.v1 import rules_pb2
from galaxytables_client.building import build
from galaxytables_client.calls import Calls
from galaxytables_client.errors import NotFoundError
from galaxytables_client.ids import TableId
from galaxytables_client.resuming import Lost, OnLost
from galaxytables_client.table_list import EMPTY, OVER, TableList
from galaxytables_client.uncopied import Uncopied

if TYPE_CHECKING:
    from galaxytables.lobby.v1 import tables_pb2_grpc

T = TypeVar("T")


class Tables(Uncopied):
    """Finds, creates and fills tables. Every call raises `ClientError`; `tables.proto` lists the reasons.

    `table_id` is a table's id or, where the method says so, the invitation of a private table.
    """

    def __init__(self, calls: Calls, stub: "tables_pb2_grpc.TableServiceAsyncStub") -> None:
        self._calls = calls
        self.stub = stub

    async def games(self) -> tables_pb2.ListGamesResponse:
        """Return every game that the platform offers, and ready-made time controls. Needs no token."""
        return await self._calls.call(self.stub.ListGames, tables_pb2.ListGamesRequest(), open_to_all=True)

    async def is_analysed(self, table: tables_pb2.Table) -> bool:
        """Return whether a bot can now analyse the game of a table: see `play.analyse`. Needs no token."""
        for offer in (await self.games()).games:
            if offer.description.game == table.game:
                unanalysed = offer.unanalysed_options.items() & table.options.items()
                return len(table.seats) in offer.analysed_seats and not unanalysed
        return False

    async def components(self, game: str, pack: bytes = b"", *, language: str = "") -> rules_pb2.ComponentsResponse:
        """Return the components of a game's pack. `pack` is the digest of the pack, by default that of new tables.

        With a `language` (such as `ja`), sentences say what the components do. Needs no token.
        """
        request = build(tables_pb2.GetComponentsRequest, game=game, pack_digest=pack, language=language)
        return (await self._calls.call(self.stub.GetComponents, request, open_to_all=True)).catalogue

    async def words(self, game: str, language: str, pack: bytes = b"") -> rules_pb2.WordsResponse:
        """Return the words of a game or, without a game, those of the lobby, for `words.Words`. Needs no token."""
        request = build(tables_pb2.GetWordsRequest, game=game, language=language, pack_digest=pack)
        return (await self._calls.call(self.stub.GetWords, request, open_to_all=True)).words

    async def puzzle(self, game: str, puzzle_id: str, *, language: str = "") -> rules_pb2.Puzzle:
        """Return a puzzle of a game. `puzzle_id` is one of the ids that `games` lists. Needs no token.

        With a `language` (such as `ja`), the question is included as a sentence.
        """
        request = build(tables_pb2.GetPuzzleRequest, game=game, puzzle_id=puzzle_id, language=language)
        return (await self._calls.call(self.stub.GetPuzzle, request, open_to_all=True)).puzzle

    async def check_options(
        self, game: str, seats: int, options: Mapping[str, str] | None = None
    ) -> rules_pb2.CheckOptionsResponse:
        """Return the values that a form for a new table may offer for each option.

        Also returns the options that exclude each other. Needs no token.
        """
        request = build(tables_pb2.CheckOptionsRequest, game=game, seats=seats, options=options)
        return (await self._calls.call(self.stub.CheckOptions, request, open_to_all=True)).form

    async def list(
        self,
        *,
        game: str = "",
        states: Iterable["tables_pb2.TableState.ValueType"] = (),
        free_seats: bool = False,
        mine: bool = False,
        page_size: int = 0,
        page_token: str = "",
    ) -> tables_pb2.ListTablesResponse:
        """Return a page of tables, newest first. By default it has 20 tables that are open or running."""
        request = build(
            tables_pb2.ListTablesRequest,
            game=game,
            states=states,
            free_seats=free_seats,
            mine=mine,
            page_size=page_size,
            page_token=page_token,
        )
        return await self._calls.call(self.stub.ListTables, request)

    async def list_mine(
        self,
        *,
        states: Iterable["tables_pb2.TableState.ValueType"] = (),
        your_turn: bool = False,
        page_size: int = 0,
        page_token: str = "",
    ) -> tables_pb2.ListMyTablesResponse:
        """Return a page of the player's own tables, newest first.

        By default it has 20 tables that are open or running.
        """
        request = build(
            tables_pb2.ListMyTablesRequest,
            states=states,
            your_turn=your_turn,
            page_size=page_size,
            page_token=page_token,
        )
        return await self._calls.call(self.stub.ListMyTables, request)

    async def get(self, table_id: str) -> tables_pb2.Table:
        """Return one table. `table_id` may be an invitation."""
        return (await self._calls.call(self.stub.GetTable, build(tables_pb2.GetTableRequest, table_id=table_id))).table

    async def create(
        self,
        game: str,
        seats: int,
        *,
        options: Mapping[str, str] | None = None,
        visibility: "tables_pb2.Visibility.ValueType" = tables_pb2.VISIBILITY_PUBLIC,
        time_control: tables_pb2.TimeControl | None = None,
        name: str = "",
        entropy: bytes = b"",
        spectators: tables_pb2.SpectatorRules | None = None,
        rating: "tables_pb2.RatingTerms.ValueType" = tables_pb2.RATING_TERMS_UNSPECIFIED,
    ) -> tables_pb2.Table:
        """Open a table, and return it. The player is its host and has its first seat."""
        request = build(
            tables_pb2.CreateTableRequest,
            game=game,
            seats=seats,
            options=options,
            visibility=visibility,
            time_control=time_control,
            name=name,
            entropy=entropy,
            spectators=spectators,
            rating=rating,
        )
        return (await self._calls.call(self.stub.CreateTable, request)).table

    async def create_like(self, table: tables_pb2.Table, *, entropy: bytes = b"") -> tables_pb2.Table:
        """Open a table with the terms of another one. All seats but the player's are free.

        If the other table was private, so is this one, and others need its invitation.
        """
        return await self.create(
            table.game,
            len(table.seats),
            options=table.options,
            visibility=table.visibility,
            time_control=table.time_control,
            name=table.name if table.named else "",
            entropy=entropy,
            spectators=table.spectators,
            rating=table.rating,
        )

    async def sandbox(
        self,
        game: str,
        seats: int,
        *,
        seed: bytes = b"",
        seat: int = 0,
        options: Mapping[str, str] | None = None,
        time_control: tables_pb2.TimeControl | None = None,
        name: str = "",
    ) -> tables_pb2.Table:
        """Open a private, unrated table for tests and lessons. The player is its host and sits on `seat`.

        With a `seed` of 32 bytes, the same choices lead to the same game.
        """
        request = build(
            tables_pb2.CreateTableRequest,
            game=game,
            seats=seats,
            options=options,
            time_control=time_control,
            name=name,
            sandbox=build(tables_pb2.Sandbox, seed=seed, seat=seat),
        )
        return (await self._calls.call(self.stub.CreateTable, request)).table

    async def sandbox_from(
        self,
        table_id: str,
        event: int = 0,
        *,
        seat: int = 0,
        time_control: tables_pb2.TimeControl | None = None,
        name: str = "",
    ) -> tables_pb2.Table:
        """Open a sandbox that begins from a position of a finished table.

        It is the position after the event number `event`, or the beginning if that is 0.
        """
        request = build(
            tables_pb2.CreateTableRequest,
            time_control=time_control,
            name=name,
            sandbox=build(tables_pb2.Sandbox, table_id=table_id, event=event, seat=seat),
        )
        return (await self._calls.call(self.stub.CreateTable, request)).table

    async def join(
        self, table_id: str, *, seat: int | None = None, entropy: bytes = b""
    ) -> tables_pb2.JoinTableResponse:
        """Take a seat at a table, by default the first free one. `table_id` may be an invitation."""
        request = build(tables_pb2.JoinTableRequest, table_id=table_id, seat=seat, entropy=entropy)
        return await self._calls.call(self.stub.JoinTable, request)

    async def leave(self, table_id: str) -> tables_pb2.Table:
        """Leave the player's seat before the game starts."""
        return (
            await self._calls.call(self.stub.LeaveTable, build(tables_pb2.LeaveTableRequest, table_id=table_id))
        ).table

    async def set_ready(
        self, table_id: str, *, ready: bool = True, entropy: bytes = b"", version: int = 0
    ) -> tables_pb2.Table:
        """Mark the player as ready to start, or as not ready.

        With a `version`, the call is refused (TERMS_CHANGED) if the terms have changed since that version of the table.
        """
        request = build(tables_pb2.SetReadyRequest, table_id=table_id, ready=ready, entropy=entropy, version=version)
        return (await self._calls.call(self.stub.SetReady, request)).table

    async def add_bot(self, table_id: str, bot: str, *, seat: int | None = None) -> tables_pb2.Table:
        """Seat a bot, by default on the first free seat. Only for the host."""
        request = build(tables_pb2.AddBotRequest, table_id=table_id, bot=bot, seat=seat)
        return (await self._calls.call(self.stub.AddBot, request)).table

    async def remove_bot(self, table_id: str, seat: int) -> tables_pb2.Table:
        """Remove the bot on a seat. Only for the host."""
        request = build(tables_pb2.RemoveBotRequest, table_id=table_id, seat=seat)
        return (await self._calls.call(self.stub.RemoveBot, request)).table

    async def kick(self, table_id: str, seat: int) -> tables_pb2.Table:
        """Remove the person on a seat, who cannot come back. Only for the host."""
        request = build(tables_pb2.KickPlayerRequest, table_id=table_id, seat=seat)
        return (await self._calls.call(self.stub.KickPlayer, request)).table

    async def edit(
        self,
        table_id: str,
        *,
        name: str | None = None,
        options: Mapping[str, str] | None = None,
        time_control: tables_pb2.TimeControl | None = None,
        seats: int | None = None,
        spectators: tables_pb2.SpectatorRules | None = None,
        rating: "tables_pb2.RatingTerms.ValueType" = tables_pb2.RATING_TERMS_UNSPECIFIED,
    ) -> tables_pb2.Table:
        """Change the terms before the start. Arguments that are None change nothing. Only for the host."""
        request = build(
            tables_pb2.EditTableRequest,
            table_id=table_id,
            name=name,
            options=None if options is None else tables_pb2.GameOptions(values=options),
            time_control=time_control,
            seats=seats,
            spectators=spectators,
            rating=rating,
        )
        return (await self._calls.call(self.stub.EditTable, request)).table

    async def start(self, table_id: str) -> tables_pb2.Table:
        """Start the game. Only for the host."""
        return (
            await self._calls.call(self.stub.StartTable, build(tables_pb2.StartTableRequest, table_id=table_id))
        ).table

    async def rematch(self, table_id: str, *, entropy: bytes = b"") -> tables_pb2.Table:
        """Return the rematch of a finished table. The first call opens it; later calls return the same table."""
        request = build(tables_pb2.RematchRequest, table_id=table_id, entropy=entropy)
        return (await self._calls.call(self.stub.Rematch, request)).table

    async def watch_mine(self, on_lost: OnLost | None = None) -> AsyncGenerator[tables_pb2.WatchMyTablesResponse, None]:
        """Yield the player's tables for ever: first all open or running ones, then `caught_up`, then each that changes.

        A broken stream is reopened and sends all tables again; before `caught_up`, it also sends the tables that ended
        in between. Raises errors that are not temporary.
        """
        previous: dict[TableId, tables_pb2.MyTable] = {}
        received: set[TableId] = set()
        request = tables_pb2.WatchMyTablesRequest()
        stream = self._calls.resumed(self.stub.WatchMyTables, request, _forgetting(received, on_lost))
        async with aclosing(stream) as responses:
            async for response in responses:
                content = response.WhichOneof("content")
                if content == "caught_up":
                    for table_id in previous.keys() - received:
                        mine = previous.pop(table_id)
                        if missed := await self._find(table_id):
                            seat = mine.seat if mine.HasField("seat") else None
                            ended = tables_pb2.MyTable(table=missed, seat=seat)
                            yield tables_pb2.WatchMyTablesResponse(table=ended)
                elif content == "table":
                    received.add(TableId(response.table.table.id))
                    _note(previous, response.table.table, response.table)
                else:
                    continue  # a heartbeat
                yield response

    async def watch(self, game: str = "", *, on_lost: OnLost | None = None) -> AsyncGenerator[TableList, None]:
        """Yield the list of public tables for ever: at once, and whenever it has changed, at most once a second.

        It has the newest tables of all games or of one: up to 100 that are open and 100 in play. After a broken stream
        the list is sent anew. Raises errors that are not temporary.
        """
        latest = EMPTY
        request = build(tables_pb2.WatchTablesRequest, game=game)
        stream = self._calls.resumed(self.stub.WatchTables, request, on_lost)
        async with aclosing(stream) as responses:
            async for response in responses:
                if response.HasField("changes"):
                    latest = latest.after(response.changes)
                    yield latest

    async def watch_one(
        self, table_id: str, *, on_lost: OnLost | None = None
    ) -> AsyncGenerator[tables_pb2.Table, None]:
        """Yield a table for ever: at once, and whenever its seats, terms or stage have changed.

        `table_id` may be an invitation. A broken stream is reopened and sends the table again. Raises errors that are
        not temporary.
        """
        request = build(tables_pb2.WatchTablesRequest, table_id=table_id)
        stream = self._calls.resumed(self.stub.WatchTables, request, on_lost)
        async with aclosing(stream) as responses:
            async for response in responses:
                if response.HasField("table"):
                    yield response.table

    async def _find(self, table_id: TableId) -> tables_pb2.Table | None:
        """Return a table; None if it is no longer visible."""
        try:
            return await self.get(table_id)
        except NotFoundError:
            return None


def _forgetting(received: set[TableId], on_lost: OnLost | None) -> OnLost:
    """Return an `on_lost` callback that also clears the set of tables already sent."""

    def lost(loss: Lost) -> None:
        received.clear()
        if on_lost is not None:
            on_lost(loss)

    return lost


def _note(latest: dict[TableId, T], table: tables_pb2.Table, received: T) -> None:
    """Store what was received last about a table in `latest`, or remove the table from it if it is over."""
    if table.state in OVER:
        latest.pop(TableId(table.id), None)
    else:
        latest[TableId(table.id)] = received
