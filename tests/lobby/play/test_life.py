"""A table's life around the game: kicking, editing, playing once more."""

import asyncio

import pytest
from google.protobuf.duration_pb2 import Duration

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables.lobby.v1.tables_pb2 import (
    TABLE_STATE_FINISHED,
    TABLE_STATE_OPEN,
    VISIBILITY_PRIVATE,
)
from galaxytables_lobby.tables import Tables
from tests.lobby.house import House, refused, timeless


async def finished(house: House, **fields):
    """A table of one round, played to its end."""
    table_id, guests = await house.started(**{"options": {"rounds": "1"}, **fields})
    for guest in guests:
        await guest.pick(table_id)
    return table_id, guests


def people(table: tables_pb2.Table) -> list[str]:
    return [seat.player.id or seat.bot for seat in table.seats]


async def test_the_host_sends_somebody_away_for_good(house):
    host, other, third = [await house.guest() for _ in range(3)]
    table = await host.create(3)
    await other.join(table.id)
    assert (await refused(other.kick(table.id, 0))).reason == "NOT_HOST"
    for seat in (0, 2, 9):
        error = await refused(host.kick(table.id, seat))
        assert (error.reason, error.metadata) == ("NO_PLAYER_THERE", {"seat": str(seat)})
    assert people(await host.kick(table.id, 1)) == [host.id, "", ""]
    assert (await refused(other.join(table.id))).reason == "SENT_AWAY"
    assert (await refused(other.ready(table.id))).reason == "NOT_SEATED"
    for guest in (third, await house.guest()):
        await guest.join(table.id)
        await guest.ready(table.id)
    await host.start(table.id)
    assert (await refused(host.kick(table.id, 1))).reason == "TABLE_STARTED"


async def test_who_is_sent_away_from_a_private_table_may_not_know_of_it_any_more(house):
    host, other = await house.guest(), await house.guest()
    table = await host.create(2, visibility=VISIBILITY_PRIVATE)
    await other.join(table.invitation)
    await host.kick(table.id, 1)
    assert (await refused(other.table(table.id))).reason == "TABLE_NOT_FOUND"
    assert (await refused(other.join(table.invitation))).reason == "SENT_AWAY"


async def test_the_host_edits_the_terms_and_nobody_is_ready_any_more(house):
    host, other = await house.guest(), await house.guest()
    table = await host.create(2, options={"rounds": "5"})
    await other.join(table.id)
    await other.ready(table.id)
    edited = await host.edit(
        table.id,
        name="Late game",
        options=tables_pb2.GameOptions(values={"unlucky": "on"}),
        time_control=tables_pb2.TimeControl(per_move=Duration(seconds=90)),
        seats=3,
    )
    assert dict(edited.options) == {"rounds": "3", "unlucky": "on"}
    assert (edited.name, edited.time_control.per_move.seconds, len(edited.seats)) == ("Late game", 90, 3)
    assert not any(seat.ready for seat in edited.seats)
    assert people(edited) == [host.id, other.id, ""]
    again = await host.edit(table.id, seats=2)
    assert (again.name, dict(again.options), len(again.seats)) == ("Late game", dict(edited.options), 2)
    assert (await refused(host.start(table.id))).reason == "NOT_READY"
    await other.ready(table.id)
    started = await host.start(table.id)
    assert started.options["unlucky"] == "on"
    assert (await refused(host.edit(table.id, name="Too late"))).reason == "TABLE_STARTED"


async def test_nobody_is_ready_for_terms_that_came_while_they_said_so(house):
    host, other = await house.guest(), await house.guest()
    table = await host.create(2)
    seen = (await other.join(table.id)).table
    edited = await host.edit(table.id, time_control=tables_pb2.TimeControl(per_move=Duration(seconds=1)))

    error = await refused(other.ready(table.id, version=seen.version))
    assert (error.reason, error.metadata) == ("TERMS_CHANGED", {"version": str(edited.version)})
    assert (await refused(host.start(table.id))).reason == "NOT_READY"
    assert not (await other.ready(table.id, ready=False, version=seen.version)).seats[1].ready
    # What is no edit changes no terms.
    await host.ready(table.id)
    assert (await other.ready(table.id, version=edited.version)).seats[1].ready


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"seats": 9}, "INVALID_SEATS"),
        ({"seats": 2}, "SEAT_TAKEN"),
        ({"options": tables_pb2.GameOptions(values={"rounds": "0"})}, "INVALID_OPTION"),
        ({"name": "x" * 61}, "INVALID_NAME"),
        ({"time_control": tables_pb2.TimeControl(successor="nobody")}, "UNKNOWN_BOT"),
    ],
)
async def test_an_edit_that_makes_no_sense_changes_nothing(house, fields, reason):
    host, other = await house.guest(), await house.guest()
    table = await host.create(3)
    await other.join(table.id, seat=2)
    before = await host.ready(table.id)
    assert (await refused(host.edit(table.id, **fields))).reason == reason
    assert (await refused(other.edit(table.id, name="Mine"))).reason == "NOT_HOST"
    assert await host.table(table.id) == before


