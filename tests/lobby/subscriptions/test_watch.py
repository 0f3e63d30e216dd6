"""Watching a table: nothing missing, nothing twice, nothing that is not the viewer's."""

import asyncio
import contextlib

import pytest
from google.protobuf.struct_pb2 import Struct

from galaxytables.lobby.v1 import play_pb2
from galaxytables.lobby.v1.tables_pb2 import (
    TABLE_STATE_CLOSED,
    TABLE_STATE_FINISHED,
    TABLE_STATE_OPEN,
    TABLE_STATE_RUNNING,
    VISIBILITY_PRIVATE,
)
from galaxytables_lobby import errors
from galaxytables_lobby.domain.game import Viewers
from galaxytables_lobby.ports import News
from galaxytables_lobby.subscriptions import watcher as watcher_module
from tests.lobby.house import eventually, refused
from tests.lobby.seats import S0


def hand(update: play_pb2.TableUpdate) -> list[float]:
    content = Struct()
    assert update.view.Unpack(content)
    return [value.number_value for value in content.fields["hand"].list_value.values]


def numbers(updates) -> list[int]:
    return [event.number for update in updates for event in update.events]


async def updates_to(updates, last_event: int) -> list[play_pb2.TableUpdate]:
    messages = await updates.until(lambda message: message.update.last_event >= last_event)
    return [message.update for message in messages]


async def test_history_then_live_to_the_end_without_gap_or_repetition(house):
    table_id, (one, two) = await house.started(options={"rounds": "3"})
    await one.pick(table_id)
    async with two.watching(table_id, views=True) as updates:
        first = await updates.update()
        assert (numbers([first]), first.last_event, first.state) == ([1, 2, 3, 4], 4, TABLE_STATE_RUNNING)
        assert first.events[0].event.kind == "started"
        for _ in range(2):
            await two.pick(table_id)
            await one.pick(table_id)
        await two.pick(table_id)
        rest = [message.update for message in await updates.rest()]
    everything = [first, *rest]
    assert numbers(everything) == list(range(1, rest[-1].last_event + 1))
    versions = [update.version for update in everything]
    assert versions == list(range(versions[0], versions[0] + len(versions)))
    assert rest[-1].state == TABLE_STATE_FINISHED
    assert rest[-1].events[-1].event.kind == "finished"
    assert rest[-1].scores
    assert all(update.HasField("view") for update in everything)
    assert not any(update.resync for update in everything)


async def test_a_watch_begins_at_the_event_asked_for(house):
    table_id, (one, two) = await house.started()
    await one.pick(table_id)
    for wanted, expected in ((0, []), (1, [1, 2, 3, 4]), (3, [3, 4]), (5, [])):
        async with two.watching(table_id, from_event=wanted) as updates:
            first = await updates.update()
            assert (numbers([first]), first.last_event, first.resync) == (expected, 4, False)
            assert not first.HasField("view")


async def test_who_asks_for_events_that_are_not_there_gets_a_resync(house):
    table_id, (one, _) = await house.started()
    async with one.watching(table_id, from_event=99) as updates:
        first = await updates.update()
        assert (numbers([first]), first.resync) == ([1, 2, 3], True)


async def test_two_lobbies_show_the_same_history_to_their_watchers(house):
    await house.open_lobby()
    table_id, (one, two) = await house.started(options={"rounds": "8"})
    async with contextlib.AsyncExitStack() as stack:
        streams = [
            await stack.enter_async_context(house.at(who, lobby).watching(table_id, views=True))
            for who in (one, two)
            for lobby in (0, 1)
        ]
        for number in range(8):
            await house.at(one, number % 2).pick(table_id)
            await house.at(two, (number + 1) % 2).pick(table_id)
        for stream in streams:
            seen = [message.update for message in await stream.rest()]
            assert numbers(seen) == list(range(1, seen[-1].last_event + 1))
            versions = [update.version for update in seen]
            assert versions == sorted(set(versions))
            assert seen[-1].state == TABLE_STATE_FINISHED


async def test_watchers_that_come_and_go_under_load_miss_nothing(house):
    """Joins fall between commits at random; each must find a seamless history."""
    await house.open_lobby()
    table_id, (one, two) = await house.started(options={"rounds": "25"})

    async def play():
        for _ in range(25):
            await asyncio.gather(one.pick(table_id), house.at(two, 1).pick(table_id))

    async def watch(lobby: int, delay: float) -> list[play_pb2.TableUpdate]:
        await asyncio.sleep(delay)
        async with house.at(one, lobby).watching(table_id) as updates:
            return [message.update for message in await updates.rest()]

    playing = asyncio.create_task(play())
    seen = await asyncio.gather(*[watch(number % 2, number * 0.02) for number in range(30)])
    await playing
    for updates in seen:
        assert numbers(updates) == list(range(1, updates[-1].last_event + 1))


