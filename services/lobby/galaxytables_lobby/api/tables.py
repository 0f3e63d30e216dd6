"""`TableService`: lists games and tables, and handles tables until their games start."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing
from functools import partial
from typing import Any, TypeVar

from google.protobuf.message import Message

from galaxytables.lobby.v1 import tables_pb2
from galaxytables.rules.v1 import rules_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.api import requests
from galaxytables_lobby.api.access import Access, optional_seat
from galaxytables_lobby.api.calls import Call, Command, Lobby, Stream
from galaxytables_lobby.api.offered_terms import offered_control, offered_rating
from galaxytables_lobby.domain import seating
from galaxytables_lobby.domain.endings import is_rated
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.presets import PRESETS
from galaxytables_lobby.domain.requests import Answer, IdempotentRequest
from galaxytables_lobby.domain.scopes import CallScope
from galaxytables_lobby.domain.stages import opened
from galaxytables_lobby.domain.state import OpenTable, RatingTerms, Table
from galaxytables_lobby.domain.wording import TABLE_NAME, checked_name
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId, is_table_id
from galaxytables_lobby.people.cool_downs import check_cool_down
from galaxytables_lobby.people.tokens import Asker
from galaxytables_lobby.people.word_filters import TextKind
from galaxytables_lobby.play import listing
from galaxytables_lobby.play.opening import start
from galaxytables_lobby.play.rematches import rematch
from galaxytables_lobby.play.shared_pages import TablesPage
from galaxytables_lobby.play.steps import may_know
from galaxytables_lobby.subscriptions.own_tables import OwnTablesWatcher
from galaxytables_lobby.subscriptions.projection import is_turn_of, my_table_for, table_for, time_control_for
from galaxytables_lobby.subscriptions.rooms import RoomWatcher
from galaxytables_lobby.subscriptions.table_lists import ListReader
from galaxytables_serving.sources import Source

Q = TypeVar("Q", bound=Message)


async def _list_games(lobby: Lobby, _: Source, __: tables_pb2.ListGamesRequest) -> tables_pb2.ListGamesResponse:
    answer = tables_pb2.ListGamesResponse()
    for name in lobby.games.names:
        game = lobby.games.rules_of(name)
        description = game.description or rules_pb2.DescribeResponse(game=name, title=name.capitalize())
        analysed = await lobby.bots.analysed(name)
        answer.games.add(
            description=description,
            available=game.available,
            bots=await lobby.bots.bots_of(name),
            analysed_seats=analysed.seats,
            unanalysed_options=analysed.without,
        )
    for preset in PRESETS:
        control = time_control_for(preset.control)
        answer.presets.add(name=preset.name, title=preset.title, live=preset.live, control=control)
    return answer


async def _get_components(
    lobby: Lobby, _: Source, request: tables_pb2.GetComponentsRequest
) -> tables_pb2.GetComponentsResponse:
    catalogue = await lobby.games.rules_of(request.game).components(request.pack_digest)
    if request.language:
        sentences = await lobby.phrasebooks.of(request.game, request.pack_digest, request.language)
        await sentences.components(catalogue.components)
    return tables_pb2.GetComponentsResponse(catalogue=catalogue)


async def _get_words(lobby: Lobby, _: Source, request: tables_pb2.GetWordsRequest) -> tables_pb2.GetWordsResponse:
    words = await lobby.phrasebooks.words(request.game, request.pack_digest, request.language)
    return tables_pb2.GetWordsResponse(words=words)


async def _get_puzzle(lobby: Lobby, _: Source, request: tables_pb2.GetPuzzleRequest) -> tables_pb2.GetPuzzleResponse:
    puzzle = await lobby.games.rules_of(request.game).puzzle(request.puzzle_id)
    if request.language:
        sentences = await lobby.phrasebooks.of(request.game, b"", request.language)
        await sentences.puzzle(puzzle)
    return tables_pb2.GetPuzzleResponse(puzzle=puzzle)


async def _check_options(
    lobby: Lobby, _: Source, request: tables_pb2.CheckOptionsRequest
) -> tables_pb2.CheckOptionsResponse:
    form = await lobby.games.rules_of(request.game).option_form(request.seats, request.options)
    return tables_pb2.CheckOptionsResponse(form=form)


async def _get_table(lobby: Lobby, caller: Asker, request: tables_pb2.GetTableRequest) -> tables_pb2.GetTableResponse:
    loaded, _ = await lobby.access.load(caller, request.table_id)
    return tables_pb2.GetTableResponse(table=_shown(lobby, caller.player.id, loaded.table))


async def _list_tables(
    lobby: Lobby, caller: Asker, request: tables_pb2.ListTablesRequest
) -> tables_pb2.ListTablesResponse:
    games = (lobby.games.rules_of(request.game).name,) if request.game else tuple(lobby.games.names)
    stages, free_seats = tuple(requests.states(request.states)), request.free_seats
    if request.mine:
        query = listing.TableQuery(
            games=games,
            stages=stages,
            player_id=caller.player.id,
            fulfils=lambda table: not free_seats or any(seat.free for seat in table.seats),
        )
        tables, token = await _page(lobby, query, request.page_token, request.page_size)
    else:
        before, size = requests.read_page_token(request.page_token), requests.page_size(request.page_size)
        tables, more = await lobby.shared_pages.tables(TablesPage(games, stages, free_seats, before, size))
        token = "" if more is None else requests.page_token(more)
    shown = [_shown(lobby, caller.player.id, table) for table in tables]
    return tables_pb2.ListTablesResponse(tables=shown, next_page_token=token)


async def _list_my_tables(
    lobby: Lobby, caller: Asker, request: tables_pb2.ListMyTablesRequest
) -> tables_pb2.ListMyTablesResponse:
    player_id = caller.player.id
    query = listing.TableQuery(
        games=lobby.games.names,
        stages=requests.states(request.states),
        player_id=player_id,
        fulfils=lambda table: not request.your_turn or is_turn_of(player_id, table),
    )
    tables, token = await _page(lobby, query, request.page_token, request.page_size)
    shown = [_shown_to_member(lobby, player_id, table) for table in tables]
    return tables_pb2.ListMyTablesResponse(tables=shown, next_page_token=token)


async def _list_present(
    lobby: Lobby, caller: Asker, request: tables_pb2.ListPresentRequest
) -> tables_pb2.ListPresentResponse:
    table_ids = [TableId(table_id) for table_id in dict.fromkeys(request.table_ids) if is_table_id(table_id)]
    found = await lobby.tables.store.load_states(table_ids)
    tables = [table for table in found if isinstance(table, OpenTable) and may_know(caller, table)]
    there = await lobby.presence.at(tables)
    return tables_pb2.ListPresentResponse(
        tables=[
            tables_pb2.PresentAtTable(table_id=table.id, seats=seats)
            for table, seats in zip(tables, there, strict=True)
        ]
    )


async def _page(lobby: Lobby, query: listing.TableQuery, token: str, size: int) -> tuple[list[Table], str]:
    """Return a page of tables, and the token of the next one, empty after the last."""
    before, size = requests.read_page_token(token), requests.page_size(size)
    tables, more = await listing.page(lobby.tables.store, query, before=before, size=size)
    return tables, "" if more is None else requests.page_token(more)


async def _create(
    lobby: Lobby, caller: Asker, request: tables_pb2.CreateTableRequest, this: IdempotentRequest
) -> Loaded | Answer:
    make = _new_sandbox if request.HasField("sandbox") and not request.introduction_bot else _new_table
    return await lobby.opening.open_once(caller, this, lambda table_id: make(lobby, table_id, caller, request))


async def _new_table(
    lobby: Lobby, table_id: TableId, caller: Asker, request: tables_pb2.CreateTableRequest
) -> OpenTable:
    """Return the new table that a request asks for. It is not stored yet."""
    player = caller.player
    game = lobby.games.rules_of(request.game)
    name = _named(lobby, request.name)
    if request.introduction_bot:
        requests.check_introduction(request)
        await lobby.bots.check_offered(game.name, request.introduction_bot)
        lesson = game.introduction()
        await game.check_options(lesson.seats, lesson.options)
        return seating.open_introduction(
            table_id,
            lesson,
            host=player,
            name=name,
            game=game.name,
            bot=request.introduction_bot,
            now=lobby.tables.now(),
        )
    control = await offered_control(lobby, game.name, request.time_control)
    seating.checked_entropy(request.entropy)
    options = await game.check_options(request.seats, request.options)
    visibility = requests.visibility(request.visibility)
    table = seating.open_table(
        table_id,
        host=player,
        name=name,
        game=game.name,
        options=options,
        seats=request.seats,
        private=visibility == tables_pb2.VISIBILITY_PRIVATE,
        by_invitation=visibility == tables_pb2.VISIBILITY_BY_INVITATION,
        control=control,
        entropy=request.entropy,
        spectators=requests.spectators(request.spectators),
        rating=offered_rating(lobby, request.rating) or RatingTerms.RATED,
        now=lobby.tables.now(),
    )
    await check_cool_down(lobby.tables.store, caller, rated=is_rated(table), now=lobby.tables.now())
    return table


async def _new_sandbox(
    lobby: Lobby, table_id: TableId, caller: Asker, request: tables_pb2.CreateTableRequest
) -> OpenTable:
    """Return the new sandbox that a request asks for. It is not stored yet."""
    requests.check_sandbox(request)
    sandbox, player = request.sandbox, caller.player
    game, seats, options, seed, of = request.game, request.seats, request.options, sandbox.seed, TableId("")
    if sandbox.table_id:
        loaded, _ = await lobby.access.load(caller, sandbox.table_id)
        await lobby.looking_back.recorded(loaded, sandbox.event)
        origin = loaded.table
        if game not in ("", origin.game):
            raise errors.sandbox_fixed("game")
        game, seats, seed, of = origin.game, len(origin.seats), origin.seed, origin.id
        complete = origin.options
        lobby.games.rules_of(game)
    else:
        complete = await lobby.games.rules_of(game).check_options(seats, options)
    return seating.open_sandbox(
        table_id,
        host=player,
        name=_named(lobby, request.name),
        game=game,
        options=complete,
        seats=seats,
        control=await offered_control(lobby, game, request.time_control),
        spectators=requests.spectators(request.spectators),
        seed=seed,
        seat=SeatNumber(sandbox.seat),
        now=lobby.tables.now(),
        of=of,
        event=sandbox.event,
    )


def _named(lobby: Lobby, name: str) -> str:
    """Return the name of a table, checked. Raises INVALID_NAME, WORDS_REFUSED."""
    return lobby.word_filters.check(checked_name(name, TABLE_NAME), TextKind.TABLE_NAME)


async def _join(
    lobby: Lobby, caller: Asker, request: tables_pb2.JoinTableRequest, this: IdempotentRequest
) -> Loaded | Answer:
    table_id, invited = await lobby.access.find(caller, request.table_id)

    async def step(loaded: Loaded) -> Change:
        seating.check_invited(loaded.table, caller.player.id, invited=invited)
        joined = opened(loaded.table)
        await check_cool_down(lobby.tables.store, caller, rated=is_rated(joined), now=lobby.tables.now())
        table, seat = seating.join(
            joined,
            caller.player,
            requested=optional_seat(request),
            entropy=request.entropy,
            now=lobby.tables.now(),
            apart=await lobby.relations.apart(caller.player.id, joined.members),
        )
        return Change(table.automated_at(seat) if caller.automated else table, mover=seat)

    return await lobby.tables.change(table_id, step, this)


def _leave(table: Table, caller: Asker, _: tables_pb2.LeaveTableRequest, now: int) -> Table:
    return seating.leave(opened(table), caller.player.id, now=now)


def _set_ready(table: Table, caller: Asker, request: tables_pb2.SetReadyRequest, now: int) -> Table:
    return seating.set_ready(
        opened(table), caller.player.id, ready=request.ready, entropy=request.entropy, seen=request.version, now=now
    )


def _remove_bot(table: Table, caller: Asker, request: tables_pb2.RemoveBotRequest, now: int) -> Table:
    return seating.remove_bot(seating.hosted(table, caller.player.id), SeatNumber(request.seat), now=now)


def _kick(table: Table, caller: Asker, request: tables_pb2.KickPlayerRequest, now: int) -> Table:
    return seating.kick(seating.hosted(table, caller.player.id), SeatNumber(request.seat), now=now)


def _at_table(
    change: Callable[[Table, Asker, Q, int], Table],
) -> Callable[[Lobby, Asker, Q, IdempotentRequest], Awaitable[Loaded | Answer]]:
    """Return the function for a `Command` that applies `change` to a table whose game has not started.

    It is for changes that need no other service.
    """

    async def work(lobby: Lobby, caller: Asker, request: Q, this: IdempotentRequest) -> Loaded | Answer:
        async def step(loaded: Loaded) -> Change:
            return Change(change(loaded.table, caller, request, lobby.tables.now()))

        return await lobby.tables.change(await _known(lobby, caller, request), step, this)

    return work


async def _add_bot(
    lobby: Lobby, caller: Asker, request: tables_pb2.AddBotRequest, this: IdempotentRequest
) -> Loaded | Answer:
    found = (await lobby.access.load(caller, request.table_id))[0].table
    if found.host.id != caller.player.id:
        raise errors.not_host()
    await lobby.bots.check_offered(found.game, request.bot)

    async def step(loaded: Loaded) -> Change:
        table, requested = seating.hosted(loaded.table, caller.player.id), optional_seat(request)
        table, seat = seating.add_bot(table, request.bot, requested=requested, now=lobby.tables.now())
        return Change(table, mover=seat)

    return await lobby.tables.change(found.id, step, this)


def _check_terms(request: tables_pb2.EditTableRequest) -> None:
    """Raise the errors of terms that no table may have, before the table is read."""
    checked_name(request.name, TABLE_NAME)
    requests.spectators(request.spectators)
    requests.rating_terms(request.rating)


async def _edit(
    lobby: Lobby, caller: Asker, request: tables_pb2.EditTableRequest, this: IdempotentRequest
) -> Loaded | Answer:
    found = (await lobby.access.load(caller, request.table_id))[0].table
    control = None
    if request.HasField("time_control"):
        control = await offered_control(lobby, found.game, request.time_control)

    async def step(loaded: Loaded) -> Change:
        table = seating.hosted(loaded.table, caller.player.id)
        seats = request.seats if request.HasField("seats") else len(table.seats)
        options = dict(request.options.values) if request.HasField("options") else table.options
        options = await lobby.games.rules_of(table.game).check_options(seats, options)
        edited = seating.edit(
            table,
            name=_named(lobby, request.name),
            options=options,
            control=control,
            seats=seats,
            spectators=requests.spectators(request.spectators) if request.HasField("spectators") else None,
            rating=offered_rating(lobby, request.rating),
            now=lobby.tables.now(),
        )
        return Change(edited)

    return await lobby.tables.change(found.id, step, this)


async def _start(
    lobby: Lobby, caller: Asker, request: tables_pb2.StartTableRequest, this: IdempotentRequest
) -> Loaded | Answer:
    table_id = await _known(lobby, caller, request)
    return await start(lobby.play, lobby.sandboxes, table_id, caller.player.id, this)


async def _rematch(
    lobby: Lobby, caller: Asker, request: tables_pb2.RematchRequest, this: IdempotentRequest
) -> Loaded | Answer:
    table_id = await _known(lobby, caller, request)
    return await rematch(
        lobby.opening, lobby.bots, table_id, caller, this, entropy=request.entropy, relations=lobby.relations
    )


async def _known(lobby: Lobby, caller: Asker, request: Message) -> TableId:
    """Return the table that a request names, if the caller may see it. Raises TABLE_NOT_FOUND."""
    return (await lobby.access.load(caller, getattr(request, "table_id")))[0].table.id  # noqa: B009  # every such request has one


def _table(caller: Asker, change: Change) -> Mapping[str, Any]:  # fields of a message
    return {"table": table_for(caller.player.id, change.table)}


def _table_and_seat(caller: Asker, change: Change) -> Mapping[str, Any]:  # as above
    return {**_table(caller, change), "seat": change.mover}


async def _watch_my_tables(lobby: Lobby, caller: Asker, _: tables_pb2.WatchMyTablesRequest) -> AsyncIterator[Message]:
    ready = asyncio.Event()
    reader = OwnTablesWatcher(caller.player, ready.set)

    async def say(table: Table) -> Message:
        shown = _shown_to_member(lobby, caller.player.id, table)
        return tables_pb2.WatchMyTablesResponse(table=shown, now=lobby.heartbeat.now())

    with lobby.quotas.streams.one(caller), lobby.platform.reading(ready.set) as status:
        try:
            await lobby.own_tables.join(reader)
            await lobby.presence.arrived(caller.player)
            for game in reader.games:
                await lobby.presence.playing(game, caller.player.id)
            news = partial(lobby.platform.news, status)
            follow = lobby.heartbeat.follow(caller, reader, ready, say, tables_pb2.WatchMyTablesResponse, news=news)
            async with aclosing(follow) as messages:
                async for message in messages:
                    yield message
        finally:
            lobby.own_tables.leave(reader)


async def _watch_tables(
    lobby: Lobby, caller: Asker, request: tables_pb2.WatchTablesRequest
) -> AsyncIterator[Message | bytes]:
    if caller.visits and not request.table_id:
        raise errors.token_missing()
    if request.game:
        lobby.games.rules_of(request.game)
    watch = _watch_room if request.table_id else _watch_list
    with lobby.quotas.streams.one(caller):
        async with aclosing(watch(lobby, caller, request)) as messages:
            async for message in messages:
                yield message


async def _watch_list(
    lobby: Lobby, caller: Asker, request: tables_pb2.WatchTablesRequest
) -> AsyncGenerator[Message | bytes, None]:
    ready = asyncio.Event()
    reader = ListReader(request.game, ready.set)
    with lobby.platform.reading(ready.set) as watching:
        try:
            await lobby.table_lists.join(reader)
            ready.set()
            async with aclosing(lobby.heartbeat.wakes(caller, ready)) as wakes:
                async for pulse in wakes:
                    unread, status = lobby.table_lists.read(reader), lobby.platform.news(watching)
                    now = tables_pb2.WatchTablesResponse(now=lobby.heartbeat.now()).SerializeToString()
                    if status is not None:
                        yield tables_pb2.WatchTablesResponse(platform=status).SerializeToString() + now
                    for response in unread:
                        yield response + now
                    if pulse.beats([*unread, status] if status else unread):
                        yield now
        finally:
            lobby.table_lists.leave(reader)


async def _watch_room(
    lobby: Lobby, caller: Asker, request: tables_pb2.WatchTablesRequest
) -> AsyncGenerator[Message | bytes, None]:
    loaded, invited = await lobby.access.load(caller, request.table_id)
    ready = asyncio.Event()
    reader = RoomWatcher(caller.player.id, loaded.table.id, ready.set, invited=invited or caller.hosts_bots)

    async def say(table: Table) -> Message:
        shown = _shown(lobby, caller.player.id, table)
        return tables_pb2.WatchTablesResponse(table=shown, now=lobby.heartbeat.now())

    with lobby.platform.reading(ready.set) as status:
        try:
            await lobby.rooms.join(reader)
            if loaded.archived:
                yield await say(loaded.table)
            news = partial(lobby.platform.news, status)
            follow = lobby.heartbeat.follow(caller, reader, ready, say, tables_pb2.WatchTablesResponse, news=news)
            async with aclosing(follow) as messages:
                async for message in messages:
                    yield message
        finally:
            lobby.rooms.leave(reader)


def _shown(lobby: Lobby, player_id: PlayerId, table: Table) -> tables_pb2.Table:
    """Return a table as a player may see it. `stranded` says whether nobody serves the table's rules."""
    shown = table_for(player_id, table)
    shown.stranded = lobby.games.is_stranded(table)
    return shown


