"""A player's own tables: listed, and followed on one stream."""

import asyncio

from google.protobuf.duration_pb2 import Duration

from galaxytables.lobby.v1 import tables_pb2
from galaxytables.lobby.v1.tables_pb2 import (
    TABLE_STATE_CLOSED,
    TABLE_STATE_FINISHED,
    TABLE_STATE_OPEN,
    TABLE_STATE_RUNNING,
    VISIBILITY_PRIVATE,
)
from galaxytables_lobby.adapters.redis.feed import OWN_DELAY_SECONDS
from tests.lobby.house import House, Updates, eventually, refused


async def caught_up(notices: Updates) -> list[tables_pb2.MyTable]:
    messages = await notices.until(lambda message: message.caught_up)
    return [message.table for message in messages[:-1]]


async def turns(notices: Updates, table_id: str, *, until: bool) -> tables_pb2.MyTable:
    """What is told of a table, up to the moment when it is (not) the reader's turn."""
    messages = await notices.until(
        lambda message: message.table.table.id == table_id and message.table.your_turn == until
    )
    last: tables_pb2.MyTable = messages[-1].table
    return last


async def test_ones_tables_are_listed_with_whose_turn_it_is_page_by_page(house):
    me, other = await house.guest(), await house.guest()
    ids = []
    for number in range(3):
        table = await me.create(2, visibility=VISIBILITY_PRIVATE if number else 0)
        await other.join(table.invitation or table.id)
        await other.ready(table.id)
        await me.start(table.id)
        ids.append(table.id)
    waiting = await me.create(2)
    await me.pick(ids[1])
    await house.started()
    listed = (await me.my_tables()).tables
    assert [(each.table.id, each.your_turn) for each in listed] == [
        (waiting.id, False),
        (ids[2], True),
        (ids[1], False),
        (ids[0], True),
    ]
    assert [each.seat for each in listed] == [0] * 4
    first = await me.my_tables(your_turn=True, page_size=1)
    assert [each.table.id for each in first.tables] == [ids[2]]
    second = await me.my_tables(your_turn=True, page_size=1, page_token=first.next_page_token)
    assert ([each.table.id for each in second.tables], second.next_page_token) == ([ids[0]], "")
    bad = first.next_page_token[1:]
    assert (await refused(me.my_tables(page_token=bad))).reason == "INVALID_PAGE_TOKEN"


async def test_one_stream_tells_of_all_of_a_players_tables_through_any_lobby(house: House):
    await house.open_lobby()
    me = await house.guest()
    old = await me.create(2)
    for lobby in (0, 1):
        async with house.at(me, lobby).noticing() as notices:
            assert [each.table.id for each in await caught_up(notices)] == [old.id]
            other = await house.guest()
            table = await me.create(
                2, options={"rounds": "1"}, time_control=tables_pb2.TimeControl(per_move=Duration(seconds=60))
            )
            await other.join(table.id)
            await other.ready(table.id)
            await house.started()
            await me.start(table.id)
            begun = await turns(notices, table.id, until=True)
            assert (begun.table.state, begun.seat, begun.HasField("deadline")) == (TABLE_STATE_RUNNING, 0, True)
            await me.pick(table.id)
            assert not (await turns(notices, table.id, until=False)).HasField("deadline")
            await other.pick(table.id)
            last = await notices.until(lambda message: message.table.table.state == TABLE_STATE_FINISHED)
            assert {message.table.table.id for message in last} == {table.id}


async def test_what_others_do_costs_a_player_neither_news_nor_a_look_at_the_store(house: House, monkeypatch):
    lobby = await house.open_lobby()
    table_id, (one, two) = await house.started(options={"rounds": "2"})
    looked = []
    load = lobby.tables.store.load_states

    async def load_states(table_ids):
        looked.extend(table_ids)
        return await load(table_ids)

    monkeypatch.setattr(lobby.tables.store, "load_states", load_states)
    async with house.at(one, 1).noticing() as notices:
        await caught_up(notices)
        looked.clear()
        await one.pick(table_id)
        assert not (await turns(notices, table_id, until=False)).your_turn
        looked.clear()
        # It is the other's turn, and a third table's, of which the reader is not told.
        await house.started()
        await two.pick(table_id)
        assert (await turns(notices, table_id, until=True)).your_turn
        assert set(looked) == {table_id}


