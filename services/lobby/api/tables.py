"""`TableService`: games on offer, and tables until they are under way."""

import asyncio
from collections.abc import AsyncIterator, Callable

from galaxy.lobby.v1 import tables_pb2, tables_pb2_grpc
from galaxy.rules.v1 import rules_pb2
from services.lobby import errors, listing, seating
from services.lobby.api import requests
from services.lobby.api.access import Access, Context, optional_seat
from services.lobby.api.wording import TABLE_NAME, checked_name
from services.lobby.bots import BotDesk
from services.lobby.heartbeat import Heartbeat
from services.lobby.keeper import Keeper, Loaded, Step
from services.lobby.lobby_watch import LobbyWatcher, LobbyWatching
from services.lobby.moves import Moves
from services.lobby.notices import NoticeReader, Notices
from services.lobby.playing import Change
from services.lobby.presets import PRESETS
from services.lobby.rematches import Rematches
from services.lobby.rules import Directory
from services.lobby.sight import is_turn_of, my_table_for, table_for, time_control_for
from services.lobby.store import Answer
from services.lobby.table import TableState, TimeControl


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
        notices: Notices,
        heartbeat: Heartbeat,
    ) -> None:
        """Take everything that there is to do with tables."""
        self._access = access
        self._keeper = keeper
        self._games = games
        self._moves = moves
        self._bots = bots
        self._watching = watching
        self._notices = notices
        self._heartbeat = heartbeat
        self._rematches = Rematches(keeper, bots)

    async def ListGames(  # named by the contract, as are all below
        self, request: tables_pb2.ListGamesRequest, context: Context
    ) -> tables_pb2.ListGamesResponse:
        """Name every configured game."""
        del request, context
        answer = tables_pb2.ListGamesResponse()
        for name in self._games.names:
            game = self._games.game(name)
            description = game.description or rules_pb2.DescribeResponse(game=name, title=name.capitalize())
            answer.games.add(description=description, available=game.available, bots=await self._bots.bots_of(name))
        for preset in PRESETS:
            control = time_control_for(preset.control)
            answer.presets.add(name=preset.name, title=preset.title, live=preset.live, control=control)
        return answer

    async def GetComponents(
        self, request: tables_pb2.GetComponentsRequest, context: Context
    ) -> tables_pb2.GetComponentsResponse:
        """Give a game's catalogue."""
        del context
        catalogue = await self._games.game(request.game).components(request.pack_digest)
        return tables_pb2.GetComponentsResponse(catalogue=catalogue)

    async def CreateTable(
        self, request: tables_pb2.CreateTableRequest, context: Context
    ) -> tables_pb2.CreateTableResponse:
        """Open a table."""
        player = self._access.caller(context).player
        game = self._games.game(request.game)
        name = checked_name(request.name, TABLE_NAME) or f"{player.name}'s table"
        control = await self._control(game.name, request.time_control)
        seating.checked_entropy(request.entropy)
        options = await game.check_options(request.seats, request.options)
        table = seating.open_table(
            host=player,
            name=name,
            game=game.name,
            options=options,
            seats=request.seats,
            private=requests.visibility(request.visibility) == tables_pb2.VISIBILITY_PRIVATE,
            control=control,
            entropy=request.entropy,
            spectators=requests.spectators(request.spectators),
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
        wanted = listing.Wanted(
            games=(self._games.game(request.game).name,) if request.game else self._games.names,
            stages=requests.states(request.states),
            player_id=caller.player.id if request.mine else "",
            fulfils=lambda table: not request.free_seats or any(seat.free for seat in table.seats),
        )
        before, size = requests.read_page_token(request.page_token), requests.page_size(request.page_size)
        tables, more = await listing.page(self._keeper.store, wanted, before=before, size=size)
        answer = tables_pb2.ListTablesResponse(tables=[table_for(caller.player.id, table) for table in tables])
        if more is not None:
            answer.next_page_token = requests.page_token(more)
        return answer

    async def ListMyTables(
        self, request: tables_pb2.ListMyTablesRequest, context: Context
    ) -> tables_pb2.ListMyTablesResponse:
        """List the caller's tables, newest first."""
        player_id = self._access.caller(context).player.id
        wanted = listing.Wanted(
            games=self._games.names,
            stages=requests.states(request.states),
            player_id=player_id,
            fulfils=lambda table: not request.your_turn or is_turn_of(player_id, table),
        )
        before, size = requests.read_page_token(request.page_token), requests.page_size(request.page_size)
        tables, more = await listing.page(self._keeper.store, wanted, before=before, size=size)
        answer = tables_pb2.ListMyTablesResponse(tables=[my_table_for(player_id, table) for table in tables])
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
            lambda table: seating.set_ready(
                table,
                player_id,
                ready=request.ready,
                entropy=request.entropy,
                seen=request.version,
                now=self._keeper.now(),
            ),
        )
        return tables_pb2.SetReadyResponse(table=table_for(player_id, table))

    async def AddBot(self, request: tables_pb2.AddBotRequest, context: Context) -> tables_pb2.AddBotResponse:
        """Seat a bot."""
        caller = self._access.caller(context)
        loaded, _ = await self._access.load(caller, request.table_id)
        if loaded.table.host.id != caller.player.id:
            raise errors.not_host()
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

    async def KickPlayer(
        self, request: tables_pb2.KickPlayerRequest, context: Context
    ) -> tables_pb2.KickPlayerResponse:
        """Send a person away."""
        caller = self._access.caller(context)
        player_id, table_id = caller.player.id, (await self._access.load(caller, request.table_id))[0].table.id
        table = await self._change(
            table_id, lambda table: seating.kick(table, player_id, request.seat, now=self._keeper.now())
        )
        return tables_pb2.KickPlayerResponse(table=table_for(player_id, table))

    async def EditTable(self, request: tables_pb2.EditTableRequest, context: Context) -> tables_pb2.EditTableResponse:
        """Change the terms."""
        caller = self._access.caller(context)
        player_id, found = caller.player.id, (await self._access.load(caller, request.table_id))[0].table
        name = checked_name(request.name, TABLE_NAME)
        control = spectators = None
        if request.HasField("time_control"):
            control = await self._control(found.game, request.time_control)
        if request.HasField("spectators"):
            spectators = requests.spectators(request.spectators)

        async def step(loaded: Loaded) -> Change:
            table = loaded.table
            seating.check_editable(table, player_id)
            seats = request.seats if request.HasField("seats") else len(table.seats)
            options = dict(request.options.values) if request.HasField("options") else table.options
            options = await self._games.game(table.game).check_options(seats, options)
            edited = seating.edit(
                table,
                player_id,
                name=name,
                options=options,
                control=control,
                seats=seats,
                spectators=spectators,
                now=self._keeper.now(),
            )
            return Change(edited, None, (), ())

        return tables_pb2.EditTableResponse(table=table_for(player_id, await self._step(found.id, step)))

    async def StartTable(
        self, request: tables_pb2.StartTableRequest, context: Context
    ) -> tables_pb2.StartTableResponse:
        """Begin the game."""
        caller = self._access.caller(context)
        player_id, table_id = caller.player.id, (await self._access.load(caller, request.table_id))[0].table.id
        loaded = await self._moves.start(table_id, player_id)
        return tables_pb2.StartTableResponse(table=table_for(player_id, loaded.table))

    async def Rematch(self, request: tables_pb2.RematchRequest, context: Context) -> tables_pb2.RematchResponse:
        """Open a table like a finished one."""
        caller = self._access.caller(context)
        found, _ = await self._access.load(caller, request.table_id)
        table = await self._rematches.rematch(found.table.id, caller.player.id, request.entropy)
        return tables_pb2.RematchResponse(table=table_for(caller.player.id, table))

    async def WatchMyTables(
        self, request: tables_pb2.WatchMyTablesRequest, context: Context
    ) -> AsyncIterator[tables_pb2.WatchMyTablesResponse]:
        """Tell of the caller's tables."""
        del request
        caller = self._access.caller(context)
        player_id = caller.player.id
        ready, now = asyncio.Event(), self._heartbeat.now
        reader = NoticeReader(player_id, ready.set)
        try:
            await self._notices.join(reader)
            for table in reader.take():
                yield tables_pb2.WatchMyTablesResponse(table=my_table_for(player_id, table), now=now())
            yield tables_pb2.WatchMyTablesResponse(caught_up=True, now=now())
            with self._heartbeat.stream(caller, ready.set) as pulse:
                while True:
                    await ready.wait()
                    ready.clear()
                    pulse.check()
                    tables = reader.take()
                    for table in tables:
                        yield tables_pb2.WatchMyTablesResponse(
                            table=my_table_for(player_id, table), now=self._heartbeat.now()
                        )
                    if pulse.beats(tables):
                        yield tables_pb2.WatchMyTablesResponse(now=now())
        finally:
            self._notices.leave(reader)

    async def WatchTables(
        self, request: tables_pb2.WatchTablesRequest, context: Context
    ) -> AsyncIterator[tables_pb2.WatchTablesResponse]:
        """Tell of tables."""
        caller = self._access.caller(context)
        player_id, table_id, invited = caller.player.id, "", False
        if request.game:
            self._games.game(request.game)
        if request.table_id:
            loaded, invited = await self._access.load(caller, request.table_id)
            table_id, invited = loaded.table.id, invited or caller.hosts_bots
        ready, now = asyncio.Event(), self._heartbeat.now
        watcher = LobbyWatcher(player_id, ready.set, game=request.game, table_id=table_id, invited=invited)
        try:
            for table in await self._watching.join(watcher):
                yield tables_pb2.WatchTablesResponse(table=table_for(player_id, table), now=now())
            yield tables_pb2.WatchTablesResponse(caught_up=True, now=now())
            with self._heartbeat.stream(caller, ready.set) as pulse:
                while True:
                    await ready.wait()
                    ready.clear()
                    pulse.check()
                    tables = watcher.take()
                    for table in tables:
                        yield tables_pb2.WatchTablesResponse(
                            table=table_for(player_id, table), now=self._heartbeat.now()
                        )
                    if pulse.beats(tables):
                        yield tables_pb2.WatchTablesResponse(now=now())
        finally:
            self._watching.leave(watcher)

    async def _change(self, table_id: str, change: Callable[[TableState], TableState]) -> TableState:
        async def step(loaded: Loaded) -> Change:
            return Change(change(loaded.table), None, (), ())

        return await self._step(table_id, step)

    async def _step(self, table_id: str, step: Step) -> TableState:
        changed = await self._keeper.change(table_id, step)
        if isinstance(changed, Answer):
            raise TypeError("only a change with an identity of its own is answered by an earlier one")
        return changed.table

    async def _control(self, game: str, message: tables_pb2.TimeControl) -> TimeControl:
        """A time control within its bounds, its successor on offer. Raises INVALID_TIME_CONTROL, UNKNOWN_BOT."""
        control = requests.time_control(message)
        if control.successor and control.successor not in await self._bots.bots_of(game):
            raise errors.unknown_bot(control.successor, game)
        return control