async def test_private_parts_and_prompts_reach_their_owner_alone(house):
    table_id, (one, two) = await house.started(options={"rounds": "2"})
    spectator = await house.guest()
    guests = {0: one, 1: two, None: spectator}
    async with contextlib.AsyncExitStack() as stack:
        streams = {
            seat: await stack.enter_async_context(guest.watching(table_id, views=True))
            for seat, guest in guests.items()
        }
        for seat, stream in streams.items():
            first = await stream.update()
            assert first.events[1].event.kind == "dealt"
            parts = [part.seat for event in first.events for part in event.event.private_parts]
            assert parts == ([] if seat is None else [seat])
        # Before the end, records say no more than streams.
        for seat, guest in guests.items():
            record = await guest.record(table_id)
            parts = [part.seat for event in record.events for part in event.private_parts]
            assert parts == ([] if seat is None else [seat])
            assert (record.seed, len(record.choices), len(record.scores)) == (b"", 0, 0)
        for _ in range(2):
            await one.pick(table_id)
            await two.pick(table_id)
        for seat, stream in streams.items():
            for message in await stream.rest():
                update = message.update
                assert {part.seat for event in update.events for part in event.event.private_parts} <= {seat}
                assert {prompt.seat for prompt in update.prompts} <= {seat}
                assert (update.viewer if update.HasField("viewer") else None) == seat
                assert len(hand(update)) == (0 if seat is None else 3)


async def test_who_leaves_an_open_table_does_not_see_through_the_seat_any_more(house):
    """The watch was begun from a seat that somebody else takes afterwards."""
    leaver, host, newcomer = [await house.guest() for _ in range(3)]
    table = await host.create(2)
    await leaver.join(table.id)
    async with leaver.watching(table.id, views=True) as updates:
        first = await updates.update()
        assert (first.state, first.viewer) == (TABLE_STATE_OPEN, 1)
        await leaver.leave(table.id)
        await newcomer.join(table.id)
        await newcomer.ready(table.id)
        await host.start(table.id)
        messages = await updates.until(lambda message: message.update.state == TABLE_STATE_RUNNING)
    last = messages[-1].update
    assert not last.HasField("viewer")
    assert not last.prompts
    assert not any(event.event.private_parts for event in last.events)


async def test_an_open_table_can_be_watched_until_it_closes(house):
    guest = await house.guest()
    table = await guest.create(2)
    async with guest.watching(table.id) as updates:
        assert (await updates.update()).state == TABLE_STATE_OPEN
        await guest.leave(table.id)
        assert [message.update.state for message in await updates.rest()] == [TABLE_STATE_CLOSED]


async def test_a_slow_reader_gets_one_resync_that_carries_everything(house, monkeypatch):
    monkeypatch.setattr(watcher_module, "QUEUE_LENGTH", 3)
    lobby = house.lobbies[0]
    table_id, (one, two) = await house.started(options={"rounds": "9"})
    woken: list[int] = []
    watcher = lobby.watching.watch(
        table_id, watcher_module.Onlooker(one.id), views=True, from_event=1, on_ready=lambda: woken.append(1)
    )
    try:
        await eventually(lambda: bool(woken))
        for _ in range(5):
            await one.pick(table_id)
            await two.pick(table_id)
        assert watcher.overflowed
        assert lobby.watching.take(watcher) == []
        await eventually(lambda: len(woken) == 2)
        (resync,) = [update.message() for update in lobby.watching.take(watcher)]
        assert resync.resync
        assert numbers([resync]) == list(range(1, resync.last_event + 1))
        assert resync.HasField("view")
        await one.pick(table_id)
        await eventually(lambda: len(woken) == 3)
        (update,) = [update.message() for update in lobby.watching.take(watcher)]
        assert (update.resync, update.version) == (False, resync.version + 1)
    finally:
        lobby.watching.leave(watcher)


async def test_views_are_built_only_for_those_who_watch_them_and_once_a_viewer(house):
    table_id, (one, two) = await house.started(options={"rounds": "3"})
    viewers = house.counting.rules.viewers
    prompt = (await one.view(table_id)).prompts[0]
    viewers.clear()
    async with contextlib.AsyncExitStack() as stack:
        plain = await stack.enter_async_context(two.watching(table_id))
        await plain.update()
        await one.submit(table_id, prompt.id, "c0")
        await plain.update()
        assert viewers == []
        streams = [await stack.enter_async_context(one.watching(table_id, views=True)) for _ in range(5)]
        firsts = [await stream.update() for stream in streams]
        viewers.clear()
        await two.submit(table_id, "r1s1", "c0")
        seconds = [await stream.update() for stream in streams]
        assert viewers == [0]
        assert all(update.HasField("view") for update in firsts + seconds)
        table = (await house.lobbies[0].tables.load(table_id)).table
        assert house.lobbies[0].watching.viewers(table, 1) == Viewers({S0}, set())
    await eventually(lambda: house.lobbies[0].watching.viewers(table, 1) == Viewers())


