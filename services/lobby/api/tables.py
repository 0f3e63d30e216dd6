"""`TableService`: games on offer, and tables until they are under way."""

import asyncio
from collections.abc import AsyncIterator, Callable

from galaxy.lobby.v1 import tables_pb2, tables_pb2_grpc
from galaxy.rules.v1 import rules_pb2
from services.lobby import errors, seating
from services.lobby.api import requests
from services.lobby.api.access import Access, Context, optional_seat
from services.lobby.bots import BotDesk
from services.lobby.keeper import Keeper, Loaded
from services.lobby.lobby_watch import LobbyWatcher, LobbyWatching
from services.lobby.moves import Moves
from services.lobby.playing import Change
from services.lobby.rules import Directory
from services.lobby.sight import table_for
from services.lobby.store import Answer
from services.lobby.table import Stage, TableState
from services.lobby.tokens import Caller

# Tables looked at for one page before it is filled less than it could be.
_MOST_SCANNED = 2_000
_PENDING = (Stage.OPEN, Stage.RUNNING)


class TableServicer(tables_pb2_grpc.TableServiceServicer):
    """Answers for tables."""

    def __init__(
        self,
        *,
        access: Access,
        keeper: Keeper,
        games: Directory,
        moves: Moves,
        bots: BotDesk,
        watching: LobbyWatching,
    ) -> None:
        """Take everything that there is to do with tables."""
        self._access = access
        self._keeper = keeper
        self._games = games
        self._moves = moves
        self._bots = bots
        self._watching = watching

    async def ListGames(  # named by the contract, as are all below
        self, request: tables_pb2.ListGamesRequest, context: Context
    ) -> tables_pb2.ListGamesResponse:
        """Name every configured game."""
        del request
        self._access.caller(context)
        answer = tables_pb2.ListGamesResponse()
        for name in self._games.names:
            game = self._games.game(name)
            description = game.description or rules_pb2.DescribeResponse(game=name, title=name.capitalize())
            answer.games.add(description=description, available=game.available, bots=await self._bots.bots_of(name))
        return answer

    async def GetComponents(
        self, request: tables_pb2.GetComponentsRequest, context: Context
    ) -> tables_pb2.GetComponentsResponse:
        """Give a game's catalogue."""
        self._access.caller(context)
        catalogue = await self._games.game(request.game).components(request.pack_digest)
        return tables_pb2.GetComponentsResponse(catalogue=catalogue)

    async def CreateTable(
        self, request: tables_pb2.CreateTableRequest, context: Context
    ) -> tables_pb2.CreateTableResponse:
        """Open a table."""
        player = self._access.caller(context).player
        game = self._games.game(request.game)
        name = requests.checked_name(request.name, requests.TABLE_NAME) or f"{player.name}'s table"
        control = requests.time_control(request.time_control)
        seating.checked_entropy(request.entropy)
        if control.successor and control.successor not in await self._bots.bots_of(game.name):
            raise errors.invalid_time_control("successor", "Nobody offers that bot for this game now.")
        options = await game.check_options(request.seats, request.options)
        table = seating.open_table(
            host=player,
            name=name,
            game=game.name,
            options=options,
            seats=request.seats,
            private=request.visibility == tables_pb2.VISIBILITY_PRIVATE,
            control=control,
            entropy=request.entropy,
            now=self._keeper.now(),
        )
        await self._keeper.create(table)
        return tables_pb2.CreateTableResponse(table=table_for(player.id, table))

    async def GetTable(self, request: tables_pb2.GetTableRequest, context: Context) -> tables_pb2.GetTableResponse:
        """Show a table."""
        caller = self._access.caller(context)
        loaded, _ = await self._access.load(caller, request.table_id)
        return tables_pb2.GetTableResponse(table=table_for(caller.player.id, loaded.table))

    async def ListTables(
        self, request: tables_pb2.ListTablesRequest, context: Context
    ) -> tables_pb2.ListTablesResponse:
        """List tables, newest first."""
        caller = self._access.caller(context)
        size = requests.page_size(request.page_size)
        tables, more = await self._page(caller, request, size)
        answer = tables_pb2.ListTablesResponse(tables=[table_for(caller.player.id, table) for table in tables])
        if more is not None:
            answer.next_page_token = requests.page_token(more)
        return answer

    async def JoinTable(self, request: tables_pb2.JoinTableRequest, context: Context) -> tables_pb2.JoinTableResponse:
        """Seat the caller."""
        caller = self._access.caller(context)
        table_id, invited = await self._access.find(request.table_id)
        taken = 0

        def join(table: TableState) -> TableState:
            nonlocal taken
            table, taken = seating.join(
                table,
                caller.player,
                wanted=optional_seat(request),
                entropy=request.entropy,
                invited=invited,
                now=self._keeper.now(),
            )
            return table

        table = await self._change(table_id, join)
        return tables_pb2.JoinTableResponse(table=table_for(caller.player.id, table), seat=taken)

    async def LeaveTable(
        self, request: tables_pb2.LeaveTableRequest, context: Context
    ) -> tables_pb2.LeaveTableResponse:
        """Free the caller's seat."""
        caller = self._access.caller(context)
        player_id, table_id = caller.player.id, (await self._access.load(caller, request.table_id))[0].table.id
        table = await self._change(table_id, lambda table: seating.leave(table, player_id, now=self._keeper.now()))
        return tables_pb2.LeaveTableResponse(table=table_for(player_id, table))

    async def SetReady(self, request: tables_pb2.SetReadyRequest, context: Context) -> tables_pb2.SetReadyResponse:
        """Note whether the caller is ready."""
        caller = self._access.caller(context)
        player_id, table_id = caller.player.id, (await self._access.load(caller, request.table_id))[0].table.id
        table = await self._change(
            table_id,
            lambda table: seating.set_ready(table, player_id, ready=request.ready, now=self._keeper.now()),
        )
        return tables_pb2.SetReadyResponse(table=table_for(player_id, table))

    async def AddBot(self, request: tables_pb2.AddBotRequest, context: Context) -> tables_pb2.AddBotResponse:
        """Seat a bot."""
        caller = self._access.caller(context)
        loaded, _ = await self._access.load(caller, request.table_id)
        if loaded.table.host.id == caller.player.id:
            await self._bots.check_offered(loaded.table.game, request.bot)
        taken = 0

        def add(table: TableState) -> TableState:
            nonlocal taken
            wanted = optional_seat(request)
            table, taken = seating.add_bot(table, caller.player.id, request.bot, wanted=wanted, now=self._keeper.now())
            return table

        table = await self._change(loaded.table.id, add)
        return tables_pb2.AddBotResponse(table=table_for(caller.player.id, table), seat=taken)

    async def RemoveBot(self, request: tables_pb2.RemoveBotRequest, context: Context) -> tables_pb2.RemoveBotResponse:
        """Send a bot away."""
        caller = self._access.caller(context)
        player_id, table_id = caller.player.id, (await self._access.load(caller, request.table_id))[0].table.id
        table = await self._change(
            table_id,
            lambda table: seating.remove_bot(table, player_id, request.seat, now=self._keeper.now()),
        )
        return tables_pb2.RemoveBotResponse(table=table_for(player_id, table))

    async def StartTable(
        self, request: tables_pb2.StartTableRequest, context: Context
    ) -> tables_pb2.StartTableResponse:
        """Begin the game."""
        caller = self._access.caller(context)
        player_id, table_id = caller.player.id, (await self._access.load(caller, request.table_id))[0].table.id
        loaded = await self._moves.start(table_id, player_id)
        return tables_pb2.StartTableResponse(table=table_for(player_id, loaded.table))

    async def WatchTables(
        self, request: tables_pb2.WatchTablesRequest, context: Context
    ) -> AsyncIterator[tables_pb2.WatchTablesResponse]:
        """Tell of public tables."""
        player_id = self._access.caller(context).player.id
        if request.game:
            self._games.game(request.game)
        ready = asyncio.Event()
        watcher = LobbyWatcher(request.game, ready.set)
        try:
            for table in await self._watching.join(watcher):
                yield tables_pb2.WatchTablesResponse(table=table_for(player_id, table))
            yield tables_pb2.WatchTablesResponse(caught_up=True)
            while True:
                await ready.wait()
                ready.clear()
                for table in watcher.take():
                    yield tables_pb2.WatchTablesResponse(table=table_for(player_id, table))
        finally:
            self._watching.leave(watcher)

    async def _change(self, table_id: str, change: Callable[[TableState], TableState]) -> TableState:
        async def step(loaded: Loaded) -> Change:
            return Change(change(loaded.table), None, (), ())

        changed = await self._keeper.change(table_id, step)
        if isinstance(changed, Answer):
            raise TypeError("only a change with an identity of its own is answered by an earlier one")
        return changed.table

    async def _page(
        self, caller: Caller, request: tables_pb2.ListTablesRequest, size: int
    ) -> tuple[list[TableState], tuple[int, str] | None]:
        """One page, and where the next one starts."""
        games = (self._games.game(request.game).name,) if request.game else self._games.names
        stages = [stage for stage in Stage if stage.value in {*map(int, request.states)}] or list(_PENDING)
        before = requests.read_page_token(request.page_token)
        store, player_id = self._keeper.store, caller.player.id
        found: list[TableState] = []
        scanned = 0
        while scanned < _MOST_SCANNED:
            most = max(size + 1 - len(found), 50)
            if request.mine:
                keys = await store.newest_of_player(player_id, before=before, most=most)
            else:
                keys = await store.newest_public(games, stages, before=before, most=most)
            for key, table in zip(keys, await store.load_states([table_id for _, table_id in keys]), strict=True):
                if table is None or table.game not in games or table.stage not in stages:
                    continue
                if request.free_seats and not any(seat.free for seat in table.seats):
                    continue
                if len(found) == size:
                    last = found[-1]
                    return found, (last.created, last.id)
                found.append(table)
                before = key
            if len(keys) < most:
                return found, None
            scanned += len(keys)
            before = keys[-1]
        return found, before
