"""Watching the lobby, and bots' hosts."""

import asyncio
import contextlib

import pytest

from galaxytables.lobby.v1 import bots_pb2, tables_pb2
from galaxytables.lobby.v1.tables_pb2 import (
    TABLE_STATE_CLOSED,
    TABLE_STATE_FINISHED,
    TABLE_STATE_OPEN,
    TABLE_STATE_RUNNING,
    VISIBILITY_PRIVATE,
)
from galaxytables_lobby.adapters.redis.feed import OWN_DELAY_SECONDS
from galaxytables_lobby.subscriptions import lobby as watching
from galaxytables_lobby.subscriptions.lobby import LobbyWatcher
from tests.lobby.counting import NAME
from tests.lobby.house import Updates, eventually, refused


@contextlib.asynccontextmanager
async def lobby_of(guest, game: str = ""):
    call = guest.tables.WatchTables(tables_pb2.WatchTablesRequest(game=game), metadata=guest.metadata)
    try:
        yield Updates(call)
    finally:
        call.cancel()


async def test_tables_open_or_in_play_first_then_every_public_table_as_it_changes(house):
    await house.open_lobby()
    host, other, watcher = [await house.guest() for _ in range(3)]
    old = await host.create(2)
    playing, _ = await house.started()
    for lobby in (0, 1):
        async with lobby_of(house.at(watcher, lobby), NAME) as updates:
            before = await updates.until(lambda message: message.caught_up)
            assert [(message.table.id, message.table.state) for message in before[:-1]] == [
                (old.id, TABLE_STATE_OPEN),
                (playing, TABLE_STATE_RUNNING),
            ]
            private = await host.create(2, visibility=VISIBILITY_PRIVATE)
            table = await host.create(2, options={"rounds": "1"})
            # Who plays on may have more than one change told as one.
            told = await updates.until(lambda message, new=table.id: message.table.id == new)
            assert told[-1].table.state == TABLE_STATE_OPEN
            await other.join(table.id)
            await other.ready(table.id)
            await host.start(table.id)
            await other.pick(table.id)
            await host.pick(table.id)
            told += await updates.until(
                lambda message, new=table.id: message.table.id == new and message.table.state == TABLE_STATE_FINISHED
            )
            assert private.id not in {message.table.id for message in told}
            # News of tables before this one may still be on its way to the other lobby.
            seen = [message.table for message in told if message.table.id == table.id]
            versions = [each.version for each in seen]
            assert versions == sorted(set(versions))
            assert not any(each.invitation for each in seen)
            empty = await host.create(2)
            assert (await updates.next()).table.id == empty.id
            await host.leave(empty.id)
            last = await updates.until(lambda message: message.table.state == TABLE_STATE_CLOSED)
            assert last[-1].table.id == empty.id
            # No end is told a second time when the news come round through the feed.
            after = await host.create(2)
            await asyncio.sleep(2 * OWN_DELAY_SECONDS)
            await host.ready(after.id)
            told = [(await updates.next()).table]
            while not (told[-1].id == after.id and told[-1].seats[0].ready):
                told.append((await updates.next()).table)
            assert not {each.id for each in told} & {table.id, empty.id}
            await host.leave(after.id)


async def test_watching_an_unknown_game_is_refused(house):
    guest = await house.guest()
    async with lobby_of(guest, "chess") as updates:
        assert (await refused(updates.next())).reason == "UNKNOWN_GAME"


async def test_only_bot_hosts_host_bots(house):
    guest = await house.guest()
    async with guest.hosting("random") as seats:
        assert (await refused(seats.next())).reason == "NOT_A_BOT_HOST"
    host = house.host()
    for offers, reason in (
        ([], "INVALID_REQUEST"),
        ([bots_pb2.BotOffer(game=NAME, bot="Bad Name")], "INVALID_REQUEST"),
        ([bots_pb2.BotOffer(game=NAME, bot="")], "INVALID_REQUEST"),
        ([bots_pb2.BotOffer(game=NAME, bot="x")] * 101, "INVALID_REQUEST"),
        ([bots_pb2.BotOffer(game="chess", bot="x")], "UNKNOWN_GAME"),
    ):
        call = host.bots.HostBots(bots_pb2.HostBotsRequest(offers=offers), metadata=host.metadata)
        assert (await refused(Updates(call).next())).reason == reason


async def test_a_host_is_told_of_its_seats_wherever_they_are_filled_and_after_coming_back(house):
    await house.open_lobby()
    player, host = await house.guest(), house.host(lobby=1)
    async with host.hosting("random", "greedy") as seats:
        await seats.until(lambda message: message.caught_up)
        table = await player.create(3, options={"rounds": "2"})
        for bot in ("random", "greedy"):
            await player.add_bot(table.id, bot)
        await player.start(table.id)
        told = [(await seats.next()).seat for _ in range(2)]
        assert {(each.seat, each.bot) for each in told} == {(1, "random"), (2, "greedy")}
        assert {(each.table_id, each.game, each.seats, each.options["rounds"]) for each in told} == {
            (table.id, NAME, 3, "2")
        }
    games = tables_pb2.ListGamesRequest()

    async def gone() -> bool:
        return not (await player.tables.ListGames(games, metadata=player.metadata)).games[0].bots

    await eventually(gone)
    assert (await refused(host.submit(table.id, "r1s1", "c0", seat=1))).reason == "NOT_SEATED"
    async with house.host(lobby=0).hosting("greedy") as seats:
        before = await seats.until(lambda message: message.caught_up)
        assert [message.seat.seat for message in before[:-1]] == [2]
        (offer,) = (await player.tables.ListGames(games, metadata=player.metadata)).games
        assert list(offer.bots) == ["greedy"]
        assert (await player.table(table.id)).state == TABLE_STATE_RUNNING


