"""Spectators with a delay: they see the table as it stood some choices ago, and nothing that tells of later."""

import contextlib

import pytest
from google.protobuf.duration_pb2 import Duration
from google.protobuf.struct_pb2 import Struct

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables.lobby.v1.tables_pb2 import TABLE_STATE_FINISHED, TABLE_STATE_RUNNING
from tests.lobby.house import House, refused
from tests.lobby.workers import open_sweep

DELAY = 3
DELAYED = tables_pb2.SpectatorRules(delay=DELAY)


def without_viewer(update: play_pb2.TableUpdate) -> play_pb2.TableUpdate:
    """What an update says of the table to anybody."""
    public = play_pb2.TableUpdate()
    public.CopyFrom(update)
    for field in ("viewer", "prompts", "undoable", "view", "events", "resync", "now", "chose_at_event"):
        public.ClearField(field)
    return public


def points(update: play_pb2.TableUpdate) -> list[float]:
    content = Struct()
    assert update.view.Unpack(content)
    return [value.number_value for value in content.fields["points"].list_value.values]


async def played(house: House, rounds: int = 4, seats: int = 2):
    """A delayed table with a clock, how it stood publicly after each choice, and who plays there."""
    control = tables_pb2.TimeControl(per_move=Duration(seconds=600))
    options = {"rounds": str(rounds)}
    table_id, guests = await house.started(seats, options=options, spectators=DELAYED, time_control=control)
    return table_id, guests, [await guests[0].view(table_id)]


async def test_every_way_to_look_shows_the_table_some_choices_ago(house):
    table_id, guests, stood = await played(house)
    stranger = await house.guest()
    listed = await stranger.table(table_id)
    for number in range(6):
        await guests[number % 2].pick(table_id)
        stood.append(await guests[0].view(table_id))
        past = stood[max(0, len(stood) - 1 - DELAY)]
        seen = await stranger.view(table_id)
        assert without_viewer(seen) == without_viewer(past)
        assert points(seen) == points(past)
        assert len((await stranger.record(table_id)).events) == past.last_event - 1
        # Lists show it as it was when it started, whatever happens.
        assert await stranger.table(table_id) == listed
        assert [table for table in (await stranger.list()).tables if table.id == table_id] == [listed]
        assert list((await guests[0].table(table_id)).waiting_for) == list(stood[-1].waiting_for)
    assert (listed.state, list(listed.waiting_for), listed.version) == (TABLE_STATE_RUNNING, [], stood[0].version)


async def test_a_watching_spectator_is_told_step_by_step_and_of_all_at_the_end(house):
    await house.open_lobby()
    table_id, guests, stood = await played(house, rounds=3)
    stranger = await house.guest()
    async with contextlib.AsyncExitStack() as stack:
        streams = [
            await stack.enter_async_context(house.at(stranger, lobby).watching(table_id, views=True))
            for lobby in (0, 1)
        ]
        for stream in streams:
            first = await stream.update()
            assert without_viewer(first) == without_viewer(stood[0])
        for number in range(6):
            await guests[number % 2].pick(table_id)
            stood.append(await guests[0].view(table_id))
            if number < DELAY or number == 5:
                continue
            for stream in streams:
                update = await stream.update()
                assert without_viewer(update) == without_viewer(stood[number + 1 - DELAY])
                assert points(update) == points(stood[number + 1 - DELAY])
                assert all(event.number <= update.last_event for event in update.events)
        for stream in streams:
            (last,) = [message.update for message in await stream.rest()]
            assert (last.state, last.last_event) == (TABLE_STATE_FINISHED, stood[-1].last_event)
            assert points(last) == points(stood[-1])
            # No gap: the events that were withheld came with the end.
            assert [event.number for event in last.events] == list(
                range(stood[5 - DELAY].last_event + 1, last.last_event + 1)
            )
    assert (await stranger.table(table_id)).scores