async def test_a_rematch_seats_everybody_one_further_down_under_the_same_terms(house):
    control = tables_pb2.TimeControl(per_move=Duration(seconds=90))
    table_id, guests = await finished(
        house, seats=3, name="A short one", time_control=control, visibility=VISIBILITY_PRIVATE
    )
    old = await guests[0].table(table_id)
    new = await guests[2].rematch(table_id, entropy=b"mine")
    assert people(new) == [guests[1].id, guests[2].id, guests[0].id]
    assert (new.host, new.state, new.rematch_of) == (guests[2].id, TABLE_STATE_OPEN, table_id)
    assert (new.name, new.named) == ("A short one", True)
    assert (new.game, new.options, new.time_control) == (old.game, old.options, old.time_control)
    assert (new.visibility, bool(new.invitation)) == (VISIBILITY_PRIVATE, True)
    assert new.commitment != old.commitment
    assert (await guests[0].table(table_id)).rematch == new.id
    for guest in guests[:2]:
        await guest.tables.SetReady(
            tables_pb2.SetReadyRequest(table_id=new.id, ready=True, entropy=guest.id.encode()), metadata=guest.metadata
        )
    await guests[2].start(new.id)
    for guest in guests:
        await guest.pick(new.id)
    record = await guests[0].record(new.id)
    assert list(record.entropy) == [guests[1].id.encode(), b"mine", guests[0].id.encode()]


async def test_whoever_asks_for_a_rematch_at_the_same_time_gets_the_same(house):
    await house.open_lobby()
    table_id, guests = await finished(house, seats=4)
    asked = [house.at(guest, number % 2).rematch(table_id) for number, guest in enumerate(guests * 3)]
    tables = await asyncio.gather(*asked)
    assert len({table.id for table in tables}) == 1
    assert len({table.commitment for table in tables}) == 1
    mine = await guests[0].my_tables()
    assert [each.table.id for each in mine.tables] == [tables[0].id]


async def test_a_rematch_whose_process_died_half_way_is_made_by_whoever_asks_next(house, monkeypatch):
    table_id, (one, two) = await finished(house)
    create = Tables.create

    async def die(*_):
        raise RuntimeError("died")

    monkeypatch.setattr(Tables, "create", die)
    await refused(one.rematch(table_id))
    promised = (await one.table(table_id)).rematch
    assert promised
    monkeypatch.setattr(Tables, "create", create)
    new = await two.rematch(table_id)
    assert (new.id, new.host) == (promised, two.id)


@pytest.mark.parametrize("seats", [2, 3])
async def test_who_has_resigned_sees_at_the_end_what_their_seat_saw(house, seats):
    table_id, (one, *others) = await house.started(seats, options={"rounds": "1"})
    async with one.watching(table_id, views=True) as updates:
        own = (await updates.update()).view
        await one.resign(table_id)
        if seats > 2:
            await others[0].resign(table_id)
            claim = play_pb2.ClaimEndRequest(table_id=table_id)
            await others[1].play.ClaimEnd(claim, metadata=others[1].metadata)
        last = (await updates.until(lambda message: message.update.state == TABLE_STATE_FINISHED))[-1].update
    assert (last.HasField("viewer"), last.viewer) == (True, 0)
    assert last.view == (await one.view(table_id)).view
    assert (await one.view(table_id, at_event=1)).view == own
    # Who comes later sees the same, the log with what was told to this seat alone too.
    async with one.watching(table_id, views=True) as updates:
        told = (await updates.update()).events
    assert seats == 2 or list(last.events) == list(told)


async def test_a_rematch_that_was_closed_gives_way_to_another(house):
    table_id, (one, two) = await finished(house)
    first = await one.rematch(table_id)
    await one.leave(first.id)
    await two.leave(first.id)
    second = await two.rematch(table_id)
    assert (second.id != first.id, second.state) == (True, TABLE_STATE_OPEN)
    assert (await one.rematch(table_id)).id == second.id


async def test_bots_come_to_a_rematch_only_while_somebody_offers_them(house):
    player = await house.guest()
    for offered in (True, False):
        async with house.host().hosting("random") as seats:
            await seats.until(lambda message: message.caught_up)
            table = await player.create(2, options={"rounds": "1"})
            await player.add_bot(table.id)
            await player.start(table.id)
            await house.host().pick(table.id, seat=1)
            await player.pick(table.id)
            if offered:
                assert people(await player.rematch(table.id)) == ["random", player.id]
        if not offered:
            assert people(await player.rematch(table.id)) == ["", player.id]


async def test_a_rematch_is_for_those_who_sat_there_and_after_the_end(house):
    table_id, (one, two) = await house.started(options={"rounds": "1"})
    stranger = await house.guest()
    assert (await refused(one.rematch(table_id))).reason == "GAME_NOT_OVER"
    await one.pick(table_id)
    await two.pick(table_id)
    assert (await one.table(table_id)).state == TABLE_STATE_FINISHED
    assert (await refused(stranger.rematch(table_id))).reason == "NOT_SEATED"
    assert (await refused(one.rematch(table_id, entropy=b"x" * 65))).reason == "ENTROPY_TOO_LONG"


async def test_who_has_resigned_watches_as_a_spectator(house):
    table_id, (one, two, _) = await house.started(3)
    async with one.watching(table_id, views=True) as updates:
        assert (await updates.update()).viewer == 0
        await one.resign(table_id)
        update = await updates.update()
        assert (update.HasField("viewer"), list(update.prompts)) == (False, [])
        await two.pick(table_id)
    seen = timeless(await one.view(table_id))
    stranger = timeless(await (await house.guest()).view(table_id))
    assert seen == stranger
    record = await one.record(table_id)
    assert not any(part for event in record.events for part in event.private_parts)


async def test_a_rematch_that_was_closed_and_forgotten_is_told_when_it_is_opened_anew(house):
    table_id, (one, two) = await finished(house)
    async with one.lobby_watching() as lobby:
        await lobby.changed()
        first = await one.rematch(table_id)
        await lobby.when(lambda listed: first.id in listed.tables)
        for guest in (one, two):
            await guest.leave(first.id)
        await lobby.when(lambda listed: first.id in listed.ended)
        store = house.lobbies[0].tables.store
        (closed,) = await store.load_states([first.id])
        assert await store.forget(closed)
        again = await two.rematch(table_id)
        assert again.id == first.id
        await lobby.when(lambda listed: again.id in listed.tables)