async def test_a_table_of_bots_alone_is_played_to_its_end(house):
    player = await house.guest()
    async with house.host().hosting("random") as seats:
        await seats.until(lambda message: message.caught_up)
        table = await player.create(2, options={"rounds": "6"})
        await player.add_bot(table.id, seat=1)
        await player.leave(table.id)
        await player.add_bot(table.id)
        await player.start(table.id)
        host = house.host()
        for _ in range(6):
            for seat in (0, 1):
                await host.pick(table.id, seat=seat)
    assert (await player.table(table.id)).state == TABLE_STATE_FINISHED


async def test_private_tables_are_told_to_those_who_sit_there_and_to_nobody_else(house):
    await house.open_lobby()
    host, member, stranger = [await house.guest() for _ in range(3)]
    for lobby in (0, 1):
        old = await host.create(2, visibility=VISIBILITY_PRIVATE)
        async with lobby_of(house.at(host, lobby)) as hosts, lobby_of(house.at(stranger, lobby)) as strangers:
            before = await hosts.until(lambda message: message.caught_up)
            assert old.id in [message.table.id for message in before[:-1]]
            told = await strangers.until(lambda message: message.caught_up)
            assert old.id not in [message.table.id for message in told]
            async with lobby_of(house.at(member, lobby)) as members:
                await members.until(lambda message: message.caught_up)
                await member.join(old.invitation)
                await hosts.until(lambda message, seated=member.id: message.table.seats[1].player.id == seated)
                assert (await members.next()).table.invitation == old.invitation
                await host.kick(old.id, 1)
                gone = (await members.until(lambda message: not message.table.seats[1].HasField("player")))[-1].table
                assert (gone.id, gone.invitation) == (old.id, "")
                await host.ready(old.id)
                public = await stranger.create(2)
                assert (await members.next()).table.id == public.id
            told = await strangers.until(lambda message, opened=public.id: message.table.id == opened)
            assert old.id not in [message.table.id for message in told]
            await stranger.leave(public.id)
        await host.leave(old.id)


async def test_one_table_can_be_watched_alone_by_whoever_may_know_of_it(house):
    host, invited = await house.guest(), await house.guest()
    table = await host.create(2, visibility=VISIBILITY_PRIVATE, options={"rounds": "1"})
    request = tables_pb2.WatchTablesRequest(table_id=table.id)
    call = Updates(invited.tables.WatchTables(request, metadata=invited.metadata))
    assert (await refused(call.next())).reason == "TABLE_NOT_FOUND"
    request = tables_pb2.WatchTablesRequest(table_id=table.invitation)
    call = Updates(invited.tables.WatchTables(request, metadata=invited.metadata))
    assert (await call.next()).table.id == table.id
    assert (await call.next()).caught_up
    await host.create(2)
    await host.edit(table.id, name="Come in")
    told = (await call.next()).table
    assert (told.id, told.name) == (table.id, "Come in")
    await host.leave(table.id)
    assert (await call.next()).table.state == TABLE_STATE_CLOSED
    call.call.cancel()


@pytest.mark.parametrize("invited", [False, True])
async def test_who_is_sent_away_from_a_private_table_hears_it_and_nothing_more_without_the_code(house, invited):
    host, other = await house.guest(), await house.guest()
    table = await host.create(2, visibility=VISIBILITY_PRIVATE)
    watcher = LobbyWatcher(other.id, lambda: None, table_id=table.id, invited=invited)
    told = []
    for happens in (other.join(table.invitation), host.kick(table.id, 1), host.edit(table.id, name="Without you")):
        await happens
        told.append(watcher.wants((await house.lobbies[0].tables.load(table.id)).table))
    assert told == [True, True, invited]


async def test_who_comes_late_sees_what_is_in_play_and_how_it_ends(house, monkeypatch):
    monkeypatch.setattr(watching, "MAX_IN_PLAY", 2)
    late = await house.guest()
    forgotten, _ = await house.started()
    delayed, _ = await house.started(spectators=tables_pb2.SpectatorRules(delay=3))
    hidden, _ = await house.started(visibility=VISIBILITY_PRIVATE)
    public, (one, _) = await house.started()
    async with lobby_of(late) as updates:
        first = await updates.until(lambda message: message.caught_up)
        assert {message.table.id for message in first[:-1]} == {delayed, public}
        await one.resign(public)
        told = await updates.until(lambda message: message.table.state == TABLE_STATE_FINISHED)
        assert {message.table.id for message in told} == {public}
    assert {forgotten, hidden}.isdisjoint({message.table.id for message in first})


async def test_a_rematch_is_told_to_who_still_looks_at_the_finished_table(house):
    await house.open_lobby()
    table_id, (one, two) = await house.started()
    spectator = await house.guest()
    await one.resign(table_id)
    for lobby in (0, 1):
        request = tables_pb2.WatchTablesRequest(table_id=table_id)
        at = house.at(spectator, lobby)
        call = Updates(at.tables.WatchTables(request, metadata=at.metadata))
        assert (await call.next()).table.state == TABLE_STATE_FINISHED
        assert (await call.next()).caught_up
        again = await two.rematch(table_id)
        assert (await call.next()).table.rematch == again.id
        # Everybody leaves it, so that there may be another one.
        await two.leave(again.id)
        await one.leave(again.id)
        call.call.cancel()


async def test_who_was_sent_away_is_told_so_at_every_look(house):
    host, other = await house.guest(), await house.guest()
    table = await host.create(2)
    await other.join(table.id)
    assert not (await other.table(table.id)).sent_away
    await host.kick(table.id, 1)
    assert (await other.table(table.id)).sent_away
    assert not (await host.table(table.id)).sent_away
