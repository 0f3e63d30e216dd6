"""`TableService`: games on offer, and tables until they are under way."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import Any, TypeVar

from google.protobuf.message import Message

from galaxytables.lobby.v1 import tables_pb2, tables_pb2_grpc
from galaxytables.rules.v1 import rules_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.api import requests
from galaxytables_lobby.api.access import Access, Context, optional_seat
from galaxytables_lobby.api.heartbeat import Heartbeat
from galaxytables_lobby.api.repeats import Repeats
from galaxytables_lobby.api.wording import TABLE_NAME, checked_name
from galaxytables_lobby.domain import seating
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.person import Person
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.presets import PRESETS
from galaxytables_lobby.domain.requests import Answer, IdempotentRequest
from galaxytables_lobby.domain.stages import opened
from galaxytables_lobby.domain.state import OpenTable, RatingTerms, Table, TimeControl
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId
from galaxytables_lobby.people.quotas import Quotas
from galaxytables_lobby.people.tokens import Asker
from galaxytables_lobby.play import listing
from galaxytables_lobby.play.opening import Opening
from galaxytables_lobby.play.rematches import Rematches
from galaxytables_lobby.play.start import start
from galaxytables_lobby.play.steps import Play
from galaxytables_lobby.ports import Games
from galaxytables_lobby.subscriptions.bots import BotDesk
from galaxytables_lobby.subscriptions.lobby import LobbyWatcher, LobbyWatching
from galaxytables_lobby.subscriptions.own_tables import OwnTablesWatcher, OwnTablesWatching
from galaxytables_lobby.subscriptions.projection import is_turn_of, my_table_for, table_for, time_control_for
from galaxytables_lobby.subscriptions.sentences import Phrasebooks
from galaxytables_lobby.tables import Step, TableRepository

# A response that is made of a table: any class of the contract with a field `table`.
R = TypeVar("R", bound=Any)


class TableServicer(tables_pb2_grpc.TableServiceServicer):
    """Answers for tables."""

    def __init__(
        self,
        *,
        access: Access,
        repository: TableRepository,
        games: Games,
        play: Play,
        bots: BotDesk,
        watching: LobbyWatching,
        own_tables: OwnTablesWatching,
        phrasebooks: Phrasebooks,
        heartbeat: Heartbeat,
        quotas: Quotas,
        new_table_id: Callable[[], TableId],
    ) -> None:
        """Take everything that there is to do with tables."""
        self._quotas = quotas
        self._access = access
        self._repository = repository
        self._games = games
        self._play = play
        self._bots = bots
        self._watching = watching
        self._own_tables = own_tables
        self._phrasebooks = phrasebooks
        self._heartbeat = heartbeat
        self._opening = Opening(repository, quotas, access.sanctions, new_table_id)
        self._rematches = Rematches(repository, bots, self._opening, new_table_id)
        self._repeats = Repeats(access, repository)

    async def ListGames(  # named by the contract, as are all below
        self, request: tables_pb2.ListGamesRequest, context: Context
    ) -> tables_pb2.ListGamesResponse:
        """Name every configured game."""
        del request
        self._access.source(context)
        answer = tables_pb2.ListGamesResponse()
        for name in self._games.names:
            game = self._games.rules_of(name)
            description = game.description or rules_pb2.DescribeResponse(game=name, title=name.capitalize())
            answer.games.add(
                description=description,
                available=game.available,
                bots=await self._bots.bots_of(name),
                analysed_seats=await self._bots.analysed_seats(name),
            )
        for preset in PRESETS:
            control = time_control_for(preset.control)
            answer.presets.add(name=preset.name, title=preset.title, live=preset.live, control=control)
        return answer

    async def GetComponents(
        self, request: tables_pb2.GetComponentsRequest, context: Context
    ) -> tables_pb2.GetComponentsResponse:
        """Give a game's catalogue."""
        self._access.source(context)
        catalogue = await self._games.rules_of(request.game).components(request.pack_digest)
        if request.language:
            sentences = await self._phrasebooks.of(request.game, request.pack_digest, request.language)
            await sentences.components(catalogue.components)
        return tables_pb2.GetComponentsResponse(catalogue=catalogue)

    async def GetWords(self, request: tables_pb2.GetWordsRequest, context: Context) -> tables_pb2.GetWordsResponse:
        """Give the words of a game, or of the lobby."""
        self._access.source(context)
        words = await self._phrasebooks.words(request.game, request.pack_digest, request.language)
        return tables_pb2.GetWordsResponse(words=words)

    async def CheckOptions(
        self, request: tables_pb2.CheckOptionsRequest, context: Context
    ) -> tables_pb2.CheckOptionsResponse:
        """Say what a form may offer."""
        self._access.source(context)
        form = await self._games.rules_of(request.game).option_form(request.seats, request.options)
        return tables_pb2.CheckOptionsResponse(form=form)

    async def CreateTable(
        self, request: tables_pb2.CreateTableRequest, context: Context
    ) -> tables_pb2.CreateTableResponse:
        """Open a table."""
        caller = self._access.caller(context)
        player = caller.player

        async def create(this: IdempotentRequest) -> Loaded | Answer:
            return await self._opening.open_once(caller, this, lambda table_id: self._make(table_id, player, request))

        def respond(change: Change) -> tables_pb2.CreateTableResponse:
            return tables_pb2.CreateTableResponse(table=table_for(player.id, change.table))

        return await self._repeats.answer(caller, request, tables_pb2.CreateTableResponse, respond, create)

    async def GetTable(self, request: tables_pb2.GetTableRequest, context: Context) -> tables_pb2.GetTableResponse:
        """Show a table."""
        caller = self._access.caller(context)
        loaded, _ = await self._access.load(caller, request.table_id)
        return tables_pb2.GetTableResponse(table=self._told(caller.player.id, loaded.table))

    async def ListTables(
        self, request: tables_pb2.ListTablesRequest, context: Context
    ) -> tables_pb2.ListTablesResponse:
        """List tables, newest first."""
        caller = self._access.caller(context)
        wanted = listing.Wanted(
            games=(self._games.rules_of(request.game).name,) if request.game else self._games.names,
            stages=requests.states(request.states),
            player_id=caller.player.id if request.mine else None,
            fulfils=lambda table: not request.free_seats or any(seat.free for seat in table.seats),
        )
        before, size = requests.read_page_token(request.page_token), requests.page_size(request.page_size)
        tables, more = await listing.page(self._repository.store, wanted, before=before, size=size)
        answer = tables_pb2.ListTablesResponse(tables=[self._told(caller.player.id, table) for table in tables])
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
        tables, more = await listing.page(self._repository.store, wanted, before=before, size=size)
        answer = tables_pb2.ListMyTablesResponse(tables=[self._told_own(player_id, table) for table in tables])
        if more is not None:
            answer.next_page_token = requests.page_token(more)
        return answer

    async def JoinTable(self, request: tables_pb2.JoinTableRequest, context: Context) -> tables_pb2.JoinTableResponse:
        """Seat the caller."""
        caller = self._access.caller(context)
        player, taken = caller.player, 0

        async def work(this: IdempotentRequest) -> Loaded | Answer:
            table_id, invited = await self._access.find(caller, request.table_id)

            def join(table: Table) -> Table:
                nonlocal taken
                seating.check_invited(table, player.id, invited=invited)
                table, taken = seating.join(
                    opened(table),
                    player,
                    wanted=optional_seat(request),
                    entropy=request.entropy,
                    now=self._repository.now(),
                )
                return table

            return await self._repository.change(table_id, _step(join), this)

        def respond(change: Change) -> tables_pb2.JoinTableResponse:
            return tables_pb2.JoinTableResponse(table=table_for(player.id, change.table), seat=taken)

        return await self._repeats.answer(caller, request, tables_pb2.JoinTableResponse, respond, work)

    async def LeaveTable(
        self, request: tables_pb2.LeaveTableRequest, context: Context
    ) -> tables_pb2.LeaveTableResponse:
        """Free the caller's seat."""
        caller = self._access.caller(context)

        def leave(table: Table) -> Table:
            return seating.leave(opened(table), caller.player.id, now=self._repository.now())

        return await self._change(caller, request, tables_pb2.LeaveTableResponse, leave)

    async def SetReady(self, request: tables_pb2.SetReadyRequest, context: Context) -> tables_pb2.SetReadyResponse:
        """Note whether the caller is ready."""
        caller = self._access.caller(context)

        def get_ready(table: Table) -> Table:
            return seating.set_ready(
                opened(table),
                caller.player.id,
                ready=request.ready,
                entropy=request.entropy,
                seen=request.version,
                now=self._repository.now(),
            )

        return await self._change(caller, request, tables_pb2.SetReadyResponse, get_ready)

    async def AddBot(self, request: tables_pb2.AddBotRequest, context: Context) -> tables_pb2.AddBotResponse:
        """Seat a bot."""
        caller = self._access.caller(context)
        player_id, taken = caller.player.id, 0

        def add(table: Table) -> Table:
            nonlocal taken
            wanted = optional_seat(request)
            table = seating.hosted(table, player_id)
            table, taken = seating.add_bot(table, request.bot, wanted=wanted, now=self._repository.now())
            return table

        async def work(this: IdempotentRequest) -> Loaded | Answer:
            table = (await self._access.load(caller, request.table_id))[0].table
            if table.host.id != player_id:
                raise errors.not_host()
            await self._bots.check_offered(table.game, request.bot)
            return await self._repository.change(table.id, _step(add), this)

        def respond(change: Change) -> tables_pb2.AddBotResponse:
            return tables_pb2.AddBotResponse(table=table_for(player_id, change.table), seat=taken)

        return await self._repeats.answer(caller, request, tables_pb2.AddBotResponse, respond, work)

    async def RemoveBot(self, request: tables_pb2.RemoveBotRequest, context: Context) -> tables_pb2.RemoveBotResponse:
        """Send a bot away."""
        caller = self._access.caller(context)

        def remove(table: Table) -> Table:
            table = seating.hosted(table, caller.player.id)
            return seating.remove_bot(table, SeatNumber(request.seat), now=self._repository.now())

        return await self._change(caller, request, tables_pb2.RemoveBotResponse, remove)

    async def KickPlayer(
        self, request: tables_pb2.KickPlayerRequest, context: Context
    ) -> tables_pb2.KickPlayerResponse:
        """Send a person away."""
        caller = self._access.caller(context)

        def kick(table: Table) -> Table:
            return seating.kick(
                seating.hosted(table, caller.player.id), SeatNumber(request.seat), now=self._repository.now()
            )

        return await self._change(caller, request, tables_pb2.KickPlayerResponse, kick)

    async def EditTable(self, request: tables_pb2.EditTableRequest, context: Context) -> tables_pb2.EditTableResponse:
        """Change the terms."""
        caller = self._access.caller(context)
        name = checked_name(request.name, TABLE_NAME)
        spectators = requests.spectators(request.spectators) if request.HasField("spectators") else None
        rating = requests.rating_terms(request.rating)

        async def work(this: IdempotentRequest) -> Loaded | Answer:
            found = (await self._access.load(caller, request.table_id))[0].table
            control = None
            if request.HasField("time_control"):
                control = await self._control(found.game, request.time_control)

            async def step(loaded: Loaded) -> Change:
                table = seating.hosted(loaded.table, caller.player.id)
                seats = request.seats if request.HasField("seats") else len(table.seats)
                options = dict(request.options.values) if request.HasField("options") else table.options
                options = await self._games.rules_of(table.game).check_options(seats, options)
                edited = seating.edit(
                    table,
                    name=name,
                    options=options,
                    control=control,
                    seats=seats,
                    spectators=spectators,
                    rating=rating,
                    now=self._repository.now(),
                )
                return Change(edited, None, (), ())

            return await self._repository.change(found.id, step, this)

        return await self._answer(caller, request, tables_pb2.EditTableResponse, work)

    async def StartTable(
        self, request: tables_pb2.StartTableRequest, context: Context
    ) -> tables_pb2.StartTableResponse:
        """Begin the game."""
        caller = self._access.caller(context)

        async def work(this: IdempotentRequest) -> Loaded | Answer:
            table_id = (await self._access.load(caller, request.table_id))[0].table.id
            return await start(self._play, table_id, caller.player.id, this)

        return await self._answer(caller, request, tables_pb2.StartTableResponse, work)

    async def Rematch(self, request: tables_pb2.RematchRequest, context: Context) -> tables_pb2.RematchResponse:
        """Open a table like a finished one."""
        caller = self._access.caller(context)

        async def rematch(this: IdempotentRequest) -> Loaded | Answer:
            found = (await self._access.load(caller, request.table_id))[0].table
            return await self._rematches.rematch(found.id, caller, request.entropy, this)

        return await self._answer(caller, request, tables_pb2.RematchResponse, rematch)

    async def WatchMyTables(
        self, request: tables_pb2.WatchMyTablesRequest, context: Context
    ) -> AsyncIterator[tables_pb2.WatchMyTablesResponse]:
        """Tell of the caller's tables."""
        del request
        caller = self._access.caller(context)
        player_id = caller.player.id
        ready, now = asyncio.Event(), self._heartbeat.now
        reader = OwnTablesWatcher(player_id, ready.set)
        with self._quotas.streams.one(caller):
            try:
                await self._own_tables.join(reader)
                for table in reader.take():
                    yield tables_pb2.WatchMyTablesResponse(table=self._told_own(player_id, table), now=now())
                yield tables_pb2.WatchMyTablesResponse(caught_up=True, now=now())
                async with aclosing(self._heartbeat.wakes(caller, ready)) as wakes:
                    async for pulse in wakes:
                        tables = reader.take()
                        for table in tables:
                            yield tables_pb2.WatchMyTablesResponse(table=self._told_own(player_id, table), now=now())
                        if pulse.beats(tables):
                            yield tables_pb2.WatchMyTablesResponse(now=now())
            finally:
                self._own_tables.leave(reader)

    async def WatchTables(
        self, request: tables_pb2.WatchTablesRequest, context: Context
    ) -> AsyncIterator[tables_pb2.WatchTablesResponse]:
        """Tell of tables."""
        caller = self._access.caller(context)
        player_id, table_id, invited, archived = caller.player.id, None, False, None
        if request.game:
            self._games.rules_of(request.game)
        if request.table_id:
            loaded, invited = await self._access.load(caller, request.table_id)
            archived = loaded.table if loaded.archived else None
            table_id, invited = loaded.table.id, invited or caller.hosts_bots
        ready, now = asyncio.Event(), self._heartbeat.now
        watcher = LobbyWatcher(player_id, ready.set, game=request.game, table_id=table_id, invited=invited)
        with self._quotas.streams.one(caller):
            try:
                present = await self._watching.join(watcher)
                for table in [archived] if archived is not None else present:
                    yield tables_pb2.WatchTablesResponse(table=self._told(player_id, table), now=now())
                yield tables_pb2.WatchTablesResponse(caught_up=True, now=now())
                async with aclosing(self._heartbeat.wakes(caller, ready)) as wakes:
                    async for pulse in wakes:
                        tables = watcher.take()
                        for table in tables:
                            yield tables_pb2.WatchTablesResponse(table=self._told(player_id, table), now=now())
                        if pulse.beats(tables):
                            yield tables_pb2.WatchTablesResponse(now=now())
            finally:
                self._watching.leave(watcher)

    def _told(self, player_id: PlayerId, table: Table) -> tables_pb2.Table:
        """A table as a player may see it, and whether it waits for rules that nobody serves."""
        told = table_for(player_id, table)
        told.stranded = self._games.is_stranded(table)
        return told

    def _told_own(self, player_id: PlayerId, table: Table) -> tables_pb2.MyTable:
        """The same of one of a player's own."""
        told = my_table_for(player_id, table)
        told.table.stranded = self._games.is_stranded(table)
        return told

    async def _change(self, caller: Asker, request: Message, kind: type[R], change: Callable[[Table], Table]) -> R:
        """Change a table that the caller may know of, and answer with it as it is then."""

        async def work(this: IdempotentRequest) -> Loaded | Answer:
            table_id = (await self._access.load(caller, getattr(request, "table_id")))[0].table.id  # noqa: B009  # every such request has one
            return await self._repository.change(table_id, _step(change), this)

        return await self._answer(caller, request, kind, work)

    async def _answer(
        self,
        caller: Asker,
        request: Message,
        kind: type[R],
        work: Callable[[IdempotentRequest], Awaitable[Loaded | Answer]],
    ) -> R:
        """Do the work for the caller, and answer with the table that came of it."""

        def respond(change: Change) -> R:
            response: R = kind(table=table_for(caller.player.id, change.table))
            return response

        return await self._repeats.answer(caller, request, kind, respond, work)

    async def _make(self, table_id: TableId, player: Person, request: tables_pb2.CreateTableRequest) -> OpenTable:
        """A new table, not stored yet."""
        game = self._games.rules_of(request.game)
        name = checked_name(request.name, TABLE_NAME) or f"{player.name}'s table"
        if request.introduction_bot:
            requests.check_introduction(request)
            await self._bots.check_offered(game.name, request.introduction_bot)
            lesson = game.introduction()
            await game.check_options(lesson.seats, lesson.options)
            return seating.open_introduction(
                table_id,
                lesson,
                host=player,
                name=name,
                game=game.name,
                bot=request.introduction_bot,
                now=self._repository.now(),
            )
        control = await self._control(game.name, request.time_control)
        seating.checked_entropy(request.entropy)
        options = await game.check_options(request.seats, request.options)
        return seating.open_table(
            table_id,
            host=player,
            name=name,
            game=game.name,
            options=options,
            seats=request.seats,
            private=requests.visibility(request.visibility) == tables_pb2.VISIBILITY_PRIVATE,
            control=control,
            entropy=request.entropy,
            spectators=requests.spectators(request.spectators),
            rating=requests.rating_terms(request.rating) or RatingTerms.RATED,
            now=self._repository.now(),
        )

    async def _control(self, game: str, message: tables_pb2.TimeControl) -> TimeControl:
        """A time control within its bounds, its successor on offer. Raises INVALID_TIME_CONTROL, UNKNOWN_BOT."""
        control = requests.time_control(message)
        if control.successor and control.successor not in await self._bots.bots_of(game):
            raise errors.unknown_bot(control.successor, game)
        return control


def _step(change: Callable[[Table], Table]) -> Step:
    async def step(loaded: Loaded) -> Change:
        return Change(change(loaded.table), None, (), ())

    return step
