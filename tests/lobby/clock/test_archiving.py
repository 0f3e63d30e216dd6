"""Finished tables on their way from the store into the archive, whatever is killed on the way."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
from google.protobuf.message import Message
from sqlalchemy import delete, func, select

from galaxytables.lobby.v1 import archive_pb2, play_pb2, tables_pb2
from galaxytables.lobby.v1.play_pb2 import VerifyRecordResponse
from galaxytables.lobby.v1.tables_pb2 import TABLE_STATE_FINISHED, TABLE_STATE_RUNNING, VISIBILITY_PRIVATE
from galaxytables_lobby import errors
from galaxytables_lobby.adapters.archive import Archive
from galaxytables_lobby.adapters.archive.engine import open_engine, read_url, writing
from galaxytables_lobby.adapters.archive.ratings import recompute
from galaxytables_lobby.adapters.archive.schema import CONTENTS, GAMES, METADATA, SEATS
from galaxytables_lobby.clock.archiving import LEASE_MILLISECONDS, SETTLING_MILLISECONDS, Archiver
from galaxytables_lobby.domain.archived import ArchivedEntry, ArchivingOutcome
from galaxytables_lobby.metrics import GAMES_ARCHIVED
from galaxytables_lobby.settings import Settings
from tests.lobby.house import Guest, House, Updates, eventually, refused, timeless
from tests.lobby.killed import STEPS, archive_and_die
from tests.lobby.play.test_play import verified
from tests.lobby.workers import open_archiver

IN_SECONDS = 1000


@contextlib.asynccontextmanager
async def archiving(house: House) -> AsyncIterator[Archiver]:
    """An archiver to which all that has ended so far has settled."""
    house.clock.ahead += SETTLING_MILLISECONDS / IN_SECONDS
    async with open_archiver(house.settings, clock=house.clock) as archiver:
        yield archiver


async def finished(house: House, **fields: Any) -> tuple[str, list[Guest]]:
    table_id, guests = await house.started(options={"rounds": "1"}, **fields)
    for guest in guests:
        await guest.pick(table_id)
    return table_id, guests


async def let_go(house: House, archiver: Archiver) -> None:
    """Let the time pass that archived tables stay in the store."""
    house.clock.ahead += house.settings.retention + 5
    await archiver.forget()


def left_of(client: Any, table_id: str) -> list[str]:
    """Keys that hold something of a table, the feeds aside."""
    found = []
    for key in client.keys("*"):
        held = client.type(key) == b"zset" and client.zscore(key, table_id) is not None
        if b":feed" not in key and (held or table_id in key.decode()):
            found.append(key.decode())
    return found


async def everything_shown(guest: Guest, table_id: str) -> list[Message]:
    """Whatever can be asked of a finished table."""
    async with guest.watching(table_id, views=True) as updates:
        watched = await updates.rest()
    verify = play_pb2.VerifyRecordRequest(table_id=table_id)
    return [
        await guest.table(table_id),
        timeless(await guest.view(table_id)),
        await guest.record(table_id),
        await guest.play.VerifyRecord(verify, metadata=guest.metadata),
        *(timeless(message.update) for message in watched),
    ]


async def test_a_finished_table_is_archived_and_leaves_the_store_and_shows_the_same_ever_after(house, redis_server):
    table_id, (one, two) = await finished(house)
    private, (three, _) = await finished(house, visibility=VISIBILITY_PRIVATE)
    running, _ = await house.started()
    stranger = await house.guest("Stranger")
    viewers = ((one, table_id), (two, table_id), (stranger, table_id), (three, private))
    before = [await everything_shown(*viewer) for viewer in viewers]
    async with archiving(house) as archiver:
        await archiver.forget()
        house.clock.ahead += house.settings.retention
        assert await archiver.forget() == 0, "what is not archived stays"
        assert await archiver.archive() == 2
        assert await archiver.archive() == 0
        assert await archiver.forget() == 0, "what was archived a moment ago stays"
        house.clock.ahead += house.settings.retention + 5
        assert await archiver.forget() == 2
        assert await archiver.forget() == 0
    with redis_server.client() as client:
        assert left_of(client, table_id) == left_of(client, private) == []
        assert not client.keys("*:invitation:*")
    assert [await everything_shown(*viewer) for viewer in viewers] == before
    assert all(answer.verified for shown in before for answer in shown if isinstance(answer, VerifyRecordResponse))
    assert await verified(house, await one.record(table_id))
    assert (await refused(stranger.table(private))).reason == "TABLE_NOT_FOUND"
    assert (await refused(stranger.record(private))).reason == "TABLE_NOT_FOUND"
    invitation = (await three.table(private)).invitation
    assert await stranger.record(invitation) == await three.record(private)
    assert (await refused(stranger.record("B" * 10))).reason == "TABLE_NOT_FOUND"
    assert (await three.table(running)).state == TABLE_STATE_RUNNING


async def test_nothing_can_happen_at_an_archived_table(house):
    table_id, (one, two) = await finished(house)
    async with archiving(house) as archiver:
        await archiver.archive()
        await let_go(house, archiver)
    assert (await refused(one.submit(table_id, "r1s0", "c0"))).reason == "GAME_OVER"
    assert (await refused(one.resign(table_id))).reason == "GAME_OVER"
    assert (await refused(one.undo(table_id))).reason == "GAME_OVER"
    assert (await refused(two.join(table_id))).reason == "TABLE_STARTED"
    rematch = tables_pb2.RematchRequest(table_id=table_id)
    error = await refused(one.tables.Rematch(rematch, metadata=one.metadata))
    assert (error.reason, error.metadata) == ("TABLE_ARCHIVED", {"table": table_id})
    assert (await house.guest()).id not in str(await one.table(table_id))


async def test_an_archived_table_is_told_to_who_watches_it_alone(house):
    table_id, (one, _) = await finished(house)
    shown = await one.table(table_id)
    async with archiving(house) as archiver:
        await archiver.archive()
        await let_go(house, archiver)
    call = one.tables.WatchTables(tables_pb2.WatchTablesRequest(table_id=table_id), metadata=one.metadata)
    updates = Updates(call)
    assert (await updates.next()).table == shown
    assert (await updates.next()).caught_up
    call.cancel()


async def test_a_process_that_remembers_a_table_learns_that_it_is_archived(house):
    table_id, (one, _) = await finished(house)
    await one.view(table_id)
    async with archiving(house) as archiver:
        await archiver.archive()
        await let_go(house, archiver)
    assert house.lobbies[0].tables.memory._places[table_id].loaded is not None
    rematch = tables_pb2.RematchRequest(table_id=table_id)
    assert (await refused(one.tables.Rematch(rematch, metadata=one.metadata))).reason == "TABLE_ARCHIVED"


async def test_what_happens_at_a_table_after_it_was_archived_is_archived_too(house):
    table_id, (one, _) = await finished(house)
    async with archiving(house) as archiver:
        assert await archiver.archive() == 1
        rematch = tables_pb2.RematchRequest(table_id=table_id)
        again = (await one.tables.Rematch(rematch, metadata=one.metadata)).table
        shown = await one.table(table_id)
        house.clock.ahead += house.settings.retention + 5
        assert await archiver.forget() == 0
        assert await archiver.archive() == 1
        await let_go(house, archiver)
    assert await one.table(table_id) == shown
    assert (await one.table(again.id)).id == again.id
    (rating,) = (await one.archive.ListRatings(archive_pb2.ListRatingsRequest(), metadata=one.metadata)).ratings
    assert rating.games == 1


async def test_a_table_that_the_archive_has_lost_is_archived_again_instead_of_forgotten(house):
    table_id, (one, _) = await finished(house)
    async with archiving(house) as archiver:
        await archiver.archive()
        engine = open_engine(read_url(house.settings.archive_url), connections=1)
        with writing(engine) as connection:
            for table in reversed(METADATA.sorted_tables):
                connection.execute(delete(table))
        engine.dispose()
        house.clock.ahead += house.settings.retention + 5
        assert await archiver.forget() == 0
        assert await archiver.archive() == 1
        await let_go(house, archiver)
    assert (await one.table(table_id)).state == TABLE_STATE_FINISHED


async def test_while_the_archive_is_away_games_are_played_and_archived_later(house, tmp_path):
    (tmp_path / "archive").mkdir()
    house.settings = Settings(**{**house.settings.__dict__, "archive_url": f"sqlite:///{tmp_path}/archive"})
    await house.open_lobby()
    guest = await house.guest("Ada", lobby=1)
    table_id, (one, two) = await finished(house)
    assert (await house.at(one, 1).table(table_id)).state == TABLE_STATE_FINISHED
    assert (await refused(guest.table("b" * 16))).reason == "ARCHIVE_UNAVAILABLE"
    history = archive_pb2.ListHistoryRequest()
    assert (await refused(guest.archive.ListHistory(history, metadata=guest.metadata))).reason == "ARCHIVE_UNAVAILABLE"
    await finished(house)
    async with archiving(house) as archiver:
        failures = GAMES_ARCHIVED.labels("unknown", "failed")._value.get()
        assert await archiver.archive() == 0
        assert GAMES_ARCHIVED.labels("unknown", "failed")._value.get() == failures + 1, (
            "it asks once, not for each game"
        )
        (tmp_path / "archive").rmdir()

        async def archived() -> bool:
            house.clock.ahead += LEASE_MILLISECONDS / IN_SECONDS
            return await archiver.archive() == 2

        await eventually(archived)
    there = house.at(two, 1)

    async def listed() -> bool:
        with contextlib.suppress(Exception):
            found = await there.archive.ListHistory(history, metadata=there.metadata)
            return [game.table_id for game in found.games] == [table_id]
        return False

    await eventually(listed)


async def test_a_game_that_has_just_ended_is_left_alone_for_a_moment(house):
    async with archiving(house) as archiver:
        await finished(house)
        assert await archiver.archive() == 0
        house.clock.ahead += SETTLING_MILLISECONDS / IN_SECONDS
        assert await archiver.archive() == 1


async def test_a_rematch_that_is_archived_itself_is_found_and_its_id_never_used_again(house):
    table_id, (one, two) = await finished(house)
    rematch = tables_pb2.RematchRequest(table_id=table_id)
    again = (await one.tables.Rematch(rematch, metadata=one.metadata)).table
    await two.ready(again.id)
    await one.start(again.id)
    for guest in (one, two):
        await guest.pick(again.id)
    async with archiving(house) as archiver:
        assert await archiver.archive() == 2
        await let_go(house, archiver)
    found = (await two.tables.Rematch(rematch, metadata=two.metadata)).table
    assert (found.id, found.state) == (again.id, TABLE_STATE_FINISHED)


async def test_archivers_that_overlap_archive_each_table_once(house):
    tables = [await finished(house) for _ in range(6)]
    async with contextlib.AsyncExitStack() as stack:
        archivers = [await stack.enter_async_context(archiving(house)) for _ in range(3)]
        assert sum(await asyncio.gather(*[archiver.archive() for archiver in archivers])) == len(tables)
    assert_sound(house.settings.archive_url, {table_id for table_id, _ in tables})


async def test_games_enter_the_archive_in_the_order_of_their_ends(house):
    tables = [await finished(house) for _ in range(5)]
    async with archiving(house) as archiver:
        await archiver.archive()
    engine = open_engine(read_url(house.settings.archive_url), connections=1)
    with writing(engine) as connection:
        rows = connection.execute(select(GAMES.c.table_id).order_by(GAMES.c.ordinal)).scalars().all()
    engine.dispose()
    assert list(rows) == [table_id for table_id, _ in tables]


@pytest.mark.parametrize("error", [ValueError("another game"), errors.archive_unavailable()])
async def test_a_game_that_the_archive_does_not_take_keeps_those_before_it_from_nothing(house, monkeypatch, error):
    tables = [await finished(house) for _ in range(4)]
    bad = tables[2][0]
    add = Archive.add

    async def take_no_bad_one(archive: Archive, entries: Sequence[ArchivedEntry]) -> list[ArchivingOutcome]:
        if any(entry.game.table_id == bad for entry in entries):
            raise error
        return await add(archive, entries)

    monkeypatch.setattr(Archive, "add", take_no_bad_one)
    failed = GAMES_ARCHIVED.labels("unknown", "failed")
    failures = failed._value.get()
    async with archiving(house) as archiver:
        # Where it may be the archive that is away, the rest waits.
        taken = 3 if isinstance(error, ValueError) else 2
        assert await archiver.archive() == taken
        assert failed._value.get() == failures + 1
        assert_sound(house.settings.archive_url, {table_id for table_id, _ in (*tables[:2], *tables[3:])[:taken]})
        monkeypatch.undo()
        house.clock.ahead += LEASE_MILLISECONDS / IN_SECONDS + 1
        assert await archiver.archive() == 4 - taken
    assert_sound(house.settings.archive_url, {table_id for table_id, _ in tables})


async def test_a_task_that_is_still_at_it_is_not_joined_by_another(house):
    await finished(house)
    async with archiving(house) as archiver:
        assert await asyncio.gather(*[archiver.archive() for _ in range(3)]) == [1, 0, 0]


# Killed on the way


@pytest.mark.parametrize("step", list(STEPS))
async def test_killed_at_any_step_no_game_is_lost_or_doubled(archived_at, step):
    house = archived_at
    tables = [await finished(house) for _ in range(2)]
    shown = [await everything_shown(guests[0], table_id) for table_id, guests in tables]
    settled = house.clock.ahead + SETTLING_MILLISECONDS / IN_SECONDS
    await asyncio.to_thread(archive_and_die, house.settings, step, ahead=settled)
    async with archiving(house) as archiver:
        house.clock.ahead += LEASE_MILLISECONDS / IN_SECONDS + 1
        await archiver.archive()
        await let_go(house, archiver)
        assert await archiver.forget() == 0
    assert [await everything_shown(guests[0], table_id) for table_id, guests in tables] == shown
    await asyncio.to_thread(assert_sound, house.settings.archive_url, {table_id for table_id, _ in tables})
    for _, guests in tables:
        for guest in guests:
            answer = await guest.archive.ListRatings(archive_pb2.ListRatingsRequest(), metadata=guest.metadata)
            assert [rating.games for rating in answer.ratings] == [1]


def assert_sound(url: str, table_ids: set[str]) -> None:
    """Every game is in the archive once, whole, and rated once."""
    engine = open_engine(read_url(url), connections=1)
    with writing(engine) as connection:
        found = connection.execute(select(GAMES.c.table_id)).scalars().all()
        assert sorted(found) == sorted(table_ids)
        for part, each in ((CONTENTS, 1), (SEATS, 2)):
            assert connection.execute(select(func.count()).select_from(part)).scalar() == each * len(table_ids)
        assert recompute(connection) == (len(table_ids), 0)
    engine.dispose()
