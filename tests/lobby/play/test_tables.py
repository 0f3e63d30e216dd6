"""Tables until they are under way: every call, and every reason for which it is refused."""

import hashlib

import pytest
from google.protobuf.duration_pb2 import Duration
from prometheus_client import REGISTRY

from galaxytables.lobby.v1 import tables_pb2
from galaxytables.lobby.v1.tables_pb2 import (
    TABLE_STATE_CLOSED,
    TABLE_STATE_FINISHED,
    TABLE_STATE_OPEN,
    TABLE_STATE_RUNNING,
    VISIBILITY_PRIVATE,
)
from tests.lobby.counting import NAME, PACK
from tests.lobby.house import eventually, refused


def per_move(seconds: int, **fields) -> tables_pb2.TimeControl:
    return tables_pb2.TimeControl(per_move=Duration(seconds=seconds), **fields)


async def test_games_are_listed_with_their_options_whether_they_answer_or_not(house):
    guest = await house.guest()
    request = tables_pb2.ListGamesRequest()
    (offer,) = (await guest.tables.ListGames(request, metadata=guest.metadata)).games
    assert (offer.description.game, offer.available, list(offer.bots)) == (NAME, True, [])
    await house.counting.stop()
    await eventually(lambda: not house.lobbies[0].games.rules_of(NAME).available)
    (offer,) = (await guest.tables.ListGames(request, metadata=guest.metadata)).games
    assert (offer.description.title, offer.available) == ("Counting", False)
    assert (await refused(guest.create())).reason == "GAME_UNAVAILABLE"
    await house.counting.start()
    await eventually(lambda: house.lobbies[0].games.rules_of(NAME).available)
    assert (await guest.create()).state == TABLE_STATE_OPEN


async def test_components_are_handed_through(house):
    guest = await house.guest()

    async def components(**fields):
        request = tables_pb2.GetComponentsRequest(**fields)
        return (await guest.tables.GetComponents(request, metadata=guest.metadata)).catalogue

    assert (await components(game=NAME)).pack_digest == PACK
    error = await refused(components(game=NAME, pack_digest=b"other"))
    assert (error.reason, error.metadata) == ("UNKNOWN_PACK", {"pack": b"other".hex()})
    assert (await refused(components(game="chess"))).reason == "UNKNOWN_GAME"


async def test_a_new_table_has_its_defaults_its_host_and_a_commitment(house):
    guest = await house.guest("Ada")
    table = await guest.create(3, options={"rounds": "5"}, time_control=per_move(60))
    assert dict(table.options) == {"rounds": "5", "unlucky": "off"}
    assert (table.name, table.named) == ("Ada's table", False)
    assert (table.host, table.state, table.version) == (guest.id, TABLE_STATE_OPEN, 1)
    assert [seat.WhichOneof("occupant") for seat in table.seats] == ["player", None, None]
    assert len(table.commitment) == 32
    assert table.time_control.per_move.seconds == 60
    assert await guest.table(table.id) == table


async def test_a_name_that_a_host_gives_is_told_from_one_that_is_made_up(house):
    guest = await house.guest("Ada")
    assert (await guest.create(2, name="Ada's table")).named
    table = await guest.create(2)
    assert not (await guest.edit(table.id, seats=3)).named
    assert (await guest.edit(table.id, name="Late game")).named


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"game": "chess"}, "UNKNOWN_GAME"),
        ({"seats": 9}, "INVALID_SEATS"),
        ({"seats": 0}, "INVALID_SEATS"),
        ({"options": {"rounds": "0"}}, "INVALID_OPTION"),
        ({"options": {"colour": "red"}}, "INVALID_OPTION"),
        ({"options": {"rounds": "1", "unlucky": "on"}}, "OPTIONS_CONFLICT"),
        ({"name": "x" * 61}, "INVALID_NAME"),
        ({"name": "bell\x07"}, "INVALID_NAME"),
        ({"entropy": b"x" * 65}, "ENTROPY_TOO_LONG"),
        ({"time_control": per_move(0)}, "INVALID_TIME_CONTROL"),
        ({"time_control": per_move(367 * 24 * 3600)}, "INVALID_TIME_CONTROL"),
        ({"time_control": per_move(-5)}, "INVALID_TIME_CONTROL"),
        ({"time_control": per_move(60, successor="nobody")}, "UNKNOWN_BOT"),
        ({"time_control": per_move(60, successor="x" * 99)}, "INVALID_TIME_CONTROL"),
        ({"time_control": per_move(60, misses_before_handover=9999)}, "INVALID_TIME_CONTROL"),
        ({"time_control": tables_pb2.TimeControl(misses_before_handover=1)}, "INVALID_TIME_CONTROL"),
        (
            {
                "time_control": tables_pb2.TimeControl(
                    budget=tables_pb2.Budget(initial=Duration(seconds=60), cap=Duration(seconds=5))
                )
            },
            "INVALID_TIME_CONTROL",
        ),
    ],
)
async def test_a_table_that_makes_no_sense_is_not_opened(house, fields, reason):
    guest = await house.guest()
    assert (await refused(guest.create(**fields))).reason == reason
    assert not (await guest.list(mine=True)).tables