def _shown_to_member(lobby: Lobby, player_id: PlayerId, table: Table) -> tables_pb2.MyTable:
    """Return one of the player's own tables as a message. `stranded` says whether nobody serves the table's rules."""
    shown = my_table_for(player_id, table)
    shown.table.stranded = lobby.games.is_stranded(table)
    return shown


CALLS = (
    Call(tables_pb2.ListGamesRequest, Access.source, CallScope.NONE, _list_games),
    Call(tables_pb2.GetComponentsRequest, Access.source, CallScope.NONE, _get_components),
    Call(tables_pb2.GetWordsRequest, Access.source, CallScope.NONE, _get_words),
    Call(tables_pb2.GetPuzzleRequest, Access.source, CallScope.NONE, _get_puzzle),
    Call(tables_pb2.CheckOptionsRequest, Access.source, CallScope.NONE, _check_options),
    Command(tables_pb2.CreateTableRequest, CallScope.HOST_TABLES, _create, _table),
    Call(tables_pb2.GetTableRequest, Access.onlooker_or_visitor, CallScope.READ, _get_table),
    Call(tables_pb2.ListTablesRequest, Access.caller, CallScope.READ, _list_tables),
    Call(tables_pb2.ListMyTablesRequest, Access.caller, CallScope.READ, _list_my_tables),
    Call(tables_pb2.ListPresentRequest, Access.caller, CallScope.READ, _list_present),
    Command(tables_pb2.JoinTableRequest, CallScope.PLAY, _join, _table_and_seat),
    Command(tables_pb2.LeaveTableRequest, CallScope.PLAY, _at_table(_leave), _table),
    Command(tables_pb2.SetReadyRequest, CallScope.PLAY, _at_table(_set_ready), _table),
    Command(tables_pb2.AddBotRequest, CallScope.HOST_TABLES, _add_bot, _table_and_seat),
    Command(tables_pb2.RemoveBotRequest, CallScope.HOST_TABLES, _at_table(_remove_bot), _table),
    Command(tables_pb2.KickPlayerRequest, CallScope.HOST_TABLES, _at_table(_kick), _table),
    Command(tables_pb2.EditTableRequest, CallScope.HOST_TABLES, _edit, _table, check=_check_terms),
    Command(tables_pb2.StartTableRequest, CallScope.HOST_TABLES, _start, _table),
    Command(tables_pb2.RematchRequest, CallScope.HOST_TABLES, _rematch, _table),
    Stream(tables_pb2.WatchMyTablesRequest, Access.caller, CallScope.READ, _watch_my_tables),
    Stream(tables_pb2.WatchTablesRequest, Access.onlooker_or_visitor, CallScope.READ, _watch_tables),
)
