"""Watching the lobby, and bots' hosts."""

import asyncio
import math
import time

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
from galaxytables_lobby.subscriptions import crowds, table_lists
from galaxytables_lobby.subscriptions.presence import PRESENT_MILLISECONDS
from galaxytables_lobby.subscriptions.rooms import RoomWatcher
from galaxytables_lobby.subscriptions.table_list import MAX_NEW
from tests.lobby.counting import NAME
from tests.lobby.house import Updates, eventually, refused


async def test_tables_open_or_in_play_first_then_every_public_table_as_it_changes(house, monkeypatch):
    monkeypatch.setattr(table_lists, "PUBLISH_SECONDS", 0.05)
    await house.open_lobby()
    host, other, watcher = [await house.guest() for _ in range(3)]
    old = await host.create(2)
    playing, _ = await house.started()
    for lobby in (0, 1):
        async with house.at(watcher, lobby).lobby_watching(NAME) as updates:
            listed = await updates.changed()
            assert {table.id: table.state for table in listed.tables.values()} == {
                old.id: TABLE_STATE_OPEN,
                playing: TABLE_STATE_RUNNING,
            }
            private = await host.create(2, visibility=VISIBILITY_PRIVATE)
            table = await host.create(2, options={"rounds": "1"})
            listed = await updates.when(lambda listed, new=table.id: new in listed.tables)
            assert listed.tables[table.id].state == TABLE_STATE_OPEN
            await other.join(table.id)
            await other.ready(table.id)
            await host.start(table.id)
            await other.pick(table.id)
            await host.pick(table.id)
            listed = await updates.when(lambda listed, new=table.id: new in listed.ended)
            assert listed.ended[table.id].state == TABLE_STATE_FINISHED
            assert private.id not in {each.id for each in updates.seen}
            # News of tables before this one may still be on its way to the other lobby.
            seen = [each for each in updates.seen if each.id == table.id]
            versions = [each.version for each in seen]
            assert versions == sorted(set(versions))
            assert not any(each.invitation for each in seen)
            empty = await host.create(2)
            await updates.when(lambda listed, new=empty.id: new in listed.tables)
            await host.leave(empty.id)
            listed = await updates.when(lambda listed, new=empty.id: new in listed.ended)
            assert listed.ended[empty.id].state == TABLE_STATE_CLOSED
            # No end is told a second time when the news come round through the feed.
            after = await host.create(2)
            await asyncio.sleep(2 * OWN_DELAY_SECONDS)
            updates.seen.clear()
            await host.ready(after.id)
            await updates.when(lambda listed, new=after.id: new in listed.tables and listed.tables[new].seats[0].ready)
            assert not {each.id for each in updates.seen} & {table.id, empty.id}
            await host.leave(after.id)


async def test_who_watches_is_told_how_much_goes_on_and_who_is_there(house, monkeypatch):
    monkeypatch.setattr(table_lists, "PRESENCE_SECONDS", 0.05)
    monkeypatch.setattr(crowds, "CROWD_SECONDS", 0.0)
    await house.open_lobby()
    host, watcher = await house.guest(), await house.guest()
    await host.create(2, visibility=VISIBILITY_PRIVATE)
    await house.started()
    table = await host.create(2)
    async with house.at(watcher, 1).lobby_watching() as updates:
        listed = await updates.changed()
        assert [(each.game, each.open, each.running, each.people) for each in listed.crowd.games] == [(NAME, 1, 1, 0)]
        assert (listed.crowd.people, listed.present) == (0, {table.id: frozenset()})
        async with host.noticing() as notices:
            await notices.until(lambda message: message.caught_up)
            listed = await updates.when(lambda listed: listed.present == {table.id: {0}} and listed.crowd.people == 1)
            await updates.when(lambda listed: listed.crowd.games[0].people == 1)
        house.clock.ahead += PRESENT_MILLISECONDS / 1000 + 1
        await updates.when(lambda listed: listed.present == {table.id: frozenset()} and listed.crowd.people == 0)