async def test_watching_is_refused_with_a_reason(house):
    guest, stranger = await house.guest(), await house.guest()
    private = await guest.create(2, visibility=VISIBILITY_PRIVATE)
    table_id, _ = await house.started()
    cases = [
        (stranger, private.id, {}, "TABLE_NOT_FOUND"),
        (stranger, "b" * 16, {}, "TABLE_NOT_FOUND"),
        (stranger, table_id, {"seat": 0}, "NOT_SEATED"),
        (house.host(), table_id, {"seat": 0}, "NOT_SEATED"),
    ]
    for who, where, fields, reason in cases:
        async with who.watching(where, **fields) as updates:
            assert (await refused(updates.next())).reason == reason
    async with stranger.watching(private.invitation) as updates:
        assert (await updates.update()).table_id == private.id


async def test_events_of_undo_and_resignation_are_told(house):
    table_id, (one, two, _) = await house.started(3)
    async with two.watching(table_id) as updates:
        await one.submit(table_id, "r1s0", "c0")
        await one.undo(table_id)
        await one.resign(table_id)
        seen = await updates_to(updates, 8)
    told = {event.event.kind: event.event for update in seen for event in update.events}
    assert [(fact.name, fact.number) for fact in told["undone"].facts] == [("withdrawn", 1)]
    assert (told["resigned"].seat, told["handed_over"].seat) == (0, 0)


@pytest.mark.parametrize("lobby", [0, 1])
async def test_who_loses_the_seat_starts_over_as_a_spectator(house, lobby):
    await house.open_lobby()
    table_id, (one, two, _) = await house.started(3)
    async with house.at(one, lobby).watching(table_id, views=True) as updates:
        await updates.update()
        await one.pick(table_id)
        assert (await updates.update()).viewer == 0
        await one.resign(table_id)
        update = (await updates.until(lambda response: response.update.resync))[-1].update
        assert (update.HasField("viewer"), update.HasField("view")) == (False, True)
        assert [event.number for event in update.events] == list(range(1, update.last_event + 1))
        assert not any(event.event.private_parts for event in update.events)
        await two.pick(table_id)
        assert not (await updates.update()).resync


async def test_a_version_that_the_store_lost_is_not_waited_for(house, monkeypatch):
    lobby = house.lobbies[0]
    table_id, (one, _) = await house.started()
    loads, load = [], lobby.tables.load

    async def counted(table_id):
        loads.append(table_id)
        return await load(table_id)

    async with one.watching(table_id) as updates:
        version = (await updates.update()).version
        hub = lobby.watching._hubs[table_id]
        await eventually(hub.task.done)
        monkeypatch.setattr(lobby.tables, "load", counted)
        lobby.watching.on_news(News(b"other", version + 3, False, table_id))
        await eventually(hub.task.done)
        assert len(loads) == 1
        await one.pick(table_id)
        assert (await updates.update()).version == version + 1


async def test_who_was_told_before_is_patient_when_clocks_are_shown_again(house, monkeypatch):
    lobby = house.lobbies[0]
    table_id, (one, _) = await house.started()
    load, failures = lobby.tables.load, 0

    async def once_away(table_id):
        nonlocal failures
        if not failures:
            failures += 1
            raise errors.store_unavailable()
        return await load(table_id)

    async with one.watching(table_id) as updates:
        first = await updates.update()
        monkeypatch.setattr(lobby.tables, "load", once_away)
        lobby.watching.show_again()
        assert (await updates.update()).version == first.version
    assert failures


async def test_who_leaves_a_private_table_sees_no_more_of_it_without_the_code(house):
    host, other = await house.guest(), await house.guest()
    for going in (other.leave, lambda table_id: host.kick(table_id, 1)):
        table = await host.create(2, visibility=VISIBILITY_PRIVATE)
        await other.join(table.invitation)
        async with other.watching(table.id) as by_id, other.watching(table.invitation) as by_code:
            await by_id.update()
            await by_code.update()
            await going(table.id)
            assert (await refused(by_id.rest())).reason == "TABLE_NOT_FOUND"
            assert (await by_code.update()).version > table.version


async def test_a_player_is_told_after_which_event_they_last_chose_and_nobody_else_is(house):
    table_id, (one, two) = await house.started()

    async def chose(who) -> int | None:
        async with who.watching(table_id) as updates:
            update = await updates.update()
            return update.chose_at_event if update.HasField("chose_at_event") else None

    assert [await chose(who) for who in (one, two)] == [None, None]
    await one.pick(table_id)
    assert [await chose(who) for who in (one, two)] == [4, None]
    await two.pick(table_id)
    after = await chose(two)
    assert after is not None
    assert (await chose(one), after > 4) == (4, True)