async def test_people_join_get_ready_and_the_host_starts(house):
    host, other = await house.guest("Ada"), await house.guest("Bob")
    table = await host.create(2)
    joined = await other.join(table.id, entropy=b"mine")
    assert (joined.seat, joined.table.version) == (1, 2)
    assert (await refused(other.start(table.id))).reason == "NOT_HOST"
    error = await refused(host.start(table.id))
    assert (error.reason, error.metadata) == ("NOT_READY", {"seats": "1"})
    assert (await other.ready(table.id)).seats[1].ready
    assert not (await other.ready(table.id, ready=False)).seats[1].ready
    await other.ready(table.id)
    started = await host.start(table.id)
    assert (started.state, started.pack_digest, list(started.waiting_for)) == (TABLE_STATE_RUNNING, PACK, [0, 1])


async def test_joining_is_refused_with_a_reason(house):
    host, other, third = [await house.guest() for _ in range(3)]
    table = await host.create(2)
    assert (await refused(host.join(table.id))).reason == "ALREADY_SEATED"
    assert (await refused(other.join(table.id, entropy=b"x" * 65))).reason == "ENTROPY_TOO_LONG"
    for seat in (0, 7):
        error = await refused(other.join(table.id, seat=seat))
        assert (error.reason, error.metadata) == ("SEAT_TAKEN", {"seat": str(seat)})
    assert (await refused(host.start(table.id))).reason == "SEATS_OPEN"
    await other.join(table.id, seat=1)
    assert (await refused(third.join(table.id))).reason == "TABLE_FULL"
    await other.ready(table.id)
    await host.start(table.id)
    assert (await refused(third.join(table.id))).reason == "TABLE_STARTED"
    assert (await refused(other.leave(table.id))).reason == "TABLE_STARTED"
    assert (await refused(other.ready(table.id))).reason == "TABLE_STARTED"
    assert (await refused(host.start(table.id))).reason == "TABLE_STARTED"
    assert (await refused(third.leave(table.id))).reason == "TABLE_STARTED"
    for nowhere in ("", "b" * 16, "B" * 10, "x{s1}:table:*", "ä" * 16, "../../etc"):
        assert (await refused(third.join(nowhere))).reason == "TABLE_NOT_FOUND"


async def test_the_host_who_leaves_hands_over_and_the_last_one_closes_the_table(house):
    host, other = await house.guest(), await house.guest()
    table = await host.create(3)
    assert (await refused(other.leave(table.id))).reason == "NOT_SEATED"
    assert (await refused(other.ready(table.id))).reason == "NOT_SEATED"
    await other.join(table.id)
    assert (await host.leave(table.id)).host == other.id
    closed = await other.leave(table.id)
    assert closed.state == TABLE_STATE_CLOSED
    assert (await refused(host.join(table.id))).reason == "TABLE_CLOSED"
    assert not (await other.list(mine=True, states=[TABLE_STATE_CLOSED])).tables
    assert not (await other.list()).tables


async def test_a_host_may_leave_a_table_to_bots_and_start_it(house):
    host = await house.guest()
    async with house.host().hosting("random") as seats:
        await seats.until(lambda message: message.caught_up)
        table = await host.create(2, visibility=VISIBILITY_PRIVATE)
        await host.add_bot(table.id, seat=1)
        left = await host.leave(table.id)
        assert (left.state, left.host, left.invitation) == (TABLE_STATE_OPEN, host.id, table.invitation)
        assert (await host.add_bot(table.id)).seat == 0
        assert (await host.start(table.id)).state == TABLE_STATE_RUNNING
        told = [(await seats.next()).seat for _ in range(2)]
        assert {(each.table_id, each.seat, each.bot, each.pack_digest) for each in told} == {
            (table.id, 0, "random", PACK),
            (table.id, 1, "random", PACK),
        }