async def test_changes_that_come_together_are_sent_together(house):
    host, watcher = await house.guest(), await house.guest()
    async with house.at(watcher, 0).lobby_watching() as updates:
        await updates.changed()
        began = time.monotonic()
        tables = [await host.create(2) for _ in range(MAX_NEW)]
        await updates.when(lambda listed: {table.id for table in tables} <= listed.tables.keys())
        took = time.monotonic() - began
        sent = (await house.at(watcher, 0).list(page_size=100)).tables
        assert len(sent) == MAX_NEW
    # The list before, one change at once, and what else there was in a second.
    assert updates.reads <= 2 + math.ceil(took / table_lists.PUBLISH_SECONDS)


async def test_tables_that_came_too_many_at_once_are_on_the_list_soon(house, monkeypatch):
    monkeypatch.setattr(table_lists, "PRESENCE_SECONDS", 0.1)
    monkeypatch.setattr(table_lists, "PUBLISH_SECONDS", 0.0)
    host, watcher = await house.guest(), await house.guest()
    async with house.at(watcher, 0).lobby_watching() as updates:
        await updates.changed()
        tables = await asyncio.gather(*(host.create(2) for _ in range(3 * MAX_NEW)))
        await updates.when(lambda listed: {table.id for table in tables} == set(listed.tables))


async def test_a_list_that_may_have_missed_news_is_read_again(house):
    host, watcher = await house.guest(), await house.guest()
    await house.open_lobby()
    kept, gone = await host.create(2), await host.create(2)
    lists = house.lobbies[1].table_lists
    async with house.at(watcher, 1).lobby_watching() as updates:
        await updates.changed()
        lists.on_news = lambda _: None
        await host.leave(gone.id)
        store = house.lobbies[0].tables.store
        [closed] = await store.load_states([gone.id])
        assert await store.forget(closed)
        new = await host.create(2)
        await host.edit(kept.id, name="Come in")
        lists.mark_stale()
        listed = await updates.when(lambda listed: new.id in listed.tables and gone.id not in listed.tables)
        assert listed.tables.keys() == {kept.id, new.id}
        assert listed.tables[kept.id].name == "Come in"


async def test_watching_an_unknown_game_is_refused(house):
    guest = await house.guest()
    async with guest.lobby_watching("chess") as updates:
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


async def test_private_tables_are_told_to_nobody_who_watches_the_list(house):
    await house.open_lobby()
    host, member = await house.guest(), await house.guest()
    for lobby in (0, 1):
        old = await host.create(2, visibility=VISIBILITY_PRIVATE)
        async with house.at(host, lobby).lobby_watching() as hosts, house.at(member, lobby).lobby_watching() as members:
            for each in (hosts, members):
                await each.changed()
            await member.join(old.invitation)
            await member.ready(old.id)
            await host.start(old.id)
            public = await host.create(2)
            for each in (hosts, members):
                await each.when(lambda listed, opened=public.id: opened in listed.tables)
                assert old.id not in {table.id for table in each.seen}
            await host.leave(public.id)


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
    watcher = RoomWatcher(other.id, table.id, lambda: None, invited=invited)
    told = []
    for happens in (other.join(table.invitation), host.kick(table.id, 1), host.edit(table.id, name="Without you")):
        await happens
        told.append(watcher.wants((await house.lobbies[0].tables.load(table.id)).table))
    assert told == [True, True, invited]


async def test_who_comes_late_sees_what_is_in_play_and_how_it_ends(house, monkeypatch):
    monkeypatch.setattr(table_lists, "MAX_ROWS", 2)
    late = await house.guest()
    forgotten, _ = await house.started()
    delayed, _ = await house.started(spectators=tables_pb2.SpectatorRules(delay=3))
    hidden, _ = await house.started(visibility=VISIBILITY_PRIVATE)
    public, (one, _) = await house.started()
    async with late.lobby_watching() as updates:
        listed = await updates.changed()
        assert listed.tables.keys() == {delayed, public}
        await one.resign(public)
        listed = await updates.when(lambda listed: public in listed.ended)
        assert listed.ended[public].state == TABLE_STATE_FINISHED
        seen = {table.id for table in updates.seen}
    assert {forgotten, hidden}.isdisjoint(seen)


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