async def test_who_leaves_is_sent_away_or_resigns_hears_it_once(house: House):
    me, host = await house.guest(), await house.guest()
    async with me.noticing() as notices:
        await caught_up(notices)
        for going in (me.leave, lambda table_id: host.kick(table_id, 1)):
            table = await host.create(2, visibility=VISIBILITY_PRIVATE)
            await me.join(table.invitation)
            assert (await notices.next()).table.seat == 1
            await going(table.id)
            gone = (await notices.next()).table
            assert (gone.HasField("seat"), gone.table.state, gone.table.invitation) == (False, TABLE_STATE_OPEN, "")
            await host.ready(table.id)
        closed = await me.create(2)
        assert (await notices.next()).table.table.id == closed.id
        await me.leave(closed.id)
        assert (await notices.next()).table.table.state == TABLE_STATE_CLOSED
        table = await me.create(2)
        await host.join(table.id)
        await host.ready(table.id)
        await me.start(table.id)
        await turns(notices, table.id, until=True)
        await me.resign(table.id)
        assert (await notices.next()).table.your_turn is False
        await asyncio.sleep(2 * OWN_DELAY_SECONDS)
        again = await me.create(2)
        assert (await notices.next()).table.table.id == again.id


async def test_after_a_gap_in_the_news_nothing_is_missing(house: House, monkeypatch):
    lobby = await house.open_lobby()
    me, other = await house.guest(), await house.guest()
    table = await me.create(2)
    async with house.at(me, 1).noticing() as notices:
        await caught_up(notices)
        # Lobby 1 hears nothing for a while.
        deaf = []
        monkeypatch.setattr(
            "galaxytables_lobby.subscriptions.own_tables.OwnTablesWatching.on_news", lambda _, news: deaf.append(news)
        )
        await other.join(table.id)
        await eventually(lambda: bool(deaf))
        monkeypatch.undo()
        lobby.own_tables.mark_stale()
        assert (await notices.next()).table.table.seats[1].player.id == other.id


async def test_who_resigned_sees_no_clock_of_who_plays_on(house: House):
    async with house.host().hosting("random") as offers:
        await offers.next()
        control = tables_pb2.TimeControl(per_move=Duration(seconds=60), successor="random")
        table_id, (one, two) = await house.started(time_control=control)
        assert (await one.my_tables()).tables[0].HasField("deadline")
        await one.resign(table_id)
        assert (await two.view(table_id)).clocks[0].HasField("deadline")
        mine = (await one.my_tables()).tables[0]
        assert (mine.table.id, mine.seat, mine.your_turn, mine.HasField("deadline")) == (table_id, 0, False, False)


async def test_a_host_without_a_seat_finds_the_table_again(house: House):
    async with house.host().hosting("random") as offers:
        await offers.next()
        host = await house.guest()
        table = await host.create(2, visibility=VISIBILITY_PRIVATE)
        await host.add_bot(table.id)
        await host.leave(table.id)
        (listed,) = (await host.my_tables()).tables
        assert (listed.table.id, listed.HasField("seat")) == (table.id, False)
        assert [each.id for each in (await host.list(mine=True)).tables] == [table.id]
        async with host.noticing() as notices:
            assert [each.table.id for each in await caught_up(notices)] == [table.id]


async def test_a_delayed_spectator_is_not_told_when_something_happens(house: House):
    table_id, (one, two, three) = await house.started(3, spectators=tables_pb2.SpectatorRules(delay=3))
    async with one.noticing() as notices:
        await caught_up(notices)
        await one.resign(table_id)
        assert not (await turns(notices, table_id, until=False)).your_turn
        await two.pick(table_id)
        proposed = (await two.propose(table_id)).takeback
        await three.decline(table_id, proposed.id)
        await three.resign(table_id)
        marker = await one.create(2)
        assert (await notices.next()).table.table.id == marker.id


async def test_what_ends_while_a_reader_reads_is_not_told_as_open(house: House, monkeypatch):
    store, me = house.lobbies[0].tables.store, await house.guest()
    load = store.load_states

    async def ends_meanwhile(table_ids):
        tables = await load(table_ids)
        monkeypatch.undo()
        await me.leave(table.id)
        return tables

    table = await me.create(2)
    monkeypatch.setattr(store, "load_states", ends_meanwhile)
    async with me.noticing() as updates:
        told = [str(each) for each in await updates.until(lambda message: message.caught_up)]
        marker = await me.create(2)
        while marker.id not in told[-1]:
            told.append(str(await updates.next()))
        # Changes of two tables may be told in either order; of one table the last state is told last.
        while (states := [each for each in told if table.id in each]) and "TABLE_STATE_CLOSED" not in states[-1]:
            told.append(str(await updates.next()))
    table = await me.create(2)
    monkeypatch.setattr(store, "load_states", ends_meanwhile)
    async with me.lobby_watching() as listing:
        await listing.changed()
        marker = await me.create(2)
        assert table.id not in (await listing.when(lambda listed: marker.id in listed.tables)).tables