async def test_bots_are_seated_by_the_host_while_somebody_offers_them(house):
    host, other = await house.guest(), await house.guest()
    table = await host.create(2)
    error = await refused(host.add_bot(table.id))
    assert (error.reason, error.metadata) == ("UNKNOWN_BOT", {"bot": "random", "game": NAME})
    async with house.host().hosting("random") as seats:
        await seats.until(lambda message: message.caught_up)
        assert (await refused(other.add_bot(table.id))).reason == "NOT_HOST"
        assert (await refused(host.add_bot(table.id, seat=0))).reason == "SEAT_TAKEN"
        added = await host.add_bot(table.id)
        assert (added.seat, added.table.seats[1].bot, added.table.seats[1].ready) == (1, "random", True)
        assert (await refused(host.add_bot(table.id))).reason == "TABLE_FULL"

        def remove(guest, seat):
            request = tables_pb2.RemoveBotRequest(table_id=table.id, seat=seat)
            return guest.tables.RemoveBot(request, metadata=guest.metadata)

        assert (await refused(remove(other, 1))).reason == "NOT_HOST"
        for seat in (0, 5):
            error = await refused(remove(host, seat))
            assert (error.reason, error.metadata) == ("NO_BOT_THERE", {"seat": str(seat)})
        assert not (await remove(host, 1)).table.seats[1].bot
        await host.add_bot(table.id)
        await host.start(table.id)
        assert (await refused(host.add_bot(table.id))).reason == "TABLE_STARTED"
        assert (await refused(remove(host, 1))).reason == "TABLE_STARTED"


async def test_private_tables_are_for_those_who_have_the_code(house):
    host, friend, stranger = [await house.guest() for _ in range(3)]
    table = await host.create(2, visibility=VISIBILITY_PRIVATE)
    assert table.invitation
    assert (await refused(stranger.table(table.id))).reason == "TABLE_NOT_FOUND"
    assert (await refused(friend.join(table.id))).reason == "INVITATION_REQUIRED"
    assert not (await stranger.list()).tables
    assert [each.id for each in (await host.list(mine=True)).tables] == [table.id]
    seen = await friend.table(table.invitation)
    assert (seen.id, seen.invitation) == (table.id, "")
    joined = await friend.join(table.invitation)
    assert joined.table.invitation == table.invitation
    await friend.ready(table.id)
    await host.start(table.id)
    for work in (stranger.view(table.id), stranger.record(table.id), stranger.pick(table.id)):
        assert (await refused(work)).reason == "TABLE_NOT_FOUND"
    assert (await refused(stranger.submit(table.id, "r1s0", "c0"))).reason == "TABLE_NOT_FOUND"
    assert (await stranger.view(table.invitation)).state == TABLE_STATE_RUNNING


async def test_tables_are_listed_newest_first_page_by_page(house):
    guest, other = await house.guest(), await house.guest()
    opened = [await guest.create(2) for _ in range(25)]
    # Of those of one millisecond the order is that of their ids.
    opened.sort(key=lambda table: (table.created.ToMilliseconds(), table.id), reverse=True)
    seen, token = [], ""
    while True:
        page = await other.list(page_size=10, page_token=token)
        assert len(page.tables) <= 10
        seen += [table.id for table in page.tables]
        token = page.next_page_token
        if not token:
            break
    assert seen == [table.id for table in opened]
    assert len((await other.list()).tables) == 20
    for bad in ("x", "!!!!", "MTIz", "OTk5OmJiYg=="):
        assert (await refused(other.list(page_token=bad))).reason == "INVALID_PAGE_TOKEN"
    assert (await refused(other.list(game="chess"))).reason == "UNKNOWN_GAME"


async def test_tables_are_filtered(house):
    host, other = await house.guest(), await house.guest()
    half = (await host.create(2)).id
    full = (await host.create(2)).id
    await other.join(full)
    running, (one, two) = await house.started(options={"rounds": "1"})

    async def ids(**fields):
        return {table.id for table in (await other.list(**fields)).tables}

    assert await ids() == await ids(game=NAME) == {half, full, running}
    assert await ids(free_seats=True) == {half}
    assert await ids(mine=True) == {full}
    assert await ids(states=[TABLE_STATE_RUNNING]) == {running}
    await one.pick(running)
    await two.pick(running)
    assert await ids(states=[TABLE_STATE_FINISHED]) == {running}
    assert await ids() == {half, full}
    (finished,) = (await one.list(mine=True, states=[TABLE_STATE_FINISHED])).tables
    assert finished.id == running


