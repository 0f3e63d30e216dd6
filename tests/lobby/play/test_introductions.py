"""Introductions: tables whose seed everybody knows, and of which nothing else can be chosen."""

import hashlib
from contextlib import asynccontextmanager

import pytest
from google.protobuf.duration_pb2 import Duration

from galaxytables.lobby.v1 import tables_pb2
from galaxytables.lobby.v1.tables_pb2 import VISIBILITY_PRIVATE, VISIBILITY_PUBLIC
from galaxytables.rules.v1 import rules_pb2
from galaxytables_lobby.clock.archiving import to_archive
from galaxytables_lobby.domain.state import FinishedTable
from galaxytables_lobby.ids import TableId
from tests.lobby.counting import NAME
from tests.lobby.house import Guest, House, Updates, eventually, refused

BOT = "random"
SEED = bytes(range(32))
SCRIPT = rules_pb2.Introduction(
    seed=SEED,
    seats=3,
    options={"rounds": "2", "unlucky": "off"},
    steps=[
        rules_pb2.IntroductionStep(seat=2, prompt_id="r1s2", kind="count.pick", picks=["c1"]),
        rules_pb2.IntroductionStep(seat=1, prompt_id="r1s1", kind="count.pick", picks=["c0"]),
        rules_pb2.IntroductionStep(seat=0, prompt_id="r1s0", kind="count.pick", picks=["c1"], lesson="begin"),
    ],
)


async def told(house: House, introduction: rules_pb2.Introduction | None) -> None:
    """Have the game tell an introduction, and wait until the lobby has heard of it."""
    house.counting.rules.introduction = introduction
    rules = house.lobbies[0].games.rules_of(NAME)
    seed = introduction.seed if introduction is not None else b""
    await eventually(lambda: rules.description is not None and rules.description.introduction.seed == seed)


async def learning(guest: Guest, **fields) -> tables_pb2.Table:
    return await guest.create(0, introduction_bot=BOT, **fields)


async def offered(updates: Updates) -> None:
    await updates.until(lambda message: message.caught_up)


async def test_an_introduction_is_dealt_from_the_seed_that_all_know_to_one_person_and_bots(house):
    await told(house, SCRIPT)
    ada, host = await house.guest("Ada"), house.host()
    async with host.hosting(BOT) as seats:
        await offered(seats)
        table = await learning(ada, name="First steps")
        assert table.introduction
        assert (table.visibility, table.name) == (VISIBILITY_PRIVATE, "First steps")
        assert table.commitment == hashlib.sha256(SEED).digest()
        assert dict(table.options) == dict(SCRIPT.options)
        assert [seat.WhichOneof("occupant") for seat in table.seats] == ["player", "bot", "bot"]
        await ada.start(table.id)
        taken = await seats.until(lambda message: message.HasField("seat") and message.seat.seat == 2)
        scripts = {message.seat.seat: list(message.seat.script) for message in taken if message.HasField("seat")}
        assert scripts == {1: [SCRIPT.steps[1]], 2: [SCRIPT.steps[0]]}
        for _ in range(2):
            for seat in (1, 2):
                await host.pick(table.id, seat=seat)
            await ada.pick(table.id)
    record = await ada.record(table.id)
    assert record.introduction
    assert (record.seed, list(record.entropy)) == (SEED, [b"", b"", b""])
    assert (await ada.table(table.id)).introduction


async def test_a_script_is_told_at_no_other_table_and_none_of_another_seed(house):
    await told(house, SCRIPT)
    ada, host = await house.guest("Ada"), house.host()
    async with host.hosting(BOT) as seats:
        await offered(seats)
        plain = await ada.create(2)
        assert not plain.introduction
        await ada.add_bot(plain.id)
        await ada.start(plain.id)
        (taken,) = [each for each in await seats.until(lambda each: each.HasField("seat")) if each.HasField("seat")]
        assert not taken.seat.script
        table = await learning(ada)
        other = rules_pb2.Introduction()
        other.CopyFrom(SCRIPT)
        other.seed = bytes(32)
        await told(house, other)
        await ada.start(table.id)
        taken = (await seats.until(lambda each: each.HasField("seat") and each.seat.seat == 2))[-1]
        assert (taken.seat.table_id, list(taken.seat.script)) == (table.id, [])