async def test_what_players_say_and_resignations_come_with_the_delay_too(house):
    table_id, (one, two, three), _ = await played(house, seats=3)
    stranger = await house.guest()
    async with (
        stranger.watching(table_id) as updates,
        stranger.lobby_watching() as lobby,
        open_sweep(house.settings, clock=house.clock) as sweep,
    ):
        await lobby.changed()
        await updates.update()
        await one.pick(table_id)
        await one.say(table_id, "I have it.")
        await two.resign(table_id)
        assert await stranger.messages(table_id) == []
        for _ in range(DELAY):
            for guest in (one, three):
                if (await guest.view(table_id)).prompts:
                    await guest.pick(table_id)
            await sweep.sweep()
        seen = [await updates.update()]
        while not seen[-1].messages:
            seen.append(await updates.update())
        assert [event.event.kind for update in seen for event in update.events].count("resigned") == 1
        assert await stranger.messages(table_id) == ["I have it."]
        lobby.seen.clear()
        marker = await one.create(2)
        await lobby.when(lambda listed: marker.id in listed.tables)
        assert {each.id for each in lobby.seen} == {marker.id}


async def test_who_follows_the_lobby_hears_of_start_and_end_alone(house):
    stranger = await house.guest()
    async with stranger.lobby_watching() as lobby:
        await lobby.changed()
        table_id, (one, two, three), _ = await played(house, rounds=1, seats=3)
        await lobby.when(lambda _: lobby.shows(table_id, TABLE_STATE_RUNNING))
        await one.resign(table_id)
        async with open_sweep(house.settings, clock=house.clock) as sweep:
            await sweep.sweep()
        for guest in (two, three):
            await guest.pick(table_id)
        await lobby.when(lambda listed: table_id in listed.ended)
    told = lobby.seen
    running = [table for table in told if table.state == TABLE_STATE_RUNNING]
    assert len(running) == 1
    assert not any(seat.resigned for seat in running[0].seats)
    assert (list(running[0].waiting_for), told[-1].seats[0].resigned) == ([], True)


async def test_who_resigns_starts_over_as_a_delayed_spectator(house):
    table_id, (one, two, three), stood = await played(house, seats=3)
    async with one.watching(table_id, views=True) as updates:
        await updates.update()
        for guest in (one, two, three):
            await guest.pick(table_id)
            stood.append(await two.view(table_id))
            assert (await updates.update()).version == stood[-1].version
        await one.resign(table_id)
        update = await updates.update()
        assert (update.resync, update.HasField("viewer"), list(update.prompts)) == (True, False, [])
        assert without_viewer(update) == without_viewer(stood[0])
        assert [event.number for event in update.events] == list(range(1, stood[0].last_event + 1))


async def test_a_new_connection_that_knows_too_much_starts_over(house):
    table_id, (one, two), stood = await played(house)
    for guest in (one, two):
        await guest.pick(table_id)
    stranger = await house.guest()
    async with stranger.watching(table_id, from_event=(await one.view(table_id)).last_event + 1) as updates:
        update = await updates.update()
        assert (update.resync, update.last_event) == (True, stood[0].last_event)


@pytest.mark.parametrize("delay", [101, 4_000_000_000])
async def test_a_delay_has_a_bound(house, delay):
    guest = await house.guest()
    rules = tables_pb2.SpectatorRules(delay=delay)
    error = await refused(guest.create(2, spectators=rules))
    assert (error.reason, error.metadata) == ("INVALID_DELAY", {"most": "100"})
    table = await guest.create(2)
    assert (await refused(guest.edit(table.id, spectators=rules))).reason == "INVALID_DELAY"
    assert (await guest.edit(table.id, spectators=DELAYED)).spectators == DELAYED


async def test_a_finished_table_leaves_no_past_in_the_store(house, redis_server):
    table_id, guests, _ = await played(house, rounds=1)
    with redis_server.client() as client:
        assert client.keys(f"*{table_id}:past")
        for guest in guests:
            await guest.pick(table_id)
        assert not client.keys(f"*{table_id}:past")


async def test_what_a_delayed_spectator_says_does_not_tell_how_much_was_said(house):
    table_id, (one, _) = await house.started(spectators=tables_pb2.SpectatorRules(delay=DELAY, chat=True))
    assert (await one.say(table_id, "Between us.")).number == 1
    stranger = await house.guest()
    assert await stranger.say(table_id, "Good luck!") == play_pb2.ChatMessage()
    assert await one.messages(table_id) == ["Between us.", "Good luck!"]