async def test_chance_comes_from_the_committed_seed_and_everybodys_entropy(house):
    host, other = await house.guest(), await house.guest()
    table = await host.create(2, entropy=b"ada's", options={"rounds": "1"})
    await other.join(table.id, entropy=b"bob's")
    await other.ready(table.id)
    await host.start(table.id)
    for guest in (host, other):
        early = await guest.record(table.id)
        assert (early.seed, list(early.entropy), len(early.choices)) == (b"", [], 0)
    for guest in (host, other):
        await guest.pick(table.id)
    record = await host.record(table.id)
    assert list(record.entropy) == [b"ada's", b"bob's"]
    assert hashlib.sha256(record.seed).digest() == table.commitment


async def test_tables_are_counted_by_game_and_stage_private_ones_too(house, monkeypatch):
    monkeypatch.setattr("galaxytables_lobby.app.GAUGE_SECONDS", 0.02)
    await house.open_lobby()
    guest = await house.guest()
    await guest.create(2)
    await guest.create(2, visibility=VISIBILITY_PRIVATE)
    await house.started()

    def count(stage: str) -> float | None:
        return REGISTRY.get_sample_value("galaxytables_tables", {"game": NAME, "stage": stage})

    await eventually(lambda: (count("open"), count("running"), count("finished")) == (2, 1, 0))
    assert REGISTRY.get_sample_value("galaxytables_store_script_calls_total")


async def test_strangers_learn_nothing_of_a_private_table_from_any_call(house):
    host, stranger = await house.guest("Host"), await house.guest("Stranger")
    table = await host.create(visibility=VISIBILITY_PRIVATE)
    for method, request in (
        (stranger.tables.GetTable, tables_pb2.GetTableRequest(table_id=table.id)),
        (stranger.tables.LeaveTable, tables_pb2.LeaveTableRequest(table_id=table.id)),
        (stranger.tables.SetReady, tables_pb2.SetReadyRequest(table_id=table.id, ready=True)),
        (stranger.tables.AddBot, tables_pb2.AddBotRequest(table_id=table.id, bot="random")),
        (stranger.tables.RemoveBot, tables_pb2.RemoveBotRequest(table_id=table.id)),
        (stranger.tables.StartTable, tables_pb2.StartTableRequest(table_id=table.id)),
    ):
        error = await refused(method(request, metadata=stranger.metadata))
        assert error.reason == "TABLE_NOT_FOUND", method


async def test_a_bot_that_nobody_offers_is_not_seated_by_whoever_has_just_become_host(house, monkeypatch):
    host, other = await house.guest(), await house.guest()
    table = await host.create(3)
    await other.join(table.id)
    tables = house.lobbies[0].tables
    seen = await tables.load(table.id)

    async def before_the_host_left(_):
        return seen

    await host.leave(table.id)
    monkeypatch.setattr(tables, "load", before_the_host_left)
    assert (await refused(other.add_bot(table.id, "nobody"))).reason == "NOT_HOST"
    monkeypatch.undo()
    assert (await refused(other.add_bot(table.id, "nobody"))).reason == "UNKNOWN_BOT"


async def test_what_a_form_may_offer_is_told_to_anybody(house):
    guest = await house.guest()
    request = tables_pb2.CheckOptionsRequest(game=NAME, seats=2, options={"rounds": "7"})
    form = (await guest.tables.CheckOptions(request)).form
    assert (dict(form.options), list(form.seats)) == ({"rounds": "7", "unlucky": "off"}, [2, 3, 4])
    wrong = tables_pb2.CheckOptionsRequest(game=NAME, seats=2, options={"rounds": "many"})
    error = await refused(guest.tables.CheckOptions(wrong))
    assert (error.reason, error.metadata) == ("INVALID_OPTION", {"option": "rounds", "value": "many"})
    unknown = tables_pb2.CheckOptionsRequest(game="chess")
    assert (await refused(guest.tables.CheckOptions(unknown))).reason == "UNKNOWN_GAME"