@pytest.mark.parametrize(
    ("field", "fields"),
    [
        ("seats", {"seats": 3}),
        ("options", {"options": {"rounds": "2"}}),
        ("entropy", {"entropy": b"mine"}),
        ("time_control", {"time_control": tables_pb2.TimeControl(per_move=Duration(seconds=60))}),
        ("spectators", {"spectators": tables_pb2.SpectatorRules(chat=True)}),
        ("visibility", {"visibility": VISIBILITY_PUBLIC}),
    ],
)
async def test_what_an_introduction_says_by_itself_cannot_be_chosen(house, field, fields):
    await told(house, SCRIPT)
    ada = await house.guest("Ada")
    error = await refused(ada.create(**{"seats": 0, "introduction_bot": BOT, **fields}))
    assert (error.reason, error.metadata) == ("INTRODUCTION_FIXED", {"field": field})
    assert not (await ada.list(mine=True)).tables


async def test_there_is_none_where_the_game_tells_none_or_nobody_offers_the_bot(house):
    ada, host = await house.guest("Ada"), house.host()
    assert (await refused(learning(ada))).reason == "UNKNOWN_BOT"
    async with host.hosting(BOT) as seats:
        await offered(seats)
        error = await refused(learning(ada))
        assert (error.reason, error.metadata) == ("NO_INTRODUCTION", {"game": NAME})
        wrong = rules_pb2.Introduction(seed=SEED, seats=9, options=SCRIPT.options)
        await told(house, wrong)
        assert (await refused(learning(ada))).reason == "INVALID_SEATS"


async def test_until_it_begins_nothing_that_is_dealt_can_be_changed(house):
    await told(house, SCRIPT)
    ada, bob, host = await house.guest("Ada"), await house.guest("Bob"), house.host()
    async with host.hosting(BOT) as seats:
        await offered(seats)
        table = await learning(ada)
        ready = tables_pb2.SetReadyRequest(table_id=table.id, ready=True, entropy=b"mine")
        assert (await refused(ada.tables.SetReady(ready, metadata=ada.metadata))).reason == "INTRODUCTION_FIXED"
        assert (await refused(ada.edit(table.id, seats=4))).reason == "INTRODUCTION_FIXED"
        gone = tables_pb2.RemoveBotRequest(table_id=table.id, seat=1)
        assert (await refused(ada.tables.RemoveBot(gone, metadata=ada.metadata))).reason == "INTRODUCTION_FIXED"
        assert (await refused(bob.join(table.invitation))).reason == "TABLE_FULL"
        await ada.leave(table.id)
        assert (await refused(bob.join(table.invitation, entropy=b"mine"))).reason == "INTRODUCTION_FIXED"
        assert (await bob.join(table.invitation)).seat == 0


@asynccontextmanager
async def played(house):
    """An introduction that was played to its end, and its learner; the bots are still offered."""
    await told(house, SCRIPT)
    ada, host = await house.guest("Ada"), house.host()
    async with host.hosting(BOT) as seats:
        await offered(seats)
        table = await learning(ada)
        await ada.start(table.id)
        for _ in range(2):
            for seat in (1, 2):
                await host.pick(table.id, seat=seat)
            await ada.pick(table.id)
        yield table, ada


async def test_it_is_never_rated(house):
    async with played(house) as (table, _):
        pass
    store, table_id = house.lobbies[0].tables.store, TableId(table.id)
    stored = await store.load(table_id)
    assert isinstance(stored.table, FinishedTable)
    journal, history = await store.journal(table_id), await store.events(table_id, 1, stored.table.events)
    game, _ = to_archive(stored.table, stored.standing, stored.position, journal, history)
    assert not game.rated


async def test_a_rematch_of_it_is_a_table_like_any_other(house):
    async with played(house) as (table, ada):
        again = await ada.rematch(table.id, entropy=b"mine")
    assert not again.introduction
    assert again.commitment != table.commitment
